// Tests of the enlister under virtual time: the seed list is read piece by piece, in a later run beside the crawl.
// SPDX-License-Identifier: Apache-2.0
#include "actors/enlister.hpp"

#include "core/web/seed_hash.hpp"
#include "messages/errors.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {
namespace {

using namespace std::chrono_literals;

const std::string first_uri = "http://own.example/first.nt", last_uri = "http://own.example/last.nt";
constexpr int many_pieces = 200;

class seed_list : public laundry_test {
 protected:
  seed_list() {
    serve(first_uri);
    serve(last_uri);
  }

  /// A list of many pieces with a known seed, and of a last one; `look` is called before the last one.
  seed_source long_list(seed_request last, const std::function<void()>& look) {
    return [=, taken = 0](std::size_t) mutable {
      seed_piece piece;
      piece.is_last = ++taken == many_pieces;
      if (piece.is_last) look();
      piece.seeds.push_back(piece.is_last ? last : seed_request{first_uri});
      return result<seed_piece>{piece};
    };
  }
  std::vector<std::string> requested() const {
    std::vector<std::string> uris;
    for (const auto& [uri, at] : web.requests)
      if (!uri.ends_with("/robots.txt")) uris.push_back(uri);
    return uris;
  }
  std::unique_ptr<engine_life> create(bool once) {
    return std::make_unique<engine_life>(folder.path(), settings, web, washers, clock, once);
  }
};

TEST_F(seed_list, the_first_run_begins_with_the_first_of_the_whole_list) {
  settings.live.seeds = 1;
  web.seeds = [listed = 0](std::size_t) mutable {
    seed_piece piece;
    piece.seeds.push_back({listed == 0 ? first_uri : last_uri, 86'400s, listed});
    piece.is_last = ++listed == 2;
    return result<seed_piece>{piece};
  };
  const auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(requested(), (std::vector{last_uri, first_uri}))
      << "the last of the list has the highest priority";
  EXPECT_EQ(life->facts().counts.added_seeds, 2U);
}

TEST_F(seed_list, a_later_run_crawls_while_the_list_is_read_and_ends_only_after_it) {
  settings.seeds.push_back({first_uri, 100, 0});
  { ASSERT_TRUE(start(true)->run_until_end()); }
  web.requests.clear();
  clock += 1'000s;
  engine_life* running = nullptr;
  std::uint64_t crawls = 0;
  web.seeds =
      long_list({last_uri}, [&] { crawls = running->db().seed(seed_hash(first_uri)).value().crawls; });
  const auto life = create(true);
  running = life.get();
  ASSERT_TRUE(life->run_until_end());
  EXPECT_FALSE(life->reason());
  EXPECT_EQ(crawls, 2U) << "before the last piece was read";
  EXPECT_EQ(requested().size(), 2U) << "the run ends after the seeds of the whole list";
  EXPECT_EQ(life->facts().counts.added_seeds, 1U);
}

TEST_F(seed_list, a_list_that_cannot_be_read_to_its_end_stops_the_engine_and_what_it_gave_is_kept) {
  web.seeds = [is_first = true](std::size_t) mutable -> result<seed_piece> {
    if (!std::exchange(is_first, false)) return fail(errc::invalid_argument, "s.txt:9: no URI");
    seed_piece piece;
    piece.seeds.push_back({first_uri});
    return piece;
  };
  const auto life = start();
  ASSERT_TRUE(life->run_until_end(seconds{60}));
  EXPECT_EQ(to_failure(life->reason(), errc::internal).code, errc::invalid_argument);
  EXPECT_TRUE(life->db().seed(seed_hash(first_uri)));
}

TEST_F(seed_list, a_stop_leaves_the_rest_to_the_next_run) {
  web.seeds = [](std::size_t) {
    seed_piece endless;
    endless.known = 1;
    return result<seed_piece>{endless};
  };
  auto life = create(false);
  life->drain();
  ASSERT_TRUE(life->run_until_end(seconds{60}));
  EXPECT_FALSE(life->reason());
  life.reset();
  web.seeds = {};
  seed(last_uri);
  ASSERT_TRUE(start(true)->run_until_end());
  EXPECT_EQ(requested(), std::vector{last_uri});
}

}  // namespace
}  // namespace laundromat
