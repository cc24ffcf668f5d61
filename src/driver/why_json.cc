// What is known of collectives, as JSON.
#include <nlohmann/json.hpp>

#include "driver/suggest.h"
#include "driver/why_collective.h"

namespace partita::core::driver {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson figures_json(const StepFigures& figures) {
  return {{"bytes", figures.bytes}, {"seconds", figures.seconds}, {"memory", figures.memory}};
}

OrderedJson proposal_json(const std::vector<std::string>& hints, const StepFigures& before, const StepFigures& after) {
  return {{"hints", hints}, {"before", figures_json(before)}, {"after", figures_json(after)}};
}

std::string written(const OrderedJson& document) {
  // Names are the user's, and need not be UTF-8.
  return document.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace

std::string why_json(const std::vector<WhyCollective>& whys) {
  OrderedJson out = {{"version", 1}};
  out["collectives"] = OrderedJson::array();
  out["proposals"] = OrderedJson::array();
  std::string none;
  for (const WhyCollective& why : whys) {
    OrderedJson one = {{"number", why.number}, {"cause", why.sentence}, {"sides", why.more}};
    for (const Proposal& proposal : why.proposals) {
      OrderedJson json = proposal_json(proposal.hints, proposal.before, proposal.after);
      json["collective"] = why.number;
      json["gone"] = proposal.avoids;
      out["proposals"].push_back(std::move(json));
    }
    if (!why.none.empty()) one["none"] = why.none;
    if (!why.none.empty()) none += (none.empty() ? "" : "; ") + why.none;
    out["collectives"].push_back(std::move(one));
  }
  out["none"] = out["proposals"].empty() ? OrderedJson(none) : OrderedJson();
  return written(out);
}

std::string suggestions_json(const std::vector<Suggestions>& all) {
  OrderedJson out = {{"version", 1}};
  out["proposals"] = OrderedJson::array();
  std::string none;
  out["programs"] = OrderedJson::array();
  for (const Suggestions& one : all) {
    OrderedJson program = {{"file", one.file}, {"tried", one.tried}, {"left_out", one.left_out}};
    for (const Suggestion& suggestion : one.best) {
      OrderedJson json = proposal_json(suggestion.hints, one.before, suggestion.after);
      json["file"] = one.file;
      out["proposals"].push_back(std::move(json));
    }
    if (!one.none.empty()) program["none"] = one.none;
    if (!one.none.empty()) none += (none.empty() ? "" : "; ") + one.none;
    out["programs"].push_back(std::move(program));
  }
  out["none"] = out["proposals"].empty() ? OrderedJson(none) : OrderedJson();
  return written(out);
}

}  // namespace partita::core::driver
