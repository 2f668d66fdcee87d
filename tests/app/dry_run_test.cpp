// Tests of run --dry-run: what would be requested now, and why the rest would not.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <nlohmann/json.hpp>

#include "storage/journal/steering_store.hpp"
#include "tests/app/journal_commands.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

class dry_runs : public journal_commands {
 protected:
  struct rows {
    std::map<std::string, nlohmann::json> uris, hosts;
  };
  rows look(const std::string& more = {}) {
    const auto file = (folder_.path() / "c.yaml").string();
    std::ofstream{file}
        << "name: test\ncontact: {product: Test, url: https://e.example/, mail: a@e.example}\n"
        << (more.find("seeds:") == std::string::npos ? "seeds: ['http://a.example/attic.tar']\n" : "")
        << more;
    const auto got = on_data({"run", file, "--dry-run", "--json"});
    EXPECT_EQ(got.code, 0) << got.err;
    rows out;
    std::istringstream lines{got.out};
    for (std::string line; std::getline(lines, line);) {
      auto row = nlohmann::json::parse(line);
      (row.contains("uri") ? out.uris[row["uri"]] : out.hosts[row["host"]]) = row;
    }
    return out;
  }
  /// A download that waits until `until`.
  void put_off(const std::string& uri, errc cause, timestamp until) {
    enlist_seed(uri);
    const auto seed = seed_hash(uri), download = download_hash(seed, noon);
    apply(record_kind::seed, seed, event::came_due, download_fact{download});
    fetch_outcome f;
    f.on = event::put_off;
    f.cause = cause;
    f.not_before = until;
    apply(record_kind::entry, download, event::put_off, f);
  }
};

TEST_F(dry_runs, waiting_downloads_are_requested_or_kept_back_until_their_time_R220) {
  put_off("http://b.example/1", errc::asked_to_wait, noon + seconds{60});
  put_off("http://b.example/2", errc::asked_to_wait, from_ms(4'000'000'000'000));
  const auto found = look();
  EXPECT_EQ(found.uris.at("http://b.example/1")["request"], true);
  const auto& later = found.uris.at("http://b.example/2");
  EXPECT_EQ(later["request"], false);
  EXPECT_EQ(later["cause"], "asked_to_wait");
  EXPECT_EQ(later["detail"], "not before 2096-10-02T07:06:40.000Z");
  EXPECT_EQ(found.hosts.at("b.example:80")["requests"], 1);
  EXPECT_EQ(found.hosts.at("b.example:80")["kept_back"], 1);
}

TEST_F(dry_runs, budgets_are_kept_R220) {
  for (const auto* uri : {"http://b.example/1", "http://b.example/2", "http://b.example/3"}) enlist_seed(uri);
  const auto count = [](const rows& found) {
    return std::ranges::count_if(found.uris, [](const auto& row) { return row.second["request"] == true; });
  };
  EXPECT_EQ(count(look()), 3);
  EXPECT_EQ(count(look("budgets: {host_documents: 2}\n")), 2);
  const auto none = look("budgets: {documents: 1}\n");
  EXPECT_EQ(count(none), 0) << "one document is in the journal";
  EXPECT_EQ(none.uris.at("http://b.example/1")["cause"], "budget_used");
  EXPECT_EQ(none.uris.at("http://b.example/1")["detail"], "1 of 1 document");
  EXPECT_EQ(none.hosts.at("b.example:80")["waits_for"], "budget_used: 1 of 1 document");
}

TEST_F(dry_runs, nothing_is_requested_below_the_watermark_of_the_disk_R220) {
  enlist_seed("http://b.example/1");
  const auto found = look("disk: {intake_mib: 1000000000}\n");
  const auto& row = found.uris.at("http://b.example/1");
  EXPECT_EQ(row["request"], false);
  EXPECT_EQ(row["cause"], "no_space");
  EXPECT_NE(row["detail"].get<std::string>().find("disk.intake_mib"), std::string::npos) << row;
}

TEST_F(dry_runs, a_paused_host_says_what_it_waits_for_R220) {
  enlist_seed("http://b.example/1");
  ASSERT_TRUE(
      steering_store{*journal_}.add(make_rule(steering_kind::pause_host, "b.example", "move", noon).value()));
  const auto found = look();
  const auto& host = found.hosts.at("b.example:80");
  EXPECT_EQ(host["waits_for"], "pause host b.example: move");
  EXPECT_FALSE(host.contains("first")) << "nobody knows when";
  EXPECT_EQ(found.uris.at("http://b.example/1")["cause"], "paused");
}

TEST_F(dry_runs, a_host_whose_robots_txt_fails_waits_until_it_is_requested_again_R222) {
  enlist_seed("http://b.example/1");
  ASSERT_TRUE(journal_->begin());
  ASSERT_TRUE(journal_->save_robots({"b.example:80", noon, from_ms(4'000'000'000'000), "503", std::nullopt}));
  ASSERT_TRUE(journal_->commit());
  const auto host = look().hosts.at("b.example:80");
  EXPECT_EQ(host["waits_for"], "robots_unreachable: http_status 503");
  EXPECT_EQ(host["first"], "2096-10-02T07:06:40.000Z");
}

TEST_F(dry_runs, a_served_folder_has_its_placeholder_until_a_port_is_chosen_R220) {
  std::filesystem::create_directory(folder_.path() / "web");
  const std::string serve = "serve: {folder: web}\nseeds: ['{serve}/a.ttl']\n";
  const auto found = look(serve);
  EXPECT_EQ(found.uris.at("{serve}/a.ttl")["request"], true);
  EXPECT_TRUE(found.hosts.contains("{serve}"));
  std::ofstream{data_layout{folder_.path()}.served_port()} << "4711\n";
  EXPECT_TRUE(look(serve).uris.contains("http://127.0.0.1:4711/a.ttl"));
}

}  // namespace
}  // namespace laundromat
