// How hints.h reads: what the stages of it share. hints.cc has their order, hint_reader_*.cc what each does.
#pragma once

#include <tsl/robin_map.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/maps.h"
#include "complete/hint_file.h"
#include "complete/hint_places.h"
#include "complete/hint_sites.h"
#include "complete/hint_texts.h"
#include "complete/hints.h"

namespace partita::core::complete {

inline bool has_axes(const Mesh& mesh) { return !mesh.is_maximal() && mesh.axis_count() > 0; }

class HintReader {
 public:
  HintReader(Module& module, Function& entry, const HintOptions& options, Diagnostics& diagnostics)
      : module_(module),
        entry_(entry),
        options_(options),
        diagnostics_(diagnostics),
        places_(module, entry),
        texts_(hints_.meshes) {}

  std::optional<Hints> read();

 private:
  void read_all();
  void fail(Diagnostic diagnostic);
  void leave_out_hints();
  void check_sharding_rules();
  static bool is_marker(const SaidSharding& said);
  void read_texts();
  void fail(const HintSite& site, Error error) { fail(places_.placed(std::move(error.diagnostic), site)); }
  int64_t partitions() const;
  bool full() const { return errors_ >= Diagnostics::kMaxErrors; }

  // --- which meshes there are, and --mesh instead of the main one

  void replace_mesh();
  void replace_device_count();
  NamedMesh mesh_in_use() const;
  static std::string quoted_list(const std::vector<std::string>& names);
  void cannot_replace(const NamedMesh& old);
  void read_meshes();
  bool choose_main_mesh();
  bool is_given_mesh(const NamedMesh& main);
  void add_written_mesh(const SaidSharding& said);
  void find_tile_meshes();
  void add_meshes(const std::vector<MeshPtr>& meshes);
  bool expressed(const HloLeaf* leaf);

  // --- from what stands at a site to a hint

  void add_hint(const HintSite& site, const std::optional<SaidSharding>& said);
  const MeshPtr& mesh_at(const HintSite& site) const;
  Result<Sharding> with_axes(const Sharding& sharding, const HintSite& site) const;
  Result<Sharding> from_sdy(const Sharding& said, const HintSite& site);
  Result<Sharding> with_manual_axes_beside(const Sharding& sharding, const HintSite& site);
  Result<Sharding> from_leaf(const HloLeaf& leaf, const HintSite& site);
  bool is_free_end(const HintSite& site) const;
  const Sharding* opened(const Sharding* sharding);
  void note_uneven(const HintSite& site, const Sharding& sharding);

  // Hints of one text, at sites that are alike, are one sharding.
  struct Key {
    const void* said;
    int rank;
    int manual;
    bool inside;
    const void* config;
    const void* beside;
    const Mesh* mesh;  // where it stands
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const {
      size_t h = std::hash<const void*>()(key.said);
      return h * 31 + static_cast<size_t>(key.rank * 64 + key.manual) + std::hash<const void*>()(key.config) * 17;
    }
  };
  // sdy's and HLO's groups have numbers of their own.
  int64_t group_number(bool hlo, int64_t id) { return groups_.try_emplace({hlo, id}, groups_.size()).first->second; }

  // --- hints and recipes that are given besides

  void add_command_line();
  static bool is_on_same(const Hint& hint, const Hint& other);
  void add_recipe(const std::function<void(const HintLine&)>& add);
  const Hint* hint_of_program(const Value* value, int result) const;
  void add_followers(std::vector<Hint>& given) const;

  Module& module_;
  Function& entry_;
  const HintOptions& options_;
  Diagnostics& diagnostics_;
  std::vector<Diagnostic> found_;
  size_t errors_ = 0;  // among them
  Hints hints_;
  HintPlaces places_;
  HintTexts texts_;
  HintSites sites_;
  SaidHints said_hints_;
  std::vector<std::optional<SaidSharding>> said_;
  PointerMap<const HloLeaf*, MeshPtr> mesh_of_leaf_;  // where it is not the main mesh
  MeshPtr given_;                                     // --mesh
  bool has_meshes_ = false;                           // declared, given, or named by shardings; otherwise tiles decide
  tsl::robin_map<Key, const Sharding*, KeyHash> known_;
  bool uneven_is_said_ = false;
  std::map<std::pair<bool, int64_t>, int64_t> groups_;
  std::map<int64_t, int> manual_of_group_;  // sdy's groups do not cross the boundaries of manual code
};

}  // namespace partita::core::complete
