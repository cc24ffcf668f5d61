#include "rules/column.h"

namespace partita {
namespace {

constexpr OpColumn<RuleEntry> kColumn = make_rule_column();
static_assert(is_total<kColumn>());

}  // namespace

const RuleEntry& rule_entry(OpKind kind) { return kColumn[kind]; }

}  // namespace partita
