// Tests of lists in pages: together they are the whole list, also while records come.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "storage/journal/enlist.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"

namespace laundromat::test {
namespace {

class api_pages : public testing::Test {
 protected:
  [[nodiscard]] nlohmann::ordered_json page(const std::string& target) const {
    const auto got = served_.get(target);
    EXPECT_EQ(got.status, 200) << target << ' ' << got.body;
    auto body = nlohmann::ordered_json::parse(got.body, nullptr, false);
    const auto next = body.value("next", "");
    const auto link = got.field("link");
    EXPECT_EQ(next.empty(), link.empty()) << target;
    if (!next.empty()) {
      // What the header names is the same page as `next`.
      EXPECT_TRUE(link.ends_with(">; rel=\"next\"")) << link;
      EXPECT_NE(link.find("after="), link.npos) << link;
      link_ = link.substr(1, link.find('>') - 1);
    }
    return body;
  }
  /// The rows of all pages, by `next`, or by Link. `between` is called after each page.
  [[nodiscard]] std::vector<nlohmann::ordered_json> all_pages(
      const std::string& target, bool by_link, const std::function<void()>& between = {}) const {
    std::vector<nlohmann::ordered_json> rows;
    std::string from = target;
    for (int pages = 0; pages < 1'000; ++pages) {
      const auto body = page(from);
      for (const auto& row : body["items"]) rows.push_back(row);
      if (!body.contains("next")) return rows;
      from = by_link ? link_ : target + "&after=" + encoded(body.value("next", ""));
      if (between) between();
    }
    ADD_FAILURE() << "the pages of " << target << " have no end";
    return rows;
  }

  copy_of_filled_folder folder_;
  served_folder served_{folder_.data()};
  mutable std::string link_;
};

constexpr auto orders = {"found", "format", "host", "uri", "statements", "bytes", "defects", "date"};

TEST_F(api_pages, in_each_order_they_have_the_rows_of_one_large_answer_A04) {
  for (const auto* order : orders)
    for (const auto* direction : {"false", "true"})
      for (const auto* which : {"status=parsed", "all=true&all_crawls=true"}) {
        const auto target = "/api/v1/documents?sort=" + std::string{order} + "&reverse=" + direction + '&' +
                            which + "&limit=";
        const auto whole = page(target + "10000")["items"];
        ASSERT_GT(whole.size(), 10U);
        EXPECT_EQ(nlohmann::ordered_json(all_pages(target + "9", false)), whole) << target;
        EXPECT_EQ(nlohmann::ordered_json(all_pages(target + "7", true)), whole) << target;
      }
}

TEST_F(api_pages, of_seeds_have_the_rows_of_one_large_answer_A04) {
  const auto whole = page("/api/v1/seeds?limit=10000")["items"];
  ASSERT_GT(whole.size(), 20U);
  EXPECT_EQ(nlohmann::ordered_json(all_pages("/api/v1/seeds?limit=3", false)), whole);
  EXPECT_EQ(nlohmann::ordered_json(all_pages("/api/v1/seeds?limit=1", true)), whole);
}

TEST_F(api_pages, of_labels_and_namespaces_have_the_rows_of_one_large_answer_Q79) {
  for (const auto* target :
       {"/api/v1/labels?word=w*&", "/api/v1/namespaces?",
        "/api/v1/namespaces?namespace=http%3A%2F%2Fwww.w3.org%2F1999%2F02%2F22-rdf-syntax-ns%23&"}) {
    const auto whole = page(std::string{target} + "limit=10000")["items"];
    ASSERT_GT(whole.size(), 2U) << target;
    EXPECT_EQ(nlohmann::ordered_json(all_pages(std::string{target} + "limit=2", false)), whole) << target;
    EXPECT_EQ(nlohmann::ordered_json(all_pages(std::string{target} + "limit=1", true)), whole) << target;
  }
}

TEST_F(api_pages, are_as_many_as_there_are_rows_and_the_last_has_no_next_A04) {
  const auto whole = page("/api/v1/documents?limit=10000")["items"];
  const auto exact = page("/api/v1/documents?limit=" + std::to_string(whole.size()));
  EXPECT_EQ(exact["items"], whole);
  EXPECT_FALSE(exact.contains("next"));
}

/// Adds records as a running engine does: a seed whose download waits.
class new_records {
 public:
  explicit new_records(const std::filesystem::path& data)
      : journal_(journal::open(data_layout{data}.journal(), journal_mode::read_write).value()) {}
  void add() {
    const auto uri = "http://new.example/" + std::to_string(++count_) + ".nt";
    const auto seed = seed_hash(uri);
    const auto now = from_ms(1'800'000'000'000 + count_ * 1'000);
    ASSERT_TRUE(journal_.begin());
    ASSERT_TRUE(enlist(journal_, {uri, seconds{9}, 0}, true, now));
    change due;
    due.kind = record_kind::seed;
    due.hash = seed;
    due.on = event::came_due;
    due.at = now;
    due.fact = download_fact{download_hash(seed, now)};
    ASSERT_TRUE(journal_.apply(due));
    ASSERT_TRUE(journal_.commit());
  }

 private:
  journal journal_;
  int count_ = 0;
};

TEST_F(api_pages, of_a_growing_journal_have_each_earlier_row_once_A04) {
  new_records engine{folder_.data()};
  const auto keys = [](const nlohmann::ordered_json& rows, const std::string& name) {
    std::multiset<std::string> all;
    for (const auto& row : rows) all.insert(row.value(name, ""));
    return all;
  };
  for (const auto* order : orders) {
    const auto target = "/api/v1/documents?all=true&sort=" + std::string{order} + "&limit=";
    const auto before = keys(page(target + "10000")["items"], "entry");
    const auto walked =
        keys(nlohmann::ordered_json(all_pages(target + "5", false, [&] { engine.add(); })), "entry");
    for (const auto& entry : before)
      EXPECT_EQ(walked.count(entry), before.count(entry)) << target << ' ' << entry;
    for (const auto& entry : walked) EXPECT_EQ(walked.count(entry), 1U) << target << ' ' << entry;
  }
  const auto before = keys(page("/api/v1/seeds?limit=10000")["items"], "seed");
  const auto walked =
      keys(nlohmann::ordered_json(all_pages("/api/v1/seeds?limit=5", false, [&] { engine.add(); })), "seed");
  for (const auto& seed : before) EXPECT_EQ(walked.count(seed), 1U) << seed;
}

}  // namespace
}  // namespace laundromat::test
