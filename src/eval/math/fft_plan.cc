// FftPlan: factors of the length, roots of unity, and transforms of one row (fft.h).
#include <algorithm>
#include <cmath>

#include "eval/math/fft.h"

namespace partita::core::eval::math {

namespace {

// By the formula: std::complex's own product looks for infinities, and may round otherwise.
template <typename T>
std::complex<T> times(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

template <typename T>
constexpr T kHalfRoot = static_cast<T>(0.707106781186547524400844362104849039L);  // √½

// A quarter turn, in the direction of the transform.
template <typename T>
std::complex<T> turned(std::complex<T> a, bool inverse) {
  return inverse ? std::complex<T>(-a.imag(), a.real()) : std::complex<T>(a.imag(), -a.real());
}

// exp(2πi k/n) to the last place: from the nearer axis, where sine and cosine keep all their digits.
template <typename T>
std::complex<T> exact_root(size_t k, size_t n) {
  constexpr long double kHalfPi = 1.570796326794896619231321691639751442L;
  const size_t quadrant = 4 * k / n, within = 4 * k - quadrant * n;
  const bool beyond_middle = 2 * within > n;
  const auto part = static_cast<long double>(beyond_middle ? n - within : within);
  const long double angle = kHalfPi * part / static_cast<long double>(n);
  std::complex<T> value(static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle)));
  if (beyond_middle) value = {value.imag(), value.real()};
  for (size_t i = 0; i < quadrant; ++i) value = turned(value, true);
  return value;
}

// The same in double, with the last digits XLA's have: an angle in eighths of a step of 2π/n, rounded once.
std::complex<double> root_in_double(size_t k, size_t n) {
  constexpr long double kQuarterPi = 0.785398163397448309615660845819875721L;
  const auto step = static_cast<double>(kQuarterPi / static_cast<long double>(n));
  const size_t eighths = 8 * k, quadrant = eighths / (2 * n), within = eighths - quadrant * 2 * n;
  const bool beyond_middle = within >= n;
  const double angle = static_cast<double>(beyond_middle ? 2 * n - within : within) * step;
  std::complex<double> value(std::cos(angle), std::sin(angle));
  if (beyond_middle) value = {value.imag(), value.real()};
  for (size_t i = 0; i < quadrant; ++i) value = turned(value, true);
  return value;
}

// All n roots, each the product of a coarse and a fine one so that sines are few; the second half mirrors the first.
template <typename T>
std::vector<std::complex<T>> all_roots(size_t n) {
  const size_t first_half = (n + 2) / 2;
  size_t fine_bits = 1;
  while ((size_t{1} << (2 * fine_bits)) < first_half) ++fine_bits;
  const size_t fine_count = size_t{1} << fine_bits;
  std::vector<std::complex<double>> fine(fine_count), coarse((first_half + fine_count - 1) / fine_count);
  for (size_t i = 0; i < fine.size(); ++i) fine[i] = root_in_double(i, n);
  for (size_t i = 0; i < coarse.size(); ++i) coarse[i] = root_in_double(i * fine_count, n);
  std::vector<std::complex<T>> roots(n);
  for (size_t k = 0; 2 * k <= n && k < n; ++k) {
    roots[k] = std::complex<T>(times(fine[k % fine_count], coarse[k / fine_count]));
    if (k > 0) roots[n - k] = std::conj(roots[k]);
  }
  return roots;
}

// Eights (for complex lines), fours, at most one two, which goes to the front, then odd primes.
std::vector<size_t> factors_of(size_t n, bool complex) {
  std::vector<size_t> factors;
  if (n == 0) return factors;
  const auto take = [&](size_t factor) {
    for (; n % factor == 0; n /= factor) factors.push_back(factor);
  };
  if (complex) take(8);
  take(4);
  if (n % 2 == 0) {
    take(2);
    std::swap(factors.front(), factors.back());
  }
  for (size_t p = 3; p * p <= n; p += 2) take(p);
  if (n > 1) factors.push_back(n);
  return factors;
}

// Steps that a length costs, by its factors.
double cost(size_t n) {
  double per_element = 0;
  for (size_t p : factors_of(n, false))
    per_element += p == 4 ? 4 : p <= 5 ? static_cast<double>(p) : 1.1 * static_cast<double>(p);
  return per_element * static_cast<double>(n);
}

// The next length without prime factors above 11.
size_t smooth_length(size_t n) {
  for (;; ++n) {
    size_t rest = n;
    for (size_t p : {2, 3, 5, 7, 11}) {
      while (rest % p == 0) rest /= p;
    }
    if (rest == 1) return n;
  }
}

bool wants_convolution(size_t n, bool complex) {
  const std::vector<size_t> factors = factors_of(n, complex);
  if (n < 50 || factors.back() * factors.back() <= n) return false;
  return 2 * 1.5 * cost(smooth_length(2 * n - 1)) < (complex ? 1 : 0.5) * cost(n);
}

}  // namespace

// A factor of the length, and how its few numbers are transformed.
template <typename T>
struct FftPlan<T>::Stage {
  using C = std::complex<T>;

  size_t factor;
  size_t before;  // product of the factors that came before
  size_t after;   // and of those that come after
  size_t widest;  // how many products are added up before they join the sum: 1, 2 or 4
  Line weights;   // exp(2πi k/factor), for odd factors

  void butterfly(C* v, bool inverse) const {
    switch (factor) {
      case 2: return butterfly_2(v);
      case 4: return butterfly_4(v, inverse);
      case 8: return butterfly_8(v, inverse);
      default: return butterfly_odd(v, inverse);
    }
  }
  static void butterfly_2(C* v);
  static void butterfly_4(C* v, bool inverse);
  static void butterfly_8(C* v, bool inverse);
  void butterfly_odd(C* v, bool inverse) const;
};

// Bluestein: jk = (j² + k² - (k-j)²) / 2 turns the transform into a convolution with a chirp, whose length is free.
template <typename T>
struct FftPlan<T>::Convolution {
  explicit Convolution(size_t n) : plan(smooth_length(2 * n - 1), Domain::kComplex), chirp(n), kernel(plan.length()) {
    const T scale = static_cast<T>(1.0 / static_cast<double>(plan.length()));
    const Line roots = all_roots<T>(2 * n);
    size_t square = 0;  // k², modulo 2n
    for (size_t k = 0; k < n; square = (square + 2 * k + 1) % (2 * n), ++k) {
      chirp[k] = roots[square];
      kernel[k] = chirp[k] * scale;
      if (k > 0) kernel[plan.length() - k] = kernel[k];
    }
    plan.run(kernel, false);
  }

  void run(Line& line, bool inverse) const {
    const auto direct = [&](std::complex<T> root) { return inverse ? root : std::conj(root); };
    Line work(plan.length());
    for (size_t k = 0; k < line.size(); ++k) work[k] = times(line[k], direct(chirp[k]));
    plan.run(work, false);
    for (size_t k = 0; k < work.size(); ++k) work[k] = times(work[k], inverse ? std::conj(kernel[k]) : kernel[k]);
    plan.run(work, true);
    for (size_t k = 0; k < line.size(); ++k) line[k] = times(work[k], direct(chirp[k]));
  }

  FftPlan plan;
  Line chirp;
  Line kernel;  // transformed
};

template <typename T>
FftPlan<T>::FftPlan(size_t length, Domain domain) : length_(length), domain_(domain) {
  if (length <= 1) return;
  if (wants_convolution(length, domain == Domain::kComplex)) {
    convolution_ = std::make_unique<Convolution>(length);
    return;
  }
  const bool real = domain == Domain::kReal;
  roots_ = all_roots<T>(length);
  size_t before = 1;
  for (size_t factor : factors_of(length, !real)) {
    // Small odd factors have exact weights and add term by term; large ones take both from the general rule.
    const bool small = factor <= (real ? 5 : 11);
    Stage stage{factor, before, length / (before * factor), small ? 1u : real ? 4u : 2u, {}};
    for (size_t k = 0; k < factor && factor % 2 != 0; ++k) {
      stage.weights.push_back(small ? exact_root<T>(k, factor) : roots_[k * (length / factor)]);
    }
    before *= factor;
    stages_.push_back(std::move(stage));
  }
}
template <typename T>
FftPlan<T>::~FftPlan() = default;
template <typename T>
FftPlan<T>::FftPlan(FftPlan&&) noexcept = default;

template <typename T>
void FftPlan<T>::run(Line& line, bool inverse) const {
  if (convolution_) return convolution_->run(line, inverse);
  Line other(line.size());
  for (const Stage& stage : stages_) {
    pass(stage, line, other, inverse);
    line.swap(other);
  }
}

// Splits by frequency: butterflies, then twiddles.
template <typename T>
void FftPlan<T>::pass(const Stage& stage, const Line& source, Line& target, bool inverse) const {
  const size_t factor = stage.factor, before = stage.before, after = stage.after;
  // The parts of a line that ends real are symmetric, and one half is the mirror image of the other.
  const bool mirrored = domain_ == Domain::kReal;
  std::vector<std::complex<T>> values(factor);
  for (size_t k = 0; k < before; ++k) {
    for (size_t i = 0; i < (mirrored ? after / 2 + 1 : after); ++i) {
      for (size_t b = 0; b < factor; ++b) values[b] = source[i + after * (b + factor * k)];
      stage.butterfly(values.data(), inverse);
      for (size_t b = 0; b < factor; ++b) {
        const std::complex<T> root = roots_[b * before * i];
        const bool twiddled = i > 0 && b > 0;
        std::complex<T>* const part = &target[after * (k + before * b)];
        part[i] = twiddled ? times(values[b], inverse ? root : std::conj(root)) : values[b];
        if (mirrored && i > 0 && 2 * i != after) part[after - i] = std::conj(part[i]);
      }
    }
  }
}

// Splits by time, forward, for lines that began as real numbers: twiddles, then butterflies.
template <typename T>
void FftPlan<T>::real_pass(const Stage& stage, const Line& source, Line& target) const {
  const size_t factor = stage.factor, before = stage.before, after = stage.after;
  std::vector<std::complex<T>> values(factor);
  for (size_t k = 0; k < before; ++k) {
    for (size_t i = 0; i <= after / 2; ++i) {
      for (size_t b = 0; b < factor; ++b) {
        values[b] = source[i + after * (k + before * b)];
        if (i > 0 && b > 0) values[b] = times(values[b], std::conj(roots_[b * before * i]));
      }
      if (factor == 4 && 2 * i == after) {
        // In the middle all four are real and turned by eighths; the real code adds them before it scales.
        const auto value = [&](size_t b) { return source[i + after * (k + before * b)].real(); };
        const T difference = kHalfRoot<T> * (value(1) - value(3)), sum = -kHalfRoot<T> * (value(1) + value(3));
        values[0] = {value(0) + difference, sum - value(2)};
        values[1] = {value(0) - difference, sum + value(2)};
        values[2] = std::conj(values[1]);
        values[3] = std::conj(values[0]);
      } else {
        stage.butterfly(values.data(), false);
      }
      std::complex<T>* const part = &target[after * factor * k];
      for (size_t b = 0; b < factor; ++b) {
        part[i + after * b] = values[b];
        if (i > 0) part[after * factor - (i + after * b)] = std::conj(values[b]);
      }
    }
  }
}

template <typename T>
void FftPlan<T>::Stage::butterfly_2(C* v) {
  const C sum = v[0] + v[1];
  v[1] = v[0] - v[1];
  v[0] = sum;
}

template <typename T>
void FftPlan<T>::Stage::butterfly_4(C* v, bool inverse) {
  const C even = v[0] + v[2], odd = v[1] + v[3], difference = v[0] - v[2], turn = turned(v[1] - v[3], inverse);
  v[0] = even + odd;
  v[1] = difference + turn;
  v[2] = even - odd;
  v[3] = difference - turn;
}

template <typename T>
void FftPlan<T>::Stage::butterfly_8(C* v, bool inverse) {
  const T h = kHalfRoot<T>;
  const auto by_an_eighth = [&](C a) {
    return inverse ? C(h * (a.real() - a.imag()), h * (a.imag() + a.real()))
                   : C(h * (a.real() + a.imag()), h * (a.imag() - a.real()));
  };
  const auto by_three_eighths = [&](C a) {
    return inverse ? C(h * (-a.real() - a.imag()), h * (a.real() - a.imag()))
                   : C(h * (a.imag() - a.real()), h * (-a.real() - a.imag()));
  };
  const C sum15 = v[1] + v[5], sum37 = v[3] + v[7], odd15 = v[1] - v[5], odd37 = turned(v[3] - v[7], inverse);
  const C a1 = sum15 + sum37, a3 = turned(sum15 - sum37, inverse);
  const C a5 = by_an_eighth(odd15 + odd37), a7 = by_three_eighths(odd15 - odd37);
  const C sum04 = v[0] + v[4], sum26 = v[2] + v[6], odd04 = v[0] - v[4], odd26 = turned(v[2] - v[6], inverse);
  const C a0 = sum04 + sum26, a2 = sum04 - sum26, a4 = odd04 + odd26, a6 = odd04 - odd26;
  v[0] = a0 + a1, v[4] = a0 - a1;
  v[2] = a2 + a3, v[6] = a2 - a3;
  v[1] = a4 + a5, v[5] = a4 - a5;
  v[3] = a6 + a7, v[7] = a6 - a7;
}

// Elements that mirror each other are added and subtracted; the sums are weighted with cosines, the differences with
// sines.
template <typename T>
void FftPlan<T>::Stage::butterfly_odd(C* v, bool inverse) const {
  const size_t half = factor / 2;
  std::vector<C> sums(half + 1), differences(half + 1);
  sums[0] = v[0];
  for (size_t j = 1; j <= half; ++j) {
    sums[j] = v[j] + v[factor - j];
    differences[j] = v[j] - v[factor - j];
    v[0] += sums[j];
  }
  for (size_t l = 1; l <= half; ++l) {
    C along = sums[0], across = 0;
    for (size_t j = 1, group; j <= half; j += group) {
      const size_t left = half - j + 1;
      group = j < 3 ? 1 : left > 3 ? widest : left > 1 ? std::min<size_t>(widest, 2) : 1;
      C cosines = 0, sines = 0;
      for (size_t m = j; m < j + group; ++m) {
        const C weight = weights[m * l % factor];
        const T cosine = weight.real(), sine = inverse ? weight.imag() : -weight.imag();
        const C with_cosine(cosine * sums[m].real(), cosine * sums[m].imag());
        const C with_sine(sine * differences[m].real(), sine * differences[m].imag());
        cosines = m == j ? with_cosine : cosines + with_cosine;
        sines = m == j ? with_sine : sines + with_sine;
      }
      along += cosines;
      across = j == 1 ? sines : across + sines;
    }
    const C turn(-across.imag(), across.real());
    v[l] = along + turn;
    v[factor - l] = along - turn;
  }
}

template <typename T>
void FftPlan<T>::transform(std::complex<T>* line, bool inverse, T scale, size_t stride) const {
  Line work(length_);
  for (size_t k = 0; k < length_; ++k) work[k] = line[k * stride];
  run(work, inverse);
  for (size_t k = 0; k < length_; ++k) line[k * stride] = scale == 1 ? work[k] : work[k] * scale;
}

template <typename T>
void FftPlan<T>::real_forward(const T* line, std::complex<T>* result) const {
  if (length_ == 0) return;
  Line work(line, line + length_);
  if (convolution_) {
    convolution_->run(work, false);
  } else {
    Line other(length_);
    for (auto stage = stages_.rbegin(); stage != stages_.rend(); ++stage, work.swap(other)) {
      real_pass(*stage, work, other);
    }
  }
  std::copy(work.begin(), work.begin() + static_cast<std::ptrdiff_t>(length_ / 2 + 1), result);
}

template <typename T>
void FftPlan<T>::real_inverse(const std::complex<T>* line, T* result, T scale) const {
  if (length_ == 0) return;
  Line work(length_);
  work[0] = line[0].real();
  for (size_t k = 1; k <= length_ / 2; ++k) {
    work[k] = 2 * k == length_ ? std::complex<T>(line[k].real()) : line[k];
    work[length_ - k] = std::conj(work[k]);
  }
  run(work, true);
  for (size_t k = 0; k < length_; ++k) result[k] = scale == 1 ? work[k].real() : work[k].real() * scale;
}

template class FftPlan<float>;
template class FftPlan<double>;

}  // namespace partita::core::eval::math
