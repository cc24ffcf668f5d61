#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

#include "cost/products.h"
#include "cost/units.h"
#include "measure/memory_kernels.h"
#include "measure/timing.h"
#include "measure/vector_kernels.h"

namespace partita::core::measure {
namespace {

// What the time is divided by; a few more or less do not matter.
constexpr double kMeasurements = 38;
// Everything is measured in so many rounds, and the least counts: what else a machine does comes in waves.
constexpr int kRounds = 3;
constexpr int64_t kMiB = int64_t{1} << 20;

template <typename T>
std::shared_ptr<std::vector<T>> buffer(int64_t count, T value = T{1}) {
  return std::make_shared<std::vector<T>>(static_cast<size_t>(count), value);
}

class Measuring {
 public:
  explicit Measuring(const MeasureOptions& options)
      : options_(options),
        facts_(machine_facts()),
        vectors_(vector_kernels()),
        share_(options.seconds / kMeasurements / kRounds) {
    // Far more than caches hold, but a sixteenth of a thread's memory at most, so that three such buffers disturb
    // nobody, and no more than can be copied some times in the time there is.
    const double memory = facts_.memory > 0 ? facts_.memory / options.threads / 16 : 64.0 * kMiB;
    const double room = std::min(memory, share_ * 1e9);
    large_ = std::clamp(static_cast<int64_t>(room), kMiB, 64 * kMiB) / kMiB * kMiB;
    side_ = share_ < 0.01 ? 128 : 512;
  }

  MeasuredMachine run() {
    for (int round = 0; round < kRounds; ++round) {
      if (round + 1 < kRounds) options_.progress(fmt::format("round {} of {}", round + 1, kRounds));
      is_last_ = round + 1 == kRounds;
      out_ = {};
      next_ = 0;
      one_round();
    }
    return std::move(out_);
  }

 private:
  void one_round() {
    out_.hardware.name =
        fmt::format("{}, {}, each a device ({})", facts_.processor,
                    options_.threads == 1 ? "1 thread" : fmt::format("{} threads", options_.threads), vectors_.name);
    say("{}", out_.hardware.name);
    out_.hardware.memory = facts_.memory / options_.threads;
    if (out_.hardware.memory > 0) source("memory", "An equal share of what the operating system says there is");
    streams();
    arithmetic();
    products();
    moves();
    overheads();
    exchanges();
  }

  // In the last round, when all is known.
  template <typename... Args>
  void say(fmt::format_string<Args...> text, Args&&... args) {
    if (is_last_) options_.progress(fmt::format(text, std::forward<Args>(args)...));
  }
  void source(const char* field, const std::string& how) { out_.sources.emplace_back(field, how); }
  void measured(const char* field, const std::string& how) {
    const std::string all =
        options_.threads == 1 ? "on one thread" : fmt::format("{} threads at once", options_.threads);
    source(field, fmt::format("Measured: {} ({}, {})", how, all, options_.when));
  }
  // The least of the rounds until now, which measure the same in the same order.
  double least(double seconds) {
    if (next_ == std::ssize(least_)) least_.push_back(seconds);
    double& known = least_[next_++];
    return known = std::min(known, seconds);
  }
  double seconds_of(const MakeKernel& make) { return least(kernel_seconds(options_.threads, share_, make)); }
  // Says and gives a rate of so many bytes or operations in a run.
  double rate(const std::string& what, double amount, const char* unit, const MakeKernel& make) {
    const double found = amount / seconds_of(make);
    say("  {:<34}{:>10.4g} G{}/s", what, 1e-9 * found, unit);
    return found;
  }
  static std::string size_text(int64_t bytes) { return cost::bytes_text(static_cast<double>(bytes)); }

  // Copies and sums of growing sizes; the description has those of the largest, since caches are not modelled.
  void streams() {
    double copied = 0, added = 0;
    for (int64_t bytes : {32 * kMiB / 1024, kMiB, 16 * kMiB, large_}) {
      if (bytes > large_) continue;
      copied = rate("copy of " + size_text(bytes), 2.0 * static_cast<double>(bytes), "B", [&](int) -> Kernel {
        return [from = buffer<char>(bytes), to = buffer<char>(bytes)] {
          std::memcpy(to->data(), from->data(), from->size());
        };
      });
    }
    for (int64_t bytes : {32 * kMiB / 1024, kMiB, large_}) {
      const int64_t count = bytes / 4;
      added = rate("sum of two of " + size_text(bytes), 3.0 * static_cast<double>(bytes), "B", [&](int) -> Kernel {
        return [this, count, a = buffer<float>(count), b = buffer<float>(count), c = buffer<float>(count)] {
          vectors_.add(a->data(), b->data(), c->data(), count);
        };
      });
    }
    out_.hardware.memory_bandwidth = std::max(copied, added);
    out_.hardware.rates.efficiency = added / out_.hardware.memory_bandwidth;
    measured("memory_bandwidth",
             fmt::format("the larger of a copy and a sum of two arrays of {}, read and written", size_text(large_)));
  }

  void arithmetic() {
    static constexpr int64_t kCount = 4096;
    out_.hardware.vector_flops = rate("multiply-adds in cache", 2.0 * kCount, "FLOP", [&](int) -> Kernel {
      return [this, x = buffer<float>(kCount)] { vectors_.multiply_add(x->data(), kCount, 0.5F, 0.25F); };
    });
    measured("vector_flops", "x = a x + b over 16 KiB of f32");
  }

  // ---- products

  template <typename T>
  double product_seconds(void (*kernel)(const ProductOf<T>&), int64_t side, int64_t depth) {
    return seconds_of([&](int) -> Kernel {
      return [kernel, side, depth, a = buffer<T>(side * depth), b = buffer<T>(side * depth),
              c = buffer<T>(side * side, T{0})] {
        std::fill(c->begin(), c->end(), T{0});
        kernel({a->data(), b->data(), c->data(), side, side, depth});
      };
    });
  }

  // Operands of a narrow type are widened, then multiplied.
  template <typename Narrow, typename T>
  double widened_seconds(void (*widen)(const Narrow*, T*, int64_t), void (*kernel)(const ProductOf<T>&), int64_t side) {
    return seconds_of([&](int) -> Kernel {
      const int64_t count = side * side;
      return [widen, kernel, side, count, a = buffer<Narrow>(count), b = buffer<Narrow>(count),
              wide_a = buffer<T>(count), wide_b = buffer<T>(count), c = buffer<T>(count, T{0})] {
        widen(a->data(), wide_a->data(), count);
        widen(b->data(), wide_b->data(), count);
        std::fill(c->begin(), c->end(), T{0});
        kernel({wide_a->data(), wide_b->data(), c->data(), side, side, side});
      };
    });
  }

  void products() {
    const int64_t side = side_;
    const auto sides = static_cast<double>(side), large = 2 * sides;
    cost::Products& how = out_.hardware.products;
    how.tile_rows = vectors_.tile_rows;
    how.tile_columns = vectors_.tile_columns;
    // At a fixed result, time is a line over the depth: where it begins is the ramp.
    std::vector<double> depths, seconds;
    for (double depth = sides / 32; depth <= large; depth *= 2) depths.push_back(depth);
    for (double depth : depths) {
      seconds.push_back(product_seconds(vectors_.product_f32, side, static_cast<int64_t>(depth)));
      say("  {:<34}{:>10.4g} GFLOP/s", fmt::format("f32 product {0} x {0} x {1:g}", side, depth),
          2e-9 * sides * sides * depth / seconds.back());
    }
    const Line line = fit_line(depths, seconds);
    how.ramp = std::round(line.begin / line.slope);
    const auto padded = [](int64_t size, int64_t tile) { return static_cast<double>((size + tile - 1) / tile * tile); };
    const double terms = 2 * padded(side, how.tile_rows) * padded(side, how.tile_columns);
    const double peak = terms / line.slope;
    // The rate that gives what was measured, with the ramp of f32.
    const auto add_type = [&](const char* type, double found) {
      const double at_unit_rate = cost::product_seconds({1, sides, sides, sides}, 1, how);
      out_.hardware.matrix_flops.emplace_back(type, at_unit_rate / found);
      say("  {:<34}{:>10.4g} GFLOP/s", fmt::format("{1} product {0} x {0} x {0}", side, type),
          2e-9 * std::pow(sides, 3) / found);
    };
    out_.hardware.matrix_flops.emplace_back("f32", peak);
    add_type("f64", product_seconds(vectors_.product_f64, side, side));
    add_type("bf16", widened_seconds(vectors_.widen_bf16, vectors_.product_f32, side));
    add_type("f16", widened_seconds(vectors_.widen_f16, vectors_.product_f32, side));
    add_type("i8", widened_seconds(vectors_.widen_i8, vectors_.product_i32, side));
    compare({1, 1, large, large}, peak);
    compare({1, large, large, large}, peak);
    measured("matrix_flops",
             fmt::format("blocked products with {}, what {} x {} results tend to with their depth; bf16 and f16 are "
                         "widened to f32 first, i8 to i32",
                         vectors_.name, side, side));
    measured("products", fmt::format("tiles are the kernel's own; ramp, where a line through the times of {0} x {0} "
                                     "results of depth {1:g} to {2:g} begins",
                                     side, depths.front(), depths.back()));
  }

  // Shapes that the description was not made from: for whoever reads the progress.
  void compare(const cost::ProductShape& shape, double peak) {
    const auto rows = static_cast<int64_t>(shape.rows), side = static_cast<int64_t>(shape.columns);
    const double seconds = seconds_of([&](int) -> Kernel {
      return [this, rows, side, a = buffer<float>(rows * side), b = buffer<float>(side * side),
              c = buffer<float>(rows * side)] {
        vectors_.product_f32({a->data(), b->data(), c->data(), rows, side, side});
      };
    });
    const double operations = 2e-9 * shape.rows * shape.columns * shape.depth;
    say("  {:<34}{:>10.4g} GFLOP/s, {:.4g} by the description",
        fmt::format("f32 product {} x {} x {}", rows, side, side), operations / seconds,
        operations / cost::product_seconds(shape, peak, out_.hardware.products));
  }

  // ---- memory

  std::shared_ptr<std::vector<int32_t>> random_rows(int64_t count, int64_t below, int seed) const {
    std::mt19937 random(seed);
    auto rows = std::make_shared<std::vector<int32_t>>(count);
    for (int32_t& row : *rows) row = static_cast<int32_t>(random() % static_cast<uint32_t>(below));
    return rows;
  }

  void moves() {
    cost::MemoryRates& rates = out_.hardware.rates;
    const int64_t count = large_ / 4;
    const auto bytes = static_cast<double>(large_);
    rates.reduce = rate("sums of rows of 1024", bytes, "B", [&](int) -> Kernel {
      return [this, count, x = buffer<float>(count), sums = buffer<float>(count / 1024)] {
        vectors_.row_sums(x->data(), sums->data(), count / 1024, 1024);
      };
    });
    const int64_t rows = int64_t{1} << (std::bit_width(static_cast<uint64_t>(count)) / 2);
    rates.transpose = rate(fmt::format("transpose of {} rows", rows), 2 * bytes, "B", [&](int) -> Kernel {
      return [count, rows, from = buffer<float>(count), to = buffer<float>(count)] {
        transpose(from->data(), to->data(), rows, count / rows);
      };
    });
    static constexpr int64_t kWidth = 128;
    const int64_t table = count / kWidth, picked = std::max<int64_t>(1, table / 4);
    const double moved = 4.0 * static_cast<double>(picked * kWidth);
    rates.gather = rate("gather of rows of 128", 2 * moved, "B", [&](int t) -> Kernel {
      return [from = buffer<float>(count), to = buffer<float>(picked * kWidth), index = random_rows(picked, table, t)] {
        gather_rows(from->data(), to->data(), *index, kWidth);
      };
    });
    rates.scatter = rate("sum into rows of 128", 3 * moved, "B", [&](int t) -> Kernel {
      return [this, to = buffer<float>(count), from = buffer<float>(picked * kWidth),
              index = random_rows(picked, table, t)] {
        for (size_t i = 0; i < index->size(); ++i) {
          float* row = to->data() + (*index)[i] * kWidth;
          vectors_.add(row, from->data() + static_cast<int64_t>(i) * kWidth, row, kWidth);
        }
      };
    });
    rates.narrow_scatter = rate("sum into rows of 128, bf16", 1.5 * moved, "B", [&](int t) -> Kernel {
      return [to = buffer<uint16_t>(count), from = buffer<uint16_t>(picked * kWidth),
              index = random_rows(picked, table, t)] { scatter_rows_bf16(from->data(), to->data(), *index, kWidth); };
    });
    // Half of each row, as a slice of what is stacked along columns.
    rates.copy = rate("slices of rows of 1024", bytes, "B", [&](int) -> Kernel {
      return [count, from = buffer<float>(count), to = buffer<float>(count / 2)] {
        for (int64_t r = 0; r < count / 1024; ++r) {
          std::memcpy(to->data() + r * 512, from->data() + r * 1024 + 256, 512 * sizeof(float));
        }
      };
    });
    static constexpr int64_t kSorted = int64_t{1} << 16, kLine = 1024, kLines = 256;
    rates.sort = rate("sort of 65536 (x log2)", 16.0 * kSorted, "element", [&](int t) -> Kernel {
      auto from = buffer<float>(kSorted);
      std::mt19937 random(t);
      for (float& x : *from) x = static_cast<float>(random());
      return [from, to = buffer<float>(kSorted)] {
        *to = *from;
        std::sort(to->begin(), to->end());
      };
    });
    rates.fft = rate("Fourier transforms of 1024", 2.0 * 8 * kLine * kLines, "B", [&](int) -> Kernel {
      return [lines = FourierLines(kLine), from = buffer<float>(2 * kLine * kLines),
              to = buffer<float>(2 * kLine * kLines)] {
        *to = *from;
        lines.transform(to->data(), kLines);
      };
    });
    measured(
        "memory_rates",
        fmt::format("efficiency, the sum of two arrays; the others on {} of f32: sums of rows of 1024, a transpose "
                    "of a matrix, rows of 128 picked and added at random, half of rows of 1024 copied; a sort of "
                    "65536, Fourier transforms of 256 lines of 1024",
                    size_text(large_)));
  }

  void overheads() {
    static constexpr int64_t kCount = 64;
    const double seconds = seconds_of([&](int) -> Kernel {
      return [this, x = buffer<float>(kCount), held = std::make_shared<std::vector<float>>()] {
        std::vector<float> result(kCount);
        vectors_.add(x->data(), x->data(), result.data(), kCount);
        held->swap(result);
      };
    });
    out_.hardware.overheads.kernel = out_.hardware.op_latency = seconds;
    say("  {:<34}{:>10.4g} us", "call of a kernel", 1e6 * seconds);
    measured("overheads", "a call of a kernel of 64 elements through a pointer, its result newly allocated");
  }

  void exchanges() {
    cost::NetworkLevel level{.name = "memory"};
    const int threads = std::max(2, options_.threads);
    level.latency = least(handover_seconds(share_));
    say("  {:<34}{:>10.4g} us", "a word to another thread", 1e6 * level.latency);
    // The bandwidth is that of the largest, since caches are not modelled; what small ones fall short of it gives
    // half_size.
    constexpr int64_t kSmall = 64 << 10;
    const int64_t large = std::min(large_, 16 * kMiB);
    double small_seconds = 0, large_seconds = 0;
    for (int64_t bytes : {kSmall, kMiB, large}) {
      large_seconds = least(exchange_seconds(threads, share_, bytes));
      if (bytes == kSmall) small_seconds = large_seconds;
      say("  {:<34}{:>10.4g} GB/s", "exchange of " + size_text(bytes),
          1e-9 * static_cast<double>(bytes) / large_seconds);
    }
    level.bandwidth = static_cast<double>(large) / large_seconds;
    level.half_size = std::max(0.0, small_seconds * level.bandwidth - kSmall);
    out_.hardware.levels = {level};
    out_.hardware.overlaps = false;
    measured("levels", fmt::format("latency, a word that another thread waits for; bandwidth, a copy of {} that a "
                                   "neighbour has just written; half_size, one of {}",
                                   size_text(large), size_text(kSmall)));
    source("overlaps", "A thread that copies does not compute");
  }

  const MeasureOptions& options_;
  MachineFacts facts_;
  const VectorKernels& vectors_;
  double share_;
  int64_t large_;              // bytes of a buffer that caches do not hold
  int64_t side_;               // of products
  std::vector<double> least_;  // seconds of each measurement
  std::ptrdiff_t next_ = 0;
  bool is_last_ = false;
  MeasuredMachine out_;
};

}  // namespace

MeasuredMachine measure_machine(const MeasureOptions& options) { return Measuring(options).run(); }

}  // namespace partita::core::measure
