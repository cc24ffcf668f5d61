// What a Builder remembers while it works.
#pragma once

#include <tsl/robin_map.h>

#include <string>
#include <vector>

#include "text/hlo/builder.h"

namespace partita::hlo {

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
  tsl::robin_map<const Computation*, Built> functions;
  tsl::robin_map<Op*, Hints> hints;  // looked up only; `hinted` has the order
  std::vector<Op*> hinted;
  int64_t leaves = 0;
};

}  // namespace partita::hlo
