// Tests of entries that wait for a worker for a long time, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {
namespace {

class long_queue : public laundry_test {};

TEST_F(long_queue, an_entry_has_one_place_and_each_worker_is_granted_to_a_waiting_entry) {
  settings.pools.parsers = 1;
  settings.limits.lease_s = 1'900;
  for (const auto* uri : {"http://own.example/a.nt", "http://own.example/b.nt"}) {
    serve(uri);
    seed(uri);
  }
  const auto plain = washers.parse;
  int calls = 0;
  washers.parse = [&](const parse_job& job) {
    return ++calls == 1 ? std::optional<parse_outcome>{} : plain(job);
  };
  auto life = start();
  life->pass(seconds{1'890});
  EXPECT_EQ(calls, 1) << "the only parser hangs";
  life->pass(seconds{20});
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(root_of(*life, "http://own.example/a.nt").current, status::parsed);
  EXPECT_EQ(root_of(*life, "http://own.example/b.nt").current, status::parsed);
}

}  // namespace
}  // namespace laundromat
