#include "pjrt/compile_options.h"

#include <gtest/gtest.h>

#include <vector>

#include "pjrt/buffer_types.h"

namespace partita::core::pjrt {
namespace {

// Device -1, 2 replicas, 1 partition, replica 0 on device 0 and replica 1 on device 300, no
// propagation.
TEST(CompileOptionsProto, IsInXlasWireFormat) {
  const std::vector<int64_t> ids = {0, 300};
  const unsigned char expected[] = {0x1a, 0x23,                                                        // 3, length
                                    0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,  // 1: -1
                                    0x20, 0x02, 0x28, 0x01,                                            // 4: 2, 5: 1
                                    0x4a, 0x0b, 0x08, 0x02, 0x10, 0x01,         // 9: replicas 2, computations 1
                                    0x1a, 0x05, 0x0a, 0x03, 0x00, 0xac, 0x02,   // 3: 1: 0, 300
                                    0x62, 0x01, 0x00, 0x92, 0x01, 0x01, 0x00};  // 12, 18: false
  EXPECT_EQ(compile_options_proto(ids), std::string(reinterpret_cast<const char*>(expected), sizeof expected));
}

TEST(BufferTypes, AreThereAndBack) {
  int known = 0;
  for (int i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    const std::optional<int32_t> number = buffer_type(type);
    if (!number) continue;
    ++known;
    EXPECT_EQ(element_type(*number), type);
  }
  EXPECT_EQ(known, kElementTypeCount);
  EXPECT_EQ(buffer_type(ElementType::kF32), 11);
  EXPECT_EQ(buffer_type(ElementType::kF4E2M1FN), 29);
  EXPECT_EQ(element_type(23), std::nullopt);  // the token
  EXPECT_EQ(element_type(-1), std::nullopt);
  EXPECT_EQ(element_type(1000), std::nullopt);
}

}  // namespace
}  // namespace partita::core::pjrt
