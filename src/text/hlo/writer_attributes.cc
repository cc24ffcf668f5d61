#include "ir/names.h"
#include "ir/numeric/float_text.h"
#include "ir/trip_count.h"
#include "ir/views.h"
#include "text/hlo/decompose.h"
#include "text/hlo/writer.h"
#include "text/hlo/writer_literals.h"

namespace partita {

using namespace hlo_names;

void HloWriter::attr_word(std::string_view key, std::string_view value) {
  out_ += ", ";
  out_ += key;
  out_ += '=';
  out_ += value;
}
void HloWriter::attr_int(std::string_view key, int64_t value) {
  attr_word(key, {});
  append_int(out_, value);
}
void HloWriter::attr_ints(std::string_view key, std::span<const int64_t> values) {
  attr_word(key, {});
  append_braced(out_, values);
}
void HloWriter::attr_string(std::string_view key, std::string_view value) {
  attr_word(key, {});
  append_quoted(out_, value);
}
void HloWriter::attr_flag(std::string_view key, bool value) {
  if (value) attr_word(key, "true");
}
void HloWriter::pairs(std::string_view key, std::span<const int64_t> values) {
  attr_word(key, {});
  out_ += '{';
  for (size_t i = 0; i + 1 < values.size(); i += 2) {
    if (i) out_ += ',';
    append_braced(out_, values.subspan(i, 2));
  }
  out_ += '}';
}

void HloWriter::called(std::string_view key, const Region& region) {
  const Region* written = regions_[&region].same_as ? regions_[&region].same_as : &region;
  attr_word(key, "%");
  out_ += regions_[written].name.text();
}

void HloWriter::attributes(const Op& op) {
  inherent_attributes(op);
  if (op.extra()) extra_attributes(op.extra());
  if (saying_shardings_ && !(op.extra() && op.extra(kSharding))) say_sharding("{replicated}");
}

void HloWriter::attributes(const Op& op, std::string_view sharding) {
  if (!saying_shardings_) return attributes(op);
  inherent_attributes(op);
  Attr extra = op.extra() ? module_.context().with_entry(op.extra(), kSharding, {}) : Attr();
  if (extra) extra_attributes(extra);
  say_sharding(sharding);
}

namespace {

std::string_view default_compare_type(ElementType element) {
  switch (element_class(element)) {
    case ElementClass::kSigned: return "SIGNED";
    case ElementClass::kUnsigned:
    case ElementClass::kBool: return "UNSIGNED";
    default: return "FLOAT";
  }
}

std::string_view rng_algorithm(std::string_view text) {
  if (text == "THREE_FRY") return "rng_three_fry";
  if (text == "PHILOX") return "rng_philox";
  return "rng_default";
}

}  // namespace

void HloWriter::inherent_attributes(const Op& op) {
  switch (op.kind()) {
    case OpKind::kCompare: {
      attr_word("direction", op.text_attr(AttrKey::kComparisonDirection));
      std::string_view type = op.text_attr(AttrKey::kCompareType);
      if (type == "TOTALORDER" && default_compare_type(op.operand(0)->type().element()) != type)
        attr_word("type", type);
      return;
    }
    case OpKind::kReducePrecision:
      attr_int("exponent_bits", op.int_attr(AttrKey::kExponentBits));
      attr_int("mantissa_bits", op.int_attr(AttrKey::kMantissaBits));
      return;
    case OpKind::kMap: {
      std::vector<int64_t> all;
      for (int i = 0; i < op.result()->type().rank(); ++i) all.push_back(i);
      attr_ints("dimensions", all);
      called("to_apply", op.region(0));
      return;
    }
    case OpKind::kIota: return attr_int("iota_dimension", op.int_attr(AttrKey::kIotaDimension));
    case OpKind::kBroadcastInDim: return attr_ints("dimensions", op.ints_attr(AttrKey::kBroadcastDimensions));
    case OpKind::kTranspose: return attr_ints("dimensions", op.ints_attr(AttrKey::kPermutation));
    case OpKind::kReverse: return attr_ints("dimensions", op.ints_attr(AttrKey::kDimensions));
    case OpKind::kConcatenate:
    case OpKind::kGetDimensionSize:
    case OpKind::kSetDimensionSize: {
      int64_t dimension = op.int_attr(AttrKey::kDimension);
      return attr_ints("dimensions", {&dimension, 1});
    }
    case OpKind::kCopy:
      if (op.has_attr(AttrKey::kCrossProgramPrefetchIndex))
        attr_int("cross_program_prefetch_index", op.int_attr(AttrKey::kCrossProgramPrefetchIndex));
      return;
    case OpKind::kDynamicSlice: return attr_ints("dynamic_slice_sizes", op.ints_attr(AttrKey::kSliceSizes));
    case OpKind::kSlice: {
      Ints start = op.ints_attr(AttrKey::kStartIndices), limit = op.ints_attr(AttrKey::kLimitIndices),
           stride = op.ints_attr(AttrKey::kStrides);
      attr_word("slice", "{");
      for (size_t i = 0; i < start.size(); ++i) {
        out_ += i ? ", [" : "[";
        append_int(out_, start[i]);
        out_ += ':';
        append_int(out_, limit[i]);
        if (i < stride.size() && stride[i] != 1) {
          out_ += ':';
          append_int(out_, stride[i]);
        }
        out_ += ']';
      }
      out_ += '}';
      return;
    }
    case OpKind::kPad: {
      Ints low = op.ints_attr(AttrKey::kEdgePaddingLow), high = op.ints_attr(AttrKey::kEdgePaddingHigh),
           interior = op.ints_attr(AttrKey::kInteriorPadding);
      attr_word("padding", {});
      for (size_t i = 0; i < low.size(); ++i) {
        if (i) out_ += 'x';
        append_int(out_, low[i]);
        out_ += '_';
        append_int(out_, high[i]);
        if (i < interior.size() && interior[i] != 0) {
          out_ += '_';
          append_int(out_, interior[i]);
        }
      }
      return;
    }
    case OpKind::kGather: return gather(op);
    case OpKind::kDotGeneral:
    case OpKind::kRaggedDot:
    case OpKind::kScaledDot: return dot(op);
    case OpKind::kConvolution: {
      window(op);
      dim_labels(op);
      int64_t features = op.int_attr(AttrKey::kFeatureGroupCount, 1),
              batches = op.int_attr(AttrKey::kBatchGroupCount, 1);
      if (features != 1) attr_int("feature_group_count", features);
      if (batches != 1) attr_int("batch_group_count", batches);
      precision(op);
      return;
    }
    case OpKind::kReduce:
      attr_ints("dimensions", op.ints_attr(AttrKey::kDimensions));
      return called("to_apply", op.region(0));
    case OpKind::kReduceWindow: window(op); return called("to_apply", op.region(0));
    case OpKind::kSelectAndScatter:
      window(op);
      called("select", op.region(0));
      return called("scatter", op.region(1));
    case OpKind::kScatter: return scatter(op);
    case OpKind::kScan: {
      int64_t dimension = op.int_attr(AttrKey::kDimension);
      attr_ints("dimensions", {&dimension, 1});
      attr_int("num_carries", op.int_attr(AttrKey::kNumCarries));
      attr_flag("is_reverse", op.bool_attr(AttrKey::kIsReverse));
      if (op.has_attr(AttrKey::kIsAssociative))
        attr_word("is_associative", op.bool_attr(AttrKey::kIsAssociative) ? "true" : "false");
      return called("to_apply", op.region(0));
    }
    case OpKind::kSort: {
      int64_t dimension = op.int_attr(AttrKey::kDimension, -1);
      if (dimension < 0) dimension += op.operand(0)->type().rank();
      attr_ints("dimensions", {&dimension, 1});
      attr_flag("is_stable", op.bool_attr(AttrKey::kIsStable));
      return called("to_apply", op.region(0));
    }
    case OpKind::kTopK:
      attr_int("k", op.int_attr(AttrKey::kK));
      attr_word("largest", op.bool_attr(AttrKey::kLargest, true) ? "true" : "false");
      if (op.has_attr(AttrKey::kIsStable)) attr_word("is_stable", op.bool_attr(AttrKey::kIsStable) ? "true" : "false");
      return;
    case OpKind::kBatchNormGrad:
    case OpKind::kBatchNormInference:
    case OpKind::kBatchNormTraining: {
      attr_word("epsilon", {});
      float epsilon = static_cast<float>(op.attr(AttrKey::kEpsilon).as_float());
      uint32_t bits;
      static_assert(sizeof bits == sizeof epsilon);
      __builtin_memcpy(&bits, &epsilon, sizeof bits);
      append_hlo_float(out_, ElementType::kF32, bits);
      return attr_int("feature_index", op.int_attr(AttrKey::kFeatureIndex));
    }
    case OpKind::kCholesky: return attr_flag("lower", op.bool_attr(AttrKey::kLower));
    case OpKind::kFft:
      attr_word("fft_type", op.text_attr(AttrKey::kFftType));
      return attr_ints("fft_length", op.ints_attr(AttrKey::kFftLength));
    case OpKind::kTriangularSolve:
      attr_flag("left_side", op.bool_attr(AttrKey::kLeftSide));
      attr_flag("lower", op.bool_attr(AttrKey::kLower));
      attr_flag("unit_diagonal", op.bool_attr(AttrKey::kUnitDiagonal));
      return attr_word("transpose_a", op.text_attr(AttrKey::kTransposeA));
    case OpKind::kRng:
      return attr_word("distribution",
                       op.text_attr(AttrKey::kRngDistribution) == "NORMAL" ? "rng_normal" : "rng_uniform");
    case OpKind::kRngBitGenerator: return attr_word("algorithm", rng_algorithm(op.text_attr(AttrKey::kRngAlgorithm)));
    case OpKind::kRngGetAndUpdateState: return attr_int("delta", op.int_attr(AttrKey::kDelta));
    case OpKind::kCall: {
      const Function* callee = module_.function(op.text_attr(AttrKey::kCallee));
      attr_word(op.extra() && op.extra(kOpcode) ? "calls" : "to_apply", "%");
      if (callee) out_ += regions_[&callee->body()].name.text();
      return;
    }
    case OpKind::kIf: called("true_computation", op.region(0)); return called("false_computation", op.region(1));
    case OpKind::kCase:
      attr_word("branch_computations", "{");
      for (int i = 0; i < op.num_regions(); ++i) {
        const Computation& branch = regions_[&op.region(i)];
        out_ += i ? ", %" : "%";
        out_ += (branch.same_as ? regions_[branch.same_as] : branch).name.text();
      }
      out_ += '}';
      return;
    case OpKind::kWhile: {
      called("condition", op.region(0));
      called("body", op.region(1));
      if (op.extra() && op.extra(kBackendConfig)) return;
      if (std::optional<int64_t> count = known_trip_count(op)) {
        attr_word("backend_config", "{\"known_trip_count\":{\"n\":\"");
        append_int(out_, *count);
        out_ += "\"}}";
      }
      return;
    }
    case OpKind::kDomain:
      attr_word("domain", "{kind=");
      append_quoted(out_, op.text_attr(AttrKey::kDomainKind));
      out_ += ", entry=";
      out_ += op.text_attr(AttrKey::kEntryMetadata);
      out_ += ", exit=";
      out_ += op.text_attr(AttrKey::kExitMetadata);
      out_ += '}';
      return;
    case OpKind::kCustomCall: return custom_call(op);
    case OpKind::kInfeed:
      if (op.has_attr(AttrKey::kInfeedConfig) && !op.text_attr(AttrKey::kInfeedConfig).empty())
        attr_string("infeed_config", op.text_attr(AttrKey::kInfeedConfig));
      return;
    case OpKind::kOutfeed:
      if (op.has_attr(AttrKey::kOutfeedConfig) && !op.text_attr(AttrKey::kOutfeedConfig).empty())
        attr_string("outfeed_config", op.text_attr(AttrKey::kOutfeedConfig));
      return;
    case OpKind::kSend:
    case OpKind::kRecv:
      if (int64_t channel = op.int_attr(AttrKey::kChannelId)) attr_int("channel_id", channel);
      return attr_flag("is_host_transfer", op.bool_attr(AttrKey::kIsHostTransfer));
    case OpKind::kAsyncStart:
    case OpKind::kAsyncUpdate:
    case OpKind::kAsyncDone: {
      std::string_view thread = op.text_attr(AttrKey::kExecutionThread);
      if (!thread.empty() && thread != "main") attr_string("async_execution_thread", thread);
      if (op.num_regions() == 1) called("calls", op.region(0));
      return;
    }
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kAllToAll:
    case OpKind::kCollectiveBroadcast:
    case OpKind::kCollectivePermute:
    case OpKind::kCollectiveReduce:
    case OpKind::kRaggedAllToAll:
    case OpKind::kReduceScatter: return collective(op);
    default: return;
  }
}

// --- what any instruction may carry ----------------------------------------------------------------------------------

void HloWriter::frontend_attributes(Attr dictionary) {
  if (!dictionary.is(AttrKind::kDict) || dictionary.entries().empty()) return;
  attr_word("frontend_attributes", "{");
  bool first = true;
  for (const NamedAttr& entry : dictionary.entries()) {
    if (!first) out_ += ',';
    first = false;
    out_ += entry.name.text();
    out_ += '=';
    if (entry.value.is(AttrKind::kString)) {
      append_quoted(out_, entry.value.text());
    } else {
      append_quoted(out_, mlir_attribute_text(entry.value));
    }
  }
  out_ += '}';
}

void HloWriter::extra_attributes(Attr extra) {
  if (!extra) return;
  for (const NamedAttr& entry : extra.entries()) {
    std::string_view name = entry.name.text();
    Attr value = entry.value;
    if (name == kSharding) {
      if (!value.text().empty()) attr_word("sharding", value.text());
    } else if (name == kFrontendAttributes) {
      frontend_attributes(value);
    } else if (name == kBackendConfig) {
      backend_config(value.text());
    } else if (name == kMetadata) {
      attr_word("metadata", "{");
      out_ += value.text();
      out_ += '}';
    } else if (name == kControlPredecessors) {
      attr_word("control-predecessors", "{");
      for (size_t i = 0; i < value.elements().size(); ++i) {
        out_ += i ? ", %" : "%";
        out_ += value.elements()[i].text();
      }
      out_ += '}';
    } else if (name.starts_with(kPrefix) && value.is(AttrKind::kString)) {
      if (name == kTupleName || name == kResultTuple || name == kLayout || name == kDoneName || name == kOpcode ||
          name == "hlo.outfeed_shape")
        continue;
      attr_word(name.substr(kPrefix.size()), value.text());
    }
  }
}

}  // namespace partita
