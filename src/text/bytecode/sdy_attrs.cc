// Attributes of Shardy, as the text would have them.
#include <fmt/format.h>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

// Codes, in a scope of their own.
struct SdyAttr {
  enum : uint64_t {
    kManualAxes,
    kMeshAxis,
    kMesh,
    kSubAxis,
    kAxisRef,
    kDimSharding,
    kSharding,
    kShardingPerValue,
    kDimMapping,
    kTensorMapping,
    kRule,
    kAxisList,
    kListOfAxisLists,
    kAllToAllParam,
    kAllToAllParams,
    kShardingUnreduced,
    kShardingUnreducedPerValue,
    kShardingReduced,
  };
};

constexpr std::string_view kShardingPrefix = "#sdy.sharding";
constexpr std::string_view kMeshPrefix = "#sdy.mesh";

// i to z, then z_1, z_2, …
void append_factor(std::string& out, int64_t factor) {
  constexpr int64_t kLetters = 18;
  if (factor < kLetters) {
    out += static_cast<char>('i' + factor);
  } else {
    out += fmt::format("z_{}", factor - kLetters + 1);
  }
}

}  // namespace

bool Reader::decode_sdy_attr(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  switch (code) {
    case SdyAttr::kManualAxes: {  // a list of strings
      std::string text = "#sdy<manual_axes{";
      for (size_t i = 0, n = in.count(); i < n; ++i) {
        text += fmt::format("{}\"{}\"", i > 0 ? ", " : "", attr_text(attr_ref(in)));
      }
      return set_text(out, text + "}>");
    }
    case SdyAttr::kMeshAxis: {
      const std::string_view name = string(in.varint(), in);
      return set_text(out, fmt::format("\"{}\"={}", name, in.signed_varint()));
    }
    case SdyAttr::kMesh: {
      std::string text = fmt::format("#sdy.mesh<[{}]", joined(in));
      if (const size_t n = in.count(); n > 0) {
        text += ", device_ids=[";
        for (size_t i = 0; i < n; ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", in.signed_varint());
        text += ']';
      }
      return set_text(out, text + ">");
    }
    case SdyAttr::kSubAxis: {
      const int64_t before = in.signed_varint();
      return set_text(out, fmt::format(":({}){}", before, in.signed_varint()));
    }
    case SdyAttr::kAxisRef: {
      const std::string_view name = string(in.varint(), in);
      const uint32_t sub = optional_attr_ref(in);
      return set_text(out, fmt::format("\"{}\"{}", name, sub == kNoEntry ? "" : attr_text(sub)));
    }
    case SdyAttr::kDimSharding: {
      std::string text = "{" + joined(in);
      if (in.byte() == 0) text += text.size() > 1 ? ", ?" : "?";
      text += '}';
      const uint64_t priority = in.varint();
      if ((priority & 1) != 0) text += fmt::format("p{}", priority >> 1);
      return set_text(out, text);
    }
    case SdyAttr::kSharding:
    case SdyAttr::kShardingUnreduced:
    case SdyAttr::kShardingReduced: {
      const Attr mesh = attr(attr_ref(in));
      if (mesh && !mesh.is(AttrKind::kSymbol) &&
          !(mesh.is(AttrKind::kOpaque) && mesh.text().starts_with(kMeshPrefix))) {
        return broken(out.bytes.data(), "a sharding is on something that is no mesh");
      }
      std::string text = fmt::format("{}<", kShardingPrefix);
      if (mesh && mesh.is(AttrKind::kSymbol)) text += fmt::format("@{}", mesh.text());
      if (mesh && mesh.is(AttrKind::kOpaque)) text += fmt::format("mesh{}", mesh.text().substr(kMeshPrefix.size()));
      text += fmt::format(", [{}]", joined(in));
      if (const std::string axes = joined(in); !axes.empty()) text += fmt::format(", replicated={{{}}}", axes);
      if (code != SdyAttr::kSharding) {
        const std::string axes = joined(in);
        constexpr std::string_view kKinds[] = {"", "max", "min"};
        const int64_t kind = code == SdyAttr::kShardingReduced ? in.signed_varint() : 0;
        if (kind < 0 || kind > 2) return unknown_code(out, static_cast<uint64_t>(kind));
        if (!axes.empty()) text += fmt::format(", unreduced={}{{{}}}", kKinds[kind], axes);
      }
      return set_text(out, text + ">");
    }
    case SdyAttr::kShardingPerValue:
    case SdyAttr::kShardingUnreducedPerValue:
      return set_text(out, fmt::format("#sdy.sharding_per_value<[{}]>", joined(in, kShardingPrefix)));
    case SdyAttr::kDimMapping: {
      std::string text;
      for (size_t i = 0, n = in.count(); i < n; ++i) append_factor(text, in.signed_varint());
      return set_text(out, text.empty() ? "*" : text);
    }
    case SdyAttr::kTensorMapping: return set_text(out, fmt::format("[{}]", joined(in)));
    case SdyAttr::kRule: {
      std::string sizes;
      for (size_t i = 0, n = in.count(); i < n; ++i) {
        if (i > 0) sizes += ", ";
        append_factor(sizes, static_cast<int64_t>(i));
        sizes += fmt::format("={}", in.signed_varint());
      }
      const std::string operands = joined(in);
      std::string text = fmt::format("#sdy.op_sharding_rule<({})->({}) {{{}}}", operands, joined(in), sizes);
      for (std::string_view kind : {"reduction", "need_replication", "permutation", "blocked_propagation"}) {
        std::string factors;
        for (size_t i = 0, n = in.count(); i < n; ++i) {
          if (i > 0) factors += ", ";
          append_factor(factors, in.signed_varint());
        }
        if (!factors.empty()) text += fmt::format(" {}={{{}}}", kind, factors);
      }
      if (in.byte() != 0) text += ", custom";
      return set_text(out, text + ">");
    }
    case SdyAttr::kAxisList: return set_text(out, fmt::format("{{{}}}", joined(in)));
    case SdyAttr::kListOfAxisLists:
    case SdyAttr::kAllToAllParams: return set_text(out, fmt::format("[{}]", joined(in)));
    case SdyAttr::kAllToAllParam: {
      const std::string axes = joined(in);
      const int64_t from = in.signed_varint();
      return set_text(out, fmt::format("{{{}}}: {}->{}", axes, from, in.signed_varint()));
    }
    default: return unknown_code(out, code);
  }
}

}  // namespace partita::core::text::bytecode
