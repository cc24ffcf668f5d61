// What a Builder remembers while it works.
#pragma once

#include <string>
#include <vector>

#include "base/maps.h"
#include "ir/names.h"
#include "text/hlo/builder.h"

namespace partita::core::text::hlo {

struct Built {
  Function* function = nullptr;
  const Shape* result = nullptr;  // null until it is built, or where it failed
  bool done = false;
};

// The shardings of an op's results, gathered from the get-tuple-elements that name them.
struct Hints {
  std::vector<std::string> parts;
  bool changed = false;
};

struct Builder::Tables {
  explicit Tables(Context& context)
      : sharding(context.name(hlo_names::kSharding)),
        metadata(context.name(hlo_names::kMetadata)),
        layout(context.name(hlo_names::kLayout)),
        regions(context.name(hlo_names::kRegions)) {}

  Name sharding, metadata, layout, regions;           // of the discardable attributes that most ops have
  PointerMap<const Computation*, Attr> region_infos;  // of computations that say nothing of shardings
  PointerMap<const Computation*, Built> functions;
  PointerMap<Op*, Hints> hints;  // looked up only; `hinted` has the order
  std::vector<Op*> hinted;
  TextMap<Opcode> opcodes;  // that were met before
  // Of the instruction that is being built, until its op is made.
  std::vector<Value*> operands;
  std::vector<Type> types;
  int64_t leaves = 0;
};

}  // namespace partita::core::text::hlo
