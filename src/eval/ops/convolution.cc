// convolution as matrix products: each output position becomes a row of the input elements under its window.
//
//   input  [groups of batch][batch][space…][groups of features][features]
//   kernel [groups][window…, features in][features out]
//   output [batch][space…][groups][features out]
//
// A row has window x features-in elements; those that padding or dilation leave empty are 0. Rows are made a few
// hundred at a time, so that no more memory is needed than for the operands.
#include <algorithm>

#include "eval/op_families.h"
#include "eval/ops/contraction.h"
#include "eval/ops/matrix_product.h"
#include "eval/strided.h"
#include "ir/views.h"

namespace partita::core::eval {
namespace {

// Along one spatial dimension: the input position that element `k` of the kernel meets for output position `o`, or -1
// for a hole.
int64_t input_position(const WindowDim& w, int64_t input_size, int64_t o, int64_t k) {
  int64_t element = w.reversal ? w.size - 1 - k : k;
  int64_t at = o * w.stride + element * w.window_dilation - w.padding_low;
  if (at < 0) return -1;
  if (w.base_dilation != 1) {
    if (at % w.base_dilation != 0) return -1;
    at /= w.base_dilation;
  }
  return at < input_size ? at : -1;
}

void split_index(int64_t flat, std::span<const int64_t> dims, std::span<int64_t> index) {
  for (size_t d = dims.size(); d-- > 0; flat /= dims[d]) index[d] = flat % dims[d];
}

void step_index(std::span<int64_t> index, std::span<const int64_t> dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    if (++index[d] < dims[d]) return;
    index[d] = 0;
  }
}

// How much of the input is spread out into rows at a time.
constexpr int64_t kRowsAtOnce = 512;
constexpr int64_t kBytesAtOnce = int64_t{1} << 21;

struct Geometry {
  std::vector<WindowDim> space;
  std::vector<int64_t> output_dims, window_dims, input_dims, input_strides;  // per spatial dimension
};

// Where the elements of rows come from and how many there are.
struct Source {
  const std::byte* input;  // of the first image, at the group's first feature
  int64_t image_bytes;     // from one image to the next
  int64_t position_bytes;  // from one position to the next
  int64_t feature_bytes;   // of the features that are taken at each position
};

// Writes rows [first, first + count), of which there are as many per image as output positions, each for the kernel
// positions [from, to) only.
void make_rows(const Geometry& g, const Source& source, int64_t first, int64_t count, int64_t from, int64_t to,
               std::byte* rows) {
  size_t rank = g.space.size();
  std::vector<int64_t> output(rank), element(rank), start(rank);
  split_index(from, g.window_dims, start);
  for (int64_t row = first; row < first + count; ++row) {
    int64_t positions = product(g.output_dims);
    split_index(row % positions, g.output_dims, output);
    const std::byte* image = source.input + row / positions * source.image_bytes;
    element = start;
    for (int64_t k = from; k < to; ++k, step_index(element, g.window_dims)) {
      int64_t position = 0;
      bool hole = false;
      for (size_t d = 0; d < rank; ++d) {
        int64_t i = input_position(g.space[d], g.input_dims[d], output[d], element[d]);
        hole = hole || i < 0;
        position += i * g.input_strides[d];
      }
      rows = hole ? std::fill_n(rows, source.feature_bytes, std::byte{0})
                  : std::copy_n(image + position * source.position_bytes, source.feature_bytes, rows);
    }
  }
}

}  // namespace

Status eval_convolution(OpCall& call) {
  const Tensor &lhs = call.operands[0], &rhs = call.operands[1];
  ConvDims dims = conv_dims(call.op);
  Type result = call.result_type();
  ElementType type = product_type(lhs.type().element(), rhs.type().element(), result.element());
  int64_t width = byte_width(type);

  Geometry g{.space = window_of(call.op), .output_dims = {}, .window_dims = {}, .input_dims = {}, .input_strides = {}};
  for (size_t d = 0; d < g.space.size(); ++d) {
    g.input_dims.push_back(lhs.type().dim(dims.input_spatial[d]));
    g.output_dims.push_back(result.dim(dims.output_spatial[d]));
    g.window_dims.push_back(g.space[d].size);
  }
  g.input_strides = row_major_strides(g.input_dims);

  int64_t input_features = lhs.type().dim(dims.input_feature);
  int64_t output_features = rhs.type().dim(dims.kernel_output_feature);
  int64_t batch = result.dim(dims.output_batch);
  int64_t feature_groups = dims.feature_group_count, batch_groups = dims.batch_group_count;
  int64_t groups = feature_groups * batch_groups;  // at most one of them is not 1
  int64_t features_in = input_features / feature_groups, features_out = output_features / groups;

  int64_t batch_dim[] = {dims.input_batch}, feature_dim[] = {dims.input_feature};
  int64_t in_dim[] = {dims.kernel_input_feature}, out_dim[] = {dims.kernel_output_feature};
  std::vector<std::byte> input =
      arranged(Elements(lhs, type), lhs.type().dims(), {batch_dim, dims.input_spatial, feature_dim});
  std::vector<std::byte> flat_kernel =
      arranged(Elements(rhs, type), rhs.type().dims(), {dims.kernel_spatial, in_dim, out_dim});
  // [window x in][groups][out] to [groups][window x in][out]
  int64_t row_size = product(g.window_dims) * features_in;
  int64_t kernel_dims[] = {row_size, groups, features_out}, by_group[] = {1, 0, 2};
  std::vector<std::byte> kernel(flat_kernel.size());
  copy_permuted(width, kernel_dims, by_group, flat_kernel.data(), kernel.data());

  int64_t rows_total = batch * product(g.output_dims), window = product(g.window_dims);
  int64_t image_bytes = product(g.input_dims) * input_features * width;
  std::vector<std::byte> output(result.num_elements() * width);
  // Rows are cut into pieces of some kernel positions, so that many rows fit; sums go on from piece to piece.
  int64_t row_count = std::min<int64_t>(rows_total, kRowsAtOnce);
  int64_t position_bytes = std::max<int64_t>(1, features_in * width);
  int64_t piece = std::clamp<int64_t>(kBytesAtOnce / (std::max<int64_t>(1, row_count) * position_bytes), 1,
                                      std::max<int64_t>(1, window));
  std::vector<std::byte> rows(row_count * piece * features_in * width);
  std::vector<std::byte> sums(row_count * features_out * width);
  for (int64_t group = 0; result.num_elements() > 0 && group < groups; ++group) {
    // A batch group takes its own part of the batch, a feature group its own part of the features.
    int64_t first_image = batch_groups > 1 ? group * batch : 0;
    int64_t first_feature = feature_groups > 1 ? group * features_in : 0;
    Source source{input.data() + first_image * image_bytes + first_feature * width, image_bytes, input_features * width,
                  features_in * width};
    for (int64_t first = 0; first < rows_total; first += row_count) {
      int64_t count = std::min(row_count, rows_total - first);
      std::fill(sums.begin(), sums.end(), std::byte{0});
      for (int64_t from = 0; from < window; from += piece) {
        int64_t to = std::min(from + piece, window);
        make_rows(g, source, first, count, from, to, rows.data());
        multiply_add(type, count, features_out, (to - from) * features_in, rows.data(),
                     kernel.data() + (group * row_size + from * features_in) * features_out * width, sums.data());
      }
      for (int64_t i = 0; i < count; ++i) {
        std::copy_n(sums.data() + i * features_out * width, features_out * width,
                    output.data() + ((first + i) * groups + group) * features_out * width);
      }
    }
  }

  // From [batch, space…, features] to the result's own order.
  std::vector<int64_t> dense_dims = {batch}, order(result.rank());
  dense_dims.insert(dense_dims.end(), g.output_dims.begin(), g.output_dims.end());
  dense_dims.push_back(output_features);
  order[dims.output_batch] = 0;
  for (size_t d = 0; d < g.space.size(); ++d) order[dims.output_spatial[d]] = static_cast<int64_t>(d) + 1;
  order[dims.output_feature] = std::ssize(g.space) + 1;
  std::vector<std::byte> ordered(output.size());
  copy_permuted(width, dense_dims, order, output.data(), ordered.data());
  call.give(tensor_from(result, type, ordered.data()));
  return {};
}

}  // namespace partita::core::eval
