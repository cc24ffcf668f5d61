// sort: a stable merge sort whose merges run side by side, so that the comparator is called on many pairs at once.
//
//   3 1 2 0   runs of 1: merge (3)(1) and (2)(0) together   ->   1 3 | 0 2   ->   merge   ->   0 1 2 3
//
// Each step compares the heads of all pairs of runs that still have both. The right head goes first only where the
// comparator says it is before the left one, which is what makes it stable, and a permutation whatever the comparator
// says. Long runs are cut into pieces first, so that there are always many pairs: where the first d elements of a merge
// come from is found by bisection, for all pieces at once.
#include <algorithm>
#include <numeric>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/ops/lines.h"
#include "eval/region_program.h"

namespace partita::core::eval {
namespace {

// Two neighbouring runs: positions [left, middle) and [right, end), and where the next element goes.
struct Merge {
  int64_t left, middle, right, end, out;
};

class MergeSort {
 public:
  MergeSort(OpCall& call, const Lines& lines) : comparator_(call.op.region(0), call.machine), lines_(lines) {
    for (size_t i = 0; i < call.operands.size(); ++i) {
      Elements elements(call.operands[i], comparator_.argument_element(2 * i));
      widths_.push_back(byte_width(elements.type()));
      keys_.emplace_back(static_cast<size_t>(lines.count * lines.length * widths_.back()));
      lines.take(widths_.back(), elements.data(), keys_.back().data());
      left_heads_.emplace_back(static_cast<size_t>(kBatch * widths_.back()));
      right_heads_.emplace_back(static_cast<size_t>(kBatch * widths_.back()));
      arguments_.push_back(right_heads_.back().data());
      arguments_.push_back(left_heads_.back().data());
    }
  }

  // For every position of the lines, the position its element comes from.
  Result<std::vector<int64_t>> run() {
    int64_t total = lines_.count * lines_.length;
    order_.resize(total);
    std::iota(order_.begin(), order_.end(), 0);
    merged_ = order_;
    for (int64_t run = 1; run < lines_.length; run *= 2) {
      std::vector<Merge> merges;
      for (int64_t line = 0; line < lines_.count; ++line) {
        int64_t start = line * lines_.length, end = start + lines_.length;
        for (int64_t at = start; at < end; at += 2 * run) {
          int64_t middle = std::min(at + run, end), last = std::min(at + 2 * run, end);
          merges.push_back({at, middle, middle, last, at});
        }
      }
      if (2 * run > 2 * kPiece) PARTITA_CHECK_OK(cut(merges));
      for (size_t first = 0; first < merges.size(); first += kBatch) {
        auto begin = merges.begin() + static_cast<std::ptrdiff_t>(first);
        PARTITA_CHECK_OK(finish({begin, begin + static_cast<std::ptrdiff_t>(std::min(kBatch, merges.size() - first))}));
      }
      order_.swap(merged_);
    }
    return std::move(order_);
  }

 private:
  static constexpr size_t kBatch = 4096;
  static constexpr int64_t kPiece = 64;

  void copy_rest(Merge& m) {
    auto at = [](std::vector<int64_t>& v, int64_t i) { return v.begin() + static_cast<std::ptrdiff_t>(i); };
    auto out = std::copy(at(order_, m.left), at(order_, m.middle), at(merged_, m.out));
    std::copy(at(order_, m.right), at(order_, m.end), out);
  }

  // right_first_[i]: whether the element at right_[i] is before that at left_[i].
  Status compare() {
    right_first_.resize(left_.size());
    for (size_t first = 0; first < left_.size(); first += kBatch) {
      size_t count = std::min(kBatch, left_.size() - first);
      for (size_t i = 0; i < keys_.size(); ++i) {
        gather_elements(widths_[i], keys_[i].data(), std::span(left_).subspan(first, count), left_heads_[i].data());
        gather_elements(widths_[i], keys_[i].data(), std::span(right_).subspan(first, count), right_heads_[i].data());
      }
      void* results[] = {right_first_.data() + first};
      PARTITA_CHECK_OK(comparator_.run(arguments_.data(), results, static_cast<int64_t>(count)));
    }
    return {};
  }

  // Replaces every long merge by merges of about kPiece elements each.
  Status cut(std::vector<Merge>& merges) {
    // Of the first `length` elements of the merge, at least `low` and at most `high` come from the left run.
    struct Cut {
      size_t merge;
      int64_t length, low, high;
    };
    std::vector<Cut> cuts;
    for (size_t m = 0; m < merges.size(); ++m) {
      int64_t lefts = merges[m].middle - merges[m].left, rights = merges[m].end - merges[m].right;
      for (int64_t d = kPiece; d < lefts + rights; d += kPiece) {
        cuts.push_back({m, d, std::max<int64_t>(0, d - rights), std::min(d, lefts)});
      }
    }
    std::vector<size_t> open(cuts.size());
    std::iota(open.begin(), open.end(), 0);
    while (true) {
      std::erase_if(open, [&](size_t c) { return cuts[c].low >= cuts[c].high; });
      if (open.empty()) break;
      left_.clear(), right_.clear();
      for (size_t c : open) {
        const Merge& m = merges[cuts[c].merge];
        int64_t middle = (cuts[c].low + cuts[c].high) / 2;
        left_.push_back(order_[m.left + middle]);
        right_.push_back(order_[m.right + cuts[c].length - middle - 1]);
      }
      PARTITA_CHECK_OK(compare());
      for (size_t i = 0; i < open.size(); ++i) {
        Cut& cut = cuts[open[i]];
        int64_t middle = (cut.low + cut.high) / 2;
        (right_first_[i] != 0 ? cut.high : cut.low) = right_first_[i] != 0 ? middle : middle + 1;
      }
    }
    std::vector<Merge> pieces;
    auto next_cut = cuts.begin();
    for (size_t i = 0; i < merges.size(); ++i) {
      Merge rest = merges[i];
      for (; next_cut != cuts.end() && next_cut->merge == i; ++next_cut) {
        // A comparator that contradicts itself must not make pieces overlap.
        int64_t taken = merges[i].left + next_cut->low - rest.left;
        taken = std::clamp<int64_t>(taken, std::max<int64_t>(0, kPiece - (rest.end - rest.right)),
                                    std::min(kPiece, rest.middle - rest.left));
        int64_t left = rest.left + taken, right = rest.right + kPiece - taken;
        pieces.push_back({rest.left, left, rest.right, right, rest.out});
        rest = {left, rest.middle, right, rest.end, rest.out + kPiece};
      }
      pieces.push_back(rest);
    }
    merges = std::move(pieces);
    return {};
  }

  // Runs the merges to their end.
  Status finish(std::vector<Merge> merges) {
    while (true) {
      std::erase_if(merges, [&](Merge& m) {
        bool done = m.left == m.middle || m.right == m.end;
        if (done) copy_rest(m);
        return done;
      });
      if (merges.empty()) return {};
      left_.clear(), right_.clear();
      for (const Merge& m : merges) {
        left_.push_back(order_[m.left]);
        right_.push_back(order_[m.right]);
      }
      PARTITA_CHECK_OK(compare());
      for (size_t i = 0; i < merges.size(); ++i) {
        Merge& m = merges[i];
        merged_[m.out++] = right_first_[i] != 0 ? right_[i] : left_[i];
        ++(right_first_[i] != 0 ? m.right : m.left);
      }
    }
  }

  RegionProgram comparator_;
  const Lines& lines_;
  std::vector<int> widths_;
  std::vector<std::vector<std::byte>> keys_, left_heads_, right_heads_;
  std::vector<const void*> arguments_;
  std::vector<int64_t> order_, merged_, left_, right_;
  std::vector<uint8_t> right_first_;
};

}  // namespace

Status eval_sort(OpCall& call) {
  Dims dims = call.operands[0].type().dims();
  int64_t rank = std::ssize(dims);
  int64_t dimension = call.op.int_attr(AttrKey::kDimension, -1);
  if (dimension < 0) dimension += rank;
  if (call.operands[0].size() == 0 || rank == 0) {
    for (const Tensor& operand : call.operands) call.give(operand);
    return {};
  }
  Lines lines(dims, dimension);
  PARTITA_ASSIGN(std::vector<int64_t> order, MergeSort(call, lines).run());
  for (const Tensor& operand : call.operands) {
    int width = byte_width(operand.type().element());
    Tensor out = Tensor::make(operand.type());
    std::vector<std::byte> taken(operand.type().byte_size()), sorted(taken.size());
    lines.take(width, bytes_of(operand), taken.data());
    gather_elements(width, taken.data(), order, sorted.data());
    lines.put(width, sorted.data(), mutable_bytes_of(out));
    call.give(std::move(out));
  }
  return {};
}

}  // namespace partita::core::eval
