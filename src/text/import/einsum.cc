#include "text/import/einsum.h"

#include <algorithm>

#include "ir/builder.h"

namespace partita::core::text {
namespace {

using Labels = std::string;

bool contains(const Labels& labels, char c) { return labels.find(c) != Labels::npos; }

// "..." stands for the leading dimensions that have no letter of their own; they get letters nobody writes.
bool expand_ellipsis(Labels& labels, int rank) {
  size_t at = labels.find("...");
  if (at == Labels::npos) return true;
  int hidden = rank - static_cast<int>(labels.size() - 3);
  if (hidden < 0 || hidden > 60) return false;
  Labels letters;
  for (int i = hidden; i > 0; --i) letters += static_cast<char>(128 + i);
  labels.replace(at, 3, letters);
  return true;
}

class Einsum {
 public:
  explicit Einsum(Op& op) : op_(op), b_(&op) {}

  Value* expand(std::string& why) {
    std::string text(op_.text_attr(AttrKey::kEinsumConfig));
    std::erase(text, ' ');
    size_t arrow = text.find("->");
    size_t comma = text.find(',');
    bool binary = op_.is(OpKind::kEinsum);
    if (arrow == std::string::npos || (comma != std::string::npos) != binary) {
      why = "the equation must be \"ab,bc->ac\" or, for one operand, \"ab->a\"";
      return nullptr;
    }
    Labels out = text.substr(arrow + 2);
    Labels in[2] = {text.substr(0, binary ? comma : arrow), binary ? text.substr(comma + 1, arrow - comma - 1) : ""};
    int operands = binary ? 2 : 1;
    for (int i = 0; i < operands; ++i) {
      int rank = op_.operand(i)->type().rank();
      if (!expand_ellipsis(in[i], rank) || static_cast<int>(in[i].size()) != rank) {
        why = "the equation's letters and an operand's dimensions differ in number";
        return nullptr;
      }
      for (char c : in[i]) {
        if (std::count(in[i].begin(), in[i].end(), c) > 1) {
          why = "a letter stands twice in one operand (a diagonal), which has no op here";
          return nullptr;
        }
      }
    }
    if (!expand_ellipsis(out, op_.result()->type().rank())) why = "the result's ellipsis does not fit";
    for (char c : out) {
      if ((!contains(in[0], c) && !contains(in[1], c)) || std::count(out.begin(), out.end(), c) > 1) {
        why = "a letter of the result stands in no operand, or twice";
      }
    }
    if (std::ssize(out) != op_.result()->type().rank())
      why = "the result's letters and its dimensions differ in number";
    if (!why.empty()) return nullptr;
    Labels labels;
    Value* value;
    if (binary) {
      value = contract(in, out, labels);
    } else {
      labels = in[0];
      value = sum_out(op_.operand(0), labels, out);
    }
    return transposed(value, labels, out);
  }

 private:
  Context& context() { return b_.context(); }

  // Sums over the dimensions whose letters `keep` does not have.
  Value* sum_out(Value* value, Labels& labels, const Labels& keep) {
    std::vector<int64_t> gone, dims;
    Labels rest;
    for (size_t i = 0; i < labels.size(); ++i) {
      if (contains(keep, labels[i])) {
        rest += labels[i];
        dims.push_back(value->type().dim(i));
      } else {
        gone.push_back(static_cast<int64_t>(i));
      }
    }
    if (gone.empty()) return value;
    ElementType element = value->type().element();
    Type scalar = context().tensor(element, {});
    Blob zero_bits(byte_width(element));
    Value* zero = b_.constant(context().dense(scalar, true, zero_bits));
    Type type = context().tensor(element, dims);
    Value* operands[] = {value, zero};
    Op* reduce =
        b_.op(OpKind::kReduce, operands, std::span(&type, 1), {{AttrKey::kDimensions, context().ints(gone)}}, 1);
    Region& body = reduce->region(0);
    Value* lhs = body.add_argument(scalar);
    Value* rhs = body.add_argument(scalar);
    Builder inner(body);
    Value* sum = inner.value(OpKind::kAdd, {lhs, rhs}, scalar);
    inner.ret(std::span(&sum, 1));
    labels = rest;
    return reduce->result();
  }

  Value* contract(Labels (&in)[2], const Labels& out, Labels& result) {
    Value* lhs = sum_out(op_.operand(0), in[0], out + in[1]);
    Value* rhs = sum_out(op_.operand(1), in[1], out + in[0]);
    std::vector<int64_t> batch[2], contracting[2], dims;
    for (size_t i = 0; i < in[0].size(); ++i) {
      size_t k = in[1].find(in[0][i]);
      if (k == Labels::npos) continue;
      auto& lists = contains(out, in[0][i]) ? batch : contracting;
      lists[0].push_back(static_cast<int64_t>(i));
      lists[1].push_back(static_cast<int64_t>(k));
      if (contains(out, in[0][i])) {
        result += in[0][i];
        dims.push_back(lhs->type().dim(i));
      }
    }
    for (int side = 0; side < 2; ++side) {
      Value* value = side == 0 ? lhs : rhs;
      for (size_t i = 0; i < in[side].size(); ++i) {
        if (contains(in[1 - side], in[side][i])) continue;
        result += in[side][i];
        dims.push_back(value->type().dim(i));
      }
    }
    return b_.value(OpKind::kDotGeneral, {lhs, rhs}, context().tensor(op_.result()->type().element(), dims),
                    {{AttrKey::kLhsBatchingDimensions, context().ints(batch[0])},
                     {AttrKey::kRhsBatchingDimensions, context().ints(batch[1])},
                     {AttrKey::kLhsContractingDimensions, context().ints(contracting[0])},
                     {AttrKey::kRhsContractingDimensions, context().ints(contracting[1])}});
  }

  Value* transposed(Value* value, const Labels& from, const Labels& to) {
    if (from == to) return value;
    std::vector<int64_t> permutation;
    for (char c : to) permutation.push_back(static_cast<int64_t>(from.find(c)));
    return b_.value(OpKind::kTranspose, {value}, op_.result()->type(),
                    {{AttrKey::kPermutation, context().ints(permutation)}});
  }

  Op& op_;
  Builder b_;
};

}  // namespace

Value* expand_einsum(Op& op, std::string& why) { return Einsum(op).expand(why); }

}  // namespace partita::core::text
