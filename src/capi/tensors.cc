#include <cstring>
#include <span>

#include "capi/handles.h"
#include "partita/io.h"

namespace partita {
namespace capi {
namespace {

bool find_dtype(const char* name, DType& found) {
  for (int i = 0; name != nullptr && i <= static_cast<int>(DType::kC128); ++i) {
    found = static_cast<DType>(i);
    if (std::strcmp(name_of(found), name) == 0) return true;
  }
  return false;
}

}  // namespace

DType dtype_named(const char* name) {
  DType found = DType::kPred;
  if (!find_dtype(name, found)) refuse("no element type is called '" + text_or_empty(name) + "'");
  return found;
}

Shape shape_of(int rank, const int64_t* dims) {
  if (rank < 0 || (rank > 0 && dims == nullptr)) refuse("a shape has no dimensions");
  for (int i = 0; i < rank; ++i) {
    if (dims[i] < 0) refuse("dimension " + std::to_string(i) + " of a shape is negative");
  }
  return Shape(std::span(dims, static_cast<size_t>(rank)));
}

partita_tensors* tensors_of(const std::vector<Tensor>& tensors) {
  auto* list = new partita_tensors;
  for (const Tensor& tensor : tensors) list->all.push_back({"", {tensor}});
  return list;
}

}  // namespace capi
}  // namespace partita

std::vector<partita::Tensor> partita_tensors::plain() const {
  std::vector<partita::Tensor> tensors;
  for (const Named& named : all) tensors.push_back(named.tensor.tensor);
  return tensors;
}

namespace capi = partita::capi;

extern "C" {

int partita_dtype_bytes(const char* dtype) {
  return capi::guarded(nullptr, 0, [&] { return partita::bytes_of(capi::dtype_named(dtype)); });
}

partita_tensor* partita_tensor_create(const char* dtype, int rank, const int64_t* dims, const void* bytes, size_t size,
                                      partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_tensor*>(nullptr), [&] {
    const partita::DType type = capi::dtype_named(dtype);
    const partita::Shape shape = capi::shape_of(rank, dims);
    if (bytes == nullptr && size == 0) {
      bool empty = false;
      for (const int64_t dim : shape.dims()) empty = empty || dim == 0;
      if (!empty) return new partita_tensor{partita::Tensor::spec(type, shape)};
    }
    return new partita_tensor{
        partita::Tensor::from_bytes(type, shape, std::span(static_cast<const std::byte*>(bytes), size))};
  });
}

partita_tensor* partita_tensor_from_doubles(const char* dtype, int rank, const int64_t* dims, const double* elements,
                                            size_t count, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_tensor*>(nullptr), [&] {
    return new partita_tensor{partita::Tensor::from_doubles(capi::dtype_named(dtype), capi::shape_of(rank, dims),
                                                            std::span(elements, count))};
  });
}

partita_tensor* partita_tensor_copy(const partita_tensor* tensor) {
  return capi::guarded(nullptr, static_cast<partita_tensor*>(nullptr),
                       [&] { return new partita_tensor(capi::demand(tensor, "the tensor")); });
}

const char* partita_tensor_dtype(const partita_tensor* tensor) {
  return tensor == nullptr || tensor->tensor.is_empty() ? "" : partita::name_of(tensor->tensor.dtype());
}

int partita_tensor_rank(const partita_tensor* tensor) {
  return tensor == nullptr || tensor->tensor.is_empty() ? 0 : tensor->tensor.shape().rank();
}

const int64_t* partita_tensor_dims(const partita_tensor* tensor) {
  return tensor == nullptr || tensor->tensor.is_empty() ? nullptr : tensor->tensor.shape().dims().data();
}

size_t partita_tensor_size(const partita_tensor* tensor) {
  if (tensor == nullptr || tensor->tensor.is_empty() || tensor->tensor.is_spec()) return 0;
  return capi::guarded(nullptr, size_t{0}, [&] { return tensor->tensor.bytes().size(); });
}

const void* partita_tensor_bytes(const partita_tensor* tensor) {
  if (tensor == nullptr || tensor->tensor.is_empty() || tensor->tensor.is_spec()) return nullptr;
  return capi::guarded(nullptr, static_cast<const void*>(nullptr),
                       [&] { return static_cast<const void*>(tensor->tensor.bytes().data()); });
}

void partita_tensor_free(partita_tensor* tensor) { delete tensor; }

partita_tensors* partita_tensors_create() {
  return capi::guarded(nullptr, static_cast<partita_tensors*>(nullptr), [] { return new partita_tensors; });
}

void partita_tensors_add(partita_tensors* tensors, const char* name, const partita_tensor* tensor) {
  capi::status_of(nullptr, [&] {
    capi::demand(tensors, "the list").all.push_back({capi::text_or_empty(name), capi::demand(tensor, "the tensor")});
  });
}

int partita_tensors_count(const partita_tensors* tensors) {
  return tensors != nullptr ? static_cast<int>(tensors->all.size()) : 0;
}

const partita_tensor* partita_tensors_get(const partita_tensors* tensors, int index) {
  return index >= 0 && index < partita_tensors_count(tensors) ? &tensors->all[index].tensor : nullptr;
}

const char* partita_tensors_name(const partita_tensors* tensors, int index) {
  return index >= 0 && index < partita_tensors_count(tensors) ? tensors->all[index].name.c_str() : "";
}

void partita_tensors_free(partita_tensors* tensors) { delete tensors; }

partita_tensors* partita_load(const char* path, int mapped, partita_diagnostics** error) {
  return capi::guarded(error, static_cast<partita_tensors*>(nullptr), [&] {
    partita::LoadOptions options;
    options.map = mapped != 0;
    auto* list = new partita_tensors;
    try {
      for (partita::NamedTensor& named : partita::load(&capi::demand(path, "the path"), options)) {
        list->all.push_back({std::move(named.name), {std::move(named.tensor)}});
      }
    } catch (...) {
      delete list;
      throw;
    }
    return list;
  });
}

int partita_save(const char* path, const partita_tensors* tensors, partita_diagnostics** error) {
  return capi::status_of(error, [&] {
    std::vector<partita::NamedTensor> named;
    for (const auto& one : capi::demand(tensors, "the list").all) named.push_back({one.name, one.tensor.tensor});
    partita::save(&capi::demand(path, "the path"), named);
  });
}

}  // extern "C"
