// A description of hardware, read from its JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cost/description.h"
#include "cost/hardware.h"
#include "shard/device_order.h"

namespace partita::core::cost {
namespace {

using Json = nlohmann::json;

void read_matrix_flops(Fields& fields, Hardware& out) {
  constexpr const char* kName = "matrix_flops";
  const Json* rates = fields.find(kName);
  if (rates == nullptr || !rates->is_object() || !rates->contains("f32")) {
    return fields.fail(kName, "must be an object with a rate for each element type, f32 among them");
  }
  Fields by_type = *fields.object(kName);
  for (const auto& [type, rate] : rates->items()) {
    if (type != "f8" && !ir::element_type_from_mlir(type)) by_type.fail(type, "is no element type");
    out.matrix_flops.emplace_back(type, by_type.positive(type.c_str()));
  }
}

void read_products(Fields fields, Products& out) {
  out.efficiency = fields.fraction("efficiency");
  out.tile_rows = fields.count("tile_rows", out.tile_rows);
  out.tile_columns = fields.count("tile_columns", out.tile_columns);
  out.small_tile = fields.count_or_zero("small_tile", out.small_tile);
  out.depth_tile = fields.count("depth_tile", out.depth_tile);
  out.ramp = fields.not_negative("ramp");
  out.units = fields.count("units", out.units);
  out.splits_depth = fields.flag("splits_depth", out.splits_depth);
  fields.finish();
}

void read_convolutions(Fields fields, Convolutions& out) {
  out.overhead = fields.not_negative("overhead");
  out.patch_bandwidth = fields.not_negative("patch_bandwidth");
  out.kernels = fields.count("kernels", out.kernels);
  out.foreign_term = fields.not_negative("foreign_term");
  fields.finish();
}

void read_rates(Fields fields, MemoryRates& out) {
  out.efficiency = fields.fraction("efficiency");
  out.reduce = fields.not_negative("reduce");
  out.transpose = fields.not_negative("transpose");
  out.gather = fields.not_negative("gather");
  out.scatter = fields.not_negative("scatter");
  out.narrow_scatter = fields.not_negative("narrow_scatter");
  out.copy = fields.not_negative("copy");
  out.sort = fields.not_negative("sort");
  out.fft = fields.not_negative("fft");
  fields.finish();
}

void read_overheads(Fields fields, Overheads& out) {
  out.kernel = fields.not_negative("kernel");
  out.sort = fields.not_negative("sort");
  out.gap = fields.not_negative("gap");
  out.launch = fields.not_negative("launch");
  out.step = fields.not_negative("step");
  out.loop = fields.not_negative("loop");
  out.unknown_loop = fields.not_negative("unknown_loop");
  fields.finish();
}

void read_compiler(Fields fields, CompilerTraits& out) {
  out.joins_rows = fields.flag("joins_rows", out.joins_rows);
  out.reads_any_layout = fields.flag("reads_any_layout", out.reads_any_layout);
  out.fuses_all_reductions = fields.flag("fuses_all_reductions", out.fuses_all_reductions);
  out.windows_in_place = fields.flag("windows_in_place", out.windows_in_place);
  out.computes_wide = fields.flag("computes_wide", out.computes_wide);
  out.fuses_into_products = fields.flag("fuses_into_products", out.fuses_into_products);
  out.recomputes_to_fit = fields.flag("recomputes_to_fit", out.recomputes_to_fit);
  fields.finish();
}

void read_levels(Fields& fields, std::vector<NetworkLevel>& out) {
  std::vector<Fields> levels = fields.objects("levels", "a level");
  int64_t inner = 1;
  for (Fields& level : levels) {
    NetworkLevel made;
    made.name = level.text("name");
    made.devices = level.count("devices", 0);
    made.bandwidth = level.positive("bandwidth");
    made.latency = level.positive("latency");
    made.half_size = level.not_negative("half_size");
    made.pair_bandwidth = level.not_negative("pair_bandwidth");
    const bool last = &level == &levels.back();
    if (!last && made.devices < inner) level.fail("devices", "must say how many devices are in a block of the level");
    // Blocks of blocks: 8 devices, then 12, would divide the second block.
    if (!last && made.devices % inner != 0) level.fail("devices", "must be a multiple of the level's before it");
    if (last) made.devices = 0;
    inner = std::max(inner, made.devices);
    level.finish();
    out.push_back(std::move(made));
  }
}

void read_torus(Fields fields, std::optional<Torus>& out) {
  Torus made;
  if (!fields.has("dims")) fields.fail("dims", "is missing");
  made.dims = fields.counts("dims");
  double devices = 1;
  for (int64_t dim : made.dims) devices *= static_cast<double>(dim);
  made.cores = fields.count("cores", made.cores);
  if (devices * static_cast<double>(made.cores) > static_cast<double>(shard::kMaxDevices)) {
    fields.fail("dims", "are too many chips");
  }
  made.chip_bandwidth = made.cores > 1 ? fields.positive("chip_bandwidth") : fields.not_negative("chip_bandwidth");
  made.link_bandwidth = fields.positive("link_bandwidth");
  made.hop_latency = fields.positive("hop_latency");
  made.wrap_multiple = fields.count_or_zero("wrap_multiple", made.wrap_multiple);
  made.exchange_wraps = fields.flag("exchange_wraps", made.exchange_wraps);
  made.ring_efficiency = fields.fraction("ring_efficiency");
  fields.finish();
  out = std::move(made);
}

// Where figures come from, by the field that has them; for readers of the file.
void check_sources(Fields& fields, const std::vector<std::string>& names) {
  std::optional<Fields> sources = fields.object("sources");
  if (!sources) return;
  for (const std::string& name : names) sources->text(name.c_str());
  sources->finish();
}

}  // namespace

Result<Hardware> parse_hardware(std::string_view text, const std::string& file) {
  Description description(text, file);
  PARTITA_CHECK_OK(description.status());
  Fields fields(description);
  Hardware out;
  out.name = fields.text("name");
  if (fields.count("version", 1) != 1) fields.fail("version", "is one that is not known here: 1 is read");
  fields.text("source");
  out.memory = fields.positive_or_none("memory");
  out.memory_bandwidth = fields.positive("memory_bandwidth");
  out.vector_flops = fields.positive("vector_flops");
  read_matrix_flops(fields, out);
  out.op_latency = out.overheads.kernel = fields.not_negative("op_latency");
  if (std::optional<Fields> part = fields.object("products")) read_products(*part, out.products);
  if (std::optional<Fields> part = fields.object("convolutions")) read_convolutions(*part, out.convolutions);
  if (std::optional<Fields> part = fields.object("memory_rates")) read_rates(*part, out.rates);
  if (std::optional<Fields> part = fields.object("overheads")) {
    read_overheads(*part, out.overheads);
    if (!fields.has("op_latency")) out.op_latency = out.overheads.kernel;
  }
  if (const std::vector<int64_t> tile = fields.counts("memory_tile", 2); tile.size() == 2) {
    out.compiler.memory_tile = {tile[0], tile[1]};
  }
  out.collective_copy = fields.not_negative("collective_copy");
  out.overlaps = fields.flag("overlaps", out.overlaps);
  if (std::optional<Fields> part = fields.object("compiler")) read_compiler(*part, out.compiler);
  if (fields.has("levels") == fields.has("torus")) {
    fields.fail("levels", "or \"torus\", one of them, must say how devices are connected");
  }
  read_levels(fields, out.levels);
  if (std::optional<Fields> part = fields.object("torus")) read_torus(*part, out.torus);
  check_sources(fields, fields.names());
  fields.finish();
  PARTITA_CHECK_OK(description.status());
  return out;
}

}  // namespace partita::core::cost
