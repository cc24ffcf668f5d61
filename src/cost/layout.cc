#include "cost/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace partita::core::cost {
namespace {

constexpr size_t kMaxCandidates = 512;

int64_t product(std::span<const int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

std::vector<int64_t> divisors(int64_t n) {
  std::vector<int64_t> small, large;
  for (int64_t d = 1; d * d <= n; ++d) {
    if (n % d != 0) continue;
    small.push_back(d);
    if (d != n / d) large.push_back(n / d);
  }
  small.insert(small.end(), large.rbegin(), large.rend());
  return small;
}

void set_wraps(const Torus& torus, Slice& slice) {
  const int64_t multiple = torus.wrap_multiple;
  const bool whole_cubes =
      multiple > 0 && std::all_of(slice.dims.begin(), slice.dims.end(), [&](int64_t n) { return n % multiple == 0; });
  slice.wraps.clear();
  for (size_t d = 0; d < slice.dims.size(); ++d) {
    slice.wraps.push_back(slice.dims[d] > 1 && (multiple > 0 ? whole_cubes : slice.dims[d] == torus.dims[d]));
  }
}

// How many devices of a chip a program of so many runs on; nothing where they do not fill chips.
std::optional<int64_t> cores_of(const Torus& torus, int64_t devices) {
  if (devices < torus.cores) return devices;
  if (devices % torus.cores != 0) return std::nullopt;
  return torus.cores;
}

// The capacities of the places: dimensions, then cores.
std::vector<int64_t> capacities(const Slice& slice) {
  std::vector<int64_t> sizes = slice.dims;
  sizes.push_back(slice.cores);
  return sizes;
}

// The shapes of so many chips, from the first dimension on; the best is kept.
class SliceSearch {
 public:
  SliceSearch(const Torus& torus, int64_t cores) : torus_(torus), now_{.dims = {}, .wraps = {}, .cores = cores} {}

  std::optional<Slice> run(int64_t chips) {
    divisors_ = divisors(chips);
    extend(chips);
    return best_;
  }

 private:
  void extend(int64_t chips) {
    const size_t d = now_.dims.size();
    if (d + 1 == torus_.dims.size()) {
      if (chips > torus_.dims[d]) return;
      now_.dims.push_back(chips);
      set_wraps(torus_, now_);
      if (!best_ || is_better(now_, *best_)) best_ = now_;
      now_.dims.pop_back();
      return;
    }
    for (int64_t n : divisors_) {
      if (n > torus_.dims[d]) break;
      if (chips % n != 0) continue;
      now_.dims.push_back(n);
      extend(chips / n);
      now_.dims.pop_back();
    }
  }
  bool is_better(const Slice& a, const Slice& b) const {
    if (torus_.wrap_multiple > 0) {
      const auto rings = [](const Slice& s) { return std::count(s.wraps.begin(), s.wraps.end(), true); };
      if (rings(a) != rings(b)) return rings(a) > rings(b);
    }
    const auto around = [](const Slice& s) { return std::accumulate(s.dims.begin(), s.dims.end(), int64_t{0}); };
    return around(a) < around(b);  // of those alike, the first has the longer dimensions last
  }

  const Torus& torus_;
  std::vector<int64_t> divisors_;
  Slice now_;
  std::optional<Slice> best_;
};

std::string axes_text(const std::vector<MeshAxis>& axes) {
  std::string text;
  for (const MeshAxis& axis : axes) text += fmt::format("{}{}={}", text.empty() ? "" : ", ", axis.name, axis.size);
  return text;
}

// Fills in `pre` of the pieces of each axis, in their order.
void set_positions(Layout& layout) {
  std::vector<int64_t> above(layout.axes.size(), 1);
  for (LayoutPiece& piece : layout.pieces) {
    piece.ref.pre = above[piece.ref.axis];
    above[piece.ref.axis] *= piece.ref.size;
  }
}

// All three dimensions close to rings, and are k or 2k.
bool can_be_twisted(const Torus& torus, const Slice& slice) {
  const auto [least, most] = std::minmax_element(slice.dims.begin(), slice.dims.end());
  const auto is_either = [&](int64_t n) { return n == *least || n == *most; };
  return torus.wrap_multiple > 0 && slice.dims.size() == 3 && *most == 2 * *least &&
         std::all_of(slice.dims.begin(), slice.dims.end(), is_either) &&
         std::all_of(slice.wraps.begin(), slice.wraps.end(), [](bool wraps) { return wraps; });
}

class LayoutReader {
 public:
  LayoutReader(std::string_view text, const std::vector<MeshAxis>& axes, const Torus& torus, int64_t devices)
      : source_("layout", std::string(text)), text_(source_.text()), torus_(torus), devices_(devices) {
    layout_.axes = axes;
  }

  Result<Slice> run_slice() {
    PARTITA_CHECK_OK(read_slice());
    if (!at_end()) return wrong(at_, "expected the end");
    return std::move(layout_.slice);
  }

  Result<Layout> run() {
    PARTITA_CHECK_OK(read_slice());
    capacities_ = capacities(layout_.slice);
    named_at_.assign(layout_.axes.size(), kNoOffset);
    do {
      PARTITA_CHECK_OK(read_axis());
    } while (take(','));
    if (!at_end()) return wrong(at_, "expected ',' or the end");
    for (size_t a = 0; a < layout_.axes.size(); ++a) {
      if (named_at_[a] == kNoOffset && layout_.axes[a].size > 1) {
        return wrong(text_.size(), fmt::format("says nothing of the axis {}", layout_.axes[a].name));
      }
    }
    PARTITA_CHECK_OK(infer());
    PARTITA_CHECK_OK(check());
    std::erase_if(layout_.pieces, [](const LayoutPiece& piece) { return piece.ref.size == 1; });
    set_positions(layout_);
    return std::move(layout_);
  }

 private:
  static constexpr size_t kNoOffset = std::string_view::npos;

  Error wrong(size_t at, const std::string& message) const {
    return Error{error_at(source_, static_cast<SourceOffset>(at), Code::kLayout, message)};
  }
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool at_end() { return blanks(), at_ == text_.size(); }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // A number of digits; nothing where there is none, or too many.
  std::optional<int64_t> number() {
    int64_t value = 0;
    const size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - begin < 13; ++at_) {
      value = value * 10 + (text_[at_] - '0');
    }
    if (at_ == begin) return std::nullopt;
    return value;
  }

  // 4x16: …
  Status read_slice() {
    const size_t colon = text_.find(':');
    if (colon == std::string_view::npos) {
      PARTITA_ASSIGN(layout_.slice, slice_of(torus_, devices_));
      return {};
    }
    Slice& slice = layout_.slice;
    do {
      const std::optional<int64_t> n = number();
      if (!n || *n < 1) return wrong(at_, "expected the chips of a dimension");
      slice.dims.push_back(*n);
    } while (take('x'));
    const size_t twist_at = at_;
    slice.twisted = take('t');
    if (!take(':')) return wrong(at_, "expected 'x', 't' or ':' after the chips of a dimension");
    if (slice.dims.size() != torus_.dims.size()) {
      return wrong(0, fmt::format("the machine has {} dimensions", torus_.dims.size()));
    }
    for (size_t d = 0; d < slice.dims.size(); ++d) {
      if (slice.dims[d] > torus_.dims[d]) {
        return wrong(0, fmt::format("the machine has no more than {} chips",
                                    to_string(Slice{.dims = torus_.dims, .wraps = {}})));
      }
    }
    const std::optional<int64_t> cores = cores_of(torus_, devices_);
    slice.cores = cores.value_or(1);
    if (!cores || slice.devices() != devices_) {
      return wrong(0, fmt::format("{} chips of {} cores are not the {} devices of the program", to_string(slice),
                                  torus_.cores, devices_));
    }
    slice.is_chosen = true;
    set_wraps(torus_, slice);
    if (slice.twisted && !can_be_twisted(torus_, slice)) {
      return wrong(twist_at, torus_.wrap_multiple > 0
                                 ? fmt::format("only slices of k and 2k chips, each of three dimensions one of the two "
                                               "and a multiple of {0}, can be twisted, as {0}x{0}x{1} and {0}x{1}x{1}",
                                               torus_.wrap_multiple, 2 * torus_.wrap_multiple)
                                 : "slices of this machine cannot be twisted");
    }
    return {};
  }

  // x=0(4)c
  Status read_axis() {
    blanks();
    const size_t begin = at_, end = std::min(text_.find('=', at_), text_.size());
    std::string_view name = text_.substr(begin, end - begin);
    while (name.ends_with(' ')) name.remove_suffix(1);
    size_t axis = 0;
    while (axis < layout_.axes.size() && layout_.axes[axis].name != name) ++axis;
    if (end == text_.size() || name.empty()) return wrong(begin, "expected AXIS=PLACES, as in x=0,y=1c");
    if (axis == layout_.axes.size()) {
      return wrong(begin, fmt::format("there is no axis {}; there are {}", name, axes_text(layout_.axes)));
    }
    if (named_at_[axis] != kNoOffset) return wrong(begin, fmt::format("the axis {} is there twice", name));
    named_at_[axis] = begin;
    at_ = end + 1;
    bool any = false;
    for (; !at_end() && text_[at_] != ','; any = true) PARTITA_CHECK_OK(read_place(static_cast<int>(axis)));
    if (!any) return wrong(at_, "expected a dimension's number, or c for the cores of a chip");
    return {};
  }

  Status read_place(int axis) {
    const size_t begin = at_;
    const char c = text_[at_++];
    const auto cores = static_cast<int>(layout_.slice.dims.size());
    const int place = c == 'c' ? cores : c - '0';
    if (c != 'c' && (c < '0' || c > '9')) {
      return wrong(begin, "expected a dimension's number, or c for the cores of a chip");
    }
    if (place > cores || (c != 'c' && place == cores)) {
      return wrong(begin, fmt::format("there is no dimension {}; the slice is {}, dimensions 0 to {}", c,
                                      to_string(layout_.slice), cores - 1));
    }
    int64_t size = 0;  // to be inferred
    if (take('(')) {
      const size_t at = at_;
      const std::optional<int64_t> given = number();
      if (!given || *given < 1 || !take(')')) return wrong(at, "expected how many, as in 0(4)");
      size = *given;
    }
    layout_.pieces.push_back({{axis, 1, size}, place});
    places_at_.push_back(begin);
    return {};
  }

  // A piece without a size has what the others of its place, or of its axis, leave.
  Status infer() {
    bool again = true;
    while (again) {
      again = false;
      for (size_t i = 0; i < layout_.pieces.size(); ++i) {
        LayoutPiece& piece = layout_.pieces[i];
        if (piece.ref.size != 0) continue;
        const auto left = [&](int64_t all, auto same) -> int64_t {
          for (size_t k = 0; k < layout_.pieces.size(); ++k) {
            const LayoutPiece& other = layout_.pieces[k];
            if (k == i || !same(other)) continue;
            if (other.ref.size == 0 || all % other.ref.size != 0) return 0;
            all /= other.ref.size;
          }
          return all;
        };
        piece.ref.size = left(capacities_[piece.place], [&](const LayoutPiece& p) { return p.place == piece.place; });
        if (piece.ref.size == 0) {
          piece.ref.size = left(layout_.axes[piece.ref.axis].size,
                                [&](const LayoutPiece& p) { return p.ref.axis == piece.ref.axis; });
        }
        again |= piece.ref.size != 0;
      }
    }
    for (size_t i = 0; i < layout_.pieces.size(); ++i) {
      if (layout_.pieces[i].ref.size == 0) {
        return wrong(places_at_[i],
                     fmt::format("say how many of {} are for {}, as in {}(2)", place_text(layout_.pieces[i].place),
                                 layout_.axes[layout_.pieces[i].ref.axis].name, text_[places_at_[i]]));
      }
    }
    return {};
  }

  Status check() {
    for (size_t a = 0; a < layout_.axes.size(); ++a) {
      if (named_at_[a] == kNoOffset) continue;
      double size = 1;
      for (const LayoutPiece& piece : layout_.pieces) {
        if (piece.ref.axis == static_cast<int>(a)) size *= static_cast<double>(piece.ref.size);
      }
      if (size != static_cast<double>(layout_.axes[a].size)) {
        return wrong(named_at_[a], fmt::format("the axis {}={} does not fit: its places have {:.0f}",
                                               layout_.axes[a].name, layout_.axes[a].size, size));
      }
    }
    for (size_t place = 0; place < capacities_.size(); ++place) {
      double size = 1;
      size_t at = text_.size();
      for (size_t i = 0; i < layout_.pieces.size(); ++i) {
        if (layout_.pieces[i].place != static_cast<int>(place)) continue;
        size *= static_cast<double>(layout_.pieces[i].ref.size);
        at = std::min(at, places_at_[i]);
      }
      if (size != static_cast<double>(capacities_[place])) {
        return wrong(
            at, fmt::format("{} must all be used, the axes take {:.0f}", place_text(static_cast<int>(place)), size));
      }
    }
    return {};
  }

  std::string place_text(int place) const {
    if (place == std::ssize(layout_.slice.dims)) return fmt::format("the {} cores of a chip", layout_.slice.cores);
    return fmt::format("the {} chips along dimension {}", capacities_[place], place);
  }

  SourceText source_;
  std::string_view text_;
  const Torus& torus_;
  int64_t devices_;
  size_t at_ = 0;
  Layout layout_;
  std::vector<int64_t> capacities_;
  std::vector<size_t> named_at_;   // of each axis
  std::vector<size_t> places_at_;  // of each piece
};

// Every way to put the axes on the places, each axis on at most `dims` dimensions.
class LayoutSearch {
 public:
  LayoutSearch(const std::vector<MeshAxis>& axes, const Slice& slice) : free_(capacities(slice)) {
    now_.axes = axes;
    now_.slice = slice;
  }

  std::vector<Layout> run() {
    for (size_t dims = 1; dims <= now_.slice.dims.size() && found_.empty(); ++dims) {
      axis(0, dims);
    }
    return std::move(found_);
  }

 private:
  void axis(int a, size_t dims) {
    if (a < std::ssize(now_.axes)) return place(a, 0, now_.axes[a].size, dims, dims);
    if (found_.size() >= kMaxCandidates) return;
    Layout made = now_;
    set_positions(made);
    found_.push_back(made);
    // Axes that share a dimension: the last one outermost, too.
    std::vector<int> uses(free_.size());
    for (const LayoutPiece& piece : made.pieces) ++uses[piece.place];
    if (std::none_of(uses.begin(), uses.end(), [](int n) { return n > 1; })) return;
    std::stable_sort(made.pieces.begin(), made.pieces.end(),
                     [](const LayoutPiece& x, const LayoutPiece& y) { return x.ref.axis > y.ref.axis; });
    found_.push_back(std::move(made));
  }
  // What of the axis lies on this place: from all that is possible to nothing.
  void place(int a, int p, int64_t left, size_t dims, size_t dims_left) {
    if (found_.size() >= kMaxCandidates) return;
    if (p == std::ssize(free_)) {
      if (left == 1) axis(a + 1, dims);
      return;
    }
    const bool is_dim = p + 1 < std::ssize(free_);
    const std::vector<int64_t> parts = divisors(std::gcd(left, free_[p]));
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      if (*part > 1 && is_dim && dims_left == 0) continue;
      if (*part > 1) now_.pieces.push_back({{a, 1, *part}, p});
      free_[p] /= *part;
      place(a, p + 1, left / *part, dims, dims_left - (*part > 1 && is_dim ? 1 : 0));
      free_[p] *= *part;
      if (*part > 1) now_.pieces.pop_back();
    }
  }

  std::vector<int64_t> free_;  // of each place
  Layout now_;
  std::vector<Layout> found_;
};

}  // namespace

int64_t Slice::devices() const { return product(dims) * cores; }

Result<Slice> slice_of(const Torus& torus, int64_t devices) {
  const std::optional<int64_t> cores = cores_of(torus, devices);
  std::optional<Slice> found;
  if (cores) found = SliceSearch(torus, *cores).run(devices / *cores);
  if (found) return *found;
  return failure(Code::kLayout, fmt::format("{} devices do not fit: no slice of {} chips of {} cores has so many",
                                            devices, to_string(Slice{.dims = torus.dims, .wraps = {}}), torus.cores));
}

std::string to_string(const Slice& slice) {
  return fmt::format("{}{}", fmt::join(slice.dims, "x"), slice.twisted ? "t" : "");
}

bool Slice::is_short(size_t dim) const { return twisted && dims[dim] == *std::min_element(dims.begin(), dims.end()); }

std::vector<int64_t> Layout::location(int64_t position) const {
  std::vector<int64_t> coordinates(axes.size());
  for (size_t a = axes.size(); a-- > 0;) {
    coordinates[a] = position % axes[a].size;
    position /= axes[a].size;
  }
  std::vector<int64_t> out(slice.dims.size() + 1);
  for (const LayoutPiece& piece : pieces) {
    const int64_t below = axes[piece.ref.axis].size / piece.ref.end();
    out[piece.place] = out[piece.place] * piece.ref.size + coordinates[piece.ref.axis] / below % piece.ref.size;
  }
  return out;
}

Result<Slice> parse_slice(std::string_view text, const Torus& torus, int64_t devices) {
  return LayoutReader(text, {}, torus, devices).run_slice();
}

Result<Layout> parse_layout(std::string_view text, const std::vector<MeshAxis>& axes, const Torus& torus,
                            int64_t devices) {
  return LayoutReader(text, axes, torus, devices).run();
}

std::string to_string(const Layout& layout) {
  const std::vector<int64_t> sizes = capacities(layout.slice);
  std::string text = layout.slice.is_chosen ? to_string(layout.slice) + ": " : "";
  int last = -1;
  // In the order of the pieces: it says who is outermost on a shared dimension.
  for (size_t i = 0; i < layout.pieces.size(); ++i) {
    const auto& [ref, place] = layout.pieces[i];
    if (ref.axis != last) text += fmt::format("{}{}=", i == 0 ? "" : ",", layout.axes[ref.axis].name);
    last = ref.axis;
    text += place == std::ssize(layout.slice.dims) ? "c" : std::to_string(place);
    if (ref.size != sizes[place]) text += fmt::format("({})", ref.size);
  }
  return text;
}

Layout row_major_layout(const std::vector<MeshAxis>& axes, const Slice& slice) {
  // The digits of a position: those of the axes and those of the places, cut where either has a bound.
  Layout out{axes, slice, {}};
  std::vector<int64_t> sizes = capacities(slice);
  size_t place = 0;
  for (size_t a = 0; a < axes.size(); ++a) {
    for (int64_t left = axes[a].size; left > 1;) {
      while (sizes[place] == 1) ++place;
      const int64_t part = std::gcd(left, sizes[place]);
      if (part == 1) return LayoutSearch(axes, slice).run().front();
      out.pieces.push_back({{static_cast<int32_t>(a), 1, part}, static_cast<int>(place)});
      left /= part;
      sizes[place] /= part;
    }
  }
  set_positions(out);
  return out;
}

bool has_whole_dimensions(const Layout& layout) {
  std::vector<int> axis_of(layout.slice.dims.size() + 1, -1);
  return std::all_of(layout.pieces.begin(), layout.pieces.end(), [&](const LayoutPiece& piece) {
    int& axis = axis_of[piece.place];
    if (axis < 0) axis = piece.ref.axis;
    return axis == piece.ref.axis;
  });
}

std::vector<Layout> candidate_layouts(const std::vector<MeshAxis>& axes, const Slice& slice) {
  std::vector<Layout> found = LayoutSearch(axes, slice).run();
  found.insert(found.begin(), row_major_layout(axes, slice));
  return found;
}

}  // namespace partita::core::cost
