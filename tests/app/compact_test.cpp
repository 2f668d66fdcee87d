// Tests of `compact` on the data folder of a run.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "core/web/seed_hash.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class compact_command : public small_web {
 protected:
  /// A run on documents of which some are removed afterwards.
  void crawl_and_remove(int documents, int removed, const std::string& layout = "files") {
    serve(documents, 2'000);
    write_campaign("raw: {layout: " + layout + "}\ndisk: {segment_kib: 4}\n");
    ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
    auto db = journal::open(data_layout{data()}.journal(), journal_mode::read_write).value();
    ASSERT_TRUE(db.begin());
    for (int i = 0; i < removed; ++i)
      ASSERT_TRUE(db.supersede(seed_hash(site_->url('/' + std::to_string(i) + ".nt")), 0, from_ms(1)));
    ASSERT_TRUE(db.commit());
  }
  answer compact(std::vector<std::string> options = {}) {
    std::vector<std::string> all{"--data", data().string(), "compact"};
    all.insert(all.end(), options.begin(), options.end());
    return ask(all);
  }
  std::map<std::string, std::uint64_t> sums(const answer& printed) {
    std::map<std::string, std::uint64_t> out;
    std::istringstream lines{printed.out};
    for (std::string line; std::getline(lines, line);) {
      const auto fact = nlohmann::json::parse(line);
      out["chosen"] += fact["chosen"].get<bool>();
      out["rewritten"] += fact["rewritten"].get<bool>();
      if (fact["file"].get<std::string>().starts_with("clean"))
        out["live"] += fact["live_bytes"].get<std::uint64_t>();
    }
    return out;
  }
  int verify() { return ask({"verify", data().string()}).code; }
};

TEST_F(compact_command, removed_documents_free_their_space_and_the_others_stay) {
  crawl_and_remove(12, 9);
  const auto before = clean_tree(data());
  const auto bytes = [&] {
    std::uint64_t sum = 0;
    for (const auto& [name, text] : clean_folders(data())) sum += text.size();
    return sum;
  };
  const auto bytes_before = bytes();
  const auto looked = sums(compact({"--dry-run", "--json"}));
  EXPECT_GT(looked.at("chosen"), 0U);
  EXPECT_EQ(looked.at("rewritten"), 0U);
  EXPECT_EQ(bytes(), bytes_before);
  const auto done = sums(compact({"--json"}));
  EXPECT_EQ(done.at("rewritten"), looked.at("chosen"));
  EXPECT_LT(bytes(), bytes_before);
  EXPECT_EQ(clean_tree(data()), before);
  EXPECT_EQ(verify(), exit_ok);
  const auto table = compact({"--all"});
  EXPECT_EQ(table.code, exit_ok);
  EXPECT_TRUE(holds(table, "documents ")) << table.out;
  EXPECT_EQ(sums(compact({"--below", "100%", "--json"})).at("chosen"), 0U);
  EXPECT_EQ(bytes(), done.at("live"));
}

TEST_F(compact_command, a_run_continues_on_rewritten_segments) {
  crawl_and_remove(6, 5, "warc");
  const auto kept = clean_tree(data());
  ASSERT_EQ(compact({"--all"}).code, exit_ok);
  ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
  EXPECT_EQ(verify(), exit_ok);
  EXPECT_EQ(clean_tree(data()), kept);
}

TEST_F(compact_command, a_folder_in_use_and_wrong_shares_are_refused) {
  crawl_and_remove(2, 1);
  const auto held = data_folder::open(data()).value();
  const auto refused = compact();
  EXPECT_EQ(refused.code, exit_locked);
  EXPECT_NE(refused.err.find("rewrites segments of documents, ledgers and deltas itself"), std::string::npos)
      << refused.err;
  EXPECT_EQ(compact({"--dry-run"}).code, exit_ok) << "looking needs no lock";
  for (const auto* share : {"0", "101", "x", "", "5%%"})
    EXPECT_EQ(compact({"--below", share}).code, exit_usage);
  EXPECT_EQ(ask({"--data", (folder_.path() / "none").string(), "compact"}).code, exit_not_found);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "none"));
}

}  // namespace
}  // namespace laundromat
