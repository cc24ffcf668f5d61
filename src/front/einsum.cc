// Products: einsum as a chain of dot_generals, and what can be said as one.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "front/site.h"

namespace partita {
inline namespace v1 {
namespace {

using core::AttrKey;
using core::Code;
using core::ElementType;
using core::OpKind;
using core::Type;
using core::Value;
using detail::Site;

// Letters are their characters; the dimensions of "..." are -1 (the last), -2, ….
using Labels = std::vector<int>;

bool has(const Labels& labels, int label) { return std::ranges::find(labels, label) != labels.end(); }

struct Term {
  Value* value = nullptr;
  Labels labels;
};

class Contraction {
 public:
  Contraction(Site& site, std::vector<Term> terms, Labels out, const EinsumOptions& options)
      : site_(site), terms_(std::move(terms)), out_(std::move(out)), options_(options) {}

  Value* run() {
    const ElementType element = terms_[0].value->type().element();
    const ElementType wide = options_.type ? static_cast<ElementType>(*options_.type) : element;
    if (options_.order.empty()) {
      while (terms_.size() > 1) {
        multiply(0, 1, wide);
        std::rotate(terms_.begin(), terms_.end() - 1, terms_.end());  // the product goes on as the left one
      }
    }
    for (const auto& [a, b] : options_.order) {
      const int count = static_cast<int>(terms_.size());
      if (a < 0 || b < 0 || a >= count || b >= count || a == b) {
        site_.fail(Code::kEinsumText, fmt::format("order has the pair {}, {} where {} operands are left", a, b, count));
      }
      multiply(a, b, wide);
    }
    if (terms_.size() != 1) {
      site_.fail(Code::kEinsumText, fmt::format("order leaves {} operands over", terms_.size()));
    }
    Term& last = terms_[0];
    last.value = site_.convert(last.value, wide);
    sum_out(last, out_);
    std::vector<std::int64_t> order;
    for (int label : out_) order.push_back(std::ranges::find(last.labels, label) - last.labels.begin());
    return site_.transpose(last.value, order);
  }

 private:
  // Labels that something else than these two still needs.
  Labels needed(int a, int b) const {
    Labels labels = out_;
    for (int i = 0; i < std::ssize(terms_); ++i) {
      if (i != a && i != b) labels.insert(labels.end(), terms_[i].labels.begin(), terms_[i].labels.end());
    }
    return labels;
  }

  void sum_out(Term& term, const Labels& kept) {
    Labels left;
    std::vector<int> dims;
    for (int i = 0; i < std::ssize(term.labels); ++i) {
      if (has(kept, term.labels[i])) {
        left.push_back(term.labels[i]);
      } else {
        dims.push_back(i);
      }
    }
    if (dims.empty()) return;
    term.value = site_.value(Operand(sum(Operand(site_.result(term.value), site_.where()), Dims(dims)), site_.where()));
    term.labels = std::move(left);
  }

  void multiply(int first, int second, ElementType wide) {
    Term a = terms_[first], b = terms_[second];
    const Labels later = needed(first, second);
    const auto kept_with = [&](const Labels& other) {
      Labels kept = later;
      kept.insert(kept.end(), other.begin(), other.end());
      return kept;
    };
    sum_out(a, kept_with(b.labels));
    sum_out(b, kept_with(a.labels));
    if (a.value->type().element() != b.value->type().element()) {  // a product before was summed in the wider type
      a.value = site_.convert(a.value, wide);
      b.value = site_.convert(b.value, wide);
    }
    std::vector<std::int64_t> a_batch, b_batch, a_summed, b_summed, sizes;
    Labels labels;
    for (int i = 0; i < std::ssize(a.labels); ++i) {
      const auto at = std::ranges::find(b.labels, a.labels[i]);
      if (at == b.labels.end()) continue;
      const bool batch = has(later, a.labels[i]);
      (batch ? a_batch : a_summed).push_back(i);
      (batch ? b_batch : b_summed).push_back(at - b.labels.begin());
      if (batch) add_dim(a, i, labels, sizes);
    }
    for (int i = 0; i < std::ssize(a.labels); ++i) {
      if (!has(b.labels, a.labels[i])) add_dim(a, i, labels, sizes);
    }
    for (int i = 0; i < std::ssize(b.labels); ++i) {
      if (!has(a.labels, b.labels[i])) add_dim(b, i, labels, sizes);
    }
    core::Context& context = site_.context();
    Value* const operands[] = {a.value, b.value};
    const Type result = site_.tensor(wide, sizes);
    core::Op* op = site_.add_op(OpKind::kDotGeneral, operands, std::span(&result, 1),
                                {{AttrKey::kLhsBatchingDimensions, context.ints(a_batch)},
                                 {AttrKey::kRhsBatchingDimensions, context.ints(b_batch)},
                                 {AttrKey::kLhsContractingDimensions, context.ints(a_summed)},
                                 {AttrKey::kRhsContractingDimensions, context.ints(b_summed)}});
    terms_.erase(terms_.begin() + std::max(first, second));
    terms_.erase(terms_.begin() + std::min(first, second));
    terms_.push_back({op->result(), std::move(labels)});
  }

  static void add_dim(const Term& term, int i, Labels& labels, std::vector<std::int64_t>& sizes) {
    labels.push_back(term.labels[i]);
    sizes.push_back(term.value->type().dim(i));
  }

  Site& site_;
  std::vector<Term> terms_;
  Labels out_;
  const EinsumOptions& options_;
};

// "b...d" of a tensor of this rank. `once`: no letter stands there twice.
Labels labels_of(Site& site, std::string_view equation, std::string_view text, int rank, bool once) {
  Labels labels;
  const size_t dots = text.find("...");
  const int letters = static_cast<int>(text.size()) - (dots == std::string_view::npos ? 0 : 3);
  for (size_t i = 0; i < text.size(); ++i) {
    if (i == dots) {
      for (int k = rank - letters; k > 0; --k) labels.push_back(-k);
      i += 2;
    } else if (!std::isalpha(static_cast<unsigned char>(text[i]))) {
      site.fail(Code::kEinsumText, fmt::format("'{}' in \"{}\" is no letter", text[i], equation));
    } else if (once && has(labels, text[i])) {
      site.fail(Code::kEinsumText, fmt::format("'{}' stands twice behind the arrow of \"{}\"", text[i], equation));
    } else {
      labels.push_back(text[i]);
    }
  }
  return labels;
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

// Dimensions of "..." broadcast: those of size 1 go where another is larger.
void drop_ones(Site& site, std::vector<Term>& terms, const std::map<int, std::int64_t>& sizes) {
  for (Term& term : terms) {
    Labels labels;
    std::vector<std::int64_t> dims;
    for (int i = 0; i < std::ssize(term.labels); ++i) {
      const std::int64_t size = term.value->type().dim(i);
      if (term.labels[i] < 0 && size == 1 && sizes.at(term.labels[i]) != 1) continue;
      labels.push_back(term.labels[i]);
      dims.push_back(size);
    }
    term.value = site.reshape(term.value, dims);
    term.labels = std::move(labels);
  }
}

// A letter that stands twice is the diagonal: all else is set to zero, and summed with it along the later dimension.
void take_diagonals(Site& site, std::vector<Term>& terms) {
  for (Term& term : terms) {
    for (int later = 1; later < std::ssize(term.labels);) {
      const int first = static_cast<int>(std::ranges::find(term.labels, term.labels[later]) - term.labels.begin());
      if (first == later) {
        ++later;
        continue;
      }
      const Type type = term.value->type(), counts = site.tensor(ElementType::kS32, type.dims());
      const auto places = [&](int dim) {
        return site.add(OpKind::kIota, {}, {{AttrKey::kIotaDimension, site.context().integer(dim)}}, counts);
      };
      const Tensor equal_places =
          equal(Operand(site.result(places(first)), site.where()), Operand(site.result(places(later)), site.where()));
      const Operand value(site.result(term.value), site.where());
      const Tensor diagonal = select(Operand(equal_places, site.where()), value, zeros_like(value));
      term.value = site.value(Operand(sum(Operand(diagonal, site.where()), Dims(later)), site.where()));
      term.labels.erase(term.labels.begin() + later);
    }
  }
}

Tensor einsum_at(Site& site, std::string_view given, const std::vector<Operand>& operands,
                 const EinsumOptions& options) {
  std::string equation;
  for (const char c : given) {
    if (c != ' ') equation += c;
  }
  const size_t arrow = equation.find("->");
  if (arrow == std::string::npos) {
    site.fail(Code::kEinsumText, fmt::format("\"{}\" has no arrow; write it as \"ij,jk->ik\"", given));
  }
  const std::vector<std::string_view> inputs = split_at_commas(std::string_view(equation).substr(0, arrow));
  if (inputs.size() != operands.size()) {
    site.fail(Code::kEinsumText,
              fmt::format("\"{}\" is about {} operands, these are {}", given, inputs.size(), operands.size()));
  }
  std::vector<Term> terms;
  std::map<int, std::int64_t> sizes;
  for (size_t i = 0; i < operands.size(); ++i) {
    site.common_type({&operands[0], &operands[i]});
    Value* value = site.value(operands[i]);
    const int rank = value->type().rank();
    const bool open = inputs[i].find("...") != std::string_view::npos;
    const int letters = static_cast<int>(inputs[i].size()) - (open ? 3 : 0);
    if (open ? rank < letters : rank != letters) {
      site.fail(Code::kEinsumText, fmt::format("\"{}\" has {} dimensions, operand {} is {}", inputs[i], letters, i,
                                               detail::type_text(value->type())));
    }
    terms.push_back({value, labels_of(site, given, inputs[i], rank, false)});
    for (int k = 0; k < rank; ++k) {
      const int label = terms.back().labels[k];
      const auto [at, is_new] = sizes.try_emplace(label, value->type().dim(k));
      if (is_new || at->second == value->type().dim(k) || (label < 0 && value->type().dim(k) == 1)) continue;
      if (label < 0 && at->second == 1) {
        at->second = value->type().dim(k);
        continue;
      }
      site.fail(
          Code::kShapesDiffer,
          fmt::format("\"{}\": {} is {} in one operand and {} in operand {}, {}", given,
                      label < 0 ? std::string("a dimension of ...") : fmt::format("'{}'", static_cast<char>(label)),
                      at->second, value->type().dim(k), i, detail::type_text(value->type())));
    }
  }
  int dots = 0;
  for (const auto& [label, size] : sizes) dots += label < 0;
  const std::string_view result = std::string_view(equation).substr(arrow + 2);
  const bool open = result.find("...") != std::string_view::npos;
  const Labels out = labels_of(site, given, result, static_cast<int>(result.size()) - (open ? 3 : 0) + dots, true);
  for (int label : out) {
    if (!sizes.contains(label)) {
      site.fail(Code::kEinsumText, fmt::format("'{}' stands behind the arrow of \"{}\", and in no operand",
                                               static_cast<char>(label), given));
    }
  }
  take_diagonals(site, terms);
  drop_ones(site, terms, sizes);
  return site.result(Contraction(site, std::move(terms), out, options).run());
}

}  // namespace

Tensor einsum(std::string_view equation, const std::vector<Operand>& operands, const EinsumOptions& options) {
  return detail::guarded([&] {
    Site site("einsum", operands, Where());
    if (operands.empty()) site.fail(Code::kEinsumText, "without operands");
    return einsum_at(site, equation, operands, options);
  });
}

Tensor matmul(Operand a, Operand b, const EinsumOptions& options) {
  return detail::guarded([&] {
    Site site("matmul", {&a, &b});
    const int left = site.value(a)->type().rank(), right = site.value(b)->type().rank();
    if (left == 0 || right == 0) site.fail(Code::kShapesDiffer, "of a scalar; use *");
    const char* equation = left == 1 && right == 1 ? "k,k->"
                           : left == 1             ? "k,...kn->...n"
                           : right == 1            ? "...mk,k->...m"
                                                   : "...mk,...kn->...mn";
    return einsum_at(site, equation, {a, b}, options);
  });
}

Tensor dot(Operand a, Operand b, const EinsumOptions& options) {
  return detail::guarded([&] {
    Site site("dot", {&a, &b});
    const int left = site.value(a)->type().rank(), right = site.value(b)->type().rank();
    if (left == 0 || right == 0) site.fail(Code::kShapesDiffer, "of a scalar; use *");
    if (left + right > 26) site.fail(Code::kShapesDiffer, "of tensors of too many dimensions");
    std::string lhs, rhs;
    for (int i = 0; i < left; ++i) lhs += static_cast<char>('a' + i);
    rhs += lhs.back();
    for (int i = 1; i < right; ++i) rhs += static_cast<char>('A' + i);
    return einsum_at(site, fmt::format("{},{}->{}{}", lhs, rhs, lhs.substr(0, lhs.size() - 1), rhs.substr(1)), {a, b},
                     options);
  });
}

}  // namespace v1
}  // namespace partita
