// Messages that devices send each other on channels, by the evaluator (send, recv): whoever sends does not wait; what
// is received from a device on one channel comes in the order in which it was sent there.
//
//   device 0 sends a on channel 1, b on channel 2; device 3 receives on channel 2: it is given b, and a is kept for
//   when it receives on channel 1
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/meet/ranks.h"
#include "eval/tensor.h"

namespace partita::core::engine {

class Post {
 public:
  Post(Ranks& ranks, int64_t devices);

  // For the device of this rank alone whose thread it is.
  void send(int64_t from, int64_t to, int64_t channel, const std::vector<eval::Tensor>& message);
  struct Letter {
    int64_t channel = 0, types_bytes = 0;
    std::string text;  // the types of its tensors, then their elements
    std::string types() const { return text.substr(0, types_bytes); }
    // As tensors of these types, which are its own.
    std::vector<eval::Tensor> tensors(std::span<const Type> types) const;
  };
  Result<Letter> receive(int64_t to, int64_t from, int64_t channel);
  static std::string types_text(std::span<const Type> types);

  // After a run, by all ranks together: what nobody has received is gone, and nothing is on its way any more.
  Status clear();

  // Tags of what goes from one device to another: here, and in collectives, of which numbers tell one from another.
  int tag(int64_t from, int64_t to) const { return tag_of(collectives_, from, to); }
  int tag_of_collective(int64_t number, int64_t from, int64_t to) const {
    return tag_of(number % collectives_, from, to);
  }

 private:
  struct Head {
    int64_t channel = 0, types_bytes = 0, all_bytes = 0;
  };
  struct OfDevice {
    std::vector<std::unique_ptr<Wire::Pending>> sent;
    std::map<int64_t, int64_t> sent_to, received_from;               // how many letters
    std::map<std::pair<int64_t, int64_t>, std::deque<Letter>> kept;  // by sender and channel
  };
  int tag_of(int64_t number, int64_t from, int64_t to) const {
    return static_cast<int>(Ranks::kFirstFreeTag + (number * here_.size() + from % here_.size()) * here_.size() +
                            to % here_.size());
  }
  Result<Letter> next(int64_t to, int64_t from);
  std::unique_ptr<Wire::Pending> start(bool sends, int64_t me, int64_t other, void* data, int64_t bytes,
                                       std::shared_ptr<const void> memory) const;

  Ranks& ranks_;
  const int64_t devices_;
  const DeviceRange here_;
  const int64_t collectives_;  // their numbers are counted up to here
  std::vector<OfDevice> of_devices_;
};

}  // namespace partita::core::engine
