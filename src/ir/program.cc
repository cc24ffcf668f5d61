#include "ir/program.h"

#include <algorithm>

#include "base/maps.h"

namespace partita::core::ir {

// --- Value -----------------------------------------------------------------------------------------------------------

void Value::replace_all_uses_with(Value* other) {
  if (other == this) return;
  while (first_use_ != nullptr) first_use_->op()->set_operand(first_use_->index(), other);
}

// --- Op --------------------------------------------------------------------------------------------------------------

void Op::set_operand(int i, Value* value) {
  Use& use = operands_[i];
  if (use.value_ != nullptr) {
    *use.previous_ = use.next_;
    if (use.next_) use.next_->previous_ = use.previous_;
  }
  use.value_ = value;
  use.next_ = nullptr;
  use.previous_ = nullptr;
  if (value != nullptr) {
    use.next_ = value->first_use_;
    use.previous_ = &value->first_use_;
    if (use.next_) use.next_->previous_ = &use.next_;
    value->first_use_ = &use;
  }
}

void Op::drop_operands() {
  for (int i = 0; i < num_operands_; ++i) set_operand(i, nullptr);
}

void Op::set_operands(std::span<Value* const> values) {
  drop_operands();
  int n = std::ssize(values);
  if (n > operand_capacity_) {
    operands_ = module_->arena_.array<Use>(values.size());
    operand_capacity_ = n;
  }
  num_operands_ = n;
  for (int i = 0; i < n; ++i) {
    operands_[i] = Use();
    operands_[i].op_ = this;
    operands_[i].index_ = i;
    set_operand(i, values[i]);
  }
}

std::vector<Value*> Op::operands() {
  std::vector<Value*> out(num_operands_);
  for (int i = 0; i < num_operands_; ++i) out[i] = operand(i);
  return out;
}
std::vector<const Value*> Op::operands() const {
  std::vector<const Value*> out(num_operands_);
  for (int i = 0; i < num_operands_; ++i) out[i] = operand(i);
  return out;
}

std::vector<Value*> Op::results() {
  std::vector<Value*> out(num_results_);
  for (int i = 0; i < num_results_; ++i) out[i] = result(i);
  return out;
}
std::vector<const Value*> Op::results() const {
  std::vector<const Value*> out(num_results_);
  for (int i = 0; i < num_results_; ++i) out[i] = result(i);
  return out;
}

bool Op::is_unused() const {
  for (int i = 0; i < num_results_; ++i) {
    if (result(i)->has_uses()) return false;
  }
  return true;
}

Attr Op::attr(AttrKey key) const {
  for (const KeyedAttr& a : attrs_) {
    if (a.key == key) return a.value;
  }
  return {};
}

void Op::set_attr(AttrKey key, Attr value) {
  std::vector<KeyedAttr> list(attrs_.begin(), attrs_.end());
  list.push_back({key, value});
  attrs_ = module_->context().attr_list(list);
}

int64_t Op::int_attr(AttrKey key, int64_t otherwise) const {
  Attr a = attr(key);
  return a ? a.as_int() : otherwise;
}
bool Op::bool_attr(AttrKey key, bool otherwise) const {
  Attr a = attr(key);
  return a ? a.as_bool() : otherwise;
}
std::span<const int64_t> Op::ints_attr(AttrKey key) const {
  Attr a = attr(key);
  return a ? a.ints() : std::span<const int64_t>();
}
std::string_view Op::text_attr(AttrKey key) const {
  Attr a = attr(key);
  return a ? a.text() : std::string_view();
}

void Op::set_discardable_attribute(std::string_view name, Attr value) {
  discardable_attributes_ = module_->context().with_entry(discardable_attributes_, name, value);
}

Op* Op::parent_op() { return parent_ ? parent_->parent_op() : nullptr; }
const Op* Op::parent_op() const { return parent_ ? parent_->parent_op() : nullptr; }
Function* Op::function() { return parent_ ? parent_->function() : nullptr; }
const Function* Op::function() const { return parent_ ? parent_->function() : nullptr; }

void Op::unlink() {
  if (parent_ == nullptr) return;
  (previous_ ? previous_->next_ : parent_->first_) = next_;
  (next_ ? next_->previous_ : parent_->last_) = previous_;
  previous_ = next_ = nullptr;
  parent_ = nullptr;
}

void Op::erase() {
  PARTITA_INVARIANT(is_unused(), "an op was erased whose results are still used");
  for (int i = 0; i < num_regions_; ++i) {
    // Backwards, so that uses go before what they use.
    while (Op* last = regions_[i]->last()) last->erase();
  }
  drop_operands();
  unlink();
}

void Op::move_before(Op* other) {
  unlink();
  parent_ = other->parent_;
  next_ = other;
  previous_ = other->previous_;
  (previous_ ? previous_->next_ : parent_->first_) = this;
  other->previous_ = this;
}

void Op::move_to_end(Region& region) {
  unlink();
  parent_ = &region;
  previous_ = region.last_;
  (previous_ ? previous_->next_ : region.first_) = this;
  region.last_ = this;
}

// --- Region, Function ------------------------------------------------------------------------------------------------

Value* Region::add_argument(Type type, Name name) {
  Value* value = module_->new_argument(*this, type, name, num_arguments());
  arguments_.push_back(value);
  return value;
}

void Region::erase_argument(int i) {
  PARTITA_INVARIANT(!argument(i)->has_uses(), "an argument was erased that is still used");
  arguments_.erase(arguments_.begin() + i);
  for (int k = i; k < num_arguments(); ++k) arguments_[k]->index_ = k;
}

const Function* Region::function() const {
  const Region* at = this;
  while (at->function_ == nullptr && at->parent_op_ != nullptr && at->parent_op_->parent() != nullptr) {
    at = at->parent_op_->parent();
  }
  return at->function_;
}

void Function::set_result_types(std::vector<Type> types) { result_types_ = std::move(types); }

namespace {
Attr at_or_empty(const std::vector<Attr>& list, int i) { return i < std::ssize(list) ? list[i] : Attr(); }
void put(std::vector<Attr>& list, int i, Attr value) {
  if (i >= std::ssize(list)) list.resize(static_cast<size_t>(i) + 1);
  list[i] = value;
}
}  // namespace

Attr Function::argument_attrs(int i) const { return at_or_empty(argument_attrs_, i); }
void Function::set_argument_attrs(int i, Attr dictionary) { put(argument_attrs_, i, dictionary); }
Attr Function::result_attrs(int i) const { return at_or_empty(result_attrs_, i); }
void Function::set_result_attrs(int i, Attr dictionary) { put(result_attrs_, i, dictionary); }

// --- Module ----------------------------------------------------------------------------------------------------------

Module::Module(Context& context) : context_(context) {}
Module::~Module() = default;

void Module::set_discardable_attribute(std::string_view name, Attr value) {
  discardable_attributes_ = context_.with_entry(discardable_attributes_, name, value);
}

const Function* Module::function(std::string_view name) const {
  for (const Function* f : functions_) {
    if (f->name().text() == name) return f;
  }
  return nullptr;
}

const Function* Module::entry() const {
  if (const Function* main = function("main")) return main;
  return functions_.size() == 1 ? functions_[0] : nullptr;
}

Region* Module::new_region(Op* parent, Function* function) {
  Region* region = regions_.emplace_back(std::make_unique<Region>()).get();
  region->parent_op_ = parent;
  region->function_ = function;
  region->module_ = this;
  return region;
}

Value* Module::new_argument(Region& region, Type type, Name name, int index) {
  Value* value = arena_.create<Value>();
  value->id_ = next_value_id_++;
  value->type_ = type;
  value->name_ = name;
  value->region_ = &region;
  value->index_ = index;
  return value;
}

Function* Module::add_function(Name name, std::span<const Type> arguments, std::span<const Type> results) {
  Function* f = owned_functions_.emplace_back(std::make_unique<Function>()).get();
  f->name_ = name;
  f->module_ = this;
  f->body_ = new_region(nullptr, f);
  for (Type type : arguments) f->body_->add_argument(type);
  f->result_types_.assign(results.begin(), results.end());
  functions_.push_back(f);
  return f;
}

void Module::keep_functions(std::span<Function* const> kept) {
  PointerSet<Function*> keep(kept.begin(), kept.end());
  std::erase_if(functions_, [&](Function* f) {
    if (keep.contains(f)) return false;
    while (Op* last = f->body().last()) last->erase();
    return true;
  });
}

Op* Module::add_op(Region& region, OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
                   std::span<const KeyedAttr> attrs, int regions, Op* before) {
  Op* op = arena_.create<Op>();
  op->kind_ = kind;
  op->module_ = this;
  if (!operands.empty()) op->set_operands(operands);
  add_results(*op, results);
  op->num_regions_ = regions;
  op->regions_ = arena_.array<Region*>(regions);
  for (int i = 0; i < regions; ++i) op->regions_[i] = new_region(op, nullptr);
  op->attrs_ = context_.attr_list(attrs);
  if (before != nullptr) {
    op->move_before(before);
  } else {
    op->move_to_end(region);
  }
  return op;
}

void Module::add_results(Op& op, std::span<const Type> types) {
  PARTITA_INVARIANT(op.num_results_ == 0, "an op got its results twice");
  op.num_results_ = std::ssize(types);
  op.results_ = arena_.array<Value>(types.size());
  for (int i = 0; i < op.num_results_; ++i) {
    Value* value = new (&op.results_[i]) Value();
    value->id_ = next_value_id_++;
    value->type_ = types[i];
    value->op_ = &op;
    value->index_ = i;
  }
}

Region& Module::add_region(Op& op) {
  const int n = op.num_regions_;
  if ((n & (n - 1)) == 0) {  // the array is full at every power of two
    Region** larger = arena_.array<Region*>(n == 0 ? 1 : 2 * n);
    std::copy_n(op.regions_, n, larger);
    op.regions_ = larger;
  }
  op.regions_[op.num_regions_++] = new_region(&op, nullptr);
  return *op.regions_[n];
}

struct Module::ValueMap::Table {
  PointerMap<const Value*, Value*> map;
};
Module::ValueMap::ValueMap() : table_(std::make_unique<Table>()) { table_->map.max_load_factor(0.75F); }
Module::ValueMap::~ValueMap() = default;
void Module::ValueMap::set(const Value* from, Value* to) { table_->map[from] = to; }
bool Module::ValueMap::has(const Value* from) const { return table_->map.contains(from); }
Value* Module::ValueMap::get(Value* from) const {
  auto at = table_->map.find(from);
  return at == table_->map.end() ? from : at->second;
}
Value* Module::ValueMap::get(const Value* from) const {
  auto at = table_->map.find(from);
  PARTITA_INVARIANT(at != table_->map.end(), "a copied op uses a value that has no copy");
  return at->second;
}

namespace {
// A list for a moment: most are short, and cost no allocation.
template <typename T>
class Scratch {
 public:
  explicit Scratch(int size) : size_(size) {
    if (size_ > std::size(few_)) many_.resize(size_);
  }
  T& operator[](int i) { return data()[i]; }
  operator std::span<const T>() { return {data(), size_}; }

 private:
  T* data() { return many_.empty() ? few_ : many_.data(); }

  size_t size_;
  T few_[8] = {};
  std::vector<T> many_;
};
}  // namespace

template <typename AnyOp>
Op* Module::clone_any_op(AnyOp& op, Region& region, ValueMap& map, Op* before) {
  Scratch<Value*> operands(op.num_operands());
  for (int i = 0; i < op.num_operands(); ++i) operands[i] = map.get(op.operand(i));
  Scratch<Type> types(op.num_results());
  for (int i = 0; i < op.num_results(); ++i) types[i] = op.result(i)->type();
  Op* copy = add_op(region, op.kind(), operands, types, {}, op.num_regions(), before);
  copy->attrs_ = op.attrs_;
  copy->discardable_attributes_ = op.discardable_attributes_;
  copy->location_ = op.location_;
  copy->name_ = op.name_;
  copy->offset_ = op.offset_;
  for (int i = 0; i < op.num_results(); ++i) {
    copy->result(i)->set_name(op.result(i)->name());
    map.set(op.result(i), copy->result(i));
  }
  for (int i = 0; i < op.num_regions(); ++i) {
    auto& from = op.region(i);
    for (const Value* argument : from.arguments()) {
      map.set(argument, copy->region(i).add_argument(argument->type(), argument->name()));
    }
    clone_any_region(from, copy->region(i), map);
  }
  return copy;
}

template <typename AnyRegion>
void Module::clone_any_region(AnyRegion& from, Region& to, ValueMap& map) {
  for (int i = 0; i < from.num_arguments() && i < to.num_arguments(); ++i) {
    if (!map.has(from.argument(i))) map.set(from.argument(i), to.argument(i));
  }
  for (auto& op : from) clone_any_op(op, to, map, nullptr);
}

Op* Module::clone_op(Op& op, Region& region, ValueMap& map, Op* before) {
  return clone_any_op(op, region, map, before);
}
Op* Module::clone_op(const Op& op, Region& region, ValueMap& map, Op* before) {
  return clone_any_op(op, region, map, before);
}
void Module::clone_region(Region& from, Region& to, ValueMap& map) { clone_any_region(from, to, map); }
void Module::clone_region(const Region& from, Region& to, ValueMap& map) { clone_any_region(from, to, map); }

size_t Module::count_ops() const {
  size_t count = 0;
  for (const Function* f : functions_) walk(f->body(), [&](const Op&) { ++count; });
  return count;
}

Diagnostic Module::error_at_op(const Op& op, Code code, std::string message) const {
  if (source_ && op.offset() != kNoOffset) return error_at(*source_, op.offset(), code, std::move(message));
  Diagnostic d = error_without_place(code, std::move(message));
  if (source_) d.file = source_->name();
  return d;
}

}  // namespace partita::core::ir
