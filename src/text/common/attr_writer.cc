#include "text/common/attr_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "ir/device_pairs.h"
#include "ir/numeric/float_formats.h"
#include "ir/numeric/float_text.h"
#include "ir/replica_groups.h"
#include "text/common/dimension_numbers.h"

namespace partita::core::text {
namespace {

bool is_word(std::string_view text, std::string_view extra) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (char c : text) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!letter && extra.find(c) == std::string_view::npos) return false;
  }
  return true;
}

// Non-splat literals above this go out as hexadecimal bytes.
constexpr int64_t kMaxSpelledElements = 64;

std::string_view int_suffix(AttrKey key, Attr attr) {
  switch (key) {
    case AttrKey::kExponentBits:
    case AttrKey::kMantissaBits:
    case AttrKey::kApiVersion:
    case AttrKey::kVersion: return "i32";
    case AttrKey::kMinUlpDifference:
    case AttrKey::kMaxUlpDifference:
    case AttrKey::kIteration: return attr.suffix().text();
    default: return "i64";
  }
}

std::string_view dialect(const Op& op) {
  std::string_view name = op.info().mlir;
  return name.substr(0, name.find('.'));
}

}  // namespace

std::string_view enum_mnemonic(AttrKey key) {
  switch (key) {
    case AttrKey::kComparisonDirection: return "comparison_direction";
    case AttrKey::kCompareType: return "comparison_type";
    case AttrKey::kFftType: return "fft_type";
    case AttrKey::kTransposeA: return "transpose";
    case AttrKey::kRngDistribution: return "rng_distribution";
    case AttrKey::kRngAlgorithm: return "rng_algorithm";
    case AttrKey::kPrecisionConfig: return "precision";
    default: return "";
  }
}

void AttrWriter::type(Type type) {
  if (!type.is_tensor() || !is_plain(type)) {
    out_ += type.to_string();
    return;
  }
  out_ += "tensor<";
  for (int64_t d : type.dims()) {
    integer(d);
    out_ += 'x';
  }
  out_ += mlir_spelling(type.element());
  out_ += '>';
}

void AttrWriter::types(std::span<const Value* const> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (i) out_ += ", ";
    type(values[i]->type());
  }
}

void AttrWriter::integer(int64_t value) {
  char buffer[24];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  out_.append(buffer, end.ptr - buffer);
}

void AttrWriter::ints(std::span<const int64_t> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (i) out_ += ", ";
    integer(values[i]);
  }
}

void AttrWriter::string(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  out_ += '"';
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (byte < 0x20 || byte >= 0x7F) {
      out_ += '\\';
      out_ += kHex[byte >> 4];
      out_ += kHex[byte & 15];
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

void AttrWriter::symbol(std::string_view name) {
  out_ += '@';
  if (is_word(name, "$.")) {
    out_ += name;
  } else {
    string(name);
  }
}

void AttrWriter::key(std::string_view name) {
  if (is_word(name, "$.")) {
    out_ += name;
  } else {
    string(name);
  }
}

void AttrWriter::attr(Attr attr) {
  switch (attr.kind()) {
    case AttrKind::kUnit: out_ += "unit"; return;
    case AttrKind::kBool: out_ += attr.as_bool() ? "true" : "false"; return;
    case AttrKind::kInt:
      // Signless integers are written signed; an unsigned one keeps its size.
      if (attr.suffix().text().starts_with('u')) {
        out_ += std::to_string(static_cast<uint64_t>(attr.as_int()));
      } else {
        integer(attr.as_int());
      }
      out_ += " : ";
      out_ += attr.suffix().text();
      return;
    case AttrKind::kFloat: {
      ElementType element = ir::element_type_from_mlir(attr.suffix().text()).value_or(ElementType::kF64);
      append_mlir_float(out_, element, encode_one(element, attr.as_float()));
      out_ += " : ";
      out_ += mlir_spelling(element);
      return;
    }
    case AttrKind::kString: string(attr.text()); return;
    case AttrKind::kSymbol: symbol(attr.text()); return;
    case AttrKind::kType: type(attr.as_type()); return;
    case AttrKind::kInts: {
      std::string_view suffix = attr.suffix().text();
      if (suffix == "index") {  // an array has no such elements; a tensor has
        out_ += attr.ints().empty() ? "dense<" : "dense<[";
        ints(attr.ints());
        out_ += fmt::format("{}> : tensor<{}xindex>", attr.ints().empty() ? "" : "]", attr.ints().size());
        return;
      }
      out_ += "array<";
      out_ += suffix;
      for (size_t i = 0; i < attr.ints().size(); ++i) {
        out_ += i ? ", " : ": ";
        if (suffix == "i1") {
          out_ += attr.ints()[i] ? "true" : "false";
        } else {
          integer(attr.ints()[i]);
        }
      }
      out_ += '>';
      return;
    }
    case AttrKind::kArray:
      out_ += '[';
      for (size_t i = 0; i < attr.elements().size(); ++i) {
        if (i) out_ += ", ";
        this->attr(attr.elements()[i]);
      }
      out_ += ']';
      return;
    case AttrKind::kDict: dict(attr); return;
    case AttrKind::kDense: literal(attr.literal()); return;
    case AttrKind::kOpaque: out_ += attr.text(); return;
  }
}

void AttrWriter::dict(Attr dictionary) {
  out_ += '{';
  bool first = true;
  for (const NamedAttr& entry : dictionary.entries()) {
    begin(entry.name.text(), first);
    if (entry.value.is(AttrKind::kUnit)) {
      out_.resize(out_.size() - 3);  // a unit attribute is its name alone
    } else {
      attr(entry.value);
    }
  }
  out_ += '}';
}

void AttrWriter::braced(Attr dictionary) {
  if (!dictionary || dictionary.entries().empty()) return;
  out_ += ' ';
  dict(dictionary);
}

void AttrWriter::literal(const Literal& value) {
  out_ += "dense<";
  elements(value);
  out_ += "> : ";
  type(value.type);
}

void AttrWriter::elements(const Literal& value) {
  int64_t count = value.type.num_elements();
  if (count == 0) return;
  if (value.splat || value.type.rank() == 0) {
    element(value, 0);
  } else if (count > kMaxSpelledElements && bit_width(value.type.element()) >= 8) {
    hex(value);
  } else {
    int64_t index = 0;
    nested(value, 0, index);
  }
}

void AttrWriter::nested(const Literal& value, int dim, int64_t& index) {
  if (dim == value.type.rank()) {
    element(value, index++);
    return;
  }
  out_ += '[';
  for (int64_t i = 0; i < value.type.dim(dim); ++i) {
    if (i) out_ += ", ";
    nested(value, dim + 1, index);
  }
  out_ += ']';
}

void AttrWriter::element(const Literal& value, int64_t index) {
  ElementType type = value.type.element();
  size_t width = byte_width(type);
  const std::byte* at = value.data->data() + static_cast<size_t>(index) * width;
  auto bits_at = [&](size_t offset, size_t size) {
    uint64_t bits = 0;
    std::memcpy(&bits, at + offset, size);
    return bits;
  };
  switch (element_class(type)) {
    case ElementClass::kBool: out_ += bits_at(0, 1) ? "true" : "false"; return;
    case ElementClass::kSigned: {
      uint64_t sign = uint64_t{1} << (8 * width - 1);
      integer(static_cast<int64_t>((bits_at(0, width) ^ sign) - sign));
      return;
    }
    case ElementClass::kUnsigned: out_ += std::to_string(bits_at(0, width)); return;
    case ElementClass::kFloat: append_mlir_float(out_, type, bits_at(0, width)); return;
    case ElementClass::kComplex:
      out_ += '(';
      append_mlir_float(out_, part_type(type), bits_at(0, width / 2));
      out_ += ", ";
      append_mlir_float(out_, part_type(type), bits_at(width / 2, width / 2));
      out_ += ')';
      return;
  }
}

void AttrWriter::hex(const Literal& value) {
  constexpr char kHex[] = "0123456789ABCDEF";
  size_t at = out_.size() + 3;
  out_ += "\"0x";
  out_.resize(at + 2 * value.data->size());
  for (std::byte b : *value.data) {
    out_[at++] = kHex[std::to_integer<int>(b) >> 4];
    out_[at++] = kHex[std::to_integer<int>(b) & 15];
  }
  out_ += '"';
}

void AttrWriter::matrix(std::span<const int64_t> values, int64_t rows, int64_t columns) {
  out_ += "dense<";
  if (!values.empty()) {
    out_ += '[';
    for (int64_t r = 0; r < rows; ++r) {
      out_ += r ? ", [" : "[";
      ints(values.subspan(r * columns, columns));
      out_ += ']';
    }
    out_ += ']';
  }
  out_ += fmt::format("> : tensor<{}x{}xi64>", rows, columns);
}

void AttrWriter::groups(Attr attr) {
  auto groups = expand_groups(attr);
  if (!groups && ir::is_mesh_groups(attr)) {  // of a mesh that the module does not declare
    const Attr mesh = attr.get("mesh");
    out_ += "#stablehlo.replica_group_mesh_axes<mesh = ";
    this->attr(mesh);
    out_ += ", axes = ";
    this->attr(attr.get("axes"));
    out_ += '>';
    return;
  }
  if (!groups) {
    this->attr(attr);
    return;
  }
  // Groups of different sizes are filled up with -1.
  size_t widest = 0;
  for (const auto& group : *groups) widest = std::max(widest, group.size());
  std::vector<int64_t> flat;
  for (const auto& group : *groups) {
    for (size_t i = 0; i < widest; ++i) flat.push_back(i < group.size() ? group[i] : -1);
  }
  matrix(flat, groups->size(), static_cast<int64_t>(widest));
}

// Lists of devices are long, and many collectives have the same one.
template <typename Write>
void AttrWriter::once(AttrForm form, Attr list, const Write& write) {
  const auto [known, is_new] = lists_.try_emplace(ListKey{form, list.id()});
  if (!is_new) {
    out_ += known->second;
    return;
  }
  const size_t begin = out_.size();
  write();
  known->second = out_.substr(begin);
}

void AttrWriter::begin(std::string_view name, bool& first) {
  if (!first) out_ += ", ";
  first = false;
  key(name);
  out_ += " = ";
}

namespace {

constexpr AttrKey kConvDims[] = {
    AttrKey::kInputBatchDimension,         AttrKey::kInputFeatureDimension,        AttrKey::kInputSpatialDimensions,
    AttrKey::kKernelInputFeatureDimension, AttrKey::kKernelOutputFeatureDimension, AttrKey::kKernelSpatialDimensions,
    AttrKey::kOutputBatchDimension,        AttrKey::kOutputFeatureDimension,       AttrKey::kOutputSpatialDimensions};

// Fields that StableHLO groups into one attribute; written by structured().
bool is_structured(AttrKey key) {
  return is_dimension_number(key) || std::ranges::find(kConvDims, key) != std::end(kConvDims) ||
         key == AttrKey::kChannelId || key == AttrKey::kChannelType;
}

// Attributes of ours that are none of the dialect's own: they stand among the further ones.
bool is_discardable(const Op& op, AttrKey key) {
  return key == AttrKey::kExecutionThread && dialect(op) == "stablehlo";
}

// #stablehlo.gather<offset_dims = [1], …>: a list is left out where it is empty, as the dialect prints it.
struct StructField {
  AttrKey key;
  bool always;
};

}  // namespace

void AttrWriter::structured(const Op& op, bool& first) {
  auto write = [&](std::string_view name, std::string_view head, std::initializer_list<StructField> fields) {
    begin(name, first);
    out_ += head;
    bool first_field = true;
    for (const StructField& field : fields) {
      Attr value = op.attr(field.key);
      if (!value || (!field.always && value.is(AttrKind::kInts) && value.ints().empty())) continue;
      begin(attr_key_text(field.key), first_field);
      if (value.is(AttrKind::kInts)) {
        out_ += '[';
        ints(value.ints());
        out_ += ']';
      } else {
        integer(value.as_int());
      }
    }
    out_ += '>';
  };
  switch (op.kind()) {
    case OpKind::kDotGeneral:
    case OpKind::kScaledDot:
      write("dot_dimension_numbers", "#stablehlo.dot<",
            {{AttrKey::kLhsBatchingDimensions, false},
             {AttrKey::kRhsBatchingDimensions, false},
             {AttrKey::kLhsContractingDimensions, false},
             {AttrKey::kRhsContractingDimensions, false}});
      break;
    case OpKind::kRaggedDot:
      write("ragged_dot_dimension_numbers", "#chlo.ragged_dot<",
            {{AttrKey::kLhsBatchingDimensions, true},
             {AttrKey::kRhsBatchingDimensions, true},
             {AttrKey::kLhsContractingDimensions, true},
             {AttrKey::kRhsContractingDimensions, true},
             {AttrKey::kLhsRaggedDimensions, true},
             {AttrKey::kRhsGroupDimensions, true}});
      break;
    case OpKind::kConvolution:
    case OpKind::kDynamicConv:
      write("dimension_numbers", "#stablehlo.conv<raw ",
            {{kConvDims[0], true},
             {kConvDims[1], true},
             {kConvDims[2], true},
             {kConvDims[3], true},
             {kConvDims[4], true},
             {kConvDims[5], true},
             {kConvDims[6], true},
             {kConvDims[7], true},
             {kConvDims[8], true}});
      break;
    case OpKind::kGather:
    case OpKind::kDynamicGather:
      write("dimension_numbers", "#stablehlo.gather<",
            {{AttrKey::kOffsetDims, false},
             {AttrKey::kCollapsedSliceDims, false},
             {AttrKey::kOperandBatchingDims, false},
             {AttrKey::kStartIndicesBatchingDims, false},
             {AttrKey::kStartIndexMap, false},
             {AttrKey::kIndexVectorDim, true}});
      break;
    case OpKind::kScatter:
      write("scatter_dimension_numbers", "#stablehlo.scatter<",
            {{AttrKey::kUpdateWindowDims, false},
             {AttrKey::kInsertedWindowDims, false},
             {AttrKey::kInputBatchingDims, false},
             {AttrKey::kScatterIndicesBatchingDims, false},
             {AttrKey::kScatterDimsToOperandDims, false},
             {AttrKey::kIndexVectorDim, true}});
      break;
    default: break;
  }
  if (op.has_attr(AttrKey::kChannelId)) {
    begin("channel_handle", first);
    out_ += fmt::format("#{}.channel_handle<handle = {}, type = {}>", dialect(op) == "mhlo" ? "mhlo" : "stablehlo",
                        op.int_attr(AttrKey::kChannelId), op.int_attr(AttrKey::kChannelType));
  }
}

void AttrWriter::named(const Op& op, AttrKey key, bool& first) {
  Attr value = op.attr(key);
  const AttrSpec* spec = find_attr_spec(op.kind(), key);
  if (key == AttrKey::kUseGlobalDeviceIds && !value.as_bool()) return;  // a unit attribute: there or not
  begin(attr_key_text(key), first);
  switch (spec ? spec->form : AttrForm::kAny) {
    case AttrForm::kInt:
      integer(value.as_int());
      out_ += " : ";
      out_ += int_suffix(key, value);
      return;
    case AttrForm::kBool:
      if (key == AttrKey::kUseGlobalDeviceIds) {
        out_.resize(out_.size() - 3);
        return;
      }
      break;
    case AttrForm::kPairs:
      once(AttrForm::kPairs, value, [&] {
        const std::vector<int64_t> pairs = ir::listed_pairs(value);
        matrix(pairs, std::ssize(pairs) / 2, 2);
      });
      return;
    case AttrForm::kGroups: once(AttrForm::kGroups, value, [&] { groups(value); }); return;
    case AttrForm::kEnum: out_ += fmt::format("#{}<{} {}>", dialect(op), enum_mnemonic(key), value.text()); return;
    case AttrForm::kEnums:
      out_ += '[';
      for (size_t i = 0; i < value.elements().size(); ++i) {
        if (i) out_ += ", ";
        out_ += fmt::format("#{}<{} {}>", dialect(op), enum_mnemonic(key), value.elements()[i].text());
      }
      out_ += ']';
      return;
    default: break;
  }
  attr(value);
}

Attr AttrWriter::further(const Op& op) {
  Attr all = op.discardable_attributes();
  for (const KeyedAttr& a : op.attrs()) {
    if (is_discardable(op, a.key)) all = op.module().context().with_entry(all, attr_key_text(a.key), a.value);
  }
  return all;
}

bool AttrWriter::inherent(const Op& op) {
  bool first = true;
  structured(op, first);
  for (const KeyedAttr& a : op.attrs()) {
    if (!is_structured(a.key) && !is_discardable(op, a.key)) named(op, a.key, first);
  }
  return !first;
}

std::string mlir_attribute_text(Attr attr) {
  std::string out;
  AttrWriter(out).attr(attr);
  return out;
}

}  // namespace partita::core::text
