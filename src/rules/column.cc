#include "rules/column.h"

namespace partita::core::rules {
namespace {

constexpr OpColumn<RuleEntry> kColumn = make_rule_column();
static_assert(ir::is_total<kColumn>());

}  // namespace

const RuleEntry& rule_entry(OpKind kind) { return kColumn[kind]; }

}  // namespace partita::core::rules
