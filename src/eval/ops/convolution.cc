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
#include "eval/ops/strided.h"
#include "ir/views.h"

namespace partita {
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

struct Geometry {
  std::vector<WindowDim> space;
  std::vector<int64_t> output_dims, window_dims, input_dims, input_strides;  // per spatial dimension
};

// Writes the rows for output positions [first, first + count): element offsets are in whole feature vectors of
// `vector_stride` bytes, of which `vector_bytes` are copied.
void make_rows(const Geometry& g, int64_t first, int64_t count, const std::byte* input, int64_t vector_stride,
               int64_t vector_bytes, std::byte* rows) {
  size_t rank = g.space.size();
  std::vector<int64_t> output(rank);
  for (int64_t row = 0; row < count; ++row) {
    int64_t rest = first + row;
    for (size_t d = rank; d-- > 0;) {
      output[d] = rest % g.output_dims[d];
      rest /= g.output_dims[d];
    }
    for (Odometer at(g.window_dims); at.valid(); at.next()) {
      int64_t position = 0;
      bool hole = false;
      for (size_t d = 0; d < rank; ++d) {
        int64_t i = input_position(g.space[d], g.input_dims[d], output[d], at.index()[d]);
        hole = hole || i < 0;
        position += i * g.input_strides[d];
      }
      if (hole) {
        rows = std::fill_n(rows, vector_bytes, std::byte{0});
      } else {
        rows = std::copy_n(input + position * vector_stride, vector_bytes, rows);
      }
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
    g.input_dims.push_back(lhs.type().dim(static_cast<int>(dims.input_spatial[d])));
    g.output_dims.push_back(result.dim(static_cast<int>(dims.output_spatial[d])));
    g.window_dims.push_back(g.space[d].size);
  }
  g.input_strides = row_major_strides(g.input_dims);

  int64_t input_features = lhs.type().dim(static_cast<int>(dims.input_feature));
  int64_t output_features = rhs.type().dim(static_cast<int>(dims.kernel_output_feature));
  int64_t batch = result.dim(static_cast<int>(dims.output_batch));
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
  copy_permuted(static_cast<int>(width), kernel_dims, by_group, flat_kernel.data(), kernel.data());

  int64_t positions = product(g.output_dims), input_positions = product(g.input_dims);
  std::vector<std::byte> output(static_cast<size_t>(result.num_elements() * width));
  int64_t block = std::clamp<int64_t>((int64_t{1} << 22) / std::max<int64_t>(1, row_size * width), 1, 512);
  std::vector<std::byte> rows(static_cast<size_t>(block * row_size * width));
  std::vector<std::byte> sums(static_cast<size_t>(block * features_out * width));
  for (int64_t group = 0; result.num_elements() > 0 && group < groups; ++group) {
    // A batch group takes its own part of the batch, a feature group its own part of the features.
    int64_t first_batch = batch_groups > 1 ? group * batch : 0;
    int64_t first_feature = feature_groups > 1 ? group * features_in : 0;
    for (int64_t b = 0; b < batch; ++b) {
      const std::byte* image =
          input.data() + ((first_batch + b) * input_positions * input_features + first_feature) * width;
      for (int64_t first = 0; first < positions; first += block) {
        int64_t count = std::min(block, positions - first);
        make_rows(g, first, count, image, input_features * width, features_in * width, rows.data());
        std::fill(sums.begin(), sums.end(), std::byte{0});
        multiply_add(type, count, features_out, row_size, rows.data(),
                     kernel.data() + group * row_size * features_out * width, sums.data());
        for (int64_t i = 0; i < count; ++i) {
          std::copy_n(sums.data() + i * features_out * width, features_out * width,
                      output.data() + ((b * positions + first + i) * groups + group) * features_out * width);
        }
      }
    }
  }

  // From [batch, space…, features] to the result's own order.
  std::vector<int64_t> dense_dims = {batch}, order(static_cast<size_t>(result.rank()));
  dense_dims.insert(dense_dims.end(), g.output_dims.begin(), g.output_dims.end());
  dense_dims.push_back(output_features);
  order[static_cast<size_t>(dims.output_batch)] = 0;
  for (size_t d = 0; d < g.space.size(); ++d)
    order[static_cast<size_t>(dims.output_spatial[d])] = static_cast<int64_t>(d) + 1;
  order[static_cast<size_t>(dims.output_feature)] = static_cast<int64_t>(g.space.size()) + 1;
  std::vector<std::byte> ordered(output.size());
  copy_permuted(static_cast<int>(width), dense_dims, order, output.data(), ordered.data());
  call.give(tensor_from(result, type, ordered.data()));
  return {};
}

}  // namespace partita
