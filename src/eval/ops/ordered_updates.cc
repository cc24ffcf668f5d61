#include "eval/ops/ordered_updates.h"

#include "eval/strided.h"

namespace partita::core::eval {
namespace {

constexpr int64_t kRoom = 1024;

}  // namespace

OrderedUpdates::OrderedUpdates(Combiner& body, Columns& targets, int64_t target_size, std::span<const Elements> sources)
    : body_(body),
      targets_(targets),
      sources_(sources),
      accumulators_(body.columns(kRoom)),
      elements_(body.columns(kRoom)),
      round_of_(target_size, 0) {
  for (const std::vector<std::byte>& column : elements_) element_data_.push_back(column.data());
}

Status OrderedUpdates::add(int64_t target, int64_t source) {
  if (std::ssize(waiting_targets_) == kRoom || round_of_[target] == round_) {
    PARTITA_CHECK_OK(flush());
  }
  round_of_[target] = round_;
  waiting_targets_.push_back(target);
  waiting_sources_.push_back(source);
  return {};
}

Status OrderedUpdates::flush() {
  for (int i = 0; i < body_.size(); ++i) {
    size_t c = i;
    gather_elements(body_.width(i), targets_[c].data(), waiting_targets_, accumulators_[c].data());
    gather_elements(body_.width(i), sources_[c].data(), waiting_sources_, elements_[c].data());
  }
  PARTITA_CHECK_OK(body_.combine(accumulators_, 0, element_data_, waiting_targets_.size()));
  for (int i = 0; i < body_.size(); ++i) {
    size_t c = i;
    scatter_elements(body_.width(i), accumulators_[c].data(), waiting_targets_, targets_[c].data());
  }
  waiting_targets_.clear();
  waiting_sources_.clear();
  if (++round_ == 0) {  // wrapped: the marks of 2^32 rounds ago must not be taken for new ones
    round_of_.assign(round_of_.size(), 0);
    round_ = 1;
  }
  return {};
}

}  // namespace partita::core::eval
