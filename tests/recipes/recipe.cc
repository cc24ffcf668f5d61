#include "recipe.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <fstream>
#include <map>

namespace partita::recipes {
namespace {

int hints_in(const std::string& text) {
  const std::string op = "sdy.sharding_constraint";
  int count = 0;
  for (size_t at = text.find(op); at != std::string::npos; at = text.find(op, at + op.size())) ++count;
  return count;
}

std::string grouped(double number) {
  std::string digits = fmt::format("{:.0f}", number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

std::string joined(const std::vector<std::string>& axes) {
  std::string all;
  for (const std::string& axis : axes) all += all.empty() ? axis : "*" + axis;
  return all;
}

// As the page has it. (Not how often: small ones may be sent together.)
std::string summary(const Compiled& compiled) {
  std::map<std::pair<std::string, std::string>, double> sent;
  for (const Collective& c : compiled.report().collectives) sent[{c.kind, joined(c.axes)}] += c.bytes;
  std::string text;
  for (const auto& [what, bytes] : sent) {
    text += fmt::format("{:20}{:6}{:>10} bytes\n", what.first, what.second, grouped(bytes));
  }
  return text;
}

// Its line of the table at the top of the page.
std::string row(const std::string& name, const Step& step, const Compiled& compiled) {
  std::string anchor;
  for (const char c : name) anchor += c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return fmt::format("| [{}](#{}) | {} | {} | {} | {} |", name, anchor, compiled.mesh().str(),
                     hints_in(step.written.text()), grouped(compiled.report().wire_bytes),
                     grouped(compiled.report().argument_bytes));
}

struct OnPage {
  std::string row, block;  // of figures
};

OnPage on_page(const std::string& section) {
  std::ifstream file(std::string(PARTITA_SOURCE_DIR) + "/docs/recipes.md");
  OnPage found;
  std::string line;
  bool here = false, inside = false;
  while (std::getline(file, line)) {
    if (line.starts_with("| [" + section + "](")) found.row = line;
    if (line.starts_with("## ")) here = line == "## " + section;
    if (line == "```") inside = false;
    if (inside && here) found.block += line + "\n";
    if (line == "```text") inside = true;
  }
  return found;
}

void expect_close(const std::vector<Tensor>& got, const std::vector<Tensor>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t leaf = 0; leaf < got.size(); ++leaf) {
    ASSERT_EQ(got[leaf].type_text(), wanted[leaf].type_text());
    const std::vector<double> a = got[leaf].to_doubles(), b = wanted[leaf].to_doubles();
    for (size_t i = 0; i < a.size(); ++i) {
      ASSERT_NEAR(a[i], b[i], 2e-5 * (1 + std::abs(b[i]))) << "result " << leaf << ", element " << i;
    }
  }
}

}  // namespace

void expect_as_on_page(const std::string& name, const Step& step, const Mesh& mesh, double budget) {
  const Compiled compiled = compile(step.program, mesh, {.strict = true, .objective = Objective::kBytes});
  EXPECT_EQ(mesh.num_devices(), 8);
  EXPECT_TRUE(compiled.report().fallbacks.empty());
  EXPECT_LE(compiled.report().wire_bytes, budget) << compiled.report_table();
  const OnPage page = on_page(name);
  EXPECT_EQ(page.row, row(name, step, compiled));
  EXPECT_EQ(page.block, summary(compiled));
  expect_close(compiled.run(step.arguments), evaluate(step.program, step.arguments));
}

}  // namespace partita::recipes
