// Tests of what users are told of waits: of hosts, of notifications, of restored graphs, and what a run would do for providers.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <nlohmann/json.hpp>

#include "app/terminal/wall_clock.hpp"
#include "core/web/uri.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

class provider_waits : public harvest_site {
 protected:
  void harvest_one(int code = 0) {
    enlist({"one"});
    describe("one", "2026-01-01", partial_dump, "dump.nt");
    write("site/one/dump.nt", line("a", "1"));
    EXPECT_EQ(run(), code);
  }
  /// Announces a change that no run has harvested.
  void change_one() {
    describe("one", "2026-01-02", partial_dump, "dump.nt");
    write("site/one/dump.nt", line("a", "2"));
  }
  [[nodiscard]] journal db() const {
    return journal::open(data_layout{data()}.journal(), journal_mode::read_write).value();
  }
  [[nodiscard]] std::string host() const {
    auto from = db();
    return authority_key(graph_records{from}.provider("one")->void_uri).value();
  }
  template <class Work>
  void in_journal(Work work) const {
    auto to = db();
    ASSERT_TRUE(to.begin());
    work(to);
    ASSERT_TRUE(to.commit());
  }
  /// As after a robots.txt that could not be read.
  void lose_robots(timestamp until) const {
    in_journal([&](journal& to) {
      const stored_robots lost{host(), wall_now(), until, "503", std::nullopt, {}, wall_now(), 7};
      ASSERT_TRUE(to.save_robots(lost));
    });
  }
  [[nodiscard]] nlohmann::json fact(std::vector<std::string> words) const {
    words.emplace_back("--json");
    const auto printed = ask_about(words);
    return nlohmann::json::parse(printed.out.substr(0, printed.out.find('\n')), nullptr, false);
  }
  [[nodiscard]] answer dry_run() const {
    return ask_about({"run", (folder() / "campaign.yaml").string(), "--dry-run"});
  }
};

bool tells(const answer& a, std::string_view text) {
  return a.err.find(text) != std::string::npos;
}

TEST_F(provider_waits, now_ends_the_pause_of_the_engine_after_a_lost_robots_txt_R222_G12) {
  harvest_one();
  change_one();
  const auto until = wall_now() + seconds{3'600};
  lose_robots(until);
  (void)run();
  EXPECT_EQ(graph("one"), std::set<std::string>{says("a", "1")}) << "the host waits";
  lose_robots(until);
  const auto freed = ask_about({"harvest", "one", "--now"});
  EXPECT_EQ(freed.code, 0) << freed.err;
  EXPECT_TRUE(tells(
      freed, host() + " is asked at once, and not only at " + to_iso8601(until) + ": robots_unreachable"))
      << freed.err;
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), std::set<std::string>{says("a", "2")});
}

TEST_F(provider_waits, now_ends_a_suspension_and_keeps_what_the_host_asked_for_R222_G12) {
  harvest_one();
  const auto now = wall_now();
  in_journal([&](journal& to) {
    stored_host state;
    state.authority = host();
    state.next_allowed = now + seconds{1'800};
    state.waits_for = errc::asked_to_wait;
    state.suspended_until = now + seconds{3'600};
    state.failures = 5;
    state.detail = "http_status 503, Retry-After: 1800 s";
    ASSERT_TRUE(to.save_host(state));
  });
  change_one();
  const auto asked = ask_about({"harvest", "one", "--now"});
  EXPECT_TRUE(tells(asked, host() + " is asked again at " + to_iso8601(now + seconds{1'800}))) << asked.err;
  EXPECT_TRUE(tells(asked, "it has asked for that")) << asked.err;
  const auto again = fact({"harvest", "one"});
  ASSERT_EQ(again["hosts"].size(), 1U) << again;
  EXPECT_EQ(again["hosts"][0]["waits"]["cause"], "asked_to_wait");
  EXPECT_FALSE(again["hosts"][0].contains("ended")) << "the suspension was ended before";
  const auto until = to_iso8601(now + seconds{1'800});
  EXPECT_EQ(again["waits"]["until"], until);
  EXPECT_NE(again["answer"].get<std::string>().find("requested at " + until), std::string::npos) << again;
  const auto listed = fact({"providers"});
  EXPECT_EQ(listed["waits"]["until"], until);
  EXPECT_EQ(listed["state"].get<std::string>().find(
                "up to date; a request of its VoID file would wait until " + until),
            0U)
      << listed;
  {
    child_program engine{
        {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
    ASSERT_TRUE(engine.prints("campaign test")) << engine.output();
    EXPECT_EQ(fact({"status"})["providers"]["next_void"], until);
    engine.signal(SIGTERM);
    (void)engine.exit_code();
  }
  (void)run();
  EXPECT_EQ(graph("one"), std::set<std::string>{says("a", "1")}) << "politeness stays";
}

TEST_F(provider_waits, now_ends_the_pause_of_a_host_to_which_a_dump_was_redirected_R222_G12) {
  harvest_one();
  const auto port = host().substr(host().rfind(':') + 1);
  const auto mirror = "localhost:" + port;
  write("site/mirror/dump.nt", line("a", "2"));
  write("site.rules", "/one/dump.nt redirect http://" + mirror + "/mirror/dump.nt 302\n");
  change_one();
  const auto lose_mirror = [&](timestamp until) {
    in_journal([&](journal& to) {
      ASSERT_TRUE(to.save_robots({mirror, wall_now(), until, "503", std::nullopt, {}, wall_now(), 7}));
    });
  };
  lose_mirror(wall_now() + seconds{3'600});
  EXPECT_EQ(run(), exit_some_failed);
  const auto freed = fact({"harvest", "one", "--now"});
  ASSERT_EQ(freed["hosts"].size(), 1U) << freed;
  EXPECT_EQ(freed["hosts"][0]["host"], mirror);
  EXPECT_EQ(freed["hosts"][0]["ended"]["cause"], "robots_unreachable");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), std::set<std::string>{says("a", "2")});
}

TEST_F(provider_waits, now_ends_the_minute_after_a_503_that_says_no_time_R222_G12) {
  harvest_one();
  const auto until = wall_now() + seconds{300};
  lose_robots(until);
  in_journal([&](journal& to) {
    stored_host vague;
    vague.authority = host();
    vague.next_allowed = wall_now() + seconds{60};
    vague.waits_for = errc::http_status;
    vague.detail = "http_status 503 without a usable Retry-After";
    ASSERT_TRUE(to.save_host(vague));
  });
  change_one();
  const auto freed = ask_about({"harvest", "one", "--now"});
  EXPECT_TRUE(tells(freed, host() + " is asked at once, and not only at " + to_iso8601(until))) << freed.err;
  EXPECT_FALSE(tells(freed, "no command ends it")) << freed.err;
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), std::set<std::string>{says("a", "2")});
}

TEST_F(provider_waits, now_names_the_command_that_ends_a_pause_of_the_operator_R222) {
  harvest_one();
  ASSERT_EQ(ask_about({"pause", host(), "--reason", "their wish"}).code, 0);
  const auto paused = ask_about({"harvest", "one", "--now"});
  EXPECT_TRUE(tells(paused, "end it with `laundromat resume " + host() + "`")) << paused.err;
}

TEST_F(provider_waits, options_of_the_other_trade_are_refused_by_name_G01) {
  harvest_one();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--graph", "http://e.example/g"},
                                                {"--output", "out"},
                                                {"--state", "s"},
                                                {"--page-rows", "100"},
                                                {"--delay-ms", "1"},
                                                {"--campaign", (folder() / "campaign.yaml").string()}}) {
    auto all = words;
    all.insert(all.begin(), {"harvest", "one"});
    const auto refused = ask_about(all);
    EXPECT_EQ(refused.code, exit_usage) << words.front();
    EXPECT_TRUE(tells(refused, words.front())) << refused.err;
  }
  for (const auto* flag : {"--now", "--again"}) {
    const auto refused = ask_about({"harvest", "http://127.0.0.1:1/sparql", "--campaign", "c.yaml", flag});
    EXPECT_EQ(refused.code, exit_usage) << flag;
    EXPECT_TRUE(tells(refused, flag)) << refused.err;
  }
}

TEST_F(provider_waits, what_is_not_there_is_said_in_a_sentence_G17) {
  harvest_one();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"harvest", "two"},
                                                {"restore", "two@1"},
                                                {"restore", "one@9"},
                                                {"history", "two"},
                                                {"diff", "one@1", "two@1"},
                                                {"export", "--providers", "two"},
                                                {"load", "two", "--graph-store", "http://127.0.0.1:1/"},
                                                {"providers", "two"},
                                                {"providers", "two", "--drop"},
                                                {"providers", "two", "--bind", "http://e.example/void"},
                                                {"lookup", "http://e.example/x"}}) {
    const auto refused = ask_about(words);
    EXPECT_EQ(refused.code, exit_not_found) << words.front() << refused.err;
    EXPECT_FALSE(tells(refused, "not_found")) << refused.err;
  }
}

TEST_F(provider_waits, a_notification_that_failed_is_told_with_its_next_try_G22) {
  harvest_one();
  const auto failed = [&](notice_state state) {
    auto to = db();
    graph_records records{to};
    const auto import = records.imports(records.provider("one")->id, 1)->front();
    ASSERT_TRUE(records.note_notice(
        import.id, {state, 3, from_ms(1'800'000'000'000), "http_status: the inbox\x1b says 500"}));
  };
  EXPECT_FALSE(holds(ask_about({"providers", "one"}), "notification"));
  failed(notice_state::waiting);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"providers"}, {"providers", "one"}, {"history", "one"}}) {
    const auto told = ask_about(words);
    EXPECT_TRUE(holds(told, "it is sent again at 2027-01-15T08:00:00.000Z, 3 tries have failed: "))
        << told.out;
    EXPECT_FALSE(holds(told, "\x1b")) << "what strangers said is harmless";
  }
  EXPECT_EQ(fact({"history", "one"})["notification_not_before"], "2027-01-15T08:00:00.000Z");
  failed(notice_state::given_up);
  EXPECT_TRUE(
      holds(ask_about({"history", "one"}), "its provider was not told: given up, 3 tries have failed"));
  failed(notice_state::sent);
  EXPECT_FALSE(holds(ask_about({"providers", "one"}), "tries have failed"));
}

TEST_F(provider_waits, a_provider_without_void_is_told_with_its_line_D78) {
  harvest_one();
  write("registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\ntwo:\n  inbox: http://e.example/inbox\n");
  for (const auto& told : {ask_about({"providers"}), dry_run()}) {
    EXPECT_EQ(told.code, 0) << told.err;
    EXPECT_TRUE(tells(told, "registry.yaml:3: the provider `two` has no `void`")) << told.err;
  }
}

TEST_F(provider_waits, a_restored_graph_is_not_up_to_date_and_takes_the_next_change_G16) {
  harvest_one();
  change_one();
  EXPECT_EQ(run(), 0);
  EXPECT_TRUE(holds(ask_about({"providers"}), "up to date"));
  ASSERT_EQ(ask_about({"restore", "one@1"}).code, 0);
  const auto restored = ask_about({"providers"});
  EXPECT_FALSE(holds(restored, "up to date")) << restored.out;
  EXPECT_TRUE(holds(restored, "version 1 was restored at 2")) << restored.out;
  EXPECT_TRUE(holds(restored, ", as version 3: the next change")) << restored.out;
  EXPECT_EQ(fact({"providers"})["restored"]["version"], 3);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), std::set<std::string>{says("a", "1")}) << "nothing new was announced";
  EXPECT_FALSE(holds(ask_about({"providers"}), "up to date"));
  describe("one", "2026-01-03", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("b", "3"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), (std::set<std::string>{says("a", "1"), says("b", "3")})) << "onto version 1";
  EXPECT_TRUE(holds(ask_about({"providers"}), "up to date"));
}

TEST_F(provider_waits, a_dry_run_lists_providers_with_their_void_files_and_stores_R220_G17) {
  write("campaign.yaml",
        read("campaign.yaml") +
            "  stores: [{name: triples, graph_store: 'http://127.0.0.1:1/data', optional: true}]\n");
  enlist({"one", "two"});
  const auto before = dry_run();
  EXPECT_EQ(before.code, 0) << before.err;
  EXPECT_TRUE(holds(before, "{serve}/one/void.ttl")) << before.out;
  EXPECT_TRUE(holds(before, "not registered yet")) << before.out;
  EXPECT_TRUE(holds(before, "2 requests to 1 host")) << before.out;
  harvest_one();
  enlist({"one", "two"});
  const auto after = dry_run();
  EXPECT_TRUE(holds(after, "the store triples has version 0 of 1")) << after.out;
  EXPECT_TRUE(holds(after, "2 requests to 1 host")) << "each VoID file once: " << after.out;
  ASSERT_EQ(ask_about({"harvest", "one", "--now"}).code, 0);
  EXPECT_TRUE(holds(dry_run(), "2 requests to 1 host")) << "also one that is due as a seed";
}

TEST_F(provider_waits, the_end_of_a_run_does_not_send_users_to_the_next_date_of_a_seed_R226) {
  harvest_one();
  child_program once{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--once", "--data", data().string()}};
  EXPECT_EQ(once.exit_code(), 0);
  EXPECT_NE(once.output().find("each run requests the VoID files of the registry as it begins"),
            std::string::npos)
      << once.output();
}

TEST_F(provider_waits, status_counts_providers_and_stores_that_lack_something_R218_G17) {
  EXPECT_FALSE(holds(ask_about({"status"}), "provider"));
  write("campaign.yaml",
        read("campaign.yaml") +
            "  stores: [{name: triples, graph_store: 'http://127.0.0.1:1/data', optional: true}]\n");
  harvest_one();
  const auto stands = ask_about({"status"});
  EXPECT_TRUE(
      holds(stands, "1 provider: 1 up to date; the store triples lacks the newest version of 1 graph"))
      << stands.out;
  EXPECT_EQ(fact({"status"})["providers"]["stores_behind"]["triples"], 1);
  describe("one", "2026-01-02", partial_dump, "missing.nt");
  EXPECT_EQ(run(), exit_some_failed);
  EXPECT_TRUE(holds(ask_about({"status"}), "1 provider: 1 failing"));
  EXPECT_EQ(fact({"status"})["providers"]["failing"], 1);
  enlist({"two"});
  EXPECT_TRUE(holds(ask_about({"status"}), "2 providers: 1 waiting, 1 no longer in the registry"));
}

TEST_F(provider_waits, a_refused_login_names_what_to_check_and_no_secret_G18) {
  test::fake_store store;
  store.login = "Basic nobody";
  write("password", "very-secret\n");
  write("campaign.yaml", read("campaign.yaml") + "  stores:\n    - {name: open, graph_store: '" +
                             store.url("/data") + "'}\n    - {name: closed, graph_store: '" +
                             store.url("/data") + "', user: dba, password_file: password}\n");
  harvest_one(exit_some_failed);
  const auto told = ask_about({"providers", "one"});
  EXPECT_TRUE(holds(told,
                    "check the login of the store open in harvest.stores of the campaign: `user` is not "
                    "set, `password_file` is not set"))
      << told.out;
  EXPECT_TRUE(holds(told,
                    "check the login of the store closed in harvest.stores of the campaign: `user` is dba, "
                    "`password_file` is "))
      << told.out;
  EXPECT_FALSE(holds(told, "very-secret"));
}

}  // namespace
}  // namespace laundromat
