#include "engine/meet/post.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace partita::core::engine {
namespace {

int64_t data_bytes(Type type) { return type && type.is_tensor() ? type.byte_size() : 0; }

}  // namespace

Post::Post(Ranks& ranks, int64_t devices)
    : ranks_(ranks),
      devices_(devices),
      here_(ranks.devices_here(devices)),
      collectives_(std::max<int64_t>(
          (ranks.wire().most_tag() + 1 - Ranks::kFirstFreeTag) / (here_.size() * here_.size()) - 1, 1)),
      of_devices_(static_cast<size_t>(here_.size())) {}

std::string Post::types_text(std::span<const Type> types) {
  std::string text;
  for (const Type& type : types) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", type ? type.to_string() : "a token");
  }
  return text;
}

std::vector<eval::Tensor> Post::Letter::tensors(std::span<const Type> types) const {
  std::vector<eval::Tensor> tensors;
  const char* at = text.data() + types_bytes;
  for (const Type& type : types) {
    if (!type) {
      tensors.emplace_back();
      continue;
    }
    tensors.push_back(eval::Tensor::make(type));
    if (const int64_t bytes = data_bytes(type); bytes > 0) {
      std::memcpy(tensors.back().mutable_raw(), at, bytes);
      at += bytes;
    }
  }
  return tensors;
}

std::unique_ptr<Wire::Pending> Post::start(bool sends, int64_t me, int64_t other, void* data, int64_t bytes,
                                           std::shared_ptr<const void> memory) const {
  return ranks_.wire().start({sends, ranks_.rank_of(other, devices_), sends ? tag(me, other) : tag(other, me),
                              static_cast<std::byte*>(data), bytes, std::move(memory)});
}

void Post::send(int64_t from, int64_t to, int64_t channel, const std::vector<eval::Tensor>& message) {
  struct Sent {
    Head head;
    std::string text;
  };
  const auto letter = std::make_shared<Sent>();
  std::vector<Type> types;
  for (const eval::Tensor& tensor : message) types.push_back(tensor.type());
  letter->text = types_text(types);
  letter->head = {channel, std::ssize(letter->text), 0};
  for (const eval::Tensor& tensor : message) {
    if (const int64_t bytes = data_bytes(tensor.type()); bytes > 0) {
      letter->text.append(static_cast<const char*>(tensor.raw()), static_cast<size_t>(bytes));
    }
  }
  letter->head.all_bytes = std::ssize(letter->text);
  OfDevice& mine = of_devices_[from - here_.first];
  ++mine.sent_to[to];
  std::erase_if(mine.sent, [](const auto& one) { return one->done(); });
  mine.sent.push_back(start(true, from, to, &letter->head, sizeof(Head), letter));
  mine.sent.push_back(start(true, from, to, letter->text.data(), letter->head.all_bytes, letter));
}

// One after the other, as they come from the sender.
Result<Post::Letter> Post::next(int64_t to, int64_t from) {
  struct Received {
    Head head;
    Letter letter;
  };
  const auto received = std::make_shared<Received>();
  const auto wait = [this](std::unique_ptr<Wire::Pending> one) {
    std::vector<std::unique_ptr<Wire::Pending>> pending;
    pending.push_back(std::move(one));
    return ranks_.wait(std::move(pending));
  };
  PARTITA_CHECK_OK(wait(start(false, to, from, &received->head, sizeof(Head), received)));
  const Head& head = received->head;
  Letter& letter = received->letter;
  letter.channel = head.channel;
  letter.types_bytes = head.types_bytes;
  letter.text.resize(head.all_bytes);
  PARTITA_CHECK_OK(wait(start(false, to, from, letter.text.data(), head.all_bytes, received)));
  ++of_devices_[to - here_.first].received_from[from];
  return std::move(letter);
}

Result<Post::Letter> Post::receive(int64_t to, int64_t from, int64_t channel) {
  OfDevice& mine = of_devices_[to - here_.first];
  if (std::deque<Letter>& there = mine.kept[{from, channel}]; !there.empty()) {
    Letter letter = std::move(there.front());
    there.pop_front();
    return letter;
  }
  for (;;) {
    PARTITA_ASSIGN(Letter letter, next(to, from));
    if (letter.channel == channel) return letter;
    mine.kept[{from, letter.channel}].push_back(std::move(letter));
  }
}

Status Post::clear() {
  struct Count {
    int64_t from, to, letters;
  };
  std::vector<Count> sent;
  for (int64_t device = here_.first; device < here_.end; ++device) {
    for (const auto& [to, letters] : of_devices_[device - here_.first].sent_to) sent.push_back({device, to, letters});
  }
  std::string text(sent.size() * sizeof(Count), '\0');
  if (!sent.empty()) std::memcpy(text.data(), sent.data(), text.size());
  PARTITA_ASSIGN(const std::vector<std::string> all, ranks_.gather(text));
  for (const std::string& of_rank : all) {
    for (size_t at = 0; at < of_rank.size(); at += sizeof(Count)) {
      Count count{};
      std::memcpy(&count, of_rank.data() + at, sizeof count);
      if (!here_.has(count.to)) continue;
      while (of_devices_[count.to - here_.first].received_from[count.from] < count.letters) {
        PARTITA_CHECK_OK(next(count.to, count.from));
      }
    }
  }
  for (OfDevice& device : of_devices_) {
    PARTITA_CHECK_OK(ranks_.wait(std::exchange(device.sent, {})));
    device = {};
  }
  return {};
}

}  // namespace partita::core::engine
