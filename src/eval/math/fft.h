// Discrete Fourier transforms, any length, in n log n steps.
//
//   forward:  X[k] = Σ x[j] exp(-2πi jk/n)          inverse:  x[j] = 1/n Σ X[k] exp(+2πi jk/n)
//
// XLA on a CPU uses the FFTPACK family of algorithms (DUCC, pocketfft before it). Here the same factors are taken in
// the same order, with the same butterflies, in the precision of the elements, so that results agree to the last bit:
// rounding errors in a transform are many units of its small elements, and a better algorithm would differ as much as a
// worse one.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace partita::core::eval::math {

// What depends on the length only. One plan serves any number of lines, and threads. T is float or double.
template <typename T>
class FftPlan {
 public:
  enum class Domain { kComplex, kReal };  // lines of real numbers are factored differently
  FftPlan(size_t length, Domain domain);
  ~FftPlan();
  FftPlan(FftPlan&&) noexcept;

  size_t length() const { return length_; }

  // One line in place, times `scale`. The elements lie `stride` apart.
  void transform(std::complex<T>* line, bool inverse, T scale = 1, size_t stride = 1) const;
  // Forward transform of real numbers: the first length/2 + 1 results, which determine the rest.
  void real_forward(const T* line, std::complex<T>* result) const;
  // Its inverse times `scale`, from length/2 + 1 numbers; the imaginary part of the first, and of the middle one, is
  // ignored.
  void real_inverse(const std::complex<T>* line, T* result, T scale) const;

 private:
  using Line = std::vector<std::complex<T>>;
  struct Stage;        // one factor of the length
  struct Convolution;  // for lengths with a large prime factor

  void run(Line& line, bool inverse) const;
  void pass(const Stage& stage, const Line& source, Line& target, bool inverse) const;
  void real_pass(const Stage& stage, const Line& source, Line& target) const;

  size_t length_;
  Domain domain_;
  std::vector<Stage> stages_;
  Line roots_;  // exp(2πi k/n)
  std::unique_ptr<Convolution> convolution_;
};

// Transforms over the last one to three dimensions of `batch` blocks, as the fft op means them. `lengths` are those of
// the real side: the complex side of a real transform has lengths.back()/2 + 1 elements in its last dimension.
template <typename T>
void fft(std::complex<T>* blocks, size_t batch, std::span<const size_t> lengths, bool inverse);
template <typename T>
void real_fft(const T* blocks, std::complex<T>* result, size_t batch, std::span<const size_t> lengths);
template <typename T>
void inverse_real_fft(std::span<const std::complex<T>> blocks, T* result, size_t batch,
                      std::span<const size_t> lengths);

}  // namespace partita::core::eval::math
