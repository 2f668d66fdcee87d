// Tests of ending queries that take too long.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/query_limit.hpp"

#include <thread>

#include "storage/journal/sqlite.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

constexpr auto* endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

class query_limit_test : public journal_test {
 protected:
  /// How a query without an end ends, on a connection of this thread.
  errc end_of_endless(database_access access) {
    auto db = database::open(file(), access);
    try {
      auto c = db.query_text(endless);
      (void)c.next();
    } catch (const storage_fault& fault) {
      return fault.what.code;
    }
    return errc::ok;
  }
};

TEST_F(query_limit_test, a_query_ends_when_the_limit_says_so) {
  (void)j();
  int asked = 0;
  const query_limit limit{[&] { return ++asked == 3; }};
  EXPECT_EQ(end_of_endless(database_access::read_only), errc::cancelled);
  EXPECT_EQ(asked, 3);
}

TEST_F(query_limit_test, connections_that_write_and_those_of_other_threads_have_no_limit) {
  (void)j();
  const query_limit limit{[] { return true; }};
  auto writing = database::open(file(), database_access::read_write);
  EXPECT_EQ(
      writing.number("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT "
                     "max(i) FROM n"),
      100'000);
  std::thread{[] { EXPECT_EQ(query_limit::of_this_thread(), nullptr); }}.join();
}

TEST_F(query_limit_test, ends_with_its_scope) {
  {
    const query_limit limit{[] { return true; }};
    EXPECT_EQ(query_limit::of_this_thread(), &limit);
  }
  EXPECT_EQ(query_limit::of_this_thread(), nullptr);
}

}  // namespace
}  // namespace laundromat
