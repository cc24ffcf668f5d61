// The scopes that are open in this thread.
#pragma once

#include <string>
#include <vector>

#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace detail {

struct OpenScope {
  std::string name;  // empty: of an op that is made of others
  Where where;
};
const std::vector<OpenScope>& open_scopes();

// The line that messages and names speak of.
Where users_line(Where where);

}  // namespace detail
}  // namespace v1
}  // namespace partita
