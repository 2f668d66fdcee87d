// Tests of commands after several crawls: they show the present, and find a record by its URL.
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <nlohmann/json.hpp>

#include "storage/journal/journal_reader.hpp"
#include "tests/app/journal_commands.hpp"

namespace laundromat {
namespace {

/// Seeds with several crawls, and the archive, whose crawl has ended.
class repeated_crawls : public journal_commands {
 protected:
  void SetUp() override {
    journal_commands::SetUp();
    apply(record_kind::seed, seed_, event::crawl_ended);
  }
  record_hash crawl_again(const std::string& uri, int hour, const content_digest& clean) {
    enlist_seed(uri);
    const auto download = crawl_document(seed_hash(uri), noon + seconds{3'600 * hour}, clean);
    apply(record_kind::seed, seed_hash(uri), event::crawl_ended);
    return download;
  }
  record_hash begin_crawl(const std::string& uri, int hour) {
    enlist_seed(uri);
    const auto download = download_hash(seed_hash(uri), noon + seconds{3'600 * hour});
    apply(record_kind::seed, seed_hash(uri), event::came_due, download_fact{download});
    return download;
  }
  void crawl_in_vain(const std::string& uri, int hour) {
    const auto download = begin_crawl(uri, hour);
    fetch_outcome f;
    f.cause = errc::host_not_found;
    apply(record_kind::entry, download, event::failed_for_good, f);
    apply(record_kind::seed, seed_hash(uri), event::crawl_ended);
  }
  nlohmann::json fact_of(std::vector<std::string> command) {
    return nlohmann::json::parse(on_data(command).out);
  }
  std::size_t lines_of(std::vector<std::string> command) {
    const auto text = on_data(command).out;
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  const std::string again_ = "http://a.example/again.nt", down_ = "http://b.example/down.nt";
};

TEST_F(repeated_crawls, ls_status_and_catalogue_list_each_document_once_after_two_crawls) {
  crawl_again(again_, 1, clean_);
  crawl_again(again_, 2, clean_);
  EXPECT_EQ(lines_of({"ls", "--json"}), 2U);
  EXPECT_EQ(lines_of({"ls", "--json", "--all-crawls"}), 3U);
  EXPECT_EQ(lines_of({"ls", "--json", "--host", "a.example"}), 2U);
  EXPECT_EQ(fact_of({"status", "--json"})["records"]["entry"]["parsed"], 2);
  EXPECT_EQ(fact_of({"status", "--json", "--all-crawls"})["records"]["entry"]["parsed"], 3);
  const auto sources = [&](std::vector<std::string> command) {
    EXPECT_EQ(on_data(command).code, exit_ok);
    std::ifstream file{folder_.path() / "catalogue" / "catalogue.json"};
    return nlohmann::json::parse(file)["resources"][0]["sources"].size();
  };
  const auto folder = (folder_.path() / "catalogue").string();
  EXPECT_EQ(sources({"catalogue", folder}), 2U) << "the archive's and the other's, each once";
  EXPECT_EQ(sources({"catalogue", folder, "--all-crawls"}), 3U);
}

TEST_F(repeated_crawls, a_host_that_fails_is_failing_and_its_document_is_kept) {
  crawl_again(down_, 1, clean_);
  crawl_in_vain(down_, 2);
  crawl_in_vain(down_, 3);
  EXPECT_EQ(lines_of({"ls", "--json", "--host", "b.example"}), 1U);
  EXPECT_EQ(on_data({"cat", down_}).out, statement);
  EXPECT_TRUE(holds(on_data({"export", "--host", "b.example", "--graphs", "own"}), statement));
  EXPECT_EQ(fact_of({"status", "--json"})["causes"]["entry"]["host_not_found"], 1);
  const auto seed = fact_of({"ls", "--seeds", "--standing", "failing", "--json"});
  EXPECT_EQ(seed["uri"], down_);
  EXPECT_EQ(seed["standing"], "failing");
  EXPECT_EQ(seed["cause"], "host_not_found");
  EXPECT_FALSE(seed["since"].get<std::string>().empty());
  EXPECT_EQ(fact_of({"show", "--json", down_})["standing"], "failing");
  EXPECT_EQ(fact_of({"status", "--json"})["seeds"]["failing"]["with_document"], 1);
  const auto errors = on_data({"errors", down_});
  EXPECT_NE(errors.err.find("host_not_found"), std::string::npos) << errors.err;
}

TEST_F(repeated_crawls, seeds_have_a_standing) {
  enlist_seed("http://a.example/new.nt");
  const auto text = on_data({"ls", "--seeds"});
  EXPECT_TRUE(holds(text, "never crawled")) << text.out;
  EXPECT_TRUE(holds(text, "overdue")) << "crawled long ago: " << text.out;
  EXPECT_TRUE(holds(text, "relative")) << text.out;
  EXPECT_EQ(fact_of({"show", "--json", "http://a.example/new.nt"})["standing"], "never crawled");
  EXPECT_EQ(fact_of({"show", "--json", seed_.hex()})["standing"], "overdue");
  EXPECT_EQ(fact_of({"status", "--json"})["seeds"]["never crawled"]["count"], 1);
  EXPECT_EQ(on_data({"ls", "--standing", "added"}).code, exit_usage);
}

TEST_F(repeated_crawls, a_delayed_seed_is_overdue_with_a_reason) {
  const auto try_in_vain = [&](const std::string& uri, int hour) {
    const auto download = begin_crawl(uri, hour);
    fetch_outcome f;
    f.cause = errc::http_status;
    f.detail = "503";
    f.not_before = noon + seconds{3'600 * (hour + 1)};
    apply(record_kind::entry, download, event::retry_later, f);
  };
  crawl_again(again_, 1, clean_);
  try_in_vain(again_, 2);
  const auto late = fact_of({"show", "--json", again_});
  EXPECT_EQ(late["standing"], "overdue");
  EXPECT_EQ(late["cause"], "http_status 503");
  EXPECT_NE(late["since"], "");
  EXPECT_TRUE(holds(on_data({"ls", "--seeds", "--standing", "overdue"}), "http_status 503"));
  try_in_vain(down_, 1);
  const auto first = fact_of({"ls", "--seeds", "--standing", "never-crawled", "--json"});
  EXPECT_EQ(first["uri"], down_);
  EXPECT_EQ(first["cause"], "http_status 503");
  EXPECT_EQ(fact_of({"errors", "--json", down_})["rule"], "http_status");
}

TEST_F(repeated_crawls, a_seed_of_a_suspended_host_is_overdue_with_a_reason) {
  ASSERT_TRUE(journal_->begin());
  stored_host host;
  host.authority = "a.example:80";
  host.suspended_until = from_ms(4'000'000'000'000);
  host.detail = "5 failures in a row";
  ASSERT_TRUE(journal_->save_host(host));
  ASSERT_TRUE(journal_->commit());
  const auto late = fact_of({"show", "--json", seed_.hex()});
  EXPECT_EQ(late["standing"], "overdue");
  EXPECT_EQ(late["cause"], "host_suspended");
  EXPECT_EQ(late["detail"], "5 failures in a row");
}

TEST_F(repeated_crawls, a_download_that_a_crash_interrupted_is_no_failure_and_continues_at_once) {
  begin_crawl(down_, 1);
  ASSERT_TRUE(journal_->recover(noon + seconds{3'600}, {}, 3));
  const auto left = journal_reader{*journal_}.pending(noon + seconds{3'600}).value();
  EXPECT_EQ(left.interrupted, 1U);
  EXPECT_EQ(left.retries, 0U);
  const auto text = on_data({"status"});
  EXPECT_TRUE(holds(text, "1 download was interrupted: run again to continue\n")) << text.out;
  EXPECT_FALSE(holds(text, "never:")) << text.out;
  EXPECT_EQ(fact_of({"status", "--json"})["interrupted_downloads"], 1);
}

TEST_F(repeated_crawls, remaining_work_includes_retries_and_waits_for_hosts) {
  const auto left = [&](timestamp at) { return journal_reader{*journal_}.pending(at).value(); };
  const auto start = noon + seconds{3'600};
  EXPECT_EQ(left(noon).retries, 0U);
  EXPECT_EQ(left(noon).in_progress, 0U);
  ASSERT_TRUE(left(noon).next);
  EXPECT_GT(*left(noon).next, noon);
  EXPECT_EQ(left(start).next, start) << "the archive is due";
  const auto download = begin_crawl(down_, 1);
  EXPECT_EQ(left(start).in_progress, 1U) << "a worker held it";
  fetch_outcome f;
  f.cause = errc::connection_refused;
  f.not_before = start + seconds{60};
  apply(record_kind::entry, download, event::retry_later, f);
  EXPECT_EQ(left(start).in_progress, 0U);
  EXPECT_EQ(left(start).retries, 1U);
  EXPECT_EQ(left(start).first_retry, start + seconds{60});
  ASSERT_TRUE(journal_->begin());
  for (const auto* authority : {"a.example:80", "b.example:80"}) {
    stored_host host;
    host.authority = authority;
    host.suspended_until = start + seconds{authority[0] == 'a' ? 900 : 1'800};
    ASSERT_TRUE(journal_->save_host(host));
  }
  ASSERT_TRUE(journal_->commit());
  EXPECT_EQ(left(start).last_retry, start + seconds{1'800});
  EXPECT_EQ(left(start).next, start + seconds{900}) << "no earlier than its host may be asked";
  EXPECT_EQ(left(start).waits_for.authority, "a.example:80");
  EXPECT_EQ(left(start).waits_for.cause, errc::host_suspended);
}

TEST_F(repeated_crawls, diff_of_a_seed_is_the_newest_comparison_while_a_retry_waits) {
  const auto first = crawl_again(again_, 1, clean_);
  const auto second = crawl_again(again_, 2, clean_);
  const auto waiting = begin_crawl(again_, 3);
  apply(record_kind::entry, waiting, event::retry_later, fetch_outcome{});
  const auto same = on_data({"diff", again_, "--json"});
  EXPECT_EQ(same.code, 0) << same.err;
  const auto fact = nlohmann::json::parse(same.out);
  EXPECT_EQ(fact["to_crawl"]["entry"], second.hex());
  EXPECT_EQ(fact["from_crawl"]["entry"], first.hex());
  EXPECT_FALSE(fact["from_crawl"]["begun"].get<std::string>().empty());
  EXPECT_NE(same.err.find("from crawl "), std::string::npos) << same.err;
  EXPECT_NE(same.err.find(" to crawl " + second.hex().substr(0, 12)), std::string::npos) << same.err;
}

TEST_F(repeated_crawls, diff_of_a_seed_without_two_crawls_reports_its_standing) {
  crawl_again(again_, 1, clean_);
  const auto once = on_data({"diff", again_});
  EXPECT_EQ(once.code, exit_not_found);
  EXPECT_NE(once.err.find(": only one crawl has finished (2"), std::string::npos) << once.err;
  EXPECT_NE(once.err.find("Z); the next one is due at 2"), std::string::npos) << once.err;
  EXPECT_EQ(once.err.find("archive"), std::string::npos) << once.err;
  crawl_in_vain(down_, 1);
  crawl_in_vain(down_, 2);
  const auto never = on_data({"diff", down_});
  EXPECT_EQ(never.code, exit_not_found);
  EXPECT_NE(never.err.find("none led to a document; it is failing since 2023-"), std::string::npos)
      << never.err;
  EXPECT_NE(never.err.find(": host_not_found"), std::string::npos) << never.err;
}

TEST_F(repeated_crawls, every_command_on_a_record_accepts_its_url) {
  EXPECT_EQ(fact_of({"show", "--json", "HTTP://A.example/%61ttic.tar"})["hash"], seed_.hex())
      << "not normalised";
  const std::string member = "http://a.example/attic.tar!/socks.nt";
  EXPECT_EQ(fact_of({"show", "--json", member})["hash"], socks_.hex());
  EXPECT_EQ(fact_of({"history", "--json", member})["hash"], socks_.hex());
  EXPECT_EQ(on_data({"cat", member}).out, statement);
  EXPECT_EQ(on_data({"diff", member, clean_.hex()}).code, 0);
  EXPECT_TRUE(holds(on_data({"errors", member}), "bad_iri"));
  EXPECT_EQ(fact_of({"show", "--json", "http://a.example/attic.tar!/read%1Bme.txt"})["hash"], readme_.hex());
  EXPECT_EQ(fact_of({"show", "--json", "socks/left.ttl"})["standing"], "relative");
  for (const auto* command : {"show", "history", "cat", "errors", "diff"}) {
    const auto unknown = on_data({command, "http://a.example/nothing"});
    EXPECT_EQ(unknown.code, exit_not_found) << command;
    EXPECT_NE(unknown.err.find("http://a.example/nothing"), std::string::npos) << unknown.err;
  }
}

TEST_F(repeated_crawls, the_target_of_a_redirect_names_its_seed_and_several_are_listed) {
  const auto crawl_redirected = [&](const std::string& uri) {
    const auto download = begin_crawl(uri, 1);
    fetch_outcome f;
    f.raw_path = "y";
    f.final_uri = "http://c.example/there";
    apply(record_kind::entry, download, event::body_stored, f);
  };
  crawl_redirected("http://a.example/1");
  EXPECT_EQ(fact_of({"show", "--json", "http://c.example/there"})["uri"], "http://a.example/1");
  crawl_redirected("http://a.example/2");
  const auto both = on_data({"show", "http://c.example/there"});
  EXPECT_EQ(both.code, exit_usage);
  for (const auto* uri : {"http://a.example/1", "http://a.example/2"})
    EXPECT_NE(both.err.find(seed_hash(uri).hex() + "  seed  " + uri), std::string::npos) << both.err;
}

}  // namespace
}  // namespace laundromat
