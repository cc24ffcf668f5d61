#include "run/npz.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "run/atomic_file.h"

namespace partita::core::run {
namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

// A fresh folder per test, removed with everything in it.
class Npz : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("partita_npz_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name = "a.npz") const { return (folder_ / name).string(); }
  std::string write(const std::string& content, const std::string& name = "a.npz") const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  static std::string slurp(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string error_of(const std::string& content) const {
    auto result = read_npz(write(content));
    return result.ok() ? "" : result.error().diagnostic.message;
  }

  std::filesystem::path folder_;
};

std::string number(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
  return out;
}

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' +
         number(dictionary.size(), version == 1 ? 2 : 4) + dictionary + data;
}

std::string deflated(const std::string& content) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// An archive of one member, written as other programs do: sizes in a data descriptor or a zip64 record.
struct Archive {
  std::string name = "x.npy";
  std::string content;
  int method = 8;
  int flags = 0;
  bool zip64 = false;
  int64_t claimed_size = -1;
  uint32_t crc_error = 0;

  std::string text() const {
    const std::string stored = method == 8 ? deflated(content) : content;
    const uint64_t size = claimed_size >= 0 ? static_cast<uint64_t>(claimed_size) : content.size();
    const uint32_t crc =
        static_cast<uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size())) ^ crc_error;
    const bool descriptor = (flags & 8) != 0;
    std::string out = number(0x04034b50, 4) + number(45, 2) + number(flags, 2) + number(method, 2) + number(0, 4) +
                      number(descriptor ? 0 : crc, 4) + number(descriptor ? 0 : stored.size(), 4) +
                      number(descriptor ? 0 : size, 4) + number(name.size(), 2) + number(0, 2) + name + stored;
    if (descriptor) out += number(0x08074b50, 4) + number(crc, 4) + number(stored.size(), 4) + number(size, 4);
    const std::string extra = zip64 ? number(0x7777, 2) + number(2, 2) + "??" + number(1, 2) + number(24, 2) +
                                          number(size, 8) + number(stored.size(), 8) + number(0, 8)
                                    : "";
    const uint64_t offset = out.size();
    out += number(0x02014b50, 4) + number(45, 2) + number(45, 2) + number(flags, 2) + number(method, 2) + number(0, 4) +
           number(crc, 4) + (zip64 ? number(~0u, 4) + number(~0u, 4) : number(stored.size(), 4) + number(size, 4)) +
           number(name.size(), 2) + number(extra.size(), 2) + number(0, 5) + number(0, 5) + number(zip64 ? ~0u : 0, 4) +
           name + extra;
    const uint64_t directory_size = out.size() - offset;
    if (zip64) {
      const uint64_t end64 = out.size();
      out += number(0x06064b50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) + number(1, 8) +
             number(1, 8) + number(directory_size, 8) + number(offset, 8);
      out += number(0x07064b50, 4) + number(0, 4) + number(end64, 8) + number(1, 4);
    }
    return out + number(0x06054b50, 4) + number(0, 4) + number(1, 2) + number(1, 2) +
           number(zip64 ? ~0u : directory_size, 4) + number(zip64 ? ~0u : offset, 4) + number(7, 2) + "comment";
  }
};

const std::string kFourBytes = "{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }\n";

TEST_F(Npz, WritesWhatItReads) {
  const std::vector<std::byte> floats = bytes_of(std::string(24, 'f')), scalar = bytes_of("ab");
  const std::vector<NpzEntry> entries = {{"arg10", "<f4", {2, 3}, floats},
                                         {"arg9", "<V2", {}, scalar},
                                         {"none", "<i8", {0, 1000000000000, 1000000000000}, {}}};
  ASSERT_TRUE(write_npz(path(), entries).ok());
  auto arrays = read_npz(path());
  ASSERT_TRUE(arrays.ok()) << arrays.error().diagnostic.message;
  ASSERT_EQ(arrays->size(), 3u);
  for (const NpzEntry& entry : entries) {
    const NpyArray& array = arrays->at(entry.name);
    EXPECT_EQ(array.descr, entry.descr);
    EXPECT_EQ(array.shape, entry.shape);
    EXPECT_TRUE(std::equal(array.data.begin(), array.data.end(), entry.data.begin(), entry.data.end()));
  }
  const std::string first = slurp(path());
  ASSERT_TRUE(write_npz(path(), entries).ok());
  EXPECT_EQ(slurp(path()), first) << "the same arrays give the same bytes";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << "nothing else is left";
}

TEST_F(Npz, AnArchiveWithoutArrays) {
  ASSERT_TRUE(write_npz(path(), {}).ok());
  auto arrays = read_npz(path());
  ASSERT_TRUE(arrays.ok());
  EXPECT_TRUE(arrays->empty());
}

TEST_F(Npz, HeadersArePaddedAsNumPyDoes) {
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{}, {3}, {3, 4}, std::vector<int64_t>(40, 1)}) {
    const std::string header = npy_header("<f4", shape);
    EXPECT_EQ(header.size() % 64, 0u);
    EXPECT_EQ(header.back(), '\n');
  }
  EXPECT_NE(npy_header("<f4", std::vector<int64_t>{3}).find("'shape': (3,), }"), std::string::npos);
  EXPECT_NE(npy_header("<f4", std::vector<int64_t>{3, 4}).find("'shape': (3, 4), }"), std::string::npos);
  EXPECT_NE(npy_header("<f4", {}).find("'shape': (), }"), std::string::npos);
}

TEST_F(Npz, AnNpyFileIsAnArchiveOfOne) {
  const auto data = bytes_of("abcd");
  ASSERT_TRUE(write_npy(path("a.npy"), {"", "|u1", {4}, data}).ok());
  auto arrays = read_npz(path("a.npy"));
  ASSERT_TRUE(arrays.ok());
  EXPECT_EQ(arrays->at("arr_0").data, data);
}

TEST_F(Npz, ReadsEveryContainerForm) {
  const std::string content = npy(kFourBytes, "abcd");
  for (int method : {0, 8}) {
    for (int flags : {0, 8}) {
      for (bool zip64 : {false, true}) {
        Archive archive{.content = content, .method = method, .flags = flags, .zip64 = zip64};
        auto arrays = read_npz(write(archive.text()));
        ASSERT_TRUE(arrays.ok()) << arrays.error().diagnostic.message;
        EXPECT_EQ(arrays->at("x").data, bytes_of("abcd"));
      }
    }
  }
}

TEST_F(Npz, ReadsEveryHeaderForm) {
  const auto check = [&](const std::string& dictionary, const std::string& data, const std::string& expected,
                         int version) {
    auto arrays = read_npz(write(npy(dictionary, data, version), "a.npy"));
    ASSERT_TRUE(arrays.ok()) << dictionary << ": " << arrays.error().diagnostic.message;
    EXPECT_EQ(arrays->at("arr_0").data, bytes_of(expected)) << dictionary;
  };
  check("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)}", "abcdef", "abcdef", 1);
  check("{\"shape\": (2L, 3L,), 'fortran_order': True, 'descr': '|u1',}  \n", "abcdef", "acebdf", 2);
  check("{'descr': '>u2', 'fortran_order': False, 'shape': (3,)}", "abcdef", "badcfe", 3);
  check("{'descr': '>c4', 'fortran_order': False, 'shape': ()}", "abcd", "badc", 1);
  check("{'descr': '>u2', 'fortran_order': True, 'shape': (2, 2)}", "aabbccdd", "aaccbbdd", 1);
  check("{'descr': 'bfloat16', 'fortran_order': False, 'shape': (1,)}", "ab", "ab", 1);
}

TEST_F(Npz, SaysWhatIsWrong) {
  const std::string good = npy(kFourBytes, "abcd");
  EXPECT_NE(error_of("").find("too short"), std::string::npos);
  EXPECT_NE(error_of("PK\3\4 and nothing of the kind that follows").find("directory"), std::string::npos);
  EXPECT_NE(error_of("this is not an array at all").find("does not begin"), std::string::npos);
  EXPECT_NE(error_of(Archive{.content = good, .flags = 1}.text()).find("encrypted"), std::string::npos);
  EXPECT_NE(error_of(Archive{.content = good, .method = 12}.text()).find("method 12"), std::string::npos);
  EXPECT_NE(error_of(Archive{.content = good, .crc_error = 1}.text()).find("array 'x': is damaged"), std::string::npos);
  EXPECT_NE(error_of(Archive{.content = good, .method = 0, .crc_error = 1}.text()).find("checksum"), std::string::npos);
  EXPECT_NE(error_of(Archive{.content = good, .claimed_size = 1 << 30}.text()).find("claims a size"),
            std::string::npos);
  EXPECT_NE(error_of(Archive{.content = good, .claimed_size = 90}.text()).find("ask for 4"), std::string::npos);
  EXPECT_NE(error_of(npy(kFourBytes, "abc")).find("has 3 bytes of elements"), std::string::npos);
  EXPECT_NE(error_of(npy(kFourBytes, "abcd", 9)).find("version 9"), std::string::npos);
  for (const char* bad : {"", "{}", "{'descr': '|u1'}", "[1]", "{'descr': '|u1', 'fortran_order': 1, 'shape': (4,)}",
                          "{'descr': '|u1', 'fortran_order': False, 'shape': (-4,)}",
                          "{'descr': '|u1', 'fortran_order': False, 'shape': (4 4)}",
                          "{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': (4,)}",
                          "{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999999999,)}"}) {
    EXPECT_NE(error_of(npy(bad, "abcd")).find("dictionary"), std::string::npos) << bad;
  }
  EXPECT_NE(error_of(npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "abcd")).find("'|O'"),
            std::string::npos);
  EXPECT_NE(error_of(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4000000000000, 4000000000000)}", ""))
                .find("more than any file"),
            std::string::npos);
}

TEST_F(Npz, FilesThatCannotBeReadOrWritten) {
  auto missing = read_npz(path("missing.npz"));
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().diagnostic.code, Code::kCannotRead);
  EXPECT_EQ(missing.error().diagnostic.file, path("missing.npz"));
  EXPECT_FALSE(read_npz(folder_.string()).ok());
  const Status nowhere = write_npz(path("no/such/folder.npz"), {});
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().diagnostic.code, Code::kCannotWrite);
}

TEST_F(Npz, AFileNotCommittedLeavesWhatWasThere) {
  write("before");
  {
    auto file = AtomicFile::create(path());
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->write("after").ok());
  }
  EXPECT_EQ(slurp(path()), "before");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

// Any damage gives arrays or a message; sanitizer builds watch the rest.
TEST_F(Npz, DamagedFilesNeverCrash) {
  const std::string whole = Archive{.content = npy(kFourBytes, "abcd"), .flags = 8, .zip64 = true}.text();
  std::mt19937 random(5);
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = whole;
    for (int changes = 1 + static_cast<int>(random() % 4); changes > 0; --changes) {
      damaged[random() % damaged.size()] = static_cast<char>(random() % 3 == 0 ? 0xFF : random());
    }
    if (random() % 4 == 0) damaged.resize(random() % damaged.size());
    auto result = read_npz(write(damaged));
    if (!result.ok()) {
      EXPECT_FALSE(result.error().diagnostic.message.empty());
    }
  }
}

TEST(NpyElements, EveryTypeTakesWhatItWrites) {
  for (int i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    const NpyArray zeros{npy_descr(type), {3}, std::vector<std::byte>(3 * static_cast<size_t>(byte_width(type)))};
    auto elements = elements_of(zeros, type);
    ASSERT_TRUE(elements.ok()) << mlir_spelling(type);
    EXPECT_EQ(*elements, zeros.data);
  }
}

TEST(NpyElements, NarrowTypesAreNormalized) {
  const auto elements = [](const char* descr, const std::string& data, ElementType type) {
    auto result = elements_of(NpyArray{descr, {static_cast<int64_t>(data.size())}, bytes_of(data)}, type);
    return result.ok() ? std::optional(std::move(result).value()) : std::nullopt;
  };
  EXPECT_EQ(elements("|b1", "\2\1", ElementType::kPred), bytes_of("\1\1"));
  EXPECT_EQ(elements("<V1", "\x0F\x07", ElementType::kS4), bytes_of("\xFF\x07"));
  EXPECT_EQ(elements("|i1", "\xF8", ElementType::kS4), bytes_of("\xF8"));
  EXPECT_EQ(elements("|i1", "\x08", ElementType::kS4), std::nullopt);
  EXPECT_EQ(elements("|u1", "\x04", ElementType::kU2), std::nullopt);
  EXPECT_EQ(elements("int4", "\x0F", ElementType::kS4), bytes_of("\xFF"));
  EXPECT_EQ(elements("int4", "\x0F", ElementType::kU4), std::nullopt);
  EXPECT_EQ(elements("<f1", "\x7C", ElementType::kF8E5M2), bytes_of("\x7C"));
  EXPECT_EQ(elements("|V1", "\xFF", ElementType::kF4E2M1FN), bytes_of("\x0F"));
  EXPECT_EQ(elements("<u2", "ab", ElementType::kBF16), bytes_of("ab"));
  EXPECT_EQ(elements("float8_e4m3fn", "a", ElementType::kF8E4M3FN), bytes_of("a"));
  EXPECT_EQ(elements("<f2", "ab", ElementType::kBF16), std::nullopt);
  EXPECT_EQ(elements("<f4", "abcd", ElementType::kS32), std::nullopt);
  EXPECT_EQ(elements("|S4", "abcd", ElementType::kS32), std::nullopt);
}

}  // namespace
}  // namespace partita::core::run
