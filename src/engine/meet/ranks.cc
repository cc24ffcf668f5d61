#include "engine/meet/ranks.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>

#include "engine/meet/lookout.h"

namespace partita::core::engine {
namespace {

enum Tag : int { kSize, kText, kAllSizes, kAllTexts };

std::string host_name() {
  char name[64] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::byte* bytes_of(std::string& text) { return reinterpret_cast<std::byte*>(text.data()); }
std::byte* bytes_of(int64_t& value) { return reinterpret_cast<std::byte*>(&value); }

// The library's own waiting takes a whole core, which another rank may need.
void pause(int64_t times) {
  constexpr int64_t kEager = 200, kSlow = 4000;
  if (times < kEager) {
    sched_yield();
    return;
  }
  const timespec nap{0, times < kSlow ? 20'000 : 500'000};
  nanosleep(&nap, nullptr);
}

}  // namespace

Ranks::Ranks(std::unique_ptr<Wire> wire, RanksOptions options)
    : wire_(std::move(wire)),
      options_(std::move(options)),
      beats_(std::make_unique<Beats>()),
      sights_(std::make_unique<Sights>()) {
  for (int r = 0; r < size(); ++r) {
    if (host_of(r) == host()) on_this_host_.push_back(r);
  }
}

Ranks::~Ranks() {
  // Ranks of other hosts would wait for those of this one until their deadline.
  constexpr int kMostNaps = 100;
  for (int i = 0; failed() && leads() && !on_one_host() && !beats_->all_told && i < kMostNaps; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  watch_ = {};
  for (Beats::Other& other : beats_->others) {
    for (const auto& beat : {other.receipt.get(), other.sent.get()}) {
      if (beat != nullptr) beat->cancel();
    }
  }
  if (failed()) wire_->abandon();
}

Result<std::unique_ptr<Ranks>> Ranks::join(std::unique_ptr<Wire> wire, RanksOptions options) {
  std::unique_ptr<Ranks> ranks(new Ranks(std::move(wire), std::move(options)));
  PARTITA_CHECK_OK(ranks->begin());
  return ranks;
}

Status Ranks::begin() {
  PARTITA_ASSIGN(memory_, share(Board::bytes(size())));
  board_.emplace(memory_->data());
  RankRecord& mine = (*board_)[rank()];
  mine.process = getpid();
  mine.host.write(host_name());
  mine.state = RankState::kRuns;
  // The names of ranks elsewhere; what they are at comes with their beats.
  PARTITA_ASSIGN(const std::vector<std::string> names, gather(fmt::format("{} {}", getpid(), host_name())));
  for (int r = 0; r < size() && leads(); ++r) {
    if (host_of(r) == host()) continue;
    const size_t blank = names[r].find(' ');
    (*board_)[r].process = std::stoll(names[r].substr(0, blank));
    (*board_)[r].host.write(names[r].substr(blank + 1));
  }
  watch_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  return {};
}

Status Ranks::can_have(int64_t devices) const {
  if (devices >= size() && devices % size() == 0) return {};
  return base::failure(Code::kUsage,
                       fmt::format("the program runs on {} devices, which {} ranks cannot share alike; start "
                                   "mpirun with a number of ranks that divides {}",
                                   devices, size(), devices));
}

DeviceRange Ranks::devices_of(int rank, int64_t devices) const {
  const int64_t each = devices / size();
  return {rank * each, (rank + 1) * each};
}

Status Ranks::wait(std::vector<std::unique_ptr<Wire::Pending>> pending) const {
  for (int64_t times = 0;; ++times) {
    const size_t before = pending.size();
    std::erase_if(pending, [](const auto& one) { return one->done(); });
    if (pending.empty()) return {};
    if (failed()) {
      for (auto& one : pending) one->cancel();
      return failure();
    }
    if (pending.size() < before) times = 0;
    pause(times);
  }
}

// By way of rank 0: sizes, then texts, one after the other.
Result<std::vector<std::string>> Ranks::gather(const std::string& mine) {
  const auto n = static_cast<size_t>(size());
  struct Said {
    std::vector<int64_t> sizes, all_sizes;
    std::vector<std::string> texts;
    std::string all;
  };
  const auto said = std::make_shared<Said>();
  auto& [sizes, all_sizes, texts, all] = *said;
  sizes.resize(n);
  all_sizes.resize(n);
  texts.resize(n);
  std::vector<std::unique_ptr<Wire::Pending>> pending;
  const auto start = [&](bool sends, int other, int tag, std::byte* data, int64_t bytes) {
    pending.push_back(wire_->start({sends, other, tag, data, bytes, said}));
  };
  const auto finish = [&] { return wait(std::exchange(pending, {})); };
  const auto size_bytes = static_cast<int64_t>(n * sizeof(int64_t));
  const auto me = static_cast<size_t>(rank());
  sizes[me] = std::ssize(mine);
  texts[me] = mine;
  if (rank() == 0) {
    for (int r = 1; r < size(); ++r) start(false, r, kSize, bytes_of(sizes[r]), sizeof(int64_t));
    PARTITA_CHECK_OK(finish());
    for (int r = 1; r < size(); ++r) {
      texts[r].resize(sizes[r]);
      start(false, r, kText, bytes_of(texts[r]), sizes[r]);
    }
    PARTITA_CHECK_OK(finish());
    for (const std::string& text : texts) all += text;
    for (int r = 1; r < size(); ++r) {
      start(true, r, kAllSizes, bytes_of(sizes[0]), size_bytes);
      start(true, r, kAllTexts, bytes_of(all), std::ssize(all));
    }
    PARTITA_CHECK_OK(finish());
    return texts;
  }
  start(true, 0, kSize, bytes_of(sizes[me]), sizeof(int64_t));
  start(true, 0, kText, bytes_of(texts[me]), std::ssize(mine));
  start(false, 0, kAllSizes, bytes_of(all_sizes[0]), size_bytes);
  PARTITA_CHECK_OK(finish());
  int64_t total = 0;
  for (int64_t size : all_sizes) total += size;
  all.resize(total);
  start(false, 0, kAllTexts, bytes_of(all), total);
  PARTITA_CHECK_OK(finish());
  size_t at = 0;
  for (size_t r = 0; r < n; ++r) {
    texts[r] = all.substr(at, all_sizes[r]);
    at += all_sizes[r];
  }
  return texts;
}

Status Ranks::agree(const Status& mine) {
  const auto me = static_cast<size_t>(rank());
  std::string text;
  if (!mine.ok()) {
    const Diagnostic& d = mine.error().diagnostic;
    text = fmt::format("{}\n{}{}{}", static_cast<int>(d.code), d.file, d.file.empty() ? "" : ": ", d.message);
  }
  const Result<std::vector<std::string>> told = gather(text);
  if (!mine.ok()) return mine;  // also where the others have ended already because of it
  PARTITA_CHECK_OK(told);
  const std::vector<std::string>& all = *told;
  for (size_t r = 0; r < all.size(); ++r) {
    if (r == me || all[r].empty()) continue;
    const size_t cut = all[r].find('\n');
    const std::string message = fmt::format("{}: {}", named(static_cast<int>(r)), all[r].substr(cut + 1));
    const std::lock_guard lock(mutex_);
    agreed_ = message;
    return base::failure(static_cast<Code>(std::stoi(all[r].substr(0, cut))), message);
  }
  return {};
}

Result<std::unique_ptr<SharedMemory>> Ranks::share(int64_t bytes) {
  // The first rank of each host makes it; "!" and what is wrong where it cannot.
  std::unique_ptr<SharedMemory> memory;
  const auto told = [](const Error& error) { return "!" + error.diagnostic.message; };
  std::string key;
  if (leads()) {
    Result<std::unique_ptr<SharedMemory>> made = SharedMemory::create(bytes);
    key = made.ok() ? (*made)->key() : told(made.error());
    if (made.ok()) memory = std::move(*made);
  }
  PARTITA_ASSIGN(const std::vector<std::string> keys, gather(key));
  std::string mine;
  const std::string& of_host = keys[static_cast<size_t>(on_this_host_[0])];
  if (!leads() && !of_host.starts_with("!")) {
    Result<std::unique_ptr<SharedMemory>> opened = SharedMemory::open(of_host, bytes);
    if (!opened.ok()) mine = told(opened.error());
    if (opened.ok()) memory = std::move(*opened);
  }
  PARTITA_ASSIGN(const std::vector<std::string> wrong, gather(leads() && key.starts_with("!") ? key : mine));
  for (size_t r = 0; r < wrong.size(); ++r) {
    if (wrong[r].empty()) continue;
    return base::failure(Code::kResourceLimit, fmt::format("rank {}: {}", r, wrong[r].substr(1)));
  }
  memory->all_have_opened();
  return memory;
}

Status Ranks::failure() const {
  const std::lock_guard lock(mutex_);
  if (failure_) return Error{*failure_};
  return {};
}

void Ranks::fail(const Diagnostic& why) {
  if (failed()) return;
  std::string place;
  if (why.place.line > 0) {
    place = fmt::format("line {}: ", why.place.line);
  } else if (!why.file.empty()) {
    place = why.file + ": ";
  }
  const bool is_of_another = [&] {
    const std::lock_guard lock(mutex_);
    return !agreed_.empty() && why.message == agreed_;
  }();
  set_failure(why, is_of_another ? why.message : fmt::format("{}: {}{}", named(rank()), place, why.message));
}

void Ranks::set_failure(const Diagnostic& failure, const std::string& for_others) {
  {
    const std::lock_guard lock(mutex_);
    if (failure_) return;
    failure_ = failure;
  }
  RankRecord& mine = (*board_)[rank()];
  mine.code = static_cast<int32_t>(failure.code);
  mine.failure.write(for_others);
  mine.state.store(RankState::kFailed, std::memory_order_release);
  failed_ = true;
}

Status Ranks::finish() {
  const Status all = [&]() -> Status {
    PARTITA_ASSIGN(const std::vector<std::string> said, gather(""));
    (*board_)[rank()].state = RankState::kEnded;
    PARTITA_ASSIGN(const std::vector<std::string> again, gather(""));  // nobody leaves while he is still watched
    return {};
  }();
  if (all.ok()) watch_ = {};
  return all;
}

Ranks::Run::Run(Ranks& ranks, std::function<Sight()> look) : ranks_(ranks) {
  const std::lock_guard lock(ranks_.mutex_);
  ranks_.look_ = std::move(look);
}

Ranks::Run::~Run() {
  const std::lock_guard lock(ranks_.mutex_);
  ranks_.ops_before_ += ranks_.look_().ops;
  ranks_.look_ = nullptr;
}

}  // namespace partita::core::engine
