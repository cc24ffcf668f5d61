// Products of bf16 by processors that have tiles of them (AMX). Registers hold 16 rows of 64 bytes: of the left operand
// 16 rows by 16 pairs of terms, of the right one 16 pairs by 16 columns, of the sums 16 rows by 16 columns; one
// instruction multiplies two of them. Four tiles of sums, 32 x 32, read two of each operand in every step of 16 pairs.
#include <algorithm>
#include <cstring>

#include "engine/product/matmul_kernels.h"

namespace partita::core::engine::product {
namespace {

constexpr int64_t kSide = 16;  // rows, columns and pairs of a register
constexpr int64_t kRows = 2 * kSide, kColumns = 2 * kSide;

// What the instructions below do, in the order of their sums but not with their rounding.
void portable_tile(const uint32_t* a, const uint32_t* b, float* c, int64_t c_stride, int64_t pairs, bool adds) {
  const auto low = [](uint32_t pair) {
    const uint32_t bits = pair << 16;
    float out;
    std::memcpy(&out, &bits, sizeof out);
    return out;
  };
  for (int64_t i = 0; i < kRows; ++i) {
    for (int64_t j = 0; j < kColumns; ++j) {
      float sum = adds ? c[i * c_stride + j] : 0;
      for (int64_t p = 0; p < pairs; ++p) {
        const uint32_t x = a[(p / kSide * kRows + i) * kSide + p % kSide], y = b[p * kColumns + j];
        sum += low(x) * low(y);
        sum += low(x >> 16) * low(y >> 16);
      }
      c[i * c_stride + j] = sum;
    }
  }
}

}  // namespace

const PairKernel& portable_blocks_kernel() {
  static constexpr PairKernel kKernel = {.name = "own, blocks of BF16",
                                         .rows = kRows,
                                         .columns = kColumns,
                                         .step = kSide,
                                         .left_in_blocks = true,
                                         .tile = portable_tile};
  return kKernel;
}

}  // namespace partita::core::engine::product

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__clang__)
#define PARTITA_BEGIN_AMX \
  PARTITA_PRAGMA(clang attribute push(__attribute__((target("amx-tile,amx-bf16"))), apply_to = function))
#else
#define PARTITA_BEGIN_AMX PARTITA_PRAGMA(GCC push_options) PARTITA_PRAGMA(GCC target("amx-tile,amx-bf16"))
#endif

namespace partita::core::engine::product {
PARTITA_BEGIN_AMX
namespace {

// As LDTILECFG reads it: all eight registers are of 16 rows of 64 bytes.
struct alignas(64) TileConfiguration {
  uint8_t palette = 1, start_row = 0, reserved[14] = {};
  uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

void begin_tiles() {
  static constexpr TileConfiguration kConfiguration;
  _tile_loadconfig(&kConfiguration);
}

void end_tiles() { _tile_release(); }

void tile_of_registers(const uint32_t* a, const uint32_t* b, float* c, int64_t c_stride, int64_t pairs, bool adds) {
  constexpr int64_t kRegister = kSide * kSide, kBytes = 4;
  float* below = c + kSide * c_stride;
  const int64_t stride = kBytes * c_stride;
  if (adds) {
    _tile_loadd(0, c, stride);
    _tile_loadd(1, c + kSide, stride);
    _tile_loadd(2, below, stride);
    _tile_loadd(3, below + kSide, stride);
  } else {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  for (int64_t p = 0; p < pairs; p += kSide, a += 2 * kRegister, b += kSide * kColumns) {
    _tile_loadd(4, a, kBytes * kSide);
    _tile_loadd(6, b, kBytes * kColumns);
    _tile_loadd(7, b + kSide, kBytes * kColumns);
    _tile_loadd(5, a + kRegister, kBytes * kSide);
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }
  _tile_stored(0, c, stride);
  _tile_stored(1, c + kSide, stride);
  _tile_stored(2, below, stride);
  _tile_stored(3, below + kSide, stride);
}

}  // namespace
PARTITA_END_TARGET

namespace {

// Linux saves these registers for processes that asked for them.
bool may_use_tiles() {
  constexpr unsigned kTile = 1U << 24, kBf16 = 1U << 22;
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & kTile) == 0 || (d & kBf16) == 0) return false;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

}  // namespace

const PairKernel* bf16_tile_kernel() {
  static constexpr PairKernel kKernel = {.name = "own, AMX",
                                         .rows = kRows,
                                         .columns = kColumns,
                                         .step = kSide,
                                         .left_in_blocks = true,
                                         .tile = tile_of_registers,
                                         .begin = begin_tiles,
                                         .end = end_tiles};
  static const bool may = instruction_set() == InstructionSet::kAvx512 && may_use_tiles();
  return may ? &kKernel : nullptr;
}

}  // namespace partita::core::engine::product

#else

namespace partita::core::engine::product {
const PairKernel* bf16_tile_kernel() { return nullptr; }
}  // namespace partita::core::engine::product

#endif
