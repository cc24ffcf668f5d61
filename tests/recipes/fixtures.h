// The models that recipes divide, and bytes of their parts.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "partita/models/hybrid_moe.h"
#include "partita/models/moe_lm.h"
#include "partita/models/transformer_lm.h"
#include "recipe.h"

namespace partita::recipes {

using models::MoeLmHints;
using models::TransformerHints;
using models::TransformerLm;

inline constexpr double kFloat = 4;  // bytes

inline double bytes_of_all(const std::vector<Tensor>& tensors) {
  double sum = 0;
  for (const Tensor& tensor : tensors) sum += kFloat * static_cast<double>(tensor.num_elements());
  return sum;
}

inline Tensor random(const Shape& shape, std::uint64_t seed = 1) {
  return evaluate([&](const Key& key) { return 0.2 * normal(key, f32, shape); }, key_of(seed));
}

// [b, s], tokens of a vocabulary of 64; the same text from another place on.
inline Tensor text(std::int64_t b, std::int64_t s, std::int64_t from) {
  std::vector<std::int32_t> tokens;
  for (std::int64_t i = from; i < from + b * s; ++i)
    tokens.push_back(static_cast<std::int32_t>((7 * i * i + 3 * i) % 64));
  return Tensor::of({b, s}, tokens);
}

// A dense language model.
class DenseRecipe : public testing::Test {
 protected:
  static constexpr std::int64_t kBatch = 8, kLength = 28;

  const models::TransformerConfig config_{.layers = 2, .model = 64, .hidden = 256, .heads = 8, .depth = 8, .vocab = 64};
  const TransformerLm params_ = evaluate([&](const Key& key) { return init_transformer(config_, key); }, key_of(1));
  const Tensor ids_ = text(kBatch, kLength, 0), next_ = text(kBatch, kLength, 1);

  auto loss(const TransformerHints& hints) const {
    return [this, hints](const TransformerLm& p, const Tensor& ids, const Tensor& next) {
      return transformer_loss(p, ids, next, config_, hints);
    };
  }
  Step step(const TransformerHints& hints) const { return training_step(loss(hints), params_, ids_, next_); }

  // The library's hints of that name are those of the page.
  void expect_same(const TransformerHints& hints, const TransformerHints& others) const {
    EXPECT_EQ(trace(loss(hints), params_, ids_, next_).text(), trace(loss(others), params_, ids_, next_).text());
  }

  // Bytes: all parameters, the table of the vocabulary, and what goes between layers where batches are divided n ways.
  double all() const { return bytes_of_all(leaves(params_)); }
  double table() const { return bytes_of_all({params_.embed}); }
  double norms() const { return bytes_of_all({params_.norm, params_.layers.norm, params_.layers.attention.norm}); }
  double stream(double n) const { return kFloat * kBatch * kLength * static_cast<double>(config_.model) / n; }
  double logits(double n) const { return kFloat * kBatch * kLength * static_cast<double>(config_.vocab) / n; }
  // A number for each token, for norms and the loss.
  double per_token(double n) const { return kFloat * kBatch * kLength / n; }
};

// One with experts.
class ExpertRecipe : public testing::Test {
 protected:
  static constexpr std::int64_t kBatch = 8, kLength = 16;

  explicit ExpertRecipe(const models::MoeConfig& config) : config_(config) {}

  Step step(const MoeLmHints& hints) const {
    const auto loss = [this, hints](const models::MoeLm& p, const Tensor& ids, const Tensor& next) {
      return moe_loss(p, ids, next, config_, hints);
    };
    return training_step(loss, params_, text(kBatch, kLength, 0), text(kBatch, kLength, 1));
  }
  // Bytes: of all experts' weights, of all else, and on one of 8 devices of what is sent to experts.
  double experts() const { return bytes_of_all(leaves(params_.layers.moe.experts)); }
  double others() const { return bytes_of_all(leaves(params_)) - experts(); }
  double sent() const {
    return kFloat * static_cast<double>(config_.experts * kBatch * config_.capacity * config_.base.model) / 8;
  }
  double stream(double n) const { return kFloat * kBatch * kLength * static_cast<double>(config_.base.model) / n; }

  const models::MoeConfig config_;
  const models::MoeLm params_ = evaluate([&](const Key& key) { return init_moe(config_, key); }, key_of(1));
};

}  // namespace partita::recipes
