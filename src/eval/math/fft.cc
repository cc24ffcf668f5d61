#include "eval/math/fft.h"

#include <algorithm>
#include <cmath>

namespace partita::math {

namespace {

using Complex = std::complex<double>;

// Products by the formula: std::complex's own checks for infinities cost more than the transform.
Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// exp(-2πi k/n). Angles are counted in quarters of the steps, so that a quadrant is n of them, and taken from the
// nearer axis: there sine and cosine keep all their digits, and symmetric roots are symmetric to the last bit.
Complex root_of_unity(size_t k, size_t n) {
  constexpr long double kHalfPi = 1.570796326794896619231321691639751442L;
  const size_t quadrant = 4 * k / n, within = 4 * k - quadrant * n;
  const bool beyond_middle = 2 * within > n;
  const auto part = static_cast<long double>(beyond_middle ? n - within : within);
  const long double angle = kHalfPi * part / static_cast<long double>(n);
  Complex value(static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle)));
  if (beyond_middle) value = {value.imag(), value.real()};
  for (size_t i = 0; i < quadrant; ++i) value = {-value.imag(), value.real()};
  return std::conj(value);
}

std::vector<Complex> roots_of_unity(size_t n) {
  std::vector<Complex> roots(n);
  for (size_t k = 0; k < n; ++k) roots[k] = root_of_unity(k, n);
  return roots;
}

// A prime factor p costs p steps per element, so large ones go another way.
constexpr size_t kLargestFactor = 47;

// Empty when a prime factor is too large.
std::vector<size_t> small_factors(size_t n) {
  std::vector<size_t> factors;
  for (; n % 4 == 0 && n > 0; n /= 4) factors.push_back(4);
  for (size_t p = 2; p <= kLargestFactor; ++p) {
    for (; n % p == 0 && n > 1; n /= p) factors.push_back(p);
  }
  if (n > 1) factors.clear();
  return factors;
}

}  // namespace

// Bluestein: jk = (j² + k² - (k-j)²) / 2 turns the transform into a convolution with a chirp, whose length is free.
struct FftPlan::Convolution {
  explicit Convolution(size_t n) : plan(padded_length(n)), chirp(n), kernel(plan.length()) {
    size_t square = 0;  // k², modulo 2n
    for (size_t k = 0; k < n; square = (square + 2 * k + 1) % (2 * n), ++k) {
      chirp[k] = root_of_unity(square, 2 * n);
      kernel[k] = std::conj(chirp[k]);
      if (k > 0) kernel[plan.length() - k] = kernel[k];
    }
    std::vector<Complex> source = kernel;
    plan.forward(source.data(), kernel.data());
  }

  static size_t padded_length(size_t n) {
    size_t length = 1;
    while (length < 2 * n - 1) length *= 2;
    return length;
  }

  void forward(const Complex* source, Complex* target) const {
    std::vector<Complex> a(plan.length()), b(plan.length());
    for (size_t k = 0; k < chirp.size(); ++k) a[k] = times(source[k], chirp[k]);
    plan.forward(a.data(), b.data());
    // The inverse transform is the forward one of the conjugate, conjugated.
    for (size_t k = 0; k < b.size(); ++k) b[k] = std::conj(times(b[k], kernel[k]));
    plan.forward(b.data(), a.data());
    const double scale = 1 / static_cast<double>(plan.length());
    for (size_t k = 0; k < chirp.size(); ++k) target[k] = times(std::conj(a[k]), chirp[k]) * scale;
  }

  FftPlan plan;
  std::vector<Complex> chirp;
  std::vector<Complex> kernel;  // transformed
};

FftPlan::FftPlan(size_t length) : length_(length) {
  if (length <= 1) return;
  factors_ = small_factors(length);
  if (factors_.empty()) {
    convolution_ = std::make_unique<Convolution>(length);
  } else {
    roots_ = roots_of_unity(length);
  }
}
FftPlan::~FftPlan() = default;
FftPlan::FftPlan(FftPlan&&) noexcept = default;

void FftPlan::forward(const Complex* source, Complex* target) const {
  if (length_ == 1) target[0] = source[0];
  if (length_ <= 1) return;
  if (convolution_) {
    convolution_->forward(source, target);
  } else {
    by_factors(source, target, length_, 1, 0);
  }
}

// Every factor-th element is a shorter transform; one round of butterflies joins them.
void FftPlan::by_factors(const Complex* source, Complex* target, size_t length, size_t stride, size_t level) const {
  if (length == 1) {
    target[0] = source[0];
    return;
  }
  const size_t factor = factors_[level], part = length / factor;
  for (size_t q = 0; q < factor; ++q) {
    by_factors(source + q * stride, target + q * part, part, stride * factor, level + 1);
  }
  butterflies(target, length, factor);
}

void FftPlan::butterflies(Complex* target, size_t length, size_t factor) const {
  const size_t part = length / factor, step = length_ / length, turn = length_ / factor;
  if (factor == 2) {
    for (size_t k = 0; k < part; ++k) {
      const Complex a = target[k], b = times(target[k + part], roots_[k * step]);
      target[k] = a + b;
      target[k + part] = a - b;
    }
    return;
  }
  if (factor == 4) {
    for (size_t k = 0; k < part; ++k) {
      const Complex a = target[k], b = times(target[k + part], roots_[k * step]);
      const Complex c = times(target[k + 2 * part], roots_[2 * k * step]);
      const Complex d = times(target[k + 3 * part], roots_[3 * k * step]);
      const Complex even = a + c, odd = b + d, even_difference = a - c;
      const Complex odd_difference(b.imag() - d.imag(), d.real() - b.real());  // -i (b - d)
      target[k] = even + odd;
      target[k + part] = even_difference + odd_difference;
      target[k + 2 * part] = even - odd;
      target[k + 3 * part] = even_difference - odd_difference;
    }
    return;
  }
  Complex values[kLargestFactor];
  for (size_t k = 0; k < part; ++k) {
    for (size_t q = 0; q < factor; ++q) values[q] = times(target[k + q * part], roots_[q * k * step]);
    for (size_t r = 0; r < factor; ++r) {
      Complex sum = values[0];
      size_t at = 0;
      for (size_t q = 1; q < factor; ++q) {
        at += r;
        if (at >= factor) at -= factor;
        sum += times(values[q], roots_[at * turn]);
      }
      target[k + r * part] = sum;
    }
  }
}

void FftPlan::transform(Complex* line, bool inverse, Workspace& workspace, size_t stride) const {
  workspace.resize(std::max(workspace.size(), 2 * length_));
  Complex* source = workspace.data();
  Complex* target = workspace.data() + length_;
  for (size_t k = 0; k < length_; ++k) source[k] = inverse ? std::conj(line[k * stride]) : line[k * stride];
  forward(source, target);
  const double count = static_cast<double>(length_);
  for (size_t k = 0; k < length_; ++k) line[k * stride] = inverse ? std::conj(target[k]) / count : target[k];
}

void FftPlan::real_forward(const double* line, Complex* result, Workspace& workspace) const {
  if (length_ == 0) return;
  workspace.resize(std::max(workspace.size(), 2 * length_));
  Complex* target = workspace.data() + length_;
  std::copy(line, line + length_, workspace.begin());
  forward(workspace.data(), target);
  std::copy(target, target + length_ / 2 + 1, result);
}

void FftPlan::real_inverse(const Complex* line, double* result, Workspace& workspace) const {
  if (length_ == 0) return;
  workspace.resize(std::max(workspace.size(), 2 * length_));
  Complex* source = workspace.data();
  Complex* target = workspace.data() + length_;
  // Conjugated for the inverse: the half that is given goes to the far end, its mirror image to the front.
  source[0] = line[0].real();
  for (size_t k = 1; k <= length_ / 2; ++k) {
    source[length_ - k] = line[k];
    source[k] = 2 * k == length_ ? Complex(line[k].real()) : std::conj(line[k]);
  }
  forward(source, target);
  for (size_t k = 0; k < length_; ++k) result[k] = target[k].real() / static_cast<double>(length_);
}

}  // namespace partita::math
