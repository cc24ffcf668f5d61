#include "driver/compilation.h"

#include <gtest/gtest.h>

namespace partita::core::driver {
namespace {

constexpr const char* kProgram = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x8xf32>)
    -> tensor<8x8xf32> {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %d = stablehlo.tanh %c : tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
)";

constexpr const char* kShift = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %a, %z, low = [1], high = [0], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
  %r = stablehlo.slice %p [0:8] : (tensor<9xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
)";

// Writes down what it is told, and what the program was after each stage.
struct Notebook : StageObserver {
  void begins(const Stage& stage) override {
    begun.emplace_back(stage.name);
    if (on_begin) on_begin(stage);
  }
  void ends(const Stage& stage) override { ended.emplace_back(stage.name); }
  void reports(const Diagnostic& d) override { reported.push_back(d); }
  bool wants(const Stage&) const override { return true; }
  Status shows(const Stage& stage, const Compilation& compilation) override {
    if (stage.name == refuses_after) return Error{error_without_place(Code::kCannotWrite, "the disk is full")};
    Result<std::string> text = compilation.program_text();
    if (!text.ok()) return text.error();
    texts.emplace_back(stage.name, std::move(*text));
    return {};
  }
  std::string after(std::string_view name) const {
    for (const auto& [stage, text] : texts) {
      if (stage == name) return text;
    }
    return "";
  }

  std::vector<std::string> begun, ended;
  std::vector<Diagnostic> reported;
  std::vector<std::pair<std::string, std::string>> texts;
  std::string refuses_after;
  std::function<void(const Stage&)> on_begin;
};

struct Compiled {
  Compiled(const std::string& text, CompileOptions options) {
    auto source = std::make_shared<SourceText>("it.mlir", text);
    compilation.emplace(context, source, TextRange{0, text.size()}, std::move(options), &notes);
    ok = compilation->run();
  }

  Context context;
  Notebook notes;
  std::optional<Compilation> compilation;
  bool ok = false;
};

CompileOptions options_for(Goal goal) {
  CompileOptions options;
  options.goal = goal;
  options.verify_each = true;
  return options;
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Stages, HaveNamesOfTheirOwnAndALineEach) {
  std::vector<std::string_view> names;
  for (const Stage& stage : all_stages()) {
    EXPECT_FALSE(stage.what.empty()) << stage.name;
    EXPECT_EQ(find_stage(stage.name), &stage);
    EXPECT_NE(stage.goals, 0) << stage.name;
    names.push_back(stage.name);
  }
  EXPECT_EQ(find_stage("none"), nullptr);
  EXPECT_TRUE(stage_names().starts_with(
      "read, verify, import, differentiate, rules, merge, prepare, hints, complete, attach, choose, lower, expand, "));
  EXPECT_EQ(stage_names(is_optional).substr(0, 12), "merge, cse, ");
  for (const Pass& pass : optimize::all_passes()) EXPECT_TRUE(find_stage(pass.name)->optional);
}

TEST(Stages, RunInTheOrderOfTheListForEveryGoal) {
  for (Goal goal : {Goal::kCheck, Goal::kEvaluate, Goal::kConvert, Goal::kAnnotate, Goal::kExplain, Goal::kExecute,
                    Goal::kCompile}) {
    Compiled it(kProgram, options_for(goal));
    EXPECT_TRUE(it.ok) << it.compilation->diagnostics().render_all();
    std::vector<std::string> want;
    for (const Stage& stage : all_stages()) {
      if (stage.is_for(goal) && stage.run != nullptr && !stage.asks_host) want.emplace_back(stage.name);
    }
    EXPECT_EQ(it.notes.begun, want);
    EXPECT_EQ(it.notes.ended, want);
    ASSERT_EQ(it.notes.texts.size(), want.size());  // shown after each
    for (size_t i = 0; i < want.size(); ++i) {
      EXPECT_EQ(it.notes.texts[i].first, want[i]);
      EXPECT_TRUE(holds(it.notes.texts[i].second, "stablehlo.dot_general")) << want[i];
    }
  }
}

TEST(Stages, AfterCompletionTheShardingsAreShownAndNothingElseChanges) {
  Compiled watched(kProgram, options_for(Goal::kCompile));
  for (const char* stage : {"complete", "choose"}) {
    EXPECT_TRUE(holds(watched.notes.after(stage), "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>")) << stage;
  }
  EXPECT_FALSE(holds(watched.notes.after("hints"), "sharding_per_value"));
  EXPECT_TRUE(holds(watched.notes.after("lower"), "tensor<4x8xf32>"));
  EXPECT_EQ(watched.notes.after("write"), watched.compilation->text());

  Context context;
  auto source = std::make_shared<SourceText>("it.mlir", kProgram);
  Compilation alone(context, source, TextRange{0, source->text().size()}, {});
  ASSERT_TRUE(alone.run());
  EXPECT_EQ(alone.text(), watched.compilation->text());
}

TEST(Stages, CanBeSkippedWhereTheyAreOptional) {
  CompileOptions options = options_for(Goal::kCompile);
  options.skip = {"merge", "dce"};
  Compiled it(kShift, options);
  ASSERT_TRUE(it.ok);
  EXPECT_EQ(std::count(it.notes.begun.begin(), it.notes.begun.end(), "merge"), 0);
  EXPECT_EQ(std::count(it.notes.begun.begin(), it.notes.begun.end(), "dce"), 0);
  EXPECT_TRUE(holds(it.notes.after("hints"), "stablehlo.slice"));

  for (const char* name : {"lower", "nothing"}) {
    options.skip = {name};
    Compiled wrong(kShift, options);
    EXPECT_FALSE(wrong.ok);
    ASSERT_EQ(wrong.notes.reported.size(), 1U);
    EXPECT_TRUE(holds(wrong.notes.reported[0].message, "no stage that can be skipped is called"));
  }

  options.skip.clear();
  options.no_passes = true;
  EXPECT_EQ(Compiled(kShift, options).notes.begun.back(), "write");
}

// Whatever verb: what is merged does not depend on which hints there are, but for the values that they name.
TEST(Merge, KeepsWhatHintsNameAndMergesTheRest) {
  CompileOptions options = options_for(Goal::kCompile);
  EXPECT_FALSE(holds(Compiled(kShift, options).notes.after("merge"), "stablehlo.slice"));
  options.hints.shard = {"%r=[{\"x\"}]"};
  EXPECT_FALSE(holds(Compiled(kShift, options).notes.after("merge"), "stablehlo.slice"));
  options.hints.shard = {"p=[{\"x\"}]"};
  Compiled named(kShift, options);
  EXPECT_TRUE(named.ok) << named.compilation->diagnostics().render_all();
  EXPECT_TRUE(holds(named.notes.after("merge"), "stablehlo.slice"));

  options = options_for(Goal::kExplain);
  EXPECT_FALSE(holds(Compiled(kShift, options).notes.after("merge"), "stablehlo.slice"));
  options.asked = {"%p"};
  EXPECT_TRUE(holds(Compiled(kShift, options).notes.after("merge"), "stablehlo.slice"));

  // What is written with its shardings has all its instructions.
  EXPECT_TRUE(holds(Compiled(kShift, options_for(Goal::kAnnotate)).compilation->text(), "stablehlo.slice"));
}

struct Mistake {
  const char* stage;
  const char* message;
  std::string text;
  CompileOptions options;
};

TEST(Errors, OfEveryStageReachTheCaller) {
  std::string program = kProgram;
  auto with = [&](std::string_view what, std::string_view instead) {
    std::string text = program;
    return text.replace(text.find(what), what.size(), instead);
  };
  CompileOptions wrong_entry, wrong_hint;
  wrong_entry.entry = "other";
  wrong_hint.hints.shard = {"zz=[{}]"};
  CompileOptions annotate = options_for(Goal::kAnnotate);
  annotate.entry = "other";
  std::string other_mesh =
      with("%b: tensor<4x8xf32>", "%b: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@other, [{\"y\"}, {}]>}");
  other_mesh = "sdy.mesh @other = <[\"y\"=3]>\n" + other_mesh;
  const std::vector<Mistake> mistakes = {
      {"read", "no op is called", with("return", "retur n"), {}},
      {"verify",
       "stablehlo.reshape",
       with("return", "%e = stablehlo.reshape %d : (tensor<8x8xf32>) -> tensor<7xf32>\n  return"),
       {}},
      {"import",
       "calls itself",
       "func.func @main() {\n call @f() : () -> ()\n return\n}\n"
       "func.func private @f() {\n call @f() : () -> ()\n return\n}\n",
       {}},
      {"merge", "there is no function @other", program, wrong_entry},
      {"prepare", "there is no function @other", program, annotate},
      {"hints", "zz", program, wrong_hint},
      {"lower", "another has", other_mesh, {}},
  };
  for (const Mistake& mistake : mistakes) {
    Compiled it(mistake.text, mistake.options);
    EXPECT_FALSE(it.ok) << mistake.stage;
    if (it.ok) continue;
    EXPECT_EQ(it.compilation->failed()->name, mistake.stage) << it.compilation->diagnostics().render_all();
    EXPECT_TRUE(it.compilation->diagnostics().has_errors());
    EXPECT_TRUE(holds(it.compilation->diagnostics().render_all(), mistake.message))
        << it.compilation->diagnostics().render_all();
    EXPECT_EQ(it.notes.reported.size(), it.compilation->diagnostics().all().size());
    EXPECT_EQ(it.notes.ended.back(), mistake.stage);
    EXPECT_FALSE(it.compilation->run());  // and nothing runs any more
  }
}

TEST(Errors, OfTheObserverEndTheCompilation) {
  Context context;
  Notebook notes;
  notes.refuses_after = "complete";
  auto source = std::make_shared<SourceText>("it.mlir", kProgram);
  Compilation it(context, source, TextRange{0, source->text().size()}, {}, &notes);
  EXPECT_FALSE(it.run());
  EXPECT_EQ(it.failed()->name, "complete");
  EXPECT_TRUE(holds(it.diagnostics().render_all(), "the disk is full"));
}

TEST(Errors, AStageThatBreaksTheProgramIsNamed) {
  Context context;
  Notebook notes;
  auto source = std::make_shared<SourceText>("it.mlir", kProgram);
  Compilation it(context, source, TextRange{0, source->text().size()}, options_for(Goal::kExecute), &notes);
  notes.on_begin = [&](const Stage& stage) {
    if (stage.name != "channels") return;
    Region& body = it.partitioned().module->entry()->body();
    body.first()->move_before(body.terminator());
  };
  EXPECT_FALSE(it.run());
  ASSERT_TRUE(it.diagnostics().has_errors());
  EXPECT_EQ(it.diagnostics().all().back().code, Code::kInternal);
  EXPECT_TRUE(holds(it.diagnostics().render_all(), "the stage 'channels' left a program that does not verify"));
  EXPECT_TRUE(holds(it.diagnostics().render_all(), "--skip channels"));
}

}  // namespace
}  // namespace partita::core::driver
