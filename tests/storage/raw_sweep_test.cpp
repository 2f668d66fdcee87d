// Tests of removing received files that no download names.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/raw_sweep.hpp"

#include "core/web/file_store_path.hpp"
#include "core/web/seed_hash.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

class raw_sweep : public crawl_test {
 protected:
  void SetUp() override {
    crawl_test::SetUp();
    raw_.emplace(raw_store::at(file().parent_path() / "raw").value());
  }
  /// A file that was received for a URI.
  std::string receive(const std::string& uri, timestamp at = noon) {
    const auto path = encode_path(fetchable(uri), at).value();
    auto staged = raw_->stage(path).value();
    EXPECT_TRUE(staged->write("body"));
    EXPECT_TRUE(staged->commit());
    return path;
  }
  record_hash add_seed(const std::string& uri) {
    new_seed s;
    s.request = {uri, seconds{9}, 0};
    s.hash = seed_hash(uri);
    s.authority = "example.org:80";
    EXPECT_TRUE(j().begin());
    EXPECT_TRUE(j().add_seed(s, noon));
    EXPECT_TRUE(j().commit());
    return s.hash;
  }
  /// A crawl with this file as the body.
  void crawl_file(const record_hash& seed, const std::string& path) {
    const auto download = begin_crawl(seed);
    auto c = entry_change(download, event::body_stored);
    fetch_outcome found;
    found.raw_path = path;
    c.fact = found;
    now(c);
    wash(download, path);
    end_crawl(seed);
  }
  [[nodiscard]] bool holds(const std::string& path) const { return raw_->holds(path).value(); }

  std::optional<raw_store> raw_;
};

TEST_F(raw_sweep, after_a_kill_the_files_of_crawls_that_were_cut_off_go_R213) {
  const std::string fresh = "http://example.org/new.nt", again = "http://example.org/again.nt",
                    idle = "http://example.org/idle.nt";
  const auto unknown = receive(fresh);
  const auto named = receive(again), newer = receive(again, noon + seconds{90});
  const auto of_other = receive(idle);
  const auto new_one = add_seed(fresh), crawled = add_seed(again);
  add_seed(idle);
  crawl_file(crawled, named);
  begin_crawl(crawled);
  ASSERT_TRUE(j().begin() && j().save_live_seeds({new_one}) && j().commit());
  EXPECT_EQ(sweep_cut_off_bodies(*raw_, j()).value(), 2U);
  EXPECT_FALSE(holds(unknown));
  EXPECT_FALSE(holds(newer));
  EXPECT_TRUE(holds(named)) << "a download names it";
  EXPECT_TRUE(holds(of_other)) << "it was not crawled";
  EXPECT_EQ(sweep_all_bodies(*raw_, j()).value(), 1U);
  EXPECT_FALSE(holds(of_other));
  EXPECT_TRUE(holds(named));
}

}  // namespace
}  // namespace laundromat
