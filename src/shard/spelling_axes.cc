#include "shard/spelling_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace partita::core::shard {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string axis_names(const Mesh& mesh) {
  std::vector<std::string> out;
  for (const MeshAxis& axis : mesh.axes()) out.push_back(quoted(axis.name));
  return out.empty() ? "none" : fmt::format("{}", fmt::join(out, ", "));
}

Result<DimSharding> scan_dim(Scanner& scan, const Mesh& mesh, AxisUses& uses) {
  DimSharding dim;
  const size_t begin = scan.at();
  PARTITA_CHECK_OK(scan.expect('{'));
  if (!scan.eat('}')) {
    do {
      if (scan.eat('?')) {
        dim.open = true;
        break;
      }
      PARTITA_ASSIGN(AxisRef ref, scan_axis(scan, mesh, uses));
      dim.axes.push_back(ref);
    } while (scan.eat(','));
    PARTITA_CHECK_OK(scan.expect('}'));
  }
  if (scan.peek() != 'p') return dim;
  const size_t at = scan.at();
  const std::string_view number = scan.word().substr(1);
  if (!is_number(number) || number.size() > 7 || std::stol(std::string(number)) > Sharding::kMaxPriority) {
    return scan.error(Code::kPriority, at,
                      fmt::format("'p{}' is no priority: p0 to p{} are", number, Sharding::kMaxPriority));
  }
  if (dim.axes.empty() && !dim.open) {
    return scan.error(Code::kPriority, begin, "a closed dimension without axes takes no priority");
  }
  dim.priority = static_cast<int32_t>(std::stol(std::string(number)));
  return dim;
}

std::string quoted_with(std::string_view name, char quote) {
  std::string out = quoted(name);
  if (quote == '"') return out;
  // The other quote needs the escape instead.
  std::string inner;
  for (char c : std::string_view(out).substr(1, out.size() - 2)) {
    if (c == quote) {
      inner += fmt::format("\\{:02X}", static_cast<unsigned char>(c));
    } else {
      inner += c;
    }
  }
  return quote + inner + quote;
}

}  // namespace

Result<std::vector<MeshAxis>> scan_mesh_axes(Scanner& scan) {
  std::vector<MeshAxis> axes;
  if (scan.eat(']')) return axes;
  do {
    PARTITA_ASSIGN(std::string name, scan.name());
    PARTITA_CHECK_OK(scan.expect('='));
    PARTITA_ASSIGN(int64_t size, scan.integer());
    axes.push_back({std::move(name), size});
  } while (scan.eat(','));
  PARTITA_CHECK_OK(scan.expect(']'));
  return axes;
}

Result<AxisRef> scan_axis(Scanner& scan, const Mesh& mesh, AxisUses& uses) {
  const size_t begin = scan.at();
  const bool bare = scan.peek() != '"' && scan.peek() != '\'';
  PARTITA_ASSIGN(std::string name, scan.name());
  std::optional<int> index = mesh.axis_index(name);
  if (int number = 0; !index && bare && is_number(name) &&
                      std::from_chars(name.data(), name.data() + name.size(), number).ec == std::errc() &&
                      number < mesh.axis_count()) {
    index = number;
  }
  if (!index) {
    return scan.error(Code::kUnknownAxis, begin,
                      fmt::format("the mesh has no axis {}; its axes are {}", quoted(name), axis_names(mesh)));
  }
  AxisRef ref = whole_axis(mesh, *index);
  if (scan.eat(':')) {
    PARTITA_CHECK_OK(scan.expect('('));
    PARTITA_ASSIGN(ref.pre, scan.integer());
    PARTITA_CHECK_OK(scan.expect(')'));
    PARTITA_ASSIGN(ref.size, scan.integer());
  }
  if (Status status = uses.add(ref); !status.ok()) return scan.placed(std::move(status).error(), begin);
  return ref;
}

Result<AxisRefs> scan_axis_set(Scanner& scan, const Mesh& mesh, AxisUses& uses) {
  AxisRefs out;
  PARTITA_CHECK_OK(scan.expect('{'));
  if (scan.eat('}')) return out;
  do {
    PARTITA_ASSIGN(AxisRef ref, scan_axis(scan, mesh, uses));
    out.push_back(ref);
  } while (scan.eat(','));
  PARTITA_CHECK_OK(scan.expect('}'));
  return out;
}

Result<std::vector<DimSharding>> scan_dims(Scanner& scan, const Mesh& mesh, AxisUses& uses) {
  std::vector<DimSharding> dims;
  PARTITA_CHECK_OK(scan.expect('['));
  if (scan.eat(']')) return dims;
  do {
    PARTITA_ASSIGN(DimSharding dim, scan_dim(scan, mesh, uses));
    dims.push_back(std::move(dim));
  } while (scan.eat(','));
  PARTITA_CHECK_OK(scan.expect(']'));
  return dims;
}

Status scan_unreduced(Scanner& scan, const Mesh& mesh, AxisUses& uses, Sharding::Spec& spec) {
  if (scan.peek() != '{') {
    const size_t at = scan.at();
    const std::string_view kind = scan.word();
    const std::optional<ReductionKind> known = reduction_by_name(kind);
    if (!known) {
      return scan.error(Code::kShardingSyntax, at,
                        fmt::format("'{}' is no reduction: sum, max, min, product, and, or, xor are", kind));
    }
    spec.reduction = *known;
  }
  PARTITA_ASSIGN(spec.unreduced, scan_axis_set(scan, mesh, uses));
  return {};
}

std::string mesh_axes_text(const Mesh& mesh, char quote, const char* separator) {
  std::vector<std::string> out;
  for (const MeshAxis& axis : mesh.axes())
    out.push_back(fmt::format("{}={}", quoted_with(axis.name, quote), axis.size));
  return fmt::format("{}", fmt::join(out, separator));
}

std::string axes_text(const Mesh& mesh, const AxisRefs& refs, char quote) {
  std::vector<std::string> out;
  for (const AxisRef& ref : refs) {
    const std::string name = quoted_with(mesh.axis(ref.axis).name, quote);
    out.push_back(is_whole(mesh, ref) ? name : fmt::format("{}:({}){}", name, ref.pre, ref.size));
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string dims_text(const Sharding& sharding, char quote, bool with_priorities) {
  std::vector<std::string> out;
  for (const DimSharding& dim : sharding.dims()) {
    const char* open = !dim.open ? "" : dim.axes.empty() ? "?" : ", ?";
    out.push_back(fmt::format("{{{}{}}}", axes_text(sharding.mesh(), dim.axes, quote), open));
    if (dim.priority && with_priorities) out.back() += fmt::format("p{}", *dim.priority);
  }
  return fmt::format("[{}]", fmt::join(out, ", "));
}

std::string unreduced_text(const Sharding& sharding, char quote) {
  const bool named = sharding.reduction() != ReductionKind::kSum;
  return fmt::format("{}{{{}}}", named ? reduction_name(sharding.reduction()) : "",
                     axes_text(sharding.mesh(), sharding.unreduced_axes(), quote));
}

}  // namespace partita::core::shard
