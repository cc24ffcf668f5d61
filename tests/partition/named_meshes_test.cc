// Of the meshes of a program its local program keeps those that its collectives name.
#include <gtest/gtest.h>

#include "driver/compilation.h"
#include "partition/local/module_attributes.h"

namespace partita::core::partition {
namespace {

TEST(KeepNamedMeshes, AsCollectivesNameThem) {
  const std::string text =
      "sdy.mesh @m = <[\"x\"=2]>\nsdy.mesh @n = <[\"y\"=2]>\nsdy.mesh @other = <[\"z\"=2]>\nfunc.func @main(%a: "
      "tensor<4xf32>) -> tensor<8xf32> {\n  %0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, "
      "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>\n  return %0 : "
      "tensor<8xf32>\n}\n";
  for (const char* name : {"@m", "n"}) {
    Context context;
    CompileOptions options;
    options.goal = Goal::kConvert;
    Compilation compilation(context, std::make_shared<SourceText>("program", text), TextRange{0, text.size()}, options);
    ASSERT_TRUE(compilation.run_until("import")) << compilation.diagnostics().render_all();
    Module& local = compilation.module();
    Op& gather = *local.entry()->body().begin();
    const NamedAttr groups[] = {{context.name("mesh"), context.string(name)},
                                {context.name("axes"), context.string("[#stablehlo.axis_ref<name = \"x\">]")}};
    gather.set_attr(AttrKey::kReplicaGroups, context.dict(groups));
    const std::vector<MeshDeclaration> all = local.meshes();
    local.meshes().clear();
    Module global(context);
    global.meshes() = all;
    keep_named_meshes(global, local);
    ASSERT_EQ(local.meshes().size(), 1u) << name;
    EXPECT_EQ(local.meshes()[0].name.text(), std::string(name).substr(name[0] == '@' ? 1 : 0));
  }
}

}  // namespace
}  // namespace partita::core::partition
