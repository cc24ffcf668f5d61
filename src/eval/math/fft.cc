#include "eval/math/fft.h"

namespace partita::core::eval::math {

namespace {

size_t product(std::span<const size_t> lengths) {
  size_t result = 1;
  for (size_t length : lengths) result *= length;
  return result;
}

template <typename T>
T inverse_scale(std::span<const size_t> lengths) {
  return static_cast<T>(1.0 / static_cast<double>(product(lengths)));
}

// Dimension `d` of blocks with these sizes, line by line.
template <typename T>
void transform_dimension(std::complex<T>* blocks, size_t batch, std::span<const size_t> sizes, size_t d, bool inverse,
                         T scale) {
  const FftPlan<T> plan(sizes[d], FftPlan<T>::Domain::kComplex);
  const size_t inner = product(sizes.subspan(d + 1)), outer = batch * product(sizes.first(d));
  for (size_t o = 0; o < outer; ++o) {
    for (size_t i = 0; i < inner; ++i) {
      plan.transform(blocks + o * sizes[d] * inner + i, inverse, scale, inner);
    }
  }
}

std::vector<size_t> complex_side(std::span<const size_t> lengths) {
  std::vector<size_t> sizes(lengths.begin(), lengths.end());
  sizes.back() = sizes.back() / 2 + 1;
  return sizes;
}

}  // namespace

template <typename T>
void fft(std::complex<T>* blocks, size_t batch, std::span<const size_t> lengths, bool inverse) {
  T scale = inverse ? inverse_scale<T>(lengths) : 1;
  for (size_t d = 0; d < lengths.size(); ++d, scale = 1) transform_dimension(blocks, batch, lengths, d, inverse, scale);
}

template <typename T>
void real_fft(const T* blocks, std::complex<T>* result, size_t batch, std::span<const size_t> lengths) {
  const std::vector<size_t> sizes = complex_side(lengths);
  const size_t lines = batch * product(lengths.first(lengths.size() - 1));
  const FftPlan<T> plan(lengths.back(), FftPlan<T>::Domain::kReal);
  for (size_t i = 0; i < lines; ++i) plan.real_forward(blocks + i * lengths.back(), result + i * sizes.back());
  for (size_t d = 0; d + 1 < sizes.size(); ++d) transform_dimension<T>(result, batch, sizes, d, false, 1);
}

template <typename T>
void inverse_real_fft(std::span<const std::complex<T>> blocks, T* result, size_t batch,
                      std::span<const size_t> lengths) {
  const std::vector<size_t> sizes = complex_side(lengths);
  std::vector<std::complex<T>> work(blocks.begin(), blocks.end());
  for (size_t d = 0; d + 1 < sizes.size(); ++d) transform_dimension<T>(work.data(), batch, sizes, d, true, 1);
  const FftPlan<T> plan(lengths.back(), FftPlan<T>::Domain::kReal);
  const size_t lines = batch * product(lengths.first(lengths.size() - 1));
  for (size_t i = 0; i < lines; ++i) {
    plan.real_inverse(work.data() + i * sizes.back(), result + i * lengths.back(), inverse_scale<T>(lengths));
  }
}

template void fft(std::complex<float>*, size_t, std::span<const size_t>, bool);
template void fft(std::complex<double>*, size_t, std::span<const size_t>, bool);
template void real_fft(const float*, std::complex<float>*, size_t, std::span<const size_t>);
template void real_fft(const double*, std::complex<double>*, size_t, std::span<const size_t>);
template void inverse_real_fft(std::span<const std::complex<float>>, float*, size_t, std::span<const size_t>);
template void inverse_real_fft(std::span<const std::complex<double>>, double*, size_t, std::span<const size_t>);

}  // namespace partita::core::eval::math
