// Rules are kept by everything they depend on: kind, types, attributes, facts. Types and attribute lists are interned,
// so that a key is a handful of addresses, compared and never ordered.
#include <tsl/robin_map.h>

#include <deque>

#include "base/hash.h"
#include "rules/column.h"
#include "rules/rule.h"

namespace partita::core::rules {
namespace {

struct Entry {
  std::vector<uint64_t> key;
  Rule rule;
  Entry* next = nullptr;  // another key of the same hash
};

struct IdentityHash {
  size_t operator()(uint64_t hash) const { return hash ^ (hash >> 32); }
};

uint64_t word(const void* address) { return reinterpret_cast<uintptr_t>(address); }

void append_key(const Op& op, const RuleFacts& facts, std::vector<uint64_t>& key) {
  key.push_back(static_cast<uint64_t>(op.kind()) << 32 | static_cast<uint64_t>(op.num_operands()));
  key.push_back(word(op.attrs().data()));
  uint64_t combiner = facts.combiner ? static_cast<uint64_t>(*facts.combiner) + 1 : 0;
  key.push_back(combiner << 3 | uint64_t{facts.overwrites} << 2 | uint64_t{facts.zero_init} << 1 |
                uint64_t{facts.pointwise_body});
  if (op.is(OpKind::kCustomCall)) {
    key.push_back(word(facts.sharding_rule.id()));
    key.push_back(word(facts.backend_config.id()));
  }
  for (int dim : facts.counting) key.push_back(static_cast<uint64_t>(dim));
  for (int i = 0; i < op.num_operands(); ++i) key.push_back(word(op.operand(i)->type().id()));
  for (int i = 0; i < op.num_results(); ++i) key.push_back(word(op.result(i)->type().id()));
}

}  // namespace

struct RuleCache::Tables {
  tsl::robin_map<uint64_t, Entry*, IdentityHash> by_hash;
  std::deque<Entry> entries;  // addresses stay
  std::vector<uint64_t> key;  // of the look-up under way
};

RuleCache::RuleCache() : tables_(std::make_unique<Tables>()) {}
RuleCache::~RuleCache() = default;

const Rule& RuleCache::rule(const Op& op) {
  Tables& tables = *tables_;
  RuleFacts facts = facts_of(op);
  std::vector<uint64_t>& key = tables.key;
  key.clear();
  append_key(op, facts, key);
  uint64_t hash = 0;
  for (uint64_t w : key) hash = base::mix_hash(hash, w);
  Entry*& first = tables.by_hash[hash];
  for (Entry* entry = first; entry != nullptr; entry = entry->next) {
    if (entry->key == key) return entry->rule;
  }
  tables.entries.push_back({key, rule_entry(op.kind()).rule(op, facts), first});
  first = &tables.entries.back();
  return first->rule;
}

}  // namespace partita::core::rules
