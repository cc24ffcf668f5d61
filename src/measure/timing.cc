#include "measure/timing.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <thread>

namespace partita::core::measure {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Of the thread that asks.
double processor_seconds() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
#endif
}

// Asking the clock takes a good part of a microsecond: a sample is as many runs as take longer by far.
constexpr double kLeastSample = 1e-4;
constexpr size_t kMostSamples = 4096;

double time_of(const Kernel& kernel, int64_t runs) {
  const double begin = processor_seconds();
  for (int64_t i = 0; i < runs; ++i) kernel();
  return processor_seconds() - begin;
}

double repeated(const Kernel& kernel, double seconds) {
  const Clock::time_point begun = Clock::now();
  int64_t runs = 1;
  double first = time_of(kernel, runs);
  while (first < kLeastSample && runs < (int64_t{1} << 30)) first = time_of(kernel, runs *= 2);
  std::vector<double> samples;
  while (samples.empty() || (since(begun) < seconds && samples.size() < kMostSamples)) {
    samples.push_back(time_of(kernel, runs) / static_cast<double>(runs));
  }
  return median(std::move(samples));
}

// Runs `work` on threads of their own, and throws what one of them has thrown.
void on_threads(int threads, const std::function<void(int)>& work) {
  std::vector<std::exception_ptr> thrown(threads);
  {
    std::vector<std::jthread> running;
    for (int t = 0; t < threads; ++t) {
      running.emplace_back([&, t] {
        try {
          work(t);
        } catch (...) {
          thrown[t] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& one : thrown) {
    if (one) std::rethrow_exception(one);
  }
}

// Looks again and again for a while, as a thread that waits for its neighbour does, and then lets others run.
template <typename Condition>
void wait_until(Condition condition) {
  for (int tries = 0; !condition(); ++tries) {
    if (tries >= 2000) std::this_thread::yield();
  }
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + (std::ssize(values) - 1) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double kernel_seconds(int threads, double seconds, const MakeKernel& make) {
  std::vector<double> medians(threads);
  std::barrier begin(threads);
  on_threads(threads, [&](int t) {
    Kernel kernel;
    try {
      kernel = make(t);
    } catch (...) {
      begin.arrive_and_drop();
      throw;
    }
    begin.arrive_and_wait();
    medians[t] = repeated(kernel, seconds);
  });
  return median(medians);
}

Line fit_line(std::span<const double> x, std::span<const double> y) {
  double w = 0, wx = 0, wxx = 0, wy = 0, wxy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double weight = 1 / (y[i] * y[i]);
    w += weight;
    wx += weight * x[i];
    wxx += weight * x[i] * x[i];
    wy += weight * y[i];
    wxy += weight * x[i] * y[i];
  }
  const double determinant = w * wxx - wx * wx;
  Line line{(wy * wxx - wxy * wx) / determinant, (w * wxy - wx * wy) / determinant};
  // Through the origin, where it would begin below.
  if (!(line.begin >= 0)) line = {0, wxy / wxx};
  return line;
}

double handover_seconds(double seconds) {
  constexpr int kTrips = 200;
  // Lines of a cache of their own.
  struct alignas(128) Word {
    std::atomic<int64_t> value{0};
  };
  Word ping, pong;
  std::atomic<bool> ended{false};
  std::vector<double> samples;
  on_threads(2, [&](int t) {
    if (t == 1) {
      for (int64_t i = 1;; ++i) {
        wait_until([&] { return ping.value.load(std::memory_order_acquire) == i || ended.load(); });
        if (ended.load()) return;
        pong.value.store(i, std::memory_order_release);
      }
    }
    int64_t i = 0;
    const Clock::time_point begun = Clock::now();
    // The first sample is of a thread that has not begun yet.
    while (samples.size() < 3 || (since(begun) < seconds && samples.size() < kMostSamples)) {
      const Clock::time_point begin = Clock::now();
      for (int trip = 0; trip < kTrips; ++trip) {
        ping.value.store(++i, std::memory_order_release);
        wait_until([&] { return pong.value.load(std::memory_order_acquire) == i; });
      }
      samples.push_back(since(begin) / (2 * kTrips));
    }
    ended.store(true);
  });
  samples.erase(samples.begin());
  return median(std::move(samples));
}

double exchange_seconds(int threads, double seconds, int64_t bytes) {
  std::vector<std::vector<char>> sent(threads), received(threads);
  std::vector<double> medians(threads);
  // Everybody goes on, or nobody: one thread decides, between two barriers.
  std::atomic<bool> goes_on{true};
  const Clock::time_point begun = Clock::now();
  size_t rounds = 0;
  std::barrier meet(threads, [&]() noexcept {
    ++rounds;
    goes_on = rounds < 8 || (since(begun) < seconds && rounds < 2 * kMostSamples);
  });
  for (int t = 0; t < threads; ++t) {
    sent[t].resize(bytes);
    received[t].resize(bytes);
  }
  on_threads(threads, [&](int t) {
    std::vector<double> samples;
    samples.reserve(2 * kMostSamples);
    char value = 0;
    while (goes_on) {
      std::memset(sent[t].data(), ++value, bytes);
      meet.arrive_and_wait();
      const std::vector<char>& from = sent[(t + 1) % threads];
      const double begin = processor_seconds();
      std::memcpy(received[t].data(), from.data(), bytes);
      samples.push_back(processor_seconds() - begin);
      meet.arrive_and_wait();
    }
    if (samples.size() > 1) samples.erase(samples.begin());
    medians[t] = median(std::move(samples));
  });
  return median(medians);
}

}  // namespace partita::core::measure
