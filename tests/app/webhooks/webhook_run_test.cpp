// Tests of webhooks in whole runs: all that ended is told, also when the engine is killed or the receiver is away.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <map>
#include <set>

#include "app/terminal/exit_code.hpp"
#include "storage/files/private_file.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"
#include "tests/app/child_program.hpp"
#include "tests/net/webhooks/webhook_receiver.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

using test::received_webhook;
using test::webhook_answer;
using test::webhook_receiver;

class webhook_run_test : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder() / "site");
    write("site.rules", "");
    EXPECT_TRUE(write_private_file(folder() / "secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n"));
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return temporary_.path(); }
  [[nodiscard]] std::filesystem::path data() const { return folder() / "data"; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream{folder() / name, std::ios::binary} << text;
  }
  /// A campaign of so many documents, and one that does not exist.
  void make_campaign(int documents, const std::string& url, const std::string& more = {}) const {
    std::string seeds;
    for (int i = 0; i < documents; ++i) {
      const auto name = std::to_string(i);
      write("site/" + name + ".nt", "<http://e.example/s" + name + "> <http://e.example/p> \"o\" .\n");
      seeds += "  - '{serve}/" + name + ".nt'\n";
    }
    write("campaign.yaml",
          "name: test\ndata: data\ninterval_s: 1\n"
          "contact: {product: Test, url: 'https://example.org/', mail: a@example.org}\n"
          "serve: {folder: site, rules: site.rules}\n"
          "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}]}\n"
          "network: {retries_s: []}\ndiscovery: {follow: []}\nseeds:\n" +
              seeds + "  - '{serve}/missing.nt'\nwebhooks:\n  - {name: alerts, url: '" + url +
              "', secret_file: secret" + more + "}\n");
  }
  /// Runs the campaign to its end within the test.
  int run() const {
    return run_to_the_end(folder() / "campaign.yaml", data());
  }
  [[nodiscard]] child_program engine() const {
    return child_program{
        {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string(), "--once"}};
  }
  [[nodiscard]] answer status(bool json = true) const {
    std::vector<std::string> words{"status", "--data", data().string()};
    if (json) words.emplace_back("--json");
    return ask(words);
  }
  static std::vector<nlohmann::json> of_type(const std::vector<nlohmann::json>& events,
                                             const std::string& type) {
    std::vector<nlohmann::json> found;
    for (const auto& one : events)
      if (one["type"] == type) found.push_back(one);
    return found;
  }

 private:
  temporary_folder temporary_;
};

TEST_F(webhook_run_test, the_end_of_each_seed_and_of_the_run_is_told_before_the_program_ends_K02) {
  webhook_receiver receiver;
  make_campaign(5, receiver.url(), ", events: [run_started, run_ended, seed_ended]");
  EXPECT_EQ(run(), exit_some_failed) << "one document does not exist";
  const auto events = receiver.events();
  ASSERT_EQ(events.size(), 8U);
  EXPECT_EQ(events.front()["type"], "run_started");
  EXPECT_EQ(events.front()["after_kill"], false);
  EXPECT_EQ(events.back()["type"], "run_ended");
  EXPECT_EQ(events.back()["ended_by"], "itself");
  EXPECT_EQ(events.back()["statements"], 5);
  EXPECT_TRUE(events.back()["records"].is_array());
  std::map<std::string, int> ends;
  for (const auto& one : of_type(events, "seed_ended")) {
    ++ends[one["crawl"]["status"].get<std::string>()];
    EXPECT_EQ(one["seed"]["uri"], one["uri"]);
    EXPECT_EQ(one["seed"]["newest_download"], one["crawl"]["download"]);
    if (one["crawl"]["status"] == "parsed") {
      EXPECT_EQ(one["crawl"]["documents"], 1);
      EXPECT_EQ(one["crawl"]["statements"], 1);
      EXPECT_EQ(one["seed"]["standing"], "fine");
    } else {
      EXPECT_EQ(one["crawl"]["cause"], "http_status 404");
      EXPECT_TRUE(one["uri"].get<std::string>().ends_with("/missing.nt"));
    }
  }
  EXPECT_EQ(ends, (std::map<std::string, int>{{"failed", 1}, {"parsed", 5}}));
  const auto stands = nlohmann::json::parse(status().out)["webhooks"][0];
  EXPECT_EQ(stands["state"], "ok");
  EXPECT_EQ(stands["waiting"], 0);
  EXPECT_TRUE(holds(status(false), "the webhook alerts has all events")) << status(false).out;
}

TEST_F(webhook_run_test, what_is_told_of_a_seed_is_what_ls_prints_of_it_K02) {
  webhook_receiver receiver;
  make_campaign(1, receiver.url());
  (void)run();
  std::map<std::string, nlohmann::json> printed;
  std::istringstream lines{ask({"ls", "--seeds", "--json", "--data", data().string()}).out};
  for (std::string line; std::getline(lines, line);) {
    const auto fact = nlohmann::json::parse(line);
    printed[fact["seed"]] = fact;
  }
  const auto told = of_type(receiver.events(), "seed_ended");
  ASSERT_EQ(told.size(), 2U);
  for (const auto& one : told) {
    auto seed = one["seed"], other = printed[one["seed"]["seed"]];
    seed.erase("standing"), other.erase("standing");  // it may be overdue meanwhile
    seed.erase("since"), other.erase("since");
    EXPECT_EQ(seed, other);
  }
}

TEST_F(webhook_run_test, what_could_not_be_told_is_kept_and_told_by_the_next_run_K03) {
  webhook_receiver receiver{[](std::size_t, const received_webhook&) {
    return webhook_answer{503, "86400"};
  }};
  make_campaign(3, receiver.url());
  auto first = engine();
  EXPECT_TRUE(
      first.prints("the webhook alerts has not got 5 events, which are kept and sent by the next run: "
                   "HTTP status 503"))
      << first.output();
  EXPECT_EQ(first.exit_code(), exit_some_failed);
  auto stands = nlohmann::json::parse(status().out)["webhooks"][0];
  EXPECT_EQ(stands["state"], "failing");
  EXPECT_EQ(stands["waiting"], 5);
  EXPECT_TRUE(holds(status(false), "the webhook alerts has not got 5 events, failing since "))
      << status(false).out;
  webhook_receiver back;
  make_campaign(3, back.url());
  (void)run();
  const auto events = back.events();
  EXPECT_EQ(of_type(events, "run_ended").size(), 2U) << "of both runs";
  EXPECT_GE(of_type(events, "seed_ended").size(), 4U) << "of the first run, and what was due again";
  std::set<std::string> ids;
  for (const auto& one : events) EXPECT_TRUE(ids.insert(one["id"]).second);
}

TEST_F(webhook_run_test, nothing_is_lost_and_nothing_invented_whenever_the_engine_is_killed_K02) {
  constexpr std::size_t documents = 60, kills = 12;
  // Some are read, and the answer says that they were not taken.
  webhook_receiver receiver{[](std::size_t number, const received_webhook&) {
    return webhook_answer{number == 5 || number == 14 ? 500 : 200};
  }};
  make_campaign(static_cast<int>(documents), receiver.url());
  for (std::size_t kill = 0; kill < kills; ++kill) {
    auto killed = engine();
    const auto before = receiver.received().size();
    if (kill % 3 == 0)
      (void)killed.prints("parsed", 1 + 5 * kill);
    else if (kill % 3 == 1)
      (void)receiver.wait_for(before + 1);
    else
      (void)killed.prints("washed in this run");
    killed.signal(SIGKILL);
    (void)killed.exit_code();
  }
  receiver.answer_with({});
  // The pause after the last failure may be longer than a run waits at its end; another URL ends it.
  make_campaign(static_cast<int>(documents), receiver.url() + "?again");
  auto last = engine();
  EXPECT_TRUE(last.exit_code()) << last.output();
  std::map<std::string, std::string> downloads;  // by id of the event
  std::set<std::string> told;
  for (const auto& message : receiver.received()) {
    const auto body = message.json();
    for (const auto& one : body["events"]) {
      if (one["type"] != "seed_ended") continue;
      const auto download = one["crawl"]["download"].get<std::string>();
      const auto [known, is_new] = downloads.emplace(one["id"], download);
      EXPECT_EQ(known->second, download) << "an id is always of the same event";
      EXPECT_EQ(is_new, told.insert(download).second) << "an end has one id";
    }
  }
  std::uint64_t crawls = 0;
  std::istringstream lines{ask({"ls", "--seeds", "--json", "--data", data().string()}).out};
  for (std::string line; std::getline(lines, line);)
    crawls += nlohmann::json::parse(line)["crawls"].get<std::uint64_t>();
  EXPECT_GE(crawls, documents);
  EXPECT_EQ(told.size(), crawls) << "each crawl that ended was told";
  EXPECT_EQ(nlohmann::json::parse(status().out)["webhooks"][0]["waiting"], 0);
  EXPECT_EQ(ask({"verify", "--data", data().string()}).code, exit_ok);
}

TEST_F(webhook_run_test, a_campaign_without_webhooks_forgets_them_K02) {
  webhook_receiver receiver{[](std::size_t, const received_webhook&) {
    return webhook_answer{500, "86400"};
  }};
  make_campaign(1, receiver.url());
  auto first = engine();
  (void)first.exit_code();
  auto text = read_file(folder() / "campaign.yaml");
  write("campaign.yaml", text.substr(0, text.find("webhooks:")));
  (void)run();
  EXPECT_FALSE(nlohmann::json::parse(status().out).contains("webhooks"));
}

TEST_F(webhook_run_test, the_example_of_the_documentation_verifies_what_is_sent_K01) {
  webhook_receiver receiver;
  make_campaign(1, receiver.url());
  (void)run();
  ASSERT_FALSE(receiver.received().empty());
  const auto page = read_file(source_path("doc/users/webhooks.md"));
  const auto begin = page.find("```python\n") + 10;
  write("verify.py", page.substr(begin, page.find("```", begin) - begin));
  const auto message = receiver.received().front();
  const auto verify = [&](const std::string& body, const std::string& timestamp) {
    write("body", body);
    child_program program{{"/usr/bin/env", "python3", "-c",
                           "import sys\nsys.path.insert(0, sys.argv[1])\nimport verify\n"
                           "body = open(sys.argv[1] + '/body', 'rb').read()\n"
                           "head = {'webhook-id': sys.argv[2], 'webhook-timestamp': sys.argv[3], "
                           "'webhook-signature': sys.argv[4]}\n"
                           "key = open(sys.argv[1] + '/secret').readline().strip()\n"
                           "print('genuine' if verify.is_genuine(head, body, key) else 'forged')",
                           folder().string(), message.id, timestamp, message.signature}};
    EXPECT_EQ(program.exit_code(), 0) << program.output();
    (void)program.prints("genuine");
    return program.output();
  };
  EXPECT_EQ(verify(message.body, message.timestamp), "genuine\n");
  EXPECT_EQ(verify(message.body + " ", message.timestamp), "forged\n");
  EXPECT_EQ(verify(message.body, std::to_string(std::stoll(message.timestamp) - 1)), "forged\n");
}

}  // namespace
}  // namespace laundromat
