// Tests of the commands that steer: what they say of pauses, seeds and lines that are not valid.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/discovery/host_announcements.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/app/journal_commands.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class steering_commands : public journal_commands {
 protected:
  /// The JSON lines that a command prints.
  std::vector<nlohmann::json> facts(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    std::vector<nlohmann::json> rows;
    std::istringstream lines{on_data(std::move(arguments)).out};
    for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
    return rows;
  }
  static constexpr const char* attic = "http://a.example/attic.tar";
};

TEST_F(steering_commands, status_names_every_pause_and_how_it_ends_R218) {
  EXPECT_FALSE(holds(on_data({"status"}), "paused"));
  ASSERT_EQ(on_data({"pause", "b.example", "--reason", "slow today"}).code, 0);
  ASSERT_EQ(on_data({"pause", attic}).code, 0);
  auto text = on_data({"status"}).out;
  EXPECT_NE(text.find("b.example is paused since 20"), std::string::npos) << text;
  EXPECT_NE(text.find("(slow today): end it with `laundromat resume b.example`"), std::string::npos) << text;
  EXPECT_NE(text.find("end it with `laundromat resume http://a.example/attic.tar`"), std::string::npos)
      << text;
  const auto pauses = facts({"status"}).at(0)["pauses"];
  ASSERT_EQ(pauses.size(), 2U);
  EXPECT_EQ(pauses[0]["rule"], "pause host");
  EXPECT_EQ(pauses[0]["reason"], "slow today");
  EXPECT_EQ(pauses[1]["uri"], attic);
  ASSERT_EQ(on_data({"pause"}).code, 0);
  text = on_data({"status"}).out;
  EXPECT_NE(text.find("the campaign is paused since 20"), std::string::npos) << text;
  EXPECT_FALSE(facts({"status"}).at(0).contains("next_due")) << "nobody knows when";
}

TEST_F(steering_commands, the_list_of_pauses_has_the_uri_of_a_seed_R218) {
  ASSERT_EQ(on_data({"pause", seed_.hex()}).code, 0);
  EXPECT_TRUE(holds(on_data({"pause", "--list"}), attic));
  const auto row = facts({"pause", "--list"}).at(0);
  EXPECT_EQ(row["what"], seed_.hex());
  EXPECT_EQ(row["uri"], attic);
}

TEST_F(steering_commands, resume_says_which_other_pause_is_in_force_R218) {
  ASSERT_EQ(on_data({"pause", "a.example"}).code, 0);
  const auto narrower = on_data({"resume", "a.example:80"});
  EXPECT_EQ(narrower.code, exit_not_found);
  EXPECT_TRUE(holds(narrower,
                    "was not paused, but pause host a.example is in force: end it with `laundromat resume "
                    "a.example`"))
      << narrower.out;
  const auto seed = on_data({"resume", attic});
  EXPECT_TRUE(holds(seed, "but pause host a.example is in force")) << seed.out;
  ASSERT_EQ(on_data({"pause"}).code, 0);
  const auto of_all = on_data({"resume", "a.example"});
  EXPECT_EQ(of_all.code, 0);
  EXPECT_TRUE(holds(of_all, "resumed, but pause campaign is in force: end it with `laundromat resume`"))
      << of_all.out;
  ASSERT_EQ(on_data({"pause", "a.example:80"}).code, 0);
  EXPECT_TRUE(holds(on_data({"resume"}), "resumed, but pause host a.example:80 is in force"));
  EXPECT_TRUE(holds(on_data({"resume", "a.example"}), "was not paused, but pause host a.example:80"));
  EXPECT_TRUE(holds(on_data({"resume", "a.example:80"}), "resumed  pause host a.example:80"));
}

TEST_F(steering_commands, retry_and_ping_say_what_happened_to_which_seed_R218) {
  enlist_seed("http://b.example/1");
  const auto b = seed_hash("http://b.example/1");
  EXPECT_TRUE(holds(on_data({"retry", b.hex()}), "http://b.example/1  due now\n")) << "the hash has a URI";
  ASSERT_EQ(on_data({"pause", "b.example"}).code, 0);
  EXPECT_TRUE(holds(on_data({"ping", "http://b.example/1"}),
                    "http://b.example/1  due now, but waits: pause host b.example is in force"));
  EXPECT_TRUE(holds(on_data({"ping", "http://b.example/2"}),
                    "http://b.example/2  new, due now, but waits: pause host b.example is in force"));
  EXPECT_TRUE(holds(on_data({"retry", attic}), "is crawled now"));
  ASSERT_EQ(on_data({"exclude", "b.example", "--reason", "they asked"}).code, 0);
  const auto refused = on_data({"retry", "http://b.example/1"});
  EXPECT_TRUE(holds(refused, "is refused: excluded, exclude host b.example: they asked")) << refused.out;
  const auto unknown = on_data({"ping", "http://b.example/3"});
  EXPECT_EQ(unknown.code, exit_some_failed);
  EXPECT_TRUE(holds(unknown, "is no seed: exclude host b.example: they asked")) << unknown.out;
}

TEST_F(steering_commands, a_report_has_the_columns_of_what_it_counts) {
  const auto first_line = [&](const char* report) {
    const auto out = on_data({"report", report}).out;
    return out.substr(0, out.find('\n'));
  };
  EXPECT_EQ(first_line("seeds"), "seeds  found as  status");
  EXPECT_NE(first_line("hosts").find("documents  received  host"), std::string::npos);
  EXPECT_NE(first_line("codes").find("requests  received  status or error"), std::string::npos);
  EXPECT_FALSE(facts({"report", "seeds"}).at(0).contains("bytes"));
}

TEST_F(steering_commands, the_tree_names_the_host_that_announces) {
  ASSERT_TRUE(journal_->begin());
  discovery_policy policy;
  policy.follow = kinds_of({announced_as::description, announced_as::pinged});
  journal_->follow(policy);
  announcements found;
  found.uris.push_back(well_known_void("http://b.example/x"));
  ASSERT_TRUE(journal_->announce(found, noon));
  ASSERT_TRUE(journal_->commit());
  const auto tree = on_data({"show", "--tree", "http://b.example/.well-known/void"}).out;
  EXPECT_NE(tree.find("host announces as description by usual place of VoID  b.example\n"), std::string::npos)
      << tree;
  ASSERT_EQ(on_data({"ping", "http://c.example/1"}).code, 0);
  const auto pinged = on_data({"show", "--tree", "http://c.example/1"}).out;
  EXPECT_NE(pinged.find("publisher announces by ping  c.example\n"), std::string::npos) << pinged;
}

class run_with_pauses : public small_web {
 protected:
  answer on_data(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--data", data().string()});
    return ask(arguments);
  }
  std::string run_once(int code = 0) {
    child_program once{run("")};
    EXPECT_EQ(once.exit_code(), code) << once.output();
    return once.output();
  }
  [[nodiscard]] std::uint64_t documents() {
    return nlohmann::json::parse(on_data({"status", "--json"}).out)["clean_documents"].get<std::uint64_t>();
  }
};

TEST_F(run_with_pauses, its_end_says_what_is_paused_and_not_to_run_again_R218) {
  serve(3, 2'000);
  write_campaign("budgets: {documents: 1}\n");
  run_once();
  write_campaign("");
  ASSERT_EQ(on_data({"pause"}).code, 0);
  const auto all = run_once();
  EXPECT_NE(all.find("the campaign is paused since 20"), std::string::npos) << all;
  EXPECT_EQ(all.find("run again"), std::string::npos) << all;
  EXPECT_EQ(documents(), 1U);
  ASSERT_EQ(on_data({"resume"}).code, 0);
  ASSERT_EQ(on_data({"pause", "127.0.0.1", "--reason", "move"}).code, 0);
  const auto host = run_once();
  EXPECT_NE(host.find("127.0.0.1 is paused since 20"), std::string::npos) << host;
  EXPECT_NE(host.find("which is paused"), std::string::npos) << host;
  EXPECT_EQ(host.find("run again"), std::string::npos) << host;
  EXPECT_EQ(documents(), 1U);
  ASSERT_EQ(on_data({"resume", "127.0.0.1"}).code, 0);
  ASSERT_EQ(on_data({"pause", site_->url("/2.nt")}).code, 0);
  const auto seed = run_once();
  EXPECT_NE(seed.find("/2.nt is paused since 20"), std::string::npos) << seed;
  EXPECT_EQ(seed.find("run again"), std::string::npos) << seed;
  EXPECT_EQ(documents(), 2U);
}

class run_below_the_watermark : public run_with_pauses {
 protected:
  run_below_the_watermark() {
    serve(3, 2'000);
    write_campaign("disk: {intake_mib: 1000000000}\n");
  }
};

TEST_F(run_below_the_watermark, its_end_names_what_is_missing_and_not_to_run_again_R226) {
  const auto end = run_once();
  const auto found = end.rfind("no new crawl begins: less free space than disk.intake_mib");
  ASSERT_NE(found, std::string::npos) << end;
  EXPECT_GT(found, end.find("documents washed in this run")) << "it is a line of the summary";
  EXPECT_NE(end.find("free disk space, or lower disk.intake_mib", found), std::string::npos) << end;
  EXPECT_EQ(end.find("run again"), std::string::npos) << end;
}

TEST_F(run_below_the_watermark, status_names_what_is_missing_beside_the_engine_R226) {
  child_program engine{run("", "")};
  ASSERT_TRUE(engine.prints("no new crawl begins")) << engine.output();
  auto shown = on_data({"status"});
  for (const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{60};
       !holds(shown, "no new crawl begins") && std::chrono::steady_clock::now() < until;)
    shown = on_data({"status"});
  EXPECT_TRUE(holds(shown, "less free space than disk.intake_mib")) << shown.out;
  EXPECT_TRUE(holds(shown, "free: ")) << shown.out;
  EXPECT_NE(nlohmann::json::parse(on_data({"status", "--json"}).out)["waits_for"].get<std::string>().find(
                "disk.intake_mib"),
            std::string::npos);
  engine.signal(SIGTERM);
  EXPECT_NE(engine.exit_code(), 5) << "it is no fault of the machine: " << engine.output();
}

class refused_by_address : public run_with_pauses {};

TEST_F(refused_by_address, its_advice_leads_to_a_crawl_R228) {
  serve(1, 2'000);
  const auto allowing = read_file(campaign());
  auto without = allowing;
  const std::string allow = "network:\n  allow: [127.0.0.1]\n";
  ASSERT_NE(without.find(allow), std::string::npos);
  std::ofstream{campaign()} << without.erase(without.find(allow), allow.size());
  const auto refusal = run_once(1);
  EXPECT_NE(refusal.find("and then: laundromat retry --failed"), std::string::npos) << refusal;
  std::ofstream{campaign()} << allowing;
  ASSERT_EQ(on_data({"retry", "--failed"}).code, 0);
  run_once();
  EXPECT_EQ(documents(), 1U);
}

TEST(steering_before_the_first_run, says_how_to_make_the_journal_without_a_request_R228) {
  const temporary_folder folder;
  const auto refused = ask({"--data", folder.path().string(), "exclude", "a.example"});
  EXPECT_NE(refused.code, 0);
  EXPECT_NE(refused.err.find("laundromat add URI"), std::string::npos) << refused.err;
  EXPECT_EQ(refused.err.find("run it first"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace laundromat
