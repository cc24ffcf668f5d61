// Manual code by sdy's names: which axes are manual where, and that its shardings and types go together.
#include <fmt/format.h>

#include <algorithm>

#include "complete/hint_checks.h"
#include "shard/spelling_sdy.h"

namespace partita::core::complete {
namespace {

class ManualReader {
 public:
  ManualReader(const Module& module, HintTexts& texts, const HintPlaces& places, Hints& hints)
      : module_(module), texts_(texts), places_(places), hints_(hints) {}

  std::vector<Diagnostic> read(std::span<const ManualSite> sites) {
    for (const ManualSite& site : sites) {
      hints_.manual.push_back({site.op, nullptr, {}, {}});
      ManualCode& code = hints_.manual.back();
      HintSite at{.op = site.op, .text = site.axes};
      for (Attr list : {site.in, site.out}) {
        if (!list) continue;
        Result<const std::vector<Sharding>*> shardings = texts_.list(list);
        if (!shardings.ok()) continue;  // reported already, or below where it has no values
        for (const Sharding& sharding : **shardings) {
          if (sharding.is_maximal() || sharding.mesh().axis_count() == 0) continue;
          if (code.mesh == nullptr) code.mesh = hints_.pool->intern(sharding.mesh_ptr());
          if (same_mesh(code.mesh, sharding.mesh_ptr())) continue;
          fail(places_.error({.op = site.op, .text = list}, Code::kManualForm,
                             "the shardings of one manual computation are on different meshes"));
          break;
        }
      }
      const int around = site.leaves >= 0 ? site.leaves : site.outer;
      if (code.mesh == nullptr) {
        code.mesh = around >= 0 ? hints_.manual[around].mesh : hints_.meshes.main();
      }
      std::string_view text = site.axes ? site.axes.text() : std::string_view("{}");
      size_t brace = std::min(text.find('{'), text.size());
      size_t close = text.rfind('}');
      std::string plain = unescaped(text.substr(brace, close == std::string_view::npos ? close : close + 1 - brace));
      Result<std::vector<std::string>> names = shard::parse_sdy_manual_axes(plain);
      if (!names.ok()) {
        Diagnostic d = std::move(names).error().diagnostic;
        d.place = {};
        fail(at, Error{std::move(d)});
        continue;
      }
      Result<AxisRefs> axes = manual_axes_on(*code.mesh, *names);
      if (!axes.ok()) {
        fail(at, std::move(axes).error());
        continue;
      }
      code.axes = *axes;
      code.all = *axes;
      if (site.outer >= 0) {
        const ManualCode& outer = hints_.manual[site.outer];
        for (const AxisRef& axis : code.axes) {
          if (same_mesh(outer.mesh, code.mesh) && overlaps(outer.all, axis))
            fail(places_.error(
                at, Code::kManualForm,
                fmt::format("axis \"{}\" is manual already in the code around this", to_string(*code.mesh, axis))));
        }
        if (!same_mesh(outer.mesh, code.mesh)) {
          fail(places_.error(at, Code::kManualForm, "manual code inside of manual code of another mesh"));
        } else {
          code.all.insert(code.all.end(), outer.all.begin(), outer.all.end());
          code.all = sorted_set(code.all);
        }
      }
      if (site.op->is(OpKind::kManualComputation)) check_body(site, code);
    }
    return std::move(found_);
  }

 private:
  void fail(Diagnostic diagnostic) { found_.push_back(std::move(diagnostic)); }
  void fail(const HintSite& site, Error error) { fail(places_.placed(std::move(error.diagnostic), site)); }

  // Each value inside is the shard of the value outside, cut along the manual axes.
  void check_body(const ManualSite& site, const ManualCode& code) {
    const Op& op = *site.op;
    const Region& body = op.region(0);
    const Op* end = body.terminator();
    auto side = [&](Attr list, int count, std::string_view what, auto outside_type, auto inside_type) {
      if (!list) return;
      HintSite at{.op = &op, .text = list, .parts = count};
      Result<const std::vector<Sharding>*> shardings = texts_.list(list);
      if (!shardings.ok()) {
        if (count == 0) fail(at, std::move(shardings).error());
        return;
      }
      if ((*shardings)->size() != static_cast<size_t>(count)) {
        if (count == 0)
          fail(places_.error(at, Code::kManualForm,
                             fmt::format("there are shardings here for {}s, of which there are none", what)));
        return;  // otherwise reported with the hint
      }
      for (int i = 0; i < count; ++i) {
        const Sharding& sharding = (**shardings)[i];
        Type full = outside_type(i), local = inside_type(i);
        if (!full.is_tensor() || !local.is_tensor() || sharding.is_maximal() || sharding.rank() != full.rank())
          continue;
        for (int d = 0; d < sharding.rank(); ++d) {
          bool free = false;
          for (const AxisRef& axis : split_at(sharding.dim(d).axes, code.axes)) {
            bool manual = covers(code.axes, axis);
            if (manual && free) {
              fail(places_.error(
                  at, Code::kManualForm,
                  fmt::format("dimension {} of {} {} has the manual axis \"{}\" below one that is not manual; "
                              "manual axes come first",
                              d, what, i, to_string(*code.mesh, axis))));
              return;
            }
            free |= !manual;
          }
        }
        std::vector<int64_t> wanted = sharding.local_shape(full.dims(), code.axes);
        if (std::equal(wanted.begin(), wanted.end(), local.dims().begin(), local.dims().end())) continue;
        fail(places_.error(
            at, Code::kManualForm,
            fmt::format("{} {} is {}; cut along the manual axes it is {} inside, not {}", what, i, full.to_string(),
                        module_.context().tensor(full.element(), wanted).to_string(), local.to_string())));
      }
    };
    side(
        site.in, op.num_operands(), "operand", [&](int i) { return op.operand(i)->type(); },
        [&](int i) { return i < body.num_arguments() ? body.argument(i)->type() : op.operand(i)->type(); });
    if (end == nullptr || end->num_operands() != op.num_results()) return;
    side(
        site.out, op.num_results(), "result", [&](int i) { return op.result(i)->type(); },
        [&](int i) { return end->operand(i)->type(); });
  }

  const Module& module_;
  HintTexts& texts_;
  const HintPlaces& places_;
  Hints& hints_;
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> read_manual_code(const Module& module, std::span<const ManualSite> sites, HintTexts& texts,
                                         const HintPlaces& places, Hints& hints) {
  return ManualReader(module, texts, places, hints).read(sites);
}

}  // namespace partita::core::complete
