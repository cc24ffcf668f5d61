// A convolution is a product whose left operand is read through strides: rows are images and places of the output,
// terms are features and places of the window. Where windows reach over the border, or the input is dilated, a few
// images (or a band of one) are first copied into scratch with their zeros.
//
//   3x3 over [8, 32, 32, 64] with padding: 8 tasks, each an image of 34 x 34 x 64 in scratch, then a product of
//   32·32 rows, 3·3·64 terms and as many columns as there are output features, by weights packed once
#include "engine/product/convolution.h"

#include <algorithm>
#include <cstring>

#include "base/diagnostics.h"
#include "engine/move/move.h"
#include "engine/product/axis.h"

namespace partita::core::engine::product {
namespace {

constexpr int64_t kRowsWanted = 1024;              // of a task's product
constexpr int64_t kBlockBytes = int64_t{4} << 20;  // the most that is copied for one task, if it can be divided

int64_t floor_divide(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

class OwnConvolution final : public Convolution {
 public:
  OwnConvolution(const ConvolutionSpec& spec, Backend backend);
  int64_t tasks() const override { return groups_ * image_blocks_ * bands_; }
  size_t scratch_bytes() const override { return static_cast<size_t>(scratch_); }
  void run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const override;

 private:
  // Elements of the padded input that `outputs` places of dimension d reach.
  int64_t reach(int d, int64_t outputs) const {
    const SpatialDim& dim = spec_.spatial[d];
    return std::max<int64_t>((outputs - 1) * dim.stride + (dim.window - 1) * dim.window_dilation + 1, 0);
  }
  int64_t outputs(int d, int64_t band) const { return d == 0 ? band : spec_.spatial[d].output; }
  void lay_out_block();
  std::shared_ptr<const Matmul> make_product(int64_t images, int64_t band, Backend backend) const;
  void copy_block(int64_t group, int64_t image, int64_t images, int64_t first, int64_t band, const std::byte* lhs,
                  std::byte* block) const;

  ConvolutionSpec spec_;
  int rank_;
  bool copies_ = false;
  int64_t groups_, result_batch_, group_features_, group_outputs_;
  int64_t images_ = 1, image_blocks_ = 1;  // of a task, and how many tasks that makes
  int64_t band_ = 1, bands_ = 1;           // of the outermost spatial dimension
  // Strides of the left operand as products read it: the caller's, or those of the block.
  int64_t image_stride_, feature_stride_;
  std::vector<int64_t> spatial_strides_;
  int64_t block_elements_ = 0;
  // Of whole blocks, and of the last, smaller one.
  std::shared_ptr<const Matmul> product_, last_product_;
  int64_t scratch_ = 0, block_at_ = 0, weights_at_ = 0, product_at_ = 0;
};

OwnConvolution::OwnConvolution(const ConvolutionSpec& spec, Backend backend)
    : spec_(spec), rank_(static_cast<int>(spec.spatial.size())), groups_(spec.feature_groups * spec.batch_groups) {
  PARTITA_INVARIANT(spec.feature_groups == 1 || spec.batch_groups == 1, "groups of features and of batches at once");
  result_batch_ = spec.batch / spec.batch_groups;
  group_features_ = spec.input_features / spec.feature_groups;
  group_outputs_ = spec.output_features / groups_;
  int64_t places = 1;
  bool empty = result_batch_ == 0 || group_outputs_ == 0;
  for (int d = 0; d < rank_; ++d) {
    const SpatialDim& dim = spec.spatial[d];
    places *= dim.output;
    empty = empty || dim.output == 0;
    spatial_strides_.push_back(dim.lhs_stride);
    copies_ = copies_ || dim.input_dilation != 1 || dim.low > 0 || reach(d, dim.output) - dim.low > dim.input;
  }
  image_stride_ = spec.lhs_batch_stride;
  feature_stride_ = spec.lhs_feature_stride;
  if (empty) {
    groups_ = 0;
    return;
  }
  const int64_t width = byte_width(spec.lhs_type);
  int64_t image_bytes = group_features_ * width;
  for (int d = 0; d < rank_; ++d) image_bytes *= reach(d, spec.spatial[d].output);
  images_ = std::clamp<int64_t>(kRowsWanted / places, 1, result_batch_);
  if (copies_) images_ = std::clamp<int64_t>(kBlockBytes / std::max<int64_t>(image_bytes, 1), 1, images_);
  image_blocks_ = divide_up(result_batch_, images_);
  band_ = rank_ > 0 ? spec.spatial[0].output : 1;
  if (rank_ > 0 && images_ == 1 && places > kRowsWanted) {
    const int64_t per_place = places / band_;
    int64_t wanted = divide_up(kRowsWanted, per_place);
    if (copies_) {
      // Bands of few places copy much twice.
      wanted = std::max(wanted, 2 * spec.spatial[0].window);
      const int64_t per_row = std::max<int64_t>(image_bytes / std::max<int64_t>(reach(0, band_), 1), 1);
      wanted = std::max(wanted, kBlockBytes / 4 / per_row / spec.spatial[0].stride);
    }
    band_ = std::min(band_, wanted);
  }
  bands_ = rank_ > 0 ? divide_up(spec.spatial[0].output, band_) : 1;
  if (copies_) lay_out_block();
  product_ = make_product(images_, band_, backend);
  const int64_t last_images = result_batch_ - (image_blocks_ - 1) * images_;
  const int64_t last_band = rank_ > 0 ? spec.spatial[0].output - (bands_ - 1) * band_ : 1;
  if (last_images != images_ || last_band != band_) last_product_ = make_product(last_images, last_band, backend);

  block_at_ = scratch_;
  scratch_ += round_up(block_elements_ * width, kAlign);
  weights_at_ = scratch_;
  scratch_ += round_up(static_cast<int64_t>(product_->packed_rhs_bytes()), kAlign);
  product_at_ = scratch_;
  scratch_ += static_cast<int64_t>(
      std::max(product_->scratch_bytes(), last_product_ != nullptr ? last_product_->scratch_bytes() : 0));
}

// Dimensions in the block are in the order in which the operand has them in memory, so that runs stay runs.
void OwnConvolution::lay_out_block() {
  struct Dim {
    int64_t source, size;
    int64_t* stride;
  };
  std::vector<Dim> dims = {{std::abs(image_stride_), images_, &image_stride_},
                           {std::abs(feature_stride_), group_features_, &feature_stride_}};
  for (int d = 0; d < rank_; ++d) {
    dims.push_back({std::abs(spatial_strides_[d]), reach(d, outputs(d, band_)), &spatial_strides_[d]});
  }
  std::ranges::stable_sort(dims, [](const Dim& a, const Dim& b) { return a.source > b.source; });
  block_elements_ = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    *dims[i].stride = block_elements_;
    block_elements_ *= dims[i].size;
  }
}

std::shared_ptr<const Matmul> OwnConvolution::make_product(int64_t images, int64_t band, Backend backend) const {
  MatmulSpec product;
  product.lhs_type = spec_.lhs_type;
  product.rhs_type = spec_.rhs_type;
  product.result_type = spec_.result_type;
  product.rhs_packed = true;
  for (int d = 0; d < rank_; ++d) {
    const SpatialDim& dim = spec_.spatial[d];
    product.rows.push_back(
        {.size = outputs(d, band), .lhs = spatial_strides_[d] * dim.stride, .result = dim.result_stride});
    product.depth.push_back({.size = dim.window,
                             .lhs = spatial_strides_[d] * dim.window_dilation,
                             .rhs = dim.reversed ? -dim.rhs_stride : dim.rhs_stride});
  }
  product.depth.push_back({.size = group_features_, .lhs = feature_stride_, .rhs = spec_.rhs_input_stride});
  const MatmulDim image{.size = images, .lhs = image_stride_, .result = spec_.result_batch_stride};
  // Neighbours in memory are neighbours among the rows.
  product.rows.insert(image_stride_ == 1 ? product.rows.end() : product.rows.begin(), image);
  product.columns = {{.size = group_outputs_, .rhs = spec_.rhs_output_stride, .result = spec_.result_feature_stride}};
  return compile(product, backend);
}

void OwnConvolution::copy_block(int64_t group, int64_t image, int64_t images, int64_t first, int64_t band,
                                const std::byte* lhs, std::byte* block) const {
  const int width = byte_width(spec_.lhs_type);
  std::memset(block, 0, static_cast<size_t>(block_elements_ * width));
  std::vector<int64_t> dims = {images, group_features_};
  std::vector<int64_t> from = {spec_.lhs_batch_stride, spec_.lhs_feature_stride};
  std::vector<int64_t> to = {image_stride_, feature_stride_};
  int64_t source = 0, target = 0;
  for (int d = 0; d < rank_; ++d) {
    const SpatialDim& dim = spec_.spatial[d];
    // The place of element x in the block is x · dilation - start.
    const int64_t start = (d == 0 ? first * dim.stride : 0) - dim.low;
    const int64_t begin = std::max<int64_t>(-floor_divide(-start, dim.input_dilation), 0);
    const int64_t end =
        std::min(floor_divide(start + reach(d, outputs(d, band)) - 1, dim.input_dilation) + 1, dim.input);
    if (end <= begin) return;
    dims.push_back(end - begin);
    from.push_back(dim.lhs_stride);
    to.push_back(spatial_strides_[d] * dim.input_dilation);
    source += begin * dim.lhs_stride;
    target += (begin * dim.input_dilation - start) * spatial_strides_[d];
  }
  source += image * spec_.lhs_batch_stride;
  if (spec_.feature_groups > 1) source += group * group_features_ * spec_.lhs_feature_stride;
  if (spec_.batch_groups > 1) source += group * result_batch_ * spec_.lhs_batch_stride;
  move::Copy(width, dims, from, to).run(lhs + source * width, block + target * width);
}

void OwnConvolution::run(int64_t first_task, int64_t end_task, const MatmulArguments& arguments) const {
  const int64_t lhs_width = byte_width(spec_.lhs_type), rhs_width = byte_width(spec_.rhs_type);
  const int64_t result_width = byte_width(spec_.result_type);
  std::byte* scratch = static_cast<std::byte*>(arguments.scratch);
  const std::byte* lhs = static_cast<const std::byte*>(arguments.lhs);
  int64_t packed = -1;  // the group whose weights are in scratch
  for (int64_t task = first_task; task < end_task; ++task) {
    const int64_t first = task % bands_ * band_, image = task / bands_ % image_blocks_ * images_;
    const int64_t group = task / bands_ / image_blocks_;
    const int64_t images = std::min(images_, result_batch_ - image);
    const int64_t band = rank_ > 0 ? std::min(band_, spec_.spatial[0].output - first) : 1;
    if (packed != group) {
      packed = group;
      int64_t weights = group * group_outputs_ * spec_.rhs_output_stride;
      for (const SpatialDim& dim : spec_.spatial) {
        if (dim.reversed) weights += std::max<int64_t>(dim.window - 1, 0) * dim.rhs_stride;
      }
      product_->pack_rhs(static_cast<const std::byte*>(arguments.rhs) + weights * rhs_width, scratch + weights_at_);
    }
    MatmulArguments of_product{.rhs = scratch + weights_at_, .scratch = scratch + product_at_};
    if (copies_) {
      copy_block(group, image, images, first, band, lhs, scratch + block_at_);
      of_product.lhs = scratch + block_at_;
    } else {
      int64_t offset = image * spec_.lhs_batch_stride;
      if (spec_.feature_groups > 1) offset += group * group_features_ * spec_.lhs_feature_stride;
      if (spec_.batch_groups > 1) offset += group * result_batch_ * spec_.lhs_batch_stride;
      for (int d = 0; d < rank_; ++d) {
        const SpatialDim& dim = spec_.spatial[d];
        offset += ((d == 0 ? first * dim.stride : 0) - dim.low) * dim.lhs_stride;
      }
      of_product.lhs = lhs + offset * lhs_width;
    }
    const int64_t result = image * spec_.result_batch_stride +
                           (rank_ > 0 ? first * spec_.spatial[0].result_stride : 0) +
                           group * group_outputs_ * spec_.result_feature_stride;
    of_product.result = static_cast<std::byte*>(arguments.result) + result * result_width;
    const Matmul& product = images == images_ && band == band_ ? *product_ : *last_product_;
    product.run(0, product.tasks(), of_product);
  }
}

}  // namespace

std::shared_ptr<const Convolution> compile(const ConvolutionSpec& spec, Backend backend) {
  return std::make_shared<OwnConvolution>(spec, backend);
}

}  // namespace partita::core::engine::product
