// The spellings of attribute values. Each takes the text of one value and reports an error inside of it where it does
// not fit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/context.h"
#include "text/hlo/lexer.h"

namespace partita::core::text::hlo {

using IntList = std::vector<int64_t>;

bool parse_int(Reading& reading, std::string_view text, int64_t& out);
bool parse_bool(Reading& reading, std::string_view text, bool& out);
bool parse_string(Reading& reading, std::string_view text,
                  std::string& out);                                     // a string, or any other text as it stands
bool parse_ints(Reading& reading, std::string_view text, IntList& out);  // {0,1}
bool parse_int_lists(Reading& reading, std::string_view text, std::vector<IntList>& out);       // {{0,1},{2,3}}
bool parse_words(Reading& reading, std::string_view text, std::vector<std::string_view>& out);  // {highest,default}
// The names of computations or instructions: %a, or {%a, %b}.
// Names of computations or instructions, alone or in braces. A computation may be written out where its name would
// stand, { x = f32[] parameter(0) ROOT y = … }; its text with the braces is given as the name then.
bool parse_names(Reading& reading, std::string_view text, std::vector<std::string_view>& out);

// {size=3x3 stride=2x2 pad=0_1x0_1 lhs_dilate=1x1 rhs_dilate=2x2 rhs_reversal=0x1}; lists are empty where not written.
struct WindowText {
  IntList size, stride, padding, lhs_dilate, rhs_dilate, rhs_reversal;
};
bool parse_window(Reading& reading, std::string_view text, WindowText& out);

// 0_1x2_3_1: low, high and interior padding of each dimension.
struct PaddingText {
  IntList low, high, interior;
};
bool parse_padding(Reading& reading, std::string_view text, PaddingText& out);

// {[0:4:2], [1:3]}
struct SliceText {
  IntList start, limit, stride;
};
bool parse_slice(Reading& reading, std::string_view text, SliceText& out);

// b01f_01io->b01f: where each dimension stands. Spatial dimensions are the digits, in their order.
struct DimLabels {
  struct Side {
    int64_t first = -1, second = -1;  // batch and feature; of the kernel input and output feature
    IntList spatial;
  };
  Side input, kernel, output;
};
bool parse_dim_labels(Reading& reading, std::string_view text, DimLabels& out);

// {{0,1},{2,3}}, [2,2]<=[2,2]T(1,0) or mesh["a"=2,"b"=2] {"a"}, as ir/replica_groups.h has it; a mesh without a device
// order becomes the iota it is.
bool parse_groups(Reading& reading, std::string_view text, Attr& out);
// How many devices the first group has; nothing where there is no group.
std::optional<int64_t> group_size(Attr groups);
// Whether an attribute of this name says which computations an instruction applies (references.cc).
bool names_computations(std::string_view attribute);

// {key="text", other={…}} as a dictionary of strings.
bool parse_frontend_attributes(Reading& reading, std::string_view text, Attr& out);

// dot_bf16_bf16_f32_x3 as StableHLO's attribute, or empty where StableHLO has no such.
Attr dot_algorithm(Context& context, std::string_view text);

// {{0}: (1, {}, must-alias), …} and {(1, {}), …}: entries of aliasing and donation lists.
struct AliasText {
  IntList output;
  int64_t parameter = 0;
  IntList index;
};
bool parse_aliases(Reading& reading, std::string_view text, bool with_output, std::vector<AliasText>& out);

}  // namespace partita::core::text::hlo
