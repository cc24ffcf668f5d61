#include "complete/hints.h"

#include <fmt/format.h>

#include <algorithm>

#include "complete/hint_checks.h"
#include "complete/hint_options.h"
#include "complete/hint_reader.h"
#include "ir/names.h"
#include "rules/facts.h"
#include "rules/sharding_rule.h"

namespace partita::core::complete {

MeshPtr MeshTable::find(std::string_view name) const {
  for (const NamedMesh& mesh : meshes_) {
    if (mesh.name == name) return mesh.mesh;
  }
  return nullptr;
}

std::string MeshTable::name_of(const MeshPtr& mesh) {
  for (const NamedMesh& known : meshes_) {
    if (same_mesh(known.mesh, mesh)) return known.name;
  }
  std::string name = mesh->is_maximal() ? fmt::format("device_{}", mesh->maximal_device()) : "mesh";
  for (int k = 0; find(name) != nullptr; ++k) name = fmt::format("mesh_{}", k);
  add(name, mesh);
  return name;
}

void MeshTable::set_used(const std::function<bool(const NamedMesh&)>& is_used) {
  for (NamedMesh& mesh : meshes_) mesh.used = is_used(mesh);
  auto main = std::find_if(meshes_.begin(), meshes_.end(),
                           [](const NamedMesh& mesh) { return mesh.used && has_axes(*mesh.mesh); });
  if (main != meshes_.end()) std::rotate(meshes_.begin(), main, main + 1);
}

// --- reading

std::optional<Hints> HintReader::read() {
  read_all();
  // The stages below find errors in their own order; they are reported in the order of the file.
  std::stable_sort(found_.begin(), found_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
  for (Diagnostic& d : found_) {
    if (!diagnostics_.full()) diagnostics_.add(std::move(d));
  }
  if (errors_ > 0) return std::nullopt;
  return std::move(hints_);
}

void HintReader::read_all() {
  hints_.pool = std::make_shared<ShardingPool>();
  read_meshes();
  if (errors_ > 0) return;  // every hint would fail for the same reason
  Result<SaidHints> said = said_hints(options_);
  if (!said.ok()) return fail(std::move(said).error().diagnostic);
  said_hints_ = std::move(*said);
  sites_ = find_hint_sites(module_, entry_);
  leave_out_hints();
  read_texts();
  const bool readable = errors_ == 0;
  if (readable) replace_mesh();
  replace_device_count();
  if (readable ? errors_ > 0 : given_ != nullptr) return;
  check_sharding_rules();
  find_tile_meshes();
  if (!choose_main_mesh()) return;
  for (Diagnostic& d : read_manual_code(module_, sites_.manual, texts_, places_, hints_)) fail(std::move(d));
  find_open_ends(module_, entry_, hints_);
  for (size_t i = 0; i < sites_.all.size() && !full(); ++i) add_hint(sites_.all[i], said_[i]);
  add_command_line();
  if (errors_ > 0) return;
  for (Diagnostic& d : settle_groups(module_, entry_, hints_)) fail(std::move(d));
}

void HintReader::fail(Diagnostic diagnostic) {
  if (diagnostic.file.empty() && module_.source()) diagnostic.file = module_.source()->name();
  errors_ += diagnostic.severity == Severity::kError;
  found_.push_back(std::move(diagnostic));
}

// Hints that the caller does not want. What belongs to manual code is part of the program's meaning, and stays.
void HintReader::leave_out_hints() {
  const KeptHints& kept = said_hints_.keep;
  if (kept.all()) return;
  std::erase_if(sites_.all, [&](const HintSite& site) {
    if (site.manual >= 0 || site.boundary >= 0 || site.inside || site.place == Hint::Place::kManual) return false;
    if (site.text && site.text.text().find("manual") != std::string_view::npos) return false;
    if (site.op != nullptr && site.op->is(OpKind::kCustomCall) &&
        call_targets::enters_manual_code(site.op->text_attr(AttrKey::kCallTargetName)))
      return false;
    switch (site.place) {
      case Hint::Place::kArgument: return !kept.arguments;
      case Hint::Place::kResult: return !kept.results;
      default: return !kept.constraints;
    }
  });
}

void HintReader::check_sharding_rules() {
  walk(entry_.body(), [&](const Op& op) {
    Status status = full() ? Status() : rules::check_sharding_rule(op);
    if (status.ok()) return;
    HintSite site;
    site.op = &op;
    if (!rules::sharding_rule_text(op).empty()) site.text = rules::facts_of(op).sharding_rule;
    fail(site, status.error());
  });
}

// XLA puts such shardings on broadcasts to keep them apart, and ignores them.
bool HintReader::is_marker(const SaidSharding& said) {
  const auto* leaf = std::get_if<const HloLeaf*>(&said);
  return leaf && metadata_of(**leaf).find("\"_sharding_propagation_cse_prevention\"") != std::string::npos;
}

void HintReader::read_texts() {
  said_.resize(sites_.all.size());
  for (size_t i = 0; i < sites_.all.size() && !full(); ++i) {
    Result<SaidSharding> said = texts_.read(sites_.all[i]);
    if (said.ok()) {
      if (!is_marker(*said)) said_[i] = *said;
      add_written_mesh(*said);
    } else if (sites_.all[i].part == 0) {  // an error in a list is reported once, not once for each of its values
      fail(sites_.all[i], std::move(said).error());
    }
  }
}

std::optional<Hints> read_hints(Module& module, Function& entry, const HintOptions& options, Diagnostics& diagnostics) {
  return HintReader(module, entry, options, diagnostics).read();
}

}  // namespace partita::core::complete
