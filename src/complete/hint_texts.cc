#include "complete/hint_texts.h"

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include <charconv>

#include "shard/scanner.h"
#include "shard/spelling_sdy.h"

namespace partita::core::complete {

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (text.substr(i, 3) == "\\22") {
      out += '"';
      i += 2;
    }
  }
  return out;
}

std::string mesh_names(const MeshTable& meshes) {
  std::string out;
  for (const NamedMesh& mesh : meshes.all()) out += fmt::format("{}@{}", out.empty() ? "" : ", ", mesh.name);
  return out;
}

Status read_frontend_meshes(std::string_view text, MeshTable& meshes) {
  std::string plain = unescaped(text);
  Scanner scan(plain);
  PARTITA_CHECK_OK(scan.expect('{'));
  if (scan.eat('}')) return {};
  do {
    PARTITA_ASSIGN(std::string name, scan.name());
    PARTITA_CHECK_OK(scan.expect('='));
    size_t begin = scan.at(), end = 0;
    Result<Mesh> mesh = shard::parse_sdy_mesh(std::string_view(plain).substr(begin), &end);
    if (!mesh.ok()) return std::move(mesh).error();
    if (!meshes.find(name)) meshes.add(std::move(name), std::make_shared<const Mesh>(std::move(*mesh)));
    scan = Scanner(plain, begin + end);
  } while (scan.eat(','));
  return scan.expect('}');
}

Result<std::vector<int>> open_dimensions(Attr config, int rank) {
  std::vector<int> dims;
  constexpr std::string_view kKey = "unspecified_dims=[";
  std::string_view text = config.is(AttrKind::kString) ? config.text() : std::string_view();
  size_t at = text.find(kKey);
  if (at == std::string_view::npos) return dims;
  Scanner scan(text, at + kKey.size());
  if (scan.peek() == ']') return dims;
  auto bad = [&](std::string what) {
    return Error{error_without_place(
        Code::kDimsMapping,
        fmt::format("unspecified_dims names {}; the tensor has {} dimensions, counted from 0", what, rank))};
  };
  Result<std::vector<int64_t>> numbers = scan.integers();
  if (!numbers.ok() || scan.peek() != ']') return bad("no list of dimensions");
  for (int64_t d : *numbers) {
    if (d < 0 || d >= rank) return bad(fmt::format("dimension {}", d));
    dims.push_back(static_cast<int>(d));
  }
  return dims;
}

struct HintTexts::Tables {
  tsl::robin_map<const void*, std::unique_ptr<Result<Sharding>>> single;
  tsl::robin_map<const void*, std::unique_ptr<Result<std::vector<Sharding>>>> lists;
  tsl::robin_map<const void*, std::unique_ptr<Result<HloSharding>>> hlo;
};

HintTexts::HintTexts(const MeshTable& meshes) : meshes_(meshes), tables_(std::make_unique<Tables>()) {}
HintTexts::~HintTexts() = default;

namespace {

template <typename T, typename Map, typename Parse>
const Result<T>& once(Map& map, Attr text, const Parse& parse) {
  auto at = map.find(text.id());
  if (at == map.end()) {
    // Only what is not well-formed as it stands may have been escaped twice.
    Result<T> read = parse(text.text());
    if (!read.ok() && text.text().find('\\') != std::string_view::npos) read = parse(unescaped(text.text()));
    at = map.emplace(text.id(), std::make_unique<Result<T>>(std::move(read))).first;
  }
  return *at->second;
}

Error wrong_count(size_t said, int wanted) {
  return Error{error_without_place(
      Code::kShardingForm, fmt::format("there {} {} sharding{} here for {} value{}", said == 1 ? "is" : "are", said,
                                       said == 1 ? "" : "s", wanted, wanted == 1 ? "" : "s"))};
}

// An instruction with host effects has more parts in HLO than values here.
bool has_further_parts(const HintSite& site) {
  return site.op != nullptr && (site.op->is(OpKind::kRecv) || site.op->is(OpKind::kSend) ||
                                site.op->is(OpKind::kInfeed) || site.op->is(OpKind::kOutfeed));
}

}  // namespace

Result<const std::vector<Sharding>*> HintTexts::list(Attr text) {
  auto lookup = [&](std::string_view name) { return meshes_.find(name); };
  const auto& read = once<std::vector<Sharding>>(
      tables_->lists, text, [&](std::string_view t) { return shard::parse_sdy_sharding_per_value(t, lookup); });
  if (!read.ok()) return read.error();
  return &*read;
}

Result<SaidSharding> HintTexts::read(const HintSite& site) {
  size_t part = static_cast<size_t>(site.part), parts = static_cast<size_t>(site.parts);
  auto known = [&](Error error) {
    Diagnostic& d = error.diagnostic;
    if (d.code == Code::kUnknownMesh) {
      d.message += meshes_.empty() ? "; the program declares none" : fmt::format("; there is {}", mesh_names(meshes_));
    }
    return error;
  };
  switch (site.spelling) {
    case HintSite::Spelling::kSdy: {
      auto lookup = [&](std::string_view name) { return meshes_.find(name); };
      const auto& one = once<Sharding>(tables_->single, site.text,
                                       [&](std::string_view t) { return shard::parse_sdy_sharding(t, lookup); });
      if (!one.ok()) return known(one.error());
      return SaidSharding(&*one);
    }
    case HintSite::Spelling::kSdyList: {
      Result<const std::vector<Sharding>*> all = list(site.text);
      if (!all.ok()) return known(all.error());
      if ((*all)->size() != parts) return wrong_count((*all)->size(), site.parts);
      return SaidSharding(&(**all)[part]);
    }
    case HintSite::Spelling::kHlo: {
      const auto& all =
          once<HloSharding>(tables_->hlo, site.text, [](std::string_view t) { return shard::parse_hlo_sharding(t); });
      if (!all.ok()) return all.error();
      if (!all->is_tuple) return SaidSharding(&all->leaves[0]);
      if (all->leaves.size() != parts && !(has_further_parts(site) && part < all->leaves.size()))
        return wrong_count(all->leaves.size(), site.parts);
      return SaidSharding(&all->leaves[part]);
    }
    case HintSite::Spelling::kGroup: break;
  }
  return SaidSharding(static_cast<const Sharding*>(nullptr));
}

}  // namespace partita::core::complete
