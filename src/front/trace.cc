#include "front/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "front/scope.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

constexpr std::int64_t kLargeConstant = std::int64_t{1} << 20;  // bytes

// Ops without operands need it. The one exception to "no global state".
std::vector<std::shared_ptr<Trace>>& traces() {
  thread_local std::vector<std::shared_ptr<Trace>> stack;
  return stack;
}

std::string_view base_name(const char* file) {
  std::string_view name = file;
  return name.substr(name.find_last_of('/') + 1);
}

}  // namespace

void fail_at(Where where, core::Code code, std::string message, const std::vector<Note>& notes) {
  core::Diagnostic d = core::base::error_without_place(code, std::move(message));
  d.file = where.file;
  d.place.line = where.line;
  for (const Note& note : notes) {
    core::Diagnostic& n = d.notes.emplace_back(core::base::error_without_place(code, note.message));
    n.severity = core::Severity::kNote;
    n.file = note.where.file;
    n.place.line = note.where.line;
  }
  fail(d);
}

std::string shown(Where where) { return fmt::format("{}:{}", base_name(where.file), where.line); }

std::string name_of(Where where) {
  std::string name(base_name(where.file));
  name.resize(std::min(name.find('.'), name.size()));
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name.insert(0, "_");
  return fmt::format("{}_{}", name, where.line);
}

Trace::Trace() {
  made_.context = std::make_unique<core::Context>();
  made_.module = std::make_unique<core::Module>(context());
  function_ = module().add_function(context().name("main"), {}, {});
  enter(function_->body(), "the trace", Where());
}

void Trace::enter(core::Region& region, std::string what, Where where, int manual) {
  open_.push_back(static_cast<int>(std::ssize(frames_)));
  frames_.push_back({&region, std::move(what), where, manual});
}

int Trace::add_manual(Manual manual) {
  manuals_.push_back(std::move(manual));
  return static_cast<int>(std::ssize(manuals_)) - 1;
}

std::vector<int> Trace::open_manuals() const {
  std::vector<int> out;
  for (int frame : std::views::reverse(open_)) {
    if (frames_[frame].manual >= 0) out.push_back(frames_[frame].manual);
  }
  return out;
}

bool Trace::is_hidden(int frame) const {
  const auto since = std::find(open_.begin(), open_.end(), frame);
  return since != open_.end() &&
         std::any_of(since + 1, open_.end(), [&](int inner) { return frames_[inner].manual >= 0; });
}

core::MeshPtr Trace::manual_mesh() const {
  std::vector<core::MeshAxis> axes;
  for (const Manual& manual : manuals_) {
    for (const MeshAxis& axis : manual.axes) {
      const auto same = [&](const core::MeshAxis& other) { return other.name == axis.name; };
      if (std::none_of(axes.begin(), axes.end(), same)) axes.push_back({axis.name, axis.size});
    }
  }
  if (axes.empty()) return nullptr;
  // Traces meet manual code in the order of the compiler's liking.
  std::sort(axes.begin(), axes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return std::make_shared<const core::Mesh>(take(core::Mesh::make(std::move(axes))));
}

void Trace::leave() {
  frames_[open_.back()].region = nullptr;
  open_.pop_back();
}

void Trace::set_where(core::Op& op, Where where) {
  std::vector<Where>& places = made_.places;
  if (places.empty() || places.back().line != where.line || places.back().file != where.file) places.push_back(where);
  op.set_offset(static_cast<core::SourceOffset>(places.size() - 1));
}

void Trace::set_source() {
  std::vector<core::SourceText::Origin> origins;
  for (const Where& where : made_.places) origins.push_back({where.file, where.line});
  auto source = std::make_shared<core::SourceText>("<trace>", std::string(made_.places.size(), '\n'));
  source->set_origins(std::move(origins));
  module().set_source(std::move(source));
}

size_t Trace::ConstantHash::operator()(const ConstantKey& key) const {
  const std::hash<const void*> hash;
  return hash(key.region) ^ (hash(key.data) * 31) ^ (hash(key.type.id()) * 131);
}

core::Value* Trace::constant(const Tensor& tensor, const TensorImpl& impl, Where where) {
  const core::Type type = type_of(context(), tensor);
  core::Value*& value = constants_[{&region(), impl.bytes().data(), type}];
  if (value != nullptr) return value;
  if (type.byte_size() > kLargeConstant) {
    warn(where, core::Code::kLargeConstant,
         fmt::format("a {} of {} bytes becomes a constant of the program; give it to the function as an argument",
                     tensor.type_text(), type.byte_size()));
  }
  value = core::Builder(region()).constant(context().dense(type, false, impl.blob()));
  set_where(*value->op(), where);
  held_.push_back(tensor);
  return value;
}

void Trace::warn(Where where, core::Code code, std::string message) {
  core::Diagnostic d = core::base::error_without_place(code, std::move(message));
  d.severity = core::Severity::kWarning;
  d.file = where.file;
  d.place.line = where.line;
  warnings_.push_back(public_form(d));
}

void Trace::end() {
  for (Frame& frame : frames_) frame.region = nullptr;
  constants_.clear();
  held_.clear();
  made_ = {};
}

std::shared_ptr<Trace> current_trace() { return traces().empty() ? nullptr : traces().back(); }

CurrentTrace::CurrentTrace(std::shared_ptr<Trace> trace) { traces().push_back(std::move(trace)); }
CurrentTrace::~CurrentTrace() {
  traces().back()->end();
  traces().pop_back();
}

Tensor traced_tensor(const std::shared_ptr<Trace>& trace, core::Value* value, Where made) {
  const core::Type type = value->type();
  return Access::make<Tensor>(new TensorImpl(static_cast<DType>(type.element()), Shape(type.dims()),
                                             TracedValue{trace, value, trace->frame(), made}));
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
