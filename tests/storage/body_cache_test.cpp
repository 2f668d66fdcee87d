// Tests of the cache of bodies: each is fetched once, kept while in use, and the least recently used is removed first.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/body_cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "core/codec/open_view.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {
namespace {

class body_cache_test : public testing::Test {
 protected:
  void store(const std::string& path, std::uint64_t bytes = 10) {
    auto file = *raw.stage(path);
    ASSERT_TRUE(file->write(std::string(bytes, 'x')));
    ASSERT_TRUE(file->commit());
  }
  /// Uses a body like an executor: true when it had to be fetched.
  bool use(const std::string& path, std::uint64_t bytes = 10) {
    const bool is_there = cache.take(path);
    if (!is_there) {
      store(path, bytes);
      cache.has_come(path, bytes);
    }
    cache.put_back(path);
    return !is_there;
  }
  bool has(const std::string& path) { return raw.open(path).has_value(); }

  temporary_folder folder;
  raw_store raw = *raw_store::at(folder.path() / "raw");
  scratch_store scratch = *scratch_store::at(folder.path() / "scratch");
  body_cache cache{raw, scratch, 30};
};

TEST_F(body_cache_test, a_body_is_fetched_once_and_then_cached) {
  EXPECT_TRUE(use("a"));
  EXPECT_FALSE(use("a"));
  EXPECT_TRUE(has("a"));
}

TEST_F(body_cache_test, one_of_many_callers_fetches_a_body_and_the_others_wait) {
  std::atomic<int> fetched = 0, came_too_early = 0;
  {
    std::vector<std::jthread> hands;
    for (int i = 0; i < 8; ++i)
      hands.emplace_back([&] {
        for (const std::string path : {"a", "b", "c"}) {
          if (cache.take(path)) {
            if (!has(path)) ++came_too_early;
          } else {
            ++fetched;
            store(path);
            cache.has_come(path, 10);
          }
          cache.put_back(path);
        }
      });
  }
  EXPECT_EQ(fetched, 3);
  EXPECT_EQ(came_too_early, 0);
}

TEST_F(body_cache_test, when_a_fetch_fails_a_waiting_caller_fetches_the_body) {
  ASSERT_FALSE(cache.take("a"));
  std::promise<void> second_comes, may_fetch;
  std::promise<bool> second_took;
  std::atomic<bool> has_first_failed = false, came_too_early = false;
  std::jthread second{[&] {
    second_comes.set_value();
    const bool is_there = cache.take("a");
    came_too_early = !has_first_failed;
    second_took.set_value(is_there);
    may_fetch.get_future().wait();
    store("a");
    cache.has_come("a", 10);
    cache.put_back("a");
  }};
  second_comes.get_future().wait();
  for (int i = 0; i < 1'000; ++i) use("b" + std::to_string(i));  // other bodies are used meanwhile
  has_first_failed = true;
  cache.put_back("a");
  EXPECT_FALSE(second_took.get_future().get()) << "now it is to bring the body";
  EXPECT_FALSE(came_too_early) << "it waits for the first";
  may_fetch.set_value();
  second.join();
  EXPECT_FALSE(use("a"));
}

TEST_F(body_cache_test, the_least_recently_used_body_is_removed_first_with_its_scratch) {
  for (const auto* path : {"a", "b", "c"}) EXPECT_TRUE(use(path));
  auto file = *scratch.create(scratch_prefix("b") + "1");
  ASSERT_TRUE(file->write("decoded") && file->commit());
  EXPECT_FALSE(use("a")) << "it is used again";
  EXPECT_TRUE(use("d"));
  EXPECT_TRUE(has("a"));
  EXPECT_FALSE(has("b"));
  EXPECT_TRUE(has("c"));
  EXPECT_TRUE(has("d"));
  EXPECT_FALSE(scratch.open(scratch_prefix("b") + "1"));
  EXPECT_TRUE(use("b")) << "it has to be brought again";
  EXPECT_FALSE(has("c"));
}

TEST_F(body_cache_test, a_body_in_use_is_kept_also_without_space) {
  ASSERT_FALSE(cache.take("held"));
  store("held", 20);
  cache.has_come("held", 20);
  EXPECT_TRUE(use("a"));
  EXPECT_TRUE(use("b")) << "a went for it";
  EXPECT_FALSE(has("a"));
  EXPECT_TRUE(use("large", 1'000));
  EXPECT_FALSE(has("large")) << "larger than all room: it goes with whoever used it";
  EXPECT_TRUE(has("held"));
  EXPECT_TRUE(cache.take("held")) << "by a second one, too";
  cache.put_back("held");
  EXPECT_TRUE(use("c", 1'000));
  EXPECT_TRUE(has("held"));
  cache.put_back("held");
  EXPECT_TRUE(use("d", 1'000));
  EXPECT_FALSE(has("held")) << "nobody holds it any more";
}

}  // namespace
}  // namespace laundromat
