#include "front/scope.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

std::vector<OpenScope>& scopes() {
  thread_local std::vector<OpenScope> stack;
  return stack;
}

}  // namespace

const std::vector<OpenScope>& open_scopes() { return scopes(); }

Where users_line(Where where) { return scopes().empty() ? where : scopes().front().where; }

}  // namespace detail

Scope::Scope(const char* name, Where where) {
  detail::scopes().push_back({name != nullptr ? name : "", detail::users_line(where)});
}
Scope::~Scope() { detail::scopes().pop_back(); }

}  // namespace v1
}  // namespace partita
