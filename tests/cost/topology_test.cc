// Seconds of collectives, worked out by hand on machines of round numbers: switched levels and tori.
#include "cost/topology.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "shard/axis_groups.h"

namespace partita::core::cost {
namespace {

using enum CollectiveKind;

MeshPtr mesh_of(std::vector<MeshAxis> axes) {
  return std::make_shared<const Mesh>(Mesh::make(std::move(axes)).value());
}
AxisRefs along(const Mesh& mesh, std::vector<int> axes) {
  AxisRefs refs;
  for (int axis : axes) refs.push_back(whole_axis(mesh, axis));
  return refs;
}

// ---- switched levels: blocks of 4 devices, 100 bytes a second inside and 10 between them

class Levels : public testing::Test {
 protected:
  Levels() { hardware_.levels = {{"inner", 4, 100, 0.5}, {"outer", 0, 10, 2}}; }

  Topology of(const MeshPtr& mesh) { return Topology::make(hardware_, mesh->device_count(), mesh).value(); }
  std::vector<double> seconds(CollectiveKind kind, double full, const MeshPtr& mesh, std::vector<int> axes) {
    const AxisRefs refs = along(*mesh, std::move(axes));
    const Price price = collective_price(kind, full, static_cast<double>(total_size(refs)));
    const Topology topology = of(mesh);
    const CollectiveTime time = topology.time(kind, price, topology.place(kind, refs));
    EXPECT_DOUBLE_EQ(time.seconds, std::accumulate(time.on.begin(), time.on.end(), 0.0));
    return time.on;
  }
  Hardware hardware_;
};

TEST_F(Levels, AreNamed) {
  EXPECT_EQ(of(mesh_of({{"x", 8}})).resources(), (std::vector<std::string>{"inner", "outer"}));
  EXPECT_EQ(of(mesh_of({{"x", 8}})).layout(), "");
}

TEST_F(Levels, AlongAnAxisInsideABlockAndBetweenBlocks) {
  const MeshPtr mesh = mesh_of({{"x", 2}, {"y", 4}});
  EXPECT_EQ(seconds(kAllGather, 320, mesh, {1}), (std::vector<double>{240 / 100.0 + 2 * 0.5, 0}));
  EXPECT_EQ(seconds(kReduceScatter, 320, mesh, {1}), (std::vector<double>{240 / 100.0 + 2 * 0.5, 0}));
  EXPECT_EQ(seconds(kAllReduce, 320, mesh, {0}), (std::vector<double>{0, 320 / 10.0 + 2 * 2}));
  const std::vector<double> both = seconds(kAllGather, 320, mesh, {0, 1});
  EXPECT_NEAR(both[0], 320 * 0.75 / 100 + 2 * 0.5, 1e-9);
  EXPECT_NEAR(both[1], 320 * 0.125 / 10 + 1 * 2, 1e-9);
  EXPECT_EQ(seconds(kPermute, 100, mesh, {0}), (std::vector<double>{0, 12}));
  EXPECT_EQ(seconds(kPermute, 100, mesh, {1}), (std::vector<double>{1.5, 0}));
  // All of the buffer goes between blocks and, from there, to every device.
  const std::vector<double> from_one = seconds(kBroadcast, 320, mesh, {0, 1});
  EXPECT_NEAR(from_one[0], 3.2 + 2 * 0.5, 1e-9);
  EXPECT_NEAR(from_one[1], 32 + 1 * 2, 1e-9);
}

// Of 8 equal parts 3 go to neighbours in the block, 4 to the other block.
TEST_F(Levels, AnAllToAllSendsToEveryMemberItsPart) {
  const std::vector<double> parts = seconds(kAllToAll, 320, mesh_of({{"x", 8}}), {0});
  EXPECT_NEAR(parts[0], 320 * 0.375 / 100 + 2 * 0.5, 1e-9);
  EXPECT_NEAR(parts[1], 320 * 0.5 / 10 + 1 * 2, 1e-9);
}

TEST_F(Levels, ADeviceAloneTakesNone) {
  const Topology topology = of(mesh_of({{"x", 8}}));
  for (CollectiveKind kind : {kAllReduce, kAllGather, kAllToAll}) {
    const CollectiveTime time =
        topology.time(kind, collective_price(kind, 320, 1), topology.place(GroupMembers{1, {}, false}));
    EXPECT_EQ(time.seconds, 0);
  }
}

// The outermost level that a pair crosses, whichever it is: 100 bytes take 1 s and half a second inside a block, 10 s
// and 2 s between blocks.
TEST_F(Levels, APermuteWaitsForItsSlowestPair) {
  const Topology topology = of(mesh_of({{"x", 8}}));
  auto between = [&](std::vector<int64_t> pairs) {
    return topology.time(kPermute, {100, 1}, topology.place(GroupMembers{8, pairs, true})).on;
  };
  const std::vector<double> inside = {1.5, 0}, outside = {0, 12};
  EXPECT_EQ(between({0, 1, 4, 5}), inside);
  EXPECT_EQ(between({3, 4, 0, 1}), outside);
  EXPECT_EQ(between({0, 1, 3, 4}), outside);
  // Along an axis everyone sends to the next: 3 to 4 too.
  EXPECT_EQ(seconds(kPermute, 100, mesh_of({{"x", 8}}), {0}), outside);
}

TEST_F(Levels, GroupsOfIdsAreWhereTheyAre) {
  const Topology topology = Topology::make(hardware_, 8, nullptr).value();
  auto gather = [&](std::vector<int64_t> ids, double count) {
    return topology
        .time(kAllGather, collective_price(kAllGather, 320, count), topology.place(GroupMembers{count, ids, false}))
        .on;
  };
  EXPECT_NEAR(gather({4, 5, 6, 7}, 4)[0], 320 * 0.75 / 100 + 2 * 0.5, 1e-9);
  EXPECT_EQ(gather({4, 5, 6, 7}, 4)[1], 0);
  EXPECT_NEAR(gather({0, 7}, 2)[1], 160 / 10.0 + 2, 1e-9);
  // Without ids all devices meet.
  EXPECT_EQ(gather({}, 8), gather({0, 1, 2, 3, 4, 5, 6, 7}, 8));
}

// At half_size half the bandwidth; small buffers have a quarter.
TEST_F(Levels, SmallBuffersAreSlower) {
  const MeshPtr mesh = mesh_of({{"x", 4}});
  hardware_.levels[0].half_size = 320;
  EXPECT_NEAR(seconds(kAllGather, 320, mesh, {0})[0], 240 / 50.0 + 1, 1e-9);
  EXPECT_NEAR(seconds(kAllGather, 960, mesh, {0})[0], 720 / 75.0 + 1, 1e-9);
  EXPECT_NEAR(seconds(kAllGather, 32, mesh, {0})[0], 24 / 25.0 + 1, 1e-9);
  // Ten of them are not one large one.
  const Topology topology = of(mesh);
  const AxisRefs x = along(*mesh, {0});
  const Price price = 10 * collective_price(kAllGather, 320, 4);
  EXPECT_NEAR(topology.time(kAllGather, price, topology.place(kAllGather, x)).seconds, 10 * (240 / 50.0 + 1), 1e-9);
}

// Links of 30 bytes a second to each of three others: 90 together, 30 between two.
TEST_F(Levels, DirectLinksGoToOneDeviceEach) {
  const MeshPtr mesh = mesh_of({{"x", 2}, {"y", 2}});
  hardware_.levels[0].pair_bandwidth = 30;
  EXPECT_NEAR(seconds(kAllGather, 320, mesh, {0, 1})[0], 240 / 90.0 + 2 * 0.5, 1e-9);
  EXPECT_NEAR(seconds(kAllGather, 320, mesh, {1})[0], 160 / 30.0 + 0.5, 1e-9);
  EXPECT_NEAR(seconds(kAllToAll, 320, mesh, {0, 1})[0], 240 / 90.0 + 2 * 0.5, 1e-9);
  EXPECT_NEAR(seconds(kPermute, 90, mesh, {1})[0], 90 / 30.0 + 0.5, 1e-9);
}

TEST_F(Levels, HaveNoLayout) {
  const Result<Topology> topology = Topology::make(hardware_, 8, nullptr, "x=0");
  ASSERT_FALSE(topology.ok());
  EXPECT_EQ(topology.error().diagnostic.code, Code::kLayout);
}

// ---- tori: links of 100 bytes a second, a second a hop, 1000 between cores

Hardware torus_of(std::vector<int64_t> dims, int64_t cores, int64_t wrap_multiple = 0) {
  Hardware hardware;
  hardware.torus = Torus{std::move(dims), cores, 1000, 100, 1, wrap_multiple};
  return hardware;
}

class OnTorus {
 public:
  OnTorus(const Hardware& hardware, const MeshPtr& mesh, std::string_view layout = {})
      : mesh_(mesh), topology_(Topology::make(hardware, mesh->device_count(), mesh, layout).value()) {}

  CollectiveTime time(CollectiveKind kind, double full, std::vector<int> axes) const {
    const AxisRefs refs = along(*mesh_, std::move(axes));
    const Price price = collective_price(kind, full, static_cast<double>(total_size(refs)));
    const CollectiveTime time = topology_.time(kind, price, topology_.place(kind, refs));
    if (kind != kPermute) {  // the same, by the ids of the first group
      const std::vector<int64_t> ids = shard::devices_along(*mesh_, refs, mesh_->order().id_at(0));
      const GroupMembers members{static_cast<double>(ids.size()), ids, false};
      const CollectiveTime by_ids = topology_.time(kind, price, topology_.place(members));
      EXPECT_NEAR(by_ids.seconds, time.seconds, 1e-9);
      for (size_t i = 0; i < time.on.size(); ++i) EXPECT_NEAR(by_ids.on[i], time.on[i], 1e-9);
    }
    return time;
  }
  double seconds(CollectiveKind kind, double full, std::vector<int> axes) const {
    return time(kind, full, std::move(axes)).seconds;
  }
  double permute(double bytes, std::vector<int64_t> pairs) const {
    return topology_.time(kPermute, {bytes, 1}, topology_.place(GroupMembers{1, pairs, true})).seconds;
  }
  const Topology& topology() const { return topology_; }

 private:
  MeshPtr mesh_;
  Topology topology_;
};

// x alone on a line of 8 chips; y on the other and on both cores.
TEST(TorusTime, OfALineAndOfARing) {
  const MeshPtr mesh = mesh_of({{"x", 8}, {"y", 16}});
  const OnTorus line(torus_of({16, 16}, 2), mesh, "x=0,y=1c"), ring(torus_of({8, 8}, 2), mesh, "x=0,y=1c");
  EXPECT_EQ(line.topology().resources(), (std::vector<std::string>{"dimension 0", "dimension 1", "chip"}));
  // Along y one group on each line: 7/8 of the buffer over its links, 7 hops; wrapped half of it, and 4 hops.
  EXPECT_NEAR(line.seconds(kAllGather, 1600, {1}), 1600 * 7 / 8.0 / 100 + 7, 1e-9);
  EXPECT_NEAR(ring.seconds(kAllGather, 1600, {1}), 1600 * 7 / 8.0 / 200 + 4, 1e-9);
  EXPECT_NEAR(line.seconds(kReduceScatter, 1600, {1}), 1600 * 7 / 8.0 / 100 + 7, 1e-9);
  // Along x two groups, one for each core.
  EXPECT_NEAR(line.seconds(kAllGather, 1600, {0}), 2 * 1600 * 7 / 8.0 / 100 + 7, 1e-9);
  EXPECT_NEAR(ring.seconds(kAllGather, 1600, {0}), 2 * 1600 * 7 / 8.0 / 200 + 4, 1e-9);
  EXPECT_NEAR(ring.seconds(kAllReduce, 1600, {0}), 2 * (2 * 1600 * 7 / 8.0 / 200 + 4), 1e-9);
  // Meanwhile the cores exchange halves.
  const CollectiveTime y = line.time(kAllGather, 1600, {1});
  EXPECT_EQ(y.on[0], 0);
  EXPECT_NEAR(y.on[1], y.seconds, 1e-9);
  EXPECT_NEAR(y.on[2], 800 / 1000.0 + 1, 1e-9);
  EXPECT_EQ(line.time(kAllGather, 1600, {0}).on[2], 0);
}

TEST(TorusTime, LatencyCountsForEveryLaunch) {
  const MeshPtr mesh = mesh_of({{"x", 8}, {"y", 8}});
  const Topology topology = Topology::make(torus_of({16, 16}, 1), 64, mesh, "x=0,y=1").value();
  const AxisRefs x = along(*mesh, {0});
  const Price price = 3 * collective_price(kAllGather, 800, 8);
  EXPECT_NEAR(topology.time(kAllGather, price, topology.place(kAllGather, x)).seconds, 3 * (7 + 7), 1e-9);
}

// Both dimensions at once: half of the buffer goes along 0 first (an eighth of it, then all), the other along 1 first.
TEST(TorusTime, OverTwoDimensionsUsesAllLinks) {
  const MeshPtr mesh = mesh_of({{"x", 8}, {"y", 8}});
  const OnTorus line(torus_of({16, 16}, 1), mesh, "x=0,y=1");
  EXPECT_NEAR(line.seconds(kAllGather, 6400, {0, 1}), (400 + 3200) * 7 / 8.0 / 100 + 14, 1e-9);
  const CollectiveTime time = line.time(kAllReduce, 6400, {0, 1});
  EXPECT_NEAR(time.seconds, 2 * ((400 + 3200) * 7 / 8.0 / 100 + 14), 1e-9);
  EXPECT_NEAR(time.on[0], time.seconds, 1e-9);
  EXPECT_NEAR(time.on[1], time.seconds, 1e-9);
}

// A half along 0, then 1, and a half the other way: 1.5 and 3.5 s, then 14 and 12, with 3 and 7 hops.
TEST(TorusTime, OverUnlikeDimensionsWaitsForTheLonger) {
  const OnTorus line(torus_of({16, 16}, 1), mesh_of({{"x", 4}, {"y", 8}}), "x=0,y=1");
  const CollectiveTime time = line.time(kAllGather, 3200, {0, 1});
  EXPECT_NEAR(time.seconds, (3.5 + 7) + (14 + 7), 1e-9);
  EXPECT_NEAR(time.on[0], (1.5 + 3) + (12 + 3), 1e-9);
  EXPECT_NEAR(time.on[1], (3.5 + 7) + (14 + 7), 1e-9);
}

TEST(TorusTime, OverThreeDimensions) {
  const MeshPtr mesh = mesh_of({{"x", 4}, {"y", 4}, {"z", 4}});
  const OnTorus cube(torus_of({8, 8, 8}, 1, 4), mesh, "x=0,y=1,z=2");  // a whole cube: wrapped
  EXPECT_EQ(cube.topology().resources().size(), 4u);
  EXPECT_NEAR(cube.seconds(kAllGather, 6400, {2}), 4800 / 200.0 + 2, 1e-9);
  // A third each, in rounds of 1/16, 1/4 and all of it.
  EXPECT_NEAR(cube.seconds(kAllGather, 6400, {0, 1, 2}), 6400 / 3.0 * (1 / 16.0 + 1 / 4.0 + 1) * 0.75 / 200 + 6, 1e-9);
  EXPECT_NEAR(cube.seconds(kAllToAll, 6400, {0, 1, 2}), 6400 / 200.0 + 6, 1e-9);
  const OnTorus open(torus_of({8, 8, 8}, 1), mesh, "x=0,y=1,z=2");  // no full dimension
  EXPECT_NEAR(open.seconds(kAllGather, 6400, {2}), 4800 / 100.0 + 3, 1e-9);
}

// d x d chips of 2 cores: d V / (2B), wrapped d V / (4B).
TEST(TorusTime, AnAllToAllCrossesTheMiddle) {
  for (const int64_t d : {4, 8, 16}) {
    const MeshPtr mesh = mesh_of({{"x", d}, {"y", 2 * d}});
    const auto size = static_cast<double>(d);
    const OnTorus line(torus_of({32, 32}, 2), mesh, "x=0,y=1c"), ring(torus_of({d, d}, 2), mesh, "x=0,y=1c");
    EXPECT_NEAR(line.seconds(kAllToAll, 1e6, {0, 1}), size * 1e6 / 200 + 2 * (size - 1), 1e-6);
    EXPECT_NEAR(ring.seconds(kAllToAll, 1e6, {0, 1}), size * 1e6 / 400 + size, 1e-6);
    Hardware one_way = torus_of({d, d}, 2);
    one_way.torus->exchange_wraps = false;  // others still go both ways
    const OnTorus lines(one_way, mesh, "x=0,y=1c");
    EXPECT_NEAR(lines.seconds(kAllToAll, 1e6, {0, 1}), size * 1e6 / 200 + size, 1e-6);
    EXPECT_EQ(lines.seconds(kAllGather, 1e6, {0}), ring.seconds(kAllGather, 1e6, {0}));
    // Along one axis it stays on its dimension.
    EXPECT_EQ(line.time(kAllToAll, 1e6, {0}).on[1], 0);
    EXPECT_NEAR(line.time(kAllToAll, 1e6, {0}).on[0], size * 1e6 / 200 + size - 1, 1e-6);
  }
  // Of 3 members the lone one gets from two, each a third.
  const OnTorus three(torus_of({8, 8}, 1), mesh_of({{"x", 3}, {"y", 3}}), "x=0,y=1");
  EXPECT_NEAR(three.seconds(kAllToAll, 900, {0}), 600 / 100.0 + 2, 1e-9);
}

// The links of a twisted slice, followed one by one: how far all chips are from the first.
std::pair<double, double> mean_and_longest(const std::vector<int64_t>& dims) {
  const int64_t k = *std::min_element(dims.begin(), dims.end());
  const auto next = [&](std::vector<int64_t> at, size_t d, int64_t step) {
    at[d] += step;
    if (at[d] >= 0 && at[d] < dims[d]) return at;
    at[d] = (at[d] + dims[d]) % dims[d];
    for (size_t e = 0; e < dims.size() && dims[d] == k; ++e) {
      if (dims[e] == 2 * k) at[e] = (at[e] + k) % dims[e];
    }
    return at;
  };
  std::map<std::vector<int64_t>, double> hops = {{{0, 0, 0}, 0}};
  std::vector<std::vector<int64_t>> reached = {{0, 0, 0}};
  double sum = 0, longest = 0;
  for (size_t i = 0; i < reached.size(); ++i) {
    const std::vector<int64_t> at = reached[i];
    sum += hops[at];
    longest = std::max(longest, hops[at]);
    for (size_t d = 0; d < 3; ++d) {
      for (int64_t step : {-1, 1}) {
        const std::vector<int64_t> to = next(at, d, step);
        if (hops.emplace(to, hops[at] + 1).second) reached.push_back(to);
      }
    }
  }
  return {sum / static_cast<double>(reached.size()), longest};
}

TEST(TorusTime, ATwistedSliceSpreadsAnAllToAll) {
  for (const int64_t k : {4, 8}) {
    for (const int64_t middle : {k, 2 * k}) {
      const std::vector<int64_t> dims = {k, middle, 2 * k};
      const MeshPtr mesh = mesh_of({{"x", k}, {"y", middle}, {"z", 2 * k}});
      const std::string shape = std::to_string(k) + "x" + std::to_string(middle) + "x" + std::to_string(2 * k);
      const Hardware machine = torus_of({16, 16, 16}, 1, 4);
      const OnTorus plain(machine, mesh, shape + ": x=0,y=1,z=2"), twisted(machine, mesh, shape + "t: x=0,y=1,z=2");
      const auto [mean, longest] = mean_and_longest(dims);
      EXPECT_NEAR(twisted.seconds(kAllToAll, 1e6, {0, 1, 2}), 1e6 * mean / 6 / 100 + longest, 1e-6) << shape;
      const double gain = (plain.seconds(kAllToAll, 1e9, {0, 1, 2})) / (twisted.seconds(kAllToAll, 1e9, {0, 1, 2}));
      EXPECT_NEAR(gain, middle == k ? 1.73 : 1.38, 0.02) << shape;
      // All chips together reduce as on the plain slice; along a long dimension rings are what they were.
      EXPECT_EQ(twisted.seconds(kAllReduce, 1e6, {0, 1, 2}), plain.seconds(kAllReduce, 1e6, {0, 1, 2}));
      EXPECT_EQ(twisted.seconds(kAllGather, 1e6, {2}), plain.seconds(kAllGather, 1e6, {2}));
      // Along a short one they do not close: a line.
      const double size = static_cast<double>(k);
      EXPECT_NEAR(twisted.seconds(kAllGather, 1e6, {0}), 1e6 * (size - 1) / size / 100 + size - 1, 1e-6);
      EXPECT_NEAR(plain.seconds(kAllGather, 1e6, {0}), 1e6 * (size - 1) / size / 200 + size / 2, 1e-6);
    }
  }
}

TEST(TorusTime, MessagesDoNotGoAroundATwistedRing) {
  const Hardware machine = torus_of({16, 16, 16}, 1, 4);
  const MeshPtr mesh = mesh_of({{"x", 4}, {"y", 4}, {"z", 8}});
  const OnTorus plain(machine, mesh, "4x4x8: x=0,y=1,z=2"), twisted(machine, mesh, "4x4x8t: x=0,y=1,z=2");
  // From x=3 to x=0: one hop, or back along the line. From z=7 to z=0 one hop on both.
  EXPECT_NEAR(plain.permute(100, {3 * 32, 0}), 1 + 1, 1e-9);
  EXPECT_NEAR(twisted.permute(100, {3 * 32, 0}), 1 + 3, 1e-9);
  EXPECT_NEAR(twisted.permute(100, {7, 0}), 1 + 1, 1e-9);
}

// Dimension 0 has l=4 outermost, and two neighbours for y: groups along l share links, those along y do not.
TEST(TorusTime, AxesThatShareADimension) {
  const MeshPtr mesh = mesh_of({{"l", 4}, {"x", 16}, {"y", 4}});
  const OnTorus torus(torus_of({32, 32}, 2), mesh, "l=0(4),x=1,y=0(2)c");
  EXPECT_NEAR(torus.seconds(kAllGather, 800, {0}), 2 * 2 * 600 / 100.0 + 6, 1e-9);
  EXPECT_NEAR(torus.seconds(kAllGather, 800, {1}), 2 * 750 / 100.0 + 15, 1e-9);
  EXPECT_NEAR(torus.seconds(kAllGather, 800, {2}), 400 / 100.0 + 1, 1e-9);
  // Both together are the whole dimension and both cores.
  EXPECT_NEAR(torus.seconds(kAllGather, 800, {0, 2}), 700 / 100.0 + 7, 1e-9);
  const OnTorus ring(torus_of({8, 32}, 2), mesh, "l=0(4),x=1,y=0(2)c");
  EXPECT_NEAR(ring.seconds(kAllGather, 800, {0}), 2 * 2 * 600 / 200.0 + 4, 1e-9);
  EXPECT_NEAR(ring.seconds(kAllGather, 800, {2}), 400 / 100.0 + 1, 1e-9);  // two neighbours are no ring
  // A part of an axis: the two halves of l, four chips apart.
  const AxisRef half{0, 1, 2};
  const Topology& topology = torus.topology();
  EXPECT_NEAR(topology.time(kAllGather, {400, 1}, topology.place(kAllGather, std::span(&half, 1))).seconds,
              2 * 4 * 400 / 100.0 + 4, 1e-9);
}

TEST(TorusTime, BetweenCoresAlone) {
  const MeshPtr mesh = mesh_of({{"x", 8}, {"y", 2}});
  const OnTorus torus(torus_of({4, 4}, 2), mesh, "x=01,y=c");
  const CollectiveTime time = torus.time(kAllReduce, 1000, {1});
  EXPECT_NEAR(time.seconds, 2 * (500 / 1000.0 + 1), 1e-9);
  EXPECT_EQ(time.on[0] + time.on[1], 0);
  EXPECT_NEAR(torus.seconds(kAllToAll, 1000, {1}), 500 / 1000.0 + 1, 1e-9);
  EXPECT_NEAR(torus.seconds(kBroadcast, 1000, {1}), 1000 / 1000.0 + 1, 1e-9);
  EXPECT_NEAR(torus.permute(1000, {0, 1, 1, 0}), 1000 / 1000.0 + 1, 1e-9);
}

TEST(TorusTime, ABroadcastGoesAlongOneDimensionAfterTheOther) {
  const OnTorus torus(torus_of({8, 8}, 1), mesh_of({{"x", 4}, {"y", 4}}), "x=0,y=1");
  EXPECT_NEAR(torus.seconds(kBroadcast, 500, {0, 1}), 2 * (5 + 3), 1e-9);
}

// Chips 0 to 7 on a line, or on a ring; messages are routed the shorter way, those on one link wait for each other.
TEST(TorusTime, APermuteIsRouted) {
  const MeshPtr mesh = mesh_of({{"x", 8}});
  const OnTorus line(torus_of({32}, 1), mesh), ring(torus_of({8}, 1), mesh);
  EXPECT_NEAR(line.permute(100, {0, 1}), 1 + 1, 1e-9);
  EXPECT_NEAR(line.permute(100, {0, 3}), 1 + 3, 1e-9);
  EXPECT_NEAR(line.permute(100, {0, 3, 1, 4}), 2 + 3, 1e-9);
  EXPECT_NEAR(line.permute(100, {0, 3, 4, 1}), 1 + 3, 1e-9);  // in opposite directions
  EXPECT_NEAR(line.permute(100, {0, 3, 3, 6}), 1 + 3, 1e-9);  // one behind the other
  EXPECT_NEAR(line.permute(100, {7, 0}), 1 + 7, 1e-9);
  EXPECT_NEAR(ring.permute(100, {7, 0}), 1 + 1, 1e-9);
  EXPECT_NEAR(ring.permute(100, {6, 1}), 1 + 3, 1e-9);
  EXPECT_NEAR(ring.permute(100, {6, 1, 7, 0}), 2 + 3, 1e-9);
  EXPECT_NEAR(ring.permute(100, {1, 6, 0, 7}), 2 + 3, 1e-9);
  // All to the opposite: half of them each way round, 4 hops.
  EXPECT_NEAR(ring.permute(100, {0, 4, 1, 5, 2, 6, 3, 7, 4, 0, 5, 1, 6, 2, 7, 3}), 2 + 4, 1e-9);
  EXPECT_NEAR(line.permute(100, {0, 0, 1, 1}), 0, 1e-9);
  // Along an axis each sends to the next.
  EXPECT_NEAR(ring.seconds(kPermute, 100, {0}), 1 + 1, 1e-9);
  EXPECT_NEAR(line.seconds(kPermute, 100, {0}), 1 + 7, 1e-9);
}

TEST(TorusTime, APermuteOverTwoDimensionsTurns) {
  const OnTorus torus(torus_of({32, 32}, 2), mesh_of({{"x", 4}, {"y", 8}}), "x=0,y=1c");
  // y=0 of x=0 and x=1 to the last of x=3: two links of dimension 1 are apart, those of dimension 0 are shared.
  EXPECT_NEAR(torus.permute(100, {0, 31}), 1 + 3 + 3, 1e-9);
  EXPECT_NEAR(torus.permute(100, {0, 24, 8, 24}), 2 + 3, 1e-9);
  // Both cores send over the same links.
  EXPECT_NEAR(torus.permute(100, {0, 2, 1, 3}), 2 + 1, 1e-9);
  // Along x both cores of the chips do, and the way back is as long as the line.
  EXPECT_NEAR(torus.seconds(kPermute, 100, {0}), 2 + 3, 1e-9);
}

// Ids that nothing names: neighbours are on one chip, then along the last dimension.
TEST(TorusTime, GroupsWithoutAMesh) {
  const Topology topology = Topology::make(torus_of({32, 32}, 2), 128, nullptr).value();
  EXPECT_EQ(topology.layout(), "devices=01c");
  auto gather = [&](std::vector<int64_t> ids) {
    const auto n = static_cast<double>(ids.empty() ? 128 : ids.size());
    return topology.time(kAllGather, collective_price(kAllGather, 800, n), topology.place(GroupMembers{n, ids, false}));
  };
  EXPECT_NEAR(gather({0, 1}).on[2], 400 / 1000.0 + 1, 1e-9);
  EXPECT_NEAR(gather({0, 2}).on[1], 2 * 400 / 100.0 + 1, 1e-9);
  EXPECT_NEAR(gather({0, 16}).on[0], 2 * 400 / 100.0 + 1, 1e-9);
  EXPECT_NEAR(gather({0, 4, 8, 12}).on[1], 2 * 2 * 600 / 100.0 + 6, 1e-9);
  std::vector<int64_t> all(128);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_NEAR(gather(all).seconds, gather({}).seconds, 1e-9);
  EXPECT_NEAR(gather({}).seconds, (50 + 400) * 7 / 8.0 / 100 + 14, 1e-9);
}

// Replicas of a mesh are an axis outside it.
TEST(TorusTime, ReplicasAreTheOutermostAxis) {
  const MeshPtr mesh = mesh_of({{"x", 8}, {"y", 8}});
  const Topology topology = Topology::make(torus_of({32, 32}, 2), 128, mesh, "replicas=c,x=0,y=1").value();
  const AxisRefs y = along(*mesh, {1});
  EXPECT_NEAR(topology.time(kAllGather, {700, 1}, topology.place(kAllGather, y)).seconds, 2 * 7 + 7, 1e-9);
  const std::vector<int64_t> ids = {0, 64};
  EXPECT_NEAR(topology.time(kAllGather, {500, 1}, topology.place(GroupMembers{2, ids, false})).on[2], 500 / 1000.0 + 1,
              1e-9);
}

// The order of a mesh says which device is where.
TEST(TorusTime, FollowsTheOrderOfDevices) {
  const MeshPtr mesh = std::make_shared<const Mesh>(
      Mesh::make({{"x", 4}, {"y", 8}}, DeviceOrder::transposed({8, 4}, {1, 0}).value()).value());
  const OnTorus torus(torus_of({32, 32}, 1), mesh, "x=0,y=1");
  EXPECT_NEAR(torus.seconds(kAllGather, 800, {1}), 700 / 100.0 + 7, 1e-9);
  const Topology& topology = torus.topology();
  const std::vector<int64_t> column = {0, 4};  // y=0 and y=1
  EXPECT_NEAR(topology.time(kAllGather, {400, 1}, topology.place(GroupMembers{2, column, false})).on[1], 4 + 1, 1e-9);
}

// The cost of an axis does not grow with the devices beside it.
TEST(TorusTime, OfManyDevices) {
  const MeshPtr mesh = mesh_of({{"x", 1 << 15}, {"y", 1 << 15}});
  const Topology topology = Topology::make(torus_of({1 << 15, 1 << 15}, 1), int64_t{1} << 30, mesh).value();
  const AxisRefs x = along(*mesh, {0});
  EXPECT_GT(topology.time(kAllGather, {1e6, 1}, topology.place(kAllGather, x)).seconds, 0);
}

}  // namespace
}  // namespace partita::core::cost
