// The texts of hints, each read once however often a program repeats it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "complete/hint_sites.h"
#include "shard/spelling_hlo.h"

namespace partita::core::complete {

// What a site's text means for its value: a sharding by axis names, or one leaf of HLO's.
using SaidSharding = std::variant<const Sharding*, const HloLeaf*>;

class HintTexts {
 public:
  explicit HintTexts(const MeshTable& meshes);
  ~HintTexts();

  // kShardingForm where the text has another number of values. Stable for the life of this object.
  Result<SaidSharding> read(const HintSite& site);
  // The shardings of a list; its error is read()'s.
  Result<const std::vector<Sharding>*> list(Attr text);

 private:
  struct Tables;
  const MeshTable& meshes_;
  std::unique_ptr<Tables> tables_;
};

// Text that went through HLO's frontend attributes may have its quotes escaped once more; plain otherwise.
std::string unescaped(std::string_view text);

// unspecified_dims=[0,2] of a call's configuration. kDimsMapping where one is no dimension.
Result<std::vector<int>> open_dimensions(Attr config, int rank);

// {mesh = #sdy.mesh<["x"=4]>, other = …}: xla.sdy.meshes of a module.
Status read_frontend_meshes(std::string_view text, MeshTable& meshes);

// For messages: "@mesh, @other".
std::string mesh_names(const MeshTable& meshes);

}  // namespace partita::core::complete
