// A vectorized program gives, for each example, what the program gives for it alone.
#include "transform/vectorize/vectorize.h"

#include <gtest/gtest.h>

#include <memory>

#include "dice.h"
#include "driver/compilation.h"
#include "eval/compare.h"
#include "eval/evaluate.h"
#include "generate.h"
#include "ir/build/element_bytes.h"
#include "ir/copy_module.h"
#include "ir/verify.h"
#include "transform/loops/loops.h"

namespace partita::core::transform {
namespace {

constexpr int64_t kSize = 3;

class Vectorized {
 public:
  explicit Vectorized(const std::string& text) {
    auto source = std::make_shared<const SourceText>("it.mlir", text);
    CompileOptions options;
    options.goal = driver::Goal::kEvaluate;
    Compilation compilation(context_, source, TextRange{0, text.size()}, options);
    ok_ = compilation.run_until("import");
    if (ok_) single_ = compilation.take_module();
  }
  bool ok() const { return ok_; }
  Function& single() { return *single_->entry(); }
  const Module& module() const { return *single_; }

  // The function over these arguments.
  std::string make(const std::vector<bool>& mapped, const VectorizeOptions& options) {
    many_ = ir::copy_module(*single_);
    Function& from = *many_->entry();
    std::vector<Type> types;
    TensorBuilder widths(from.body());
    auto wide = [&](Type type) {
      std::vector<int64_t> dims = {options.size};
      dims.insert(dims.end(), type.dims().begin(), type.dims().end());
      return widths.with_dims(type, dims);
    };
    for (int i = 0; i < from.num_arguments(); ++i) {
      types.push_back(mapped[i] ? wide(from.argument(i)->type()) : from.argument(i)->type());
    }
    std::vector<Type> results;
    for (Type type : from.result_types()) results.push_back(wide(type));
    Function* to = many_->add_function(context_.name("many"), types, results);
    TensorBuilder b(to->body());
    std::vector<Batched> arguments;
    for (int i = 0; i < from.num_arguments(); ++i) arguments.push_back({to->argument(i), mapped[i]});
    Result<std::vector<Batched>> made = vectorize(from.body(), arguments, b, options);
    if (!made.ok()) return made.error().diagnostic.message;
    std::vector<Value*> returned;
    for (const Batched& value : *made) returned.push_back(as_mapped(b, value, options.size));
    b.ret(returned);
    Function* const kept[] = {to};
    many_->keep_functions(kept);
    lower_loops(to->body());
    Diagnostics found;
    EXPECT_TRUE(ir::verify(*many_, found)) << found.render_all();
    return {};
  }

  std::vector<Tensor> run(const std::vector<Tensor>& arguments, bool many) {
    const Module& module = many ? *many_ : *single_;
    const Function& function = many ? *many_->function("many") : *single_->entry();
    Diagnostics checks;
    Result<std::vector<Tensor>> results = eval::evaluate(module, function, arguments, {}, checks);
    EXPECT_TRUE(results.ok()) << (results.ok() ? "" : results.error().diagnostic.message);
    return results.ok() ? *results : std::vector<Tensor>();
  }
  Context& context() { return context_; }
  // Of the vectorized function's first constraint, as it is written.
  std::string hint() const {
    for (const Op& op : many_->function("many")->body()) {
      if (op.is(OpKind::kShardingConstraint)) return std::string(op.attr(AttrKey::kSharding).text());
    }
    return {};
  }

 private:
  Context context_;
  bool ok_ = false;
  std::unique_ptr<Module> single_, many_;
};

Tensor random_tensor(Type type, fuzz::Dice& dice) {
  std::vector<std::byte> bytes;
  const bool complex = is_complex(type.element());
  for (int64_t i = 0; i < type.num_elements() * (complex ? 2 : 1); ++i) {
    const ElementType part = part_type(type.element());
    const bool truth = part == ElementType::kPred;
    const bool is_signed = ir::element_class(part) == ir::ElementClass::kSigned || is_float(part);
    const int64_t number = truth ? dice.below(2) : is_signed ? dice.between(-1, 1) : dice.between(0, 1);
    const auto one =
        is_float(part) ? ir::element_bytes(part, static_cast<double>(number)) : ir::integer_bytes(part, number);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return Tensor(type, std::make_shared<ir::Blob>(bytes));
}

Tensor stacked(Type type, const std::vector<Tensor>& rows) {
  std::vector<std::byte> bytes;
  for (const Tensor& row : rows) {
    const auto* raw = static_cast<const std::byte*>(row.raw());
    bytes.insert(bytes.end(), raw, raw + row.type().byte_size());
  }
  return Tensor(type, std::make_shared<ir::Blob>(bytes));
}

Tensor row_of(const Tensor& stack, Type type, int64_t row) {
  const size_t bytes = static_cast<size_t>(type.byte_size());
  const auto* raw = static_cast<const std::byte*>(stack.raw()) + static_cast<size_t>(row) * bytes;
  return Tensor(type, std::make_shared<ir::Blob>(raw, raw + bytes));
}

// Compares each row with what the program gives for it; nothing where it cannot be vectorized.
void check_rows(const std::string& text, uint64_t seed, int& compared) {
  SCOPED_TRACE(text + "\nseed " + std::to_string(seed));
  Vectorized program(text);
  ASSERT_TRUE(program.ok());
  fuzz::Dice dice(seed);
  Function& single = program.single();
  if (single.num_arguments() == 0) return;
  std::vector<bool> mapped;
  bool any = false;
  for (int i = 0; i < single.num_arguments(); ++i) {
    mapped.push_back(dice.below(3) > 0 && single.argument(i)->type().is_tensor());
    any = any || mapped.back();
  }
  if (!any) mapped[0] = true;
  for (const Value* argument : single.body().arguments()) {
    if (!argument->type().is_tensor()) return;
  }
  for (Type type : single.result_types()) {
    if (!type.is_tensor()) return;
  }
  if (!program.make(mapped, {.size = kSize, .axis = {}}).empty()) return;
  std::vector<std::vector<Tensor>> rows(kSize);
  std::vector<Tensor> all;
  for (int i = 0; i < single.num_arguments(); ++i) {
    const Type type = single.argument(i)->type();
    const Tensor shared = random_tensor(type, dice);
    std::vector<Tensor> each;
    for (int64_t r = 0; r < kSize; ++r) {
      each.push_back(mapped[i] ? random_tensor(type, dice) : shared);
      rows[r].push_back(each.back());
    }
    std::vector<int64_t> dims = {kSize};
    dims.insert(dims.end(), type.dims().begin(), type.dims().end());
    all.push_back(mapped[i] ? stacked(program.context().tensor(type.element(), dims), each) : shared);
  }
  const std::vector<Tensor> together = program.run(all, true);
  if (::testing::Test::HasFailure()) return;
  for (int64_t r = 0; r < kSize; ++r) {
    const std::vector<Tensor> alone = program.run(rows[r], false);
    ASSERT_EQ(alone.size(), together.size());
    for (size_t i = 0; i < alone.size(); ++i) {
      // Other kernels may add in another order.
      const auto difference =
          eval::compare(row_of(together[i], alone[i].type(), r), alone[i], ComparisonRule::tolerance());
      EXPECT_FALSE(difference) << "result " << i << " of example " << r << ": " << difference->message;
      ++compared;
    }
  }
}

TEST(Vectorize, RandomProgramsGiveForEachExampleWhatTheyGiveAlone) {
  int compared = 0;
  for (uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    check_rows(fuzz::random_program(seed), seed, compared);
  }
  EXPECT_GT(compared, 1000);
}

TEST(Vectorize, HintsGetTheNewDimension) {
  const std::string text = R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x", ?}p1]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
)";
  Vectorized program(text);
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(program.make({true}, {.size = 2, .axis = "y"}), "");
  EXPECT_NE(program.hint().find(R"(<@mesh, [{"y"}, {"x", ?}p1]>)"), std::string::npos) << program.hint();
  EXPECT_EQ(program.make({true}, {.size = 2, .axis = {}}), "");
  EXPECT_NE(program.hint().find(R"(<@mesh, [{?}, {"x", ?}p1]>)"), std::string::npos) << program.hint();
  // P702
  EXPECT_NE(program.make({true}, {.size = 2, .axis = "x"}).find("over which the examples are divided"),
            std::string::npos);
}

}  // namespace
}  // namespace partita::core::transform
