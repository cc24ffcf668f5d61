// Discrete Fourier transforms of one line, any length, in n log n steps.
//
//   forward:  X[k] = Σ x[j] exp(-2πi jk/n)          inverse:  x[j] = 1/n Σ X[k] exp(+2πi jk/n)
//
// A plan holds what depends on the length only; one plan serves any number of lines and threads. Single precision is
// computed in double as well.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

namespace partita::math {

class FftPlan {
 public:
  explicit FftPlan(size_t length);
  ~FftPlan();
  FftPlan(FftPlan&&) noexcept;

  size_t length() const { return length_; }

  // In place. The elements of a line lie `stride` apart; the workspace is resized as needed and may be used again.
  using Workspace = std::vector<std::complex<double>>;
  void transform(std::complex<double>* line, bool inverse, Workspace& workspace, size_t stride = 1) const;

  // Forward transform of real numbers: the first length/2 + 1 results, which determine the rest.
  void real_forward(const double* line, std::complex<double>* result, Workspace& workspace) const;
  // Its inverse from length/2 + 1 numbers. The imaginary part of the first, and of the middle one, does not count.
  void real_inverse(const std::complex<double>* line, double* result, Workspace& workspace) const;

 private:
  struct Convolution;  // for lengths with a large prime factor

  void forward(const std::complex<double>* source, std::complex<double>* target) const;
  void by_factors(const std::complex<double>* source, std::complex<double>* target, size_t length, size_t stride,
                  size_t level) const;
  void butterflies(std::complex<double>* target, size_t length, size_t factor) const;

  size_t length_;
  std::vector<size_t> factors_;              // of the length; empty with a convolution
  std::vector<std::complex<double>> roots_;  // exp(-2πi k/n)
  std::unique_ptr<Convolution> convolution_;
};

}  // namespace partita::math
