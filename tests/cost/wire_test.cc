// What is sent, in modules that no reader made: the readers replace groups by axes by lists.
#include "cost/wire.h"

#include <gtest/gtest.h>

#include "cost/budget.h"
#include "cost/report.h"
#include "ir/names.h"

namespace partita::core::cost {
namespace {

TEST(BytesText, GoesUpToTebibytes) {
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(1024), "1.00 KiB");
  EXPECT_EQ(bytes_text(1.5 * (1 << 20)), "1.50 MiB");
  EXPECT_EQ(bytes_text(1 << 30), "1.00 GiB");
  EXPECT_EQ(bytes_text(0x1p40), "1.00 TiB");
  EXPECT_EQ(bytes_text(0x1p60), "1048576.00 TiB");
}

// A gather of 64 bytes from each of the devices that axes of @mesh, x=2 and y=4, put together.
class GroupsByAxes : public testing::Test {
 protected:
  GroupsByAxes() : module_(context_) {
    module_.set_discardable_attribute(hlo_names::kNumPartitions, context_.integer(8, "i32"));
    module_.meshes().push_back({context_.name("other"), context_.opaque_attr("<[\"x\"=8]>"), {}});
    module_.meshes().push_back({context_.name("mesh"), context_.opaque_attr("<[\"x\"=2, \"y\"=4]>"), {}});
    const Type part = context_.tensor(ElementType::kF32, std::vector<int64_t>{16});
    function_ = module_.add_function(context_.name("main"), std::vector<Type>{part}, {});
  }
  void gather(std::string_view mesh, std::string_view axes, int64_t size) {
    const Type all = context_.tensor(ElementType::kF32, std::vector<int64_t>{16 * size});
    const NamedAttr entries[] = {{context_.name("mesh"), context_.symbol(mesh)},
                                 {context_.name("axes"), context_.opaque_attr(axes)}};
    const KeyedAttr groups[] = {{AttrKey::kReplicaGroups, context_.dict(entries)}};
    Value* argument = function_->argument(0);
    module_.add_op(function_->body(), OpKind::kAllGather, std::span(&argument, 1), std::span(&all, 1), groups);
  }

  Context context_;
  Module module_;
  Function* function_ = nullptr;
};

TEST_F(GroupsByAxes, AreThoseOfTheFirstDevice) {
  gather("mesh", "{'x'}", 2);
  gather("mesh", "{'y':(1)2}", 2);
  const Wire wire = wire_of(*function_, nullptr);
  ASSERT_EQ(wire.collectives.size(), 2u);
  const DeviceGroup& x = *wire.collectives[0].group;
  EXPECT_EQ(x.size, 2);
  EXPECT_EQ(x.digits, (Digits{{2, 1, 4}}));
  EXPECT_EQ(x.along, "along x");
  EXPECT_EQ(wire.collectives[0].bytes, 64);
  const DeviceGroup& piece = *wire.collectives[1].group;
  EXPECT_EQ(piece.digits, (Digits{{2, 1, 2}}));
  EXPECT_EQ(piece.axes, (std::vector<std::string>{"y:(1)2"}));
}

TEST_F(GroupsByAxes, OfAMeshThatIsNotThereAreAllDevices) {
  gather("nowhere", "{'x'}", 8);
  const Wire wire = wire_of(*function_, nullptr);
  EXPECT_EQ(wire.collectives[0].group->size, 8);
  EXPECT_EQ(wire.bytes, 7 * 64);
}

// A piece of an axis is the axis; an axis whose name begins like it is another.
TEST_F(GroupsByAxes, CanBeForbidden) {
  gather("mesh", "{'y':(1)2}", 2);
  auto mesh = std::make_shared<const Mesh>(Mesh::make({{"x", 2}, {"y", 4}}).value());
  Hardware hardware;
  hardware.levels = {{"all", 0, 1, 1}};
  hardware.matrix_flops = {{"f32", 1}};
  hardware.memory_bandwidth = hardware.vector_flops = 1;
  CostReport report = cost_of(*function_, mesh, hardware).value();
  auto offenders = [&](std::string_view text) {
    Budget budget;
    budget.forbidden = {parse_forbidden(text).value()};
    return over_budget(report, budget).value().size();
  };
  EXPECT_EQ(offenders("@y"), 1u);
  EXPECT_EQ(offenders("all-gather@y"), 1u);
  EXPECT_EQ(offenders("all-reduce@y"), 0u);
  EXPECT_EQ(offenders("@x"), 0u);
  // It was read from no text: nothing is said of a place.
  const std::string table = report_table(report, {});
  EXPECT_NE(table.find("all-gather         along y:(1)2          tensor<32xf32>\n"), std::string::npos) << table;
}

}  // namespace
}  // namespace partita::core::cost
