#include "ir/context.h"

#include <tsl/robin_set.h>

#include <algorithm>
#include <cstring>
#include <deque>

#include "base/arena.h"
#include "base/hash.h"

namespace partita::core::ir {
namespace {

template <typename T>
uint64_t hash_span(uint64_t seed, std::span<const T> values) {
  return base::hash_bytes(base::mix_hash(seed, values.size()), values.data(), values.size_bytes());
}

template <typename T>
bool same(std::span<const T> a, std::span<const T> b) {
  return a.size() == b.size() && (a.empty() || std::equal(a.begin(), a.end(), b.begin()));
}

struct TypeHash {
  size_t operator()(const TypeNode* n) const {
    uint64_t h = base::mix_hash(static_cast<uint64_t>(n->kind), static_cast<uint64_t>(n->element));
    h = hash_span(hash_span(h, n->dims), n->parts);
    return n->quantization == nullptr ? h
                                      : hash_span(hash_span(h, n->quantization->scales), n->quantization->zero_points);
  }
};

bool same(const Quantization* a, const Quantization* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->expressed == b->expressed && a->dimension == b->dimension && a->min == b->min && a->max == b->max &&
         same(a->scales, b->scales) && same(a->zero_points, b->zero_points);
}

struct TypeEqual {
  bool operator()(const TypeNode* a, const TypeNode* b) const {
    return a->kind == b->kind && a->element == b->element && same(a->dims, b->dims) && same(a->parts, b->parts) &&
           same(a->quantization, b->quantization);
  }
};

// Bits, not values: -0 and NaN payloads are kept apart.
uint64_t bits_of(double d) {
  uint64_t bits;
  std::memcpy(&bits, &d, sizeof bits);
  return bits;
}

struct AttrHash {
  size_t operator()(const AttrNode* n) const {
    uint64_t h = base::mix_hash(static_cast<uint64_t>(n->kind), static_cast<uint64_t>(n->integer));
    h = base::mix_hash(h, bits_of(n->real));
    h = base::hash_pointer(base::hash_pointer(base::hash_pointer(h, n->text.id()), n->suffix.id()), n->type.id());
    if (!n->ints.empty()) h = hash_span(h, n->ints);
    if (!n->elements.empty()) h = hash_span(h, n->elements);
    if (!n->entries.empty()) h = hash_span(h, n->entries);
    if (n->literal)
      h = base::hash_bytes(base::mix_hash(h, n->literal->splat), n->literal->data->data(), n->literal->data->size());
    return h;
  }
};
struct AttrEqual {
  bool operator()(const AttrNode* a, const AttrNode* b) const {
    if (a->kind != b->kind || a->integer != b->integer || bits_of(a->real) != bits_of(b->real)) return false;
    if (!(a->text == b->text) || !(a->suffix == b->suffix) || !(a->type == b->type)) return false;
    if (!same(a->ints, b->ints) || !same(a->elements, b->elements) || !same(a->entries, b->entries)) return false;
    if ((a->literal == nullptr) != (b->literal == nullptr)) return false;
    return a->literal == nullptr || (a->literal->splat == b->literal->splat && *a->literal->data == *b->literal->data);
  }
};

// Names are found by their text, before there is one.
struct NameHash {
  size_t operator()(std::string_view text) const { return ShortTextHash()(text); }
  size_t operator()(const std::string_view* name) const { return ShortTextHash()(*name); }
};
struct NameEqual {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the name that hash tables look for
  bool operator()(const std::string_view* a, const std::string_view* b) const { return a == b; }
  bool operator()(const std::string_view* name, std::string_view text) const { return *name == text; }
  bool operator()(std::string_view text, const std::string_view* name) const { return *name == text; }
};

struct ListHash {
  size_t operator()(const AttrList& list) const {
    uint64_t h = list.size();
    for (const KeyedAttr& a : list)
      h = base::hash_pointer(base::mix_hash(h, static_cast<uint64_t>(a.key)), a.value.id());
    return h;
  }
};
struct ListEqual {
  bool operator()(const AttrList& a, const AttrList& b) const { return same(a, b); }
};

}  // namespace

// Hashed by its bytes, so it must have no padding.
static_assert(sizeof(NamedAttr) == 2 * sizeof(void*));

struct Context::Tables {
  Arena arena;
  std::deque<Literal> literals;
  // Hashes are kept: growing the table does not read the names again, nor does finding one read others.
  tsl::robin_set<const std::string_view*, NameHash, NameEqual, std::allocator<const std::string_view*>, true> names;
  tsl::robin_set<const TypeNode*, TypeHash, TypeEqual> types;
  tsl::robin_set<const AttrNode*, AttrHash, AttrEqual> attrs;
  tsl::robin_set<AttrList, ListHash, ListEqual> lists;
  size_t literal_bytes = 0;

  Type intern(const TypeNode& probe) {
    auto at = types.find(&probe);
    if (at != types.end()) return Type(*at);
    TypeNode* node = arena.create<TypeNode>(probe);
    node->dims = arena.copy(probe.dims);
    node->parts = arena.copy(probe.parts);
    node->num_elements = checked_element_count(probe.dims).value_or(0);
    if (probe.quantization != nullptr) {
      auto* quantization = arena.create<Quantization>(*probe.quantization);
      quantization->scales = arena.copy(probe.quantization->scales);
      quantization->zero_points = arena.copy(probe.quantization->zero_points);
      node->quantization = quantization;
    }
    types.insert(node);
    return Type(node);
  }

  Attr intern(const AttrNode& probe) {
    auto at = attrs.find(&probe);
    if (at != attrs.end()) return Attr(*at);
    AttrNode* node = arena.create<AttrNode>(probe);
    node->ints = arena.copy(probe.ints);
    node->elements = arena.copy(probe.elements);
    node->entries = arena.copy(probe.entries);
    if (probe.literal) {
      node->literal = &literals.emplace_back(*probe.literal);
      literal_bytes += probe.literal->data->size();
    }
    attrs.insert(node);
    return Attr(node);
  }

  AttrList intern(AttrList probe) {
    const auto at = lists.find(probe);
    if (at != lists.end()) return *at;
    const AttrList owned = arena.copy(probe);
    lists.insert(owned);
    return owned;
  }
};

Context::Context() : tables_(std::make_unique<Tables>()) {
  tables_->names.max_load_factor(0.75F);  // with the hashes at hand a fuller table is as quick, and half as large
}
Context::~Context() = default;

Name Context::name(std::string_view text) {
  if (text.empty()) return {};
  auto at = tables_->names.find(text);
  if (at != tables_->names.end()) return Name(*at);
  auto* owned = tables_->arena.create<std::string_view>(tables_->arena.copy(text));
  tables_->names.insert(owned);
  return Name(owned);
}

Type Context::tensor(ElementType element, std::span<const int64_t> dims) {
  return tables_->intern({TypeKind::kTensor, element, dims, {}, 0});
}
Type Context::tensor(ElementType element, std::span<const int64_t> dims, const Quantization* quantization) {
  return tables_->intern({TypeKind::kTensor, element, dims, {}, 0, quantization});
}
Type Context::with_dims(Type tensor, std::span<const int64_t> dims) {
  return this->tensor(tensor.element(), dims, tensor.quantization());
}
Type Context::tensor(ElementType element, std::initializer_list<int64_t> dims) {
  return tensor(element, std::span<const int64_t>(dims.begin(), dims.size()));
}
Type Context::buffer(ElementType element, std::span<const int64_t> dims) {
  return tables_->intern({TypeKind::kBuffer, element, dims, {}, 0});
}
Type Context::token() { return tables_->intern({TypeKind::kToken, ElementType::kPred, {}, {}, 0}); }
Type Context::opaque() { return tables_->intern({TypeKind::kOpaque, ElementType::kPred, {}, {}, 0}); }
Type Context::future(std::span<const Type> parts) {
  return tables_->intern({TypeKind::kFuture, ElementType::kPred, {}, parts, 0});
}

Attr Context::unit() { return tables_->intern({.kind = AttrKind::kUnit}); }
Attr Context::boolean(bool value) { return tables_->intern({.kind = AttrKind::kBool, .integer = value}); }
Attr Context::integer(int64_t value, std::string_view suffix) {
  return tables_->intern({.kind = AttrKind::kInt, .integer = value, .suffix = name(suffix)});
}
Attr Context::real(double value, std::string_view suffix) {
  return tables_->intern({.kind = AttrKind::kFloat, .real = value, .suffix = name(suffix)});
}
Attr Context::string(std::string_view text) { return tables_->intern({.kind = AttrKind::kString, .text = name(text)}); }
Attr Context::symbol(std::string_view text) { return tables_->intern({.kind = AttrKind::kSymbol, .text = name(text)}); }
Attr Context::type(Type type) { return tables_->intern({.kind = AttrKind::kType, .type = type}); }
Attr Context::ints(std::span<const int64_t> values, std::string_view suffix) {
  return tables_->intern({.kind = AttrKind::kInts, .suffix = name(suffix), .ints = values});
}
Attr Context::ints(std::initializer_list<int64_t> values) {
  return ints(std::span<const int64_t>(values.begin(), values.size()));
}
Attr Context::array(std::span<const Attr> elements) {
  return tables_->intern({.kind = AttrKind::kArray, .elements = elements});
}
Attr Context::opaque_attr(std::string_view text) {
  return tables_->intern({.kind = AttrKind::kOpaque, .text = name(text)});
}

Attr Context::dict(std::span<const NamedAttr> entries) {
  auto ascends = [](const NamedAttr& a, const NamedAttr& b) { return a.name.text() < b.name.text(); };
  auto falls = [&](const NamedAttr& a, const NamedAttr& b) { return !ascends(a, b); };
  if (std::adjacent_find(entries.begin(), entries.end(), falls) == entries.end())
    return tables_->intern({.kind = AttrKind::kDict, .entries = entries});
  std::vector<NamedAttr> sorted(entries.begin(), entries.end());
  std::stable_sort(sorted.begin(), sorted.end(), ascends);
  std::vector<NamedAttr> unique;
  for (const NamedAttr& entry : sorted) {
    if (!unique.empty() && unique.back().name == entry.name) {
      unique.back() = entry;
    } else {
      unique.push_back(entry);
    }
  }
  return tables_->intern({.kind = AttrKind::kDict, .entries = unique});
}

Attr Context::dense(Type type, bool splat, std::shared_ptr<const Blob> data) {
  Literal literal{type, splat, std::move(data)};
  return tables_->intern({.kind = AttrKind::kDense, .type = type, .literal = &literal});
}
Attr Context::dense(Type type, bool splat, std::span<const std::byte> data) {
  return dense(type, splat, std::make_shared<const Blob>(data.begin(), data.end()));
}

Attr Context::with_entry(Attr dictionary, std::string_view key, Attr value) {
  std::span<const NamedAttr> given = dictionary ? dictionary.entries() : std::span<const NamedAttr>();
  auto before = [](const NamedAttr& entry, std::string_view text) { return entry.name.text() < text; };
  auto at = std::lower_bound(given.begin(), given.end(), key, before);
  auto rest = at != given.end() && at->name.text() == key ? at + 1 : at;
  if (!value && rest == at) return given.empty() ? Attr() : dictionary;  // nothing to take out
  std::vector<NamedAttr> entries;
  entries.reserve(given.size() + 1);
  entries.assign(given.begin(), at);
  if (value) entries.push_back({name(key), value});
  entries.insert(entries.end(), rest, given.end());
  return entries.empty() ? Attr() : dict(entries);
}

AttrList Context::attr_list(std::span<const KeyedAttr> attrs) {
  if (attrs.empty()) return {};
  // Most are copied from a list, or written down in order.
  const auto misplaced = [](const KeyedAttr& a, const KeyedAttr& b) { return a.key >= b.key; };
  if (std::adjacent_find(attrs.begin(), attrs.end(), misplaced) == attrs.end() &&
      std::all_of(attrs.begin(), attrs.end(), [](const KeyedAttr& a) { return static_cast<bool>(a.value); })) {
    return tables_->intern(attrs);
  }
  std::vector<KeyedAttr> sorted;
  sorted.reserve(attrs.size());
  for (const KeyedAttr& attr : attrs) {
    auto at = std::lower_bound(sorted.begin(), sorted.end(), attr.key,
                               [](const KeyedAttr& a, AttrKey key) { return a.key < key; });
    if (at != sorted.end() && at->key == attr.key) {
      *at = attr;
    } else {
      sorted.insert(at, attr);
    }
  }
  std::erase_if(sorted, [](const KeyedAttr& a) { return !a.value; });
  return sorted.empty() ? AttrList() : tables_->intern(AttrList(sorted));
}

size_t Context::bytes_reserved() const { return tables_->arena.bytes_reserved() + tables_->literal_bytes; }

Attr Attr::get(std::string_view name) const {
  if (!is(AttrKind::kDict)) return {};
  for (const NamedAttr& entry : entries()) {
    if (entry.name.text() == name) return entry.value;
  }
  return {};
}

}  // namespace partita::core::ir
