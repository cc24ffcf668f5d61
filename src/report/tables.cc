#include "report/tables.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace partita::core::report {
namespace {

// Ids are listed for meshes of so many devices; larger ones are drawn in part, and named by coordinates.
constexpr int64_t kListedDevices = 1024;

// The code point at `at`, of text that is UTF-8, or 0xFFFD with one byte where it is not.
uint32_t next_code_point(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const size_t length = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
  if (length == 0 || at + length > text.size()) return ++at, 0xFFFD;
  uint32_t point = length == 1 ? first : first & (0xFF >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return ++at, 0xFFFD;
    point = point << 6 | (byte(at + i) & 0x3F);
  }
  at += length;
  return point;
}

// Controls, zero-width marks, separators of lines, and what overrides or isolates the direction of writing.
bool is_hidden(uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x61C || point == 0x180E ||
         (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x206F) || point == 0xFEFF || (point >= 0xFFF0 && point <= 0xFFFD) ||
         (point >= 0xE0000 && point <= 0xE0FFF);
}

// Each piece as [axis of the mesh, pre, size].
Json axes_json(const AxisRefs& refs) {
  Json out = Json::array();
  for (const AxisRef& ref : refs) out.push_back({ref.axis, ref.pre, ref.size});
  return out;
}

}  // namespace

std::string shown_text(std::string_view text, size_t limit) {
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    if (out.size() >= limit) return out + fmt::format("… ({} bytes)", text.size());
    const size_t begin = at;
    const uint32_t point = next_code_point(text, at);
    if (is_hidden(point)) {
      out += fmt::format("\\u{{{:X}}}", point);
    } else {
      out += text.substr(begin, at - begin);
    }
  }
  return out;
}

double rounded(double number) {
  if (!std::isfinite(number)) return 0;
  if (number == 0 || std::abs(number) >= 9e15) return number;
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(number))));
  const double result = std::isfinite(scale) && scale > 0 ? std::round(number * scale) / scale : number;
  return std::isfinite(result) ? result : number;
}

int SharedTables::string(std::string_view text) {
  std::string shown = shown_text(text, text_limit_);
  auto [at, is_new] = string_at_.try_emplace(shown, static_cast<int>(strings_.size()));
  if (is_new) strings_.push_back(std::move(shown));
  return at->second;
}

int SharedTables::type(Type type) {
  if (!type || (type.kind() != TypeKind::kTensor && type.kind() != TypeKind::kBuffer)) return -1;
  auto [at, is_new] = type_at_.try_emplace(type.id(), static_cast<int>(types_.size()));
  if (is_new) {
    Json dims = Json::array();
    for (int64_t dim : type.dims()) dims.push_back(dim);
    types_.push_back(
        {shown_text(ir::mlir_spelling(type.element()), text_limit_), std::move(dims), ir::byte_width(type.element())});
  }
  return at->second;
}

int SharedTables::mesh(const MeshPtr& mesh) {
  for (size_t i = 0; i < meshes_.size(); ++i) {
    if (same_mesh(meshes_[i], mesh)) return static_cast<int>(i);
  }
  meshes_.push_back(mesh);
  return static_cast<int>(meshes_.size()) - 1;
}

int SharedTables::sharding(const Sharding& sharding) {
  const int on = mesh(sharding.mesh_ptr());
  const std::string text = to_string(sharding);
  auto [at, is_new] = sharding_at_.try_emplace(fmt::format("{}:{}", on, text), static_cast<int>(shardings_.size()));
  if (is_new) {
    Json dims = Json::array();
    for (const DimSharding& dim : sharding.dims()) dims.push_back(axes_json(dim.axes));
    shardings_.push_back({{"t", shown_text(text, text_limit_)},
                          {"m", on},
                          {"d", std::move(dims)},
                          {"u", axes_json(sharding.unreduced_axes())},
                          {"n", axes_json(sharding.manual_axes())}});
  }
  return at->second;
}

void SharedTables::write(Json& out) const {
  out["strings"] = strings_;
  out["types"] = types_;
  out["shardings"] = shardings_;
  out["meshes"] = Json::array();
  for (const MeshPtr& mesh : meshes_) {
    Json one = {{"axes", Json::array()}, {"devices", mesh->device_count()}, {"maximal", mesh->is_maximal()}};
    for (const MeshAxis& axis : mesh->axes()) one["axes"].push_back({shown_text(axis.name, text_limit_), axis.size});
    // Ids by position; none where devices count from 0.
    if (mesh->device_count() <= kListedDevices && !(mesh->order() == DeviceOrder::iota(mesh->device_count()))) {
      one["ids"] = Json::array();
      for (int64_t i = 0; i < mesh->device_count(); ++i) one["ids"].push_back(mesh->order().id_at(i));
    }
    out["meshes"].push_back(std::move(one));
  }
}

}  // namespace partita::core::report
