// The texts of sub-messages.
#include <fmt/format.h>

#include "text/proto/reader.h"

namespace partita::core::text::proto {
namespace {

// Calls visit(field) for each field; sets failed where the message does not follow the format.
template <typename Visit>
void each_field(std::string_view bytes, bool& failed, const Visit& visit) {
  Message message(bytes);
  Field field;
  while (message.next(field)) visit(field);
  failed |= message.failed();
}

std::vector<int64_t> ints_in(std::string_view bytes, uint32_t number, bool& failed) {
  std::vector<int64_t> out;
  each_field(bytes, failed, [&](const Field& f) {
    if (f.number == number) failed |= !append_ints(f, out);
  });
  return out;
}

std::string joined(const std::vector<int64_t>& values, std::string_view between) {
  return fmt::format("{}", fmt::join(values, between));
}

}  // namespace

std::string ints_text(const std::vector<int64_t>& values) { return "{" + joined(values, ",") + "}"; }

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 32 || c == 127) {
          out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

// size=3x3 stride=2x2 pad=0_1x0_1 lhs_dilate=1x1 rhs_dilate=2x2 rhs_reversal=0x1
std::string window_text(std::string_view message, bool& failed) {
  std::string size, stride, pad, lhs, rhs, reversal;
  bool strides = false, pads = false, lhs_dilates = false, rhs_dilates = false, reverses = false;
  each_field(message, failed, [&](const Field& dim) {
    if (dim.number != 1) return;
    int64_t v[8] = {};
    each_field(dim.bytes, failed, [&](const Field& f) {
      if (f.number < 8) v[f.number] = f.integer();
    });
    const char* x = size.empty() ? "" : "x";
    // No stride or dilation is said by 0, or 1.
    for (int i : {2, 5, 6}) v[i] = v[i] == 0 ? 1 : v[i];
    size += fmt::format("{}{}", x, v[1]);
    stride += fmt::format("{}{}", x, v[2]);
    pad += fmt::format("{}{}_{}", x, v[3], v[4]);
    rhs += fmt::format("{}{}", x, v[5]);
    lhs += fmt::format("{}{}", x, v[6]);
    reversal += fmt::format("{}{}", x, v[7]);
    strides |= v[2] != 1;
    pads |= v[3] != 0 || v[4] != 0;
    rhs_dilates |= v[5] != 1;
    lhs_dilates |= v[6] != 1;
    reverses |= v[7] != 0;
  });
  if (size.empty()) return {};
  std::string out = "{size=" + size;
  if (strides) out += " stride=" + stride;
  if (pads) out += " pad=" + pad;
  if (lhs_dilates) out += " lhs_dilate=" + lhs;
  if (rhs_dilates) out += " rhs_dilate=" + rhs;
  if (reverses) out += " rhs_reversal=" + reversal;
  return out + "}";
}

// b01f_01io->b01f
std::string dim_labels_text(std::string_view message, bool& failed) {
  int64_t input[2] = {}, kernel[2] = {}, output[2] = {};
  std::vector<int64_t> input_spatial, kernel_spatial, output_spatial;
  each_field(message, failed, [&](const Field& f) {
    switch (f.number) {
      case 3: kernel[0] = f.integer(); break;
      case 4: kernel[1] = f.integer(); break;
      case 6: failed |= !append_ints(f, kernel_spatial); break;
      case 7: input[0] = f.integer(); break;
      case 8: input[1] = f.integer(); break;
      case 9: output[0] = f.integer(); break;
      case 10: output[1] = f.integer(); break;
      case 11: failed |= !append_ints(f, input_spatial); break;
      case 12: failed |= !append_ints(f, output_spatial); break;
      default: break;
    }
  });
  auto side = [&](const int64_t(&named)[2], std::string_view letters, const std::vector<int64_t>& spatial) {
    std::string out(spatial.size() + 2, '?');
    const auto size = static_cast<int64_t>(out.size());
    auto put = [&](int64_t at, char c) {
      if (at >= 0 && at < size && out[static_cast<size_t>(at)] == '?') {
        out[static_cast<size_t>(at)] = c;
      } else {
        failed = true;
      }
    };
    put(named[0], letters[0]);
    put(named[1], letters[1]);
    if (spatial.size() > 10) failed = true;
    for (size_t i = 0; i < spatial.size() && i < 10; ++i) put(spatial[i], static_cast<char>('0' + i));
    return out;
  };
  const std::string in = side(input, "bf", input_spatial), of = side(kernel, "io", kernel_spatial);
  return fmt::format("{}_{}->{}", in, of, side(output, "bf", output_spatial));
}

std::string slice_text(std::string_view message, bool& failed) {
  int64_t v[4] = {};
  each_field(message, failed, [&](const Field& f) {
    if (f.number < 4) v[f.number] = f.integer();
  });
  if (v[3] == 0) v[3] = 1;
  return v[3] == 1 ? fmt::format("[{}:{}]", v[1], v[2]) : fmt::format("[{}:{}:{}]", v[1], v[2], v[3]);
}

std::string padding_text(std::string_view message, bool& failed) {
  std::string out;
  each_field(message, failed, [&](const Field& dim) {
    if (dim.number != 1) return;
    int64_t v[4] = {};
    each_field(dim.bytes, failed, [&](const Field& f) {
      if (f.number < 4) v[f.number] = f.integer();
    });
    out += fmt::format("{}{}_{}", out.empty() ? "" : "x", v[1], v[2]);
    if (v[3] != 0) out += fmt::format("_{}", v[3]);
  });
  return out;
}

namespace {

// 'a', 'b':(2)2
std::string axis_text(std::string_view message, const std::vector<std::string>& names, bool& failed) {
  int64_t index = 0;
  std::string sub;
  each_field(message, failed, [&](const Field& f) {
    if (f.number == 1) index = f.integer();
    if (f.number != 2) return;
    int64_t v[3] = {};
    each_field(f.bytes, failed, [&](const Field& part) {
      if (part.number < 3) v[part.number] = part.integer();
    });
    sub = fmt::format(":({}){}", v[1], v[2]);
  });
  if (index < 0 || index >= std::ssize(names)) {
    failed = true;
    return {};
  }
  return fmt::format("'{}'{}", names[static_cast<size_t>(index)], sub);
}

std::string mesh_text(std::string_view message, std::vector<std::string>& names, bool& failed) {
  std::string axes, order;
  std::vector<int64_t> ids;
  each_field(message, failed, [&](const Field& f) {
    if (f.number == 1) {
      int64_t size = 0;
      std::string& name = names.emplace_back();
      each_field(f.bytes, failed, [&](const Field& part) {
        if (part.number == 1) name = part.bytes;
        if (part.number == 2) size = part.integer();
      });
      axes += fmt::format("{}'{}'={}", axes.empty() ? "" : ",", name, size);
    }
    if (f.number == 2) failed |= !append_ints(f, ids);
    if (f.number == 3) {
      const std::vector<int64_t> dims = ints_in(f.bytes, 1, failed), perm = ints_in(f.bytes, 2, failed);
      if (!dims.empty()) order = fmt::format("[{}]T({})", joined(dims, ","), joined(perm, ","));
    }
  });
  if (!ids.empty()) order = joined(ids, ",");
  if (axes.empty() && ids.size() == 1) return fmt::format("maximal_mesh[device_id={}]", ids[0]);
  return fmt::format("mesh[{}]{}", axes, order.empty() ? "" : fmt::format(", device_ids=({})", order));
}

std::string named_sharding_text(std::string_view message, bool& failed) {
  std::vector<std::string> names;
  std::string mesh, dims, further[9];
  bool has_dims = false;
  int64_t reduction = 0;
  // The mesh comes first: its axes are what the rest numbers.
  each_field(message, failed, [&](const Field& f) {
    if (f.number == 2) mesh = mesh_text(f.bytes, names, failed);
    if (f.number == 8) reduction = f.integer();
  });
  each_field(message, failed, [&](const Field& f) {
    if (f.number == 3) {
      std::string axes;
      bool closed = false;
      each_field(f.bytes, failed, [&](const Field& part) {
        if (part.number == 1) axes += (axes.empty() ? "" : ", ") + axis_text(part.bytes, names, failed);
        if (part.number == 2) closed = part.value != 0;
      });
      if (!closed) axes += axes.empty() ? "?" : ", ?";
      dims += fmt::format("{}{{{}}}", has_dims ? ", " : "", axes);
      has_dims = true;
    }
    if (f.number == 4 || f.number == 5 || f.number == 7) {
      std::string& axes = further[f.number];
      axes += (axes.empty() ? "" : ", ") + axis_text(f.bytes, names, failed);
    }
  });
  if (mesh.starts_with("maximal")) return "{" + mesh + "}";
  const bool has_more = !further[4].empty() || !further[5].empty() || !further[7].empty();
  std::string out = "{" + mesh + (has_dims || has_more ? fmt::format(", [{}]", dims) : ", replicated");
  constexpr std::string_view kKinds[] = {"", "", "max", "min"};
  if (!further[4].empty()) out += fmt::format(", replicated={{{}}}", further[4]);
  if (!further[5].empty()) {
    out += fmt::format(", unreduced={}{{{}}}", kKinds[reduction > 0 && reduction < 4 ? reduction : 0], further[5]);
  }
  if (!further[7].empty()) out += fmt::format(", manual={{{}}}", further[7]);
  return out + "}";
}

std::string_view subgroup_name(int64_t type) {
  switch (type) {
    case 0: return "replicated";
    case 4: return "manual";
    case 6: return "unreduced";
    default: return "unknown";
  }
}

}  // namespace

std::string sharding_text(std::string_view message, bool& failed, int depth) {
  int64_t type = 0, group = 0, group_type = 0;
  bool replicate_last = false, grouped = false;
  std::vector<int64_t> dims, devices, last, reshape, transpose;
  std::string parts, named;
  each_field(message, failed, [&](const Field& f) {
    switch (f.number) {
      case 1: type = f.integer(); break;
      case 3: failed |= !append_ints(f, dims); break;
      case 4: failed |= !append_ints(f, devices); break;
      case 5:
        if (depth > 0) failed = true;
        if (depth == 0) parts += (parts.empty() ? "" : ", ") + sharding_text(f.bytes, failed, depth + 1);
        break;
      case 6: replicate_last = f.value != 0; break;
      case 8: failed |= !append_ints(f, last); break;
      case 9: failed |= !append_ints(f, reshape); break;
      case 10: failed |= !append_ints(f, transpose); break;
      case 11: grouped = f.value != 0; break;
      case 12: group = f.integer(); break;
      case 13: group_type = f.integer(); break;
      case 14: named = f.is_bytes ? named_sharding_text(f.bytes, failed) : std::string(); break;
      default: break;
    }
  });
  if (!named.empty()) return named;
  std::string out;
  switch (type) {
    case 0: out = "replicated"; break;
    case 1: out = fmt::format("maximal device={}", devices.empty() ? 0 : devices[0]); break;
    case 2: return "{" + parts + "}";
    case 4: out = "manual"; break;
    case 5: out = "unknown"; break;
    case 6: out = "unreduced"; break;
    default: {
      out = fmt::format("devices=[{}]", joined(dims, ","));
      if (!reshape.empty()) {
        bool straight = true;
        for (size_t i = 0; i < transpose.size(); ++i) straight &= transpose[i] == static_cast<int64_t>(i);
        out +=
            fmt::format("<=[{}]{}", joined(reshape, ","), straight ? "" : fmt::format("T({})", joined(transpose, ",")));
      } else {
        out += joined(devices, ",");
      }
      if (replicate_last) out += " last_tile_dim_replicate";
      if (!last.empty()) {
        out += " last_tile_dims={";
        for (size_t i = 0; i < last.size(); ++i) out += fmt::format("{}{}", i > 0 ? ", " : "", subgroup_name(last[i]));
        out += '}';
      }
    }
  }
  if (grouped) out += fmt::format(" shard_{} {}", group_type == 1 ? "like" : "as", group);
  return "{" + out + "}";
}

std::string metadata_text(std::string_view message, bool& failed) {
  std::string out;
  auto add = [&](std::string_view name, const std::string& value) {
    out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, value);
  };
  each_field(message, failed, [&](const Field& f) {
    switch (f.number) {
      case 1: add("op_type", quoted(f.bytes)); break;
      case 2: add("op_name", quoted(f.bytes)); break;
      case 3: add("source_file", quoted(f.bytes)); break;
      case 4: add("source_line", std::to_string(f.integer())); break;
      case 15: add("stack_frame_id", std::to_string(f.integer())); break;
      case 18: add("source_column", std::to_string(f.integer())); break;
      default: break;
    }
  });
  return out.empty() ? out : "{" + out + "}";
}

std::string map_text(std::string_view message, bool& failed) {
  std::string out;
  each_field(message, failed, [&](const Field& f) {
    if (f.number != 1) return;
    std::string_view key, value;
    each_field(f.bytes, failed, [&](const Field& part) {
      if (part.number == 1) key = part.bytes;
      if (part.number == 2) value = part.bytes;
    });
    const bool word = !key.empty() && key.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_.-") == std::string_view::npos;
    if (word) out += fmt::format("{}{}={}", out.empty() ? "" : ",", key, quoted(value));
  });
  return out.empty() ? out : "{" + out + "}";
}

std::string iota_groups_text(std::string_view message, bool& failed) {
  int64_t v[3] = {};
  std::vector<int64_t> dims, perm;
  each_field(message, failed, [&](const Field& f) {
    if (f.number == 1 || f.number == 2) v[f.number] = f.integer();
    if (f.number == 3) failed |= !append_ints(f, dims);
    if (f.number == 4) failed |= !append_ints(f, perm);
  });
  bool straight = true;
  for (size_t i = 0; i < perm.size(); ++i) straight &= perm[i] == static_cast<int64_t>(i);
  return fmt::format("[{},{}]<=[{}]{}", v[1], v[2], joined(dims, ","),
                     straight ? "" : fmt::format("T({})", joined(perm, ",")));
}

std::string mesh_groups_text(std::string_view message, bool& failed) {
  std::vector<std::string> names;
  std::string mesh, axes;
  each_field(message, failed, [&](const Field& f) {
    if (f.number == 1) mesh = mesh_text(f.bytes, names, failed);
  });
  each_field(message, failed, [&](const Field& f) {
    if (f.number == 2) axes += (axes.empty() ? "" : ", ") + axis_text(f.bytes, names, failed);
  });
  return fmt::format("{} {{{}}}", mesh, axes);
}

std::string group_lists_text(const std::vector<std::string_view>& groups, bool& failed) {
  std::string out = "{";
  for (std::string_view group : groups) {
    if (out.size() > 1) out += ',';
    out += ints_text(ints_in(group, 1, failed));
  }
  return out + "}";
}

// { {0}: (1, {}, may-alias) }
std::string alias_list_text(std::string_view message, bool& failed) {
  std::string out;
  each_field(message, failed, [&](const Field& entry) {
    if (entry.number != 1) return;
    std::vector<int64_t> output, index;
    int64_t parameter = 0, kind = 0;
    each_field(entry.bytes, failed, [&](const Field& f) {
      if (f.number == 1) failed |= !append_ints(f, output);
      if (f.number == 2) parameter = f.integer();
      if (f.number == 3) failed |= !append_ints(f, index);
      if (f.number == 4) kind = f.integer();
    });
    out += fmt::format("{}{}: ({}, {}, {}-alias)", out.empty() ? "" : ", ", ints_text(output), parameter,
                       ints_text(index), kind == 2 ? "must" : "may");
  });
  return out.empty() ? out : "{ " + out + " }";
}

std::string donor_list_text(std::string_view message, bool& failed) {
  std::string out;
  each_field(message, failed, [&](const Field& entry) {
    if (entry.number != 1) return;
    std::vector<int64_t> index;
    int64_t parameter = 0;
    each_field(entry.bytes, failed, [&](const Field& f) {
      if (f.number == 1) parameter = f.integer();
      if (f.number == 2) failed |= !append_ints(f, index);
    });
    out += fmt::format("{}({}, {})", out.empty() ? "" : ", ", parameter, ints_text(index));
  });
  return out.empty() ? out : "{ " + out + " }";
}

// The tables in front of the computations, each entry under its number, from 1.
std::string stack_frames_text(std::string_view message, bool& failed) {
  std::string tables[5];
  int64_t numbers[5] = {};
  constexpr std::string_view kLocation[] = {"",       "file_name_id", "function_name_id", "line",
                                            "column", "end_line",     "end_column"};
  constexpr std::string_view kFrame[] = {"", "file_location_id", "parent_frame_id"};
  each_field(message, failed, [&](const Field& f) {
    if (f.number < 1 || f.number > 4) return;
    std::string entry;
    if (f.number < 3) {
      entry = quoted(f.bytes);
    } else {
      each_field(f.bytes, failed, [&](const Field& part) {
        const size_t known = f.number == 3 ? std::size(kLocation) : std::size(kFrame);
        if (part.number >= known) return;
        entry += fmt::format("{}{}={}", entry.empty() ? "" : " ", (f.number == 3 ? kLocation : kFrame)[part.number],
                             part.integer());
      });
      entry = "{" + entry + "}";
    }
    tables[f.number] += fmt::format("{} {}\n", ++numbers[f.number], entry);
  });
  std::string out;
  constexpr std::string_view kHeads[] = {"", "FileNames", "FunctionNames", "FileLocations", "StackFrames"};
  for (int i = 1; i <= 4; ++i) {
    if (!tables[i].empty()) out += fmt::format("{}{}\n{}", out.empty() ? "" : "\n", kHeads[i], tables[i]);
  }
  return out;
}

}  // namespace partita::core::text::proto
