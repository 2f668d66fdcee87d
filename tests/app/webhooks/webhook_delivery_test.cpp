// Tests of sending to one webhook: batches, repetitions, pauses, and what ends them.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/webhook_delivery.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "app/webhooks/webhook_files.hpp"
#include "app/webhooks/webhook_status.hpp"
#include "storage/files/private_file.hpp"
#include "tests/net/webhooks/webhook_receiver.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

using namespace std::chrono_literals;
using kind = webhook_event_kind;
using test::received_webhook;
using test::webhook_answer;
using test::webhook_receiver;

constexpr auto secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n";

class webhook_delivery_test : public testing::Test {
 protected:
  void SetUp() override {
    EXPECT_TRUE(write_private_file(folder_.path() / "secret", secret));
    settings_.name = "test";
    settings_.contact = {"Test", "https://example.org/", "a@example.org"};
    to_.name = "alerts";
    to_.secret_file = (folder_.path() / "secret").string();
    auto db = open();
    ASSERT_TRUE(db.begin());
    ASSERT_TRUE(db.set_identity({"0123456789abcdef0123456789abcdef", 1, 0}));
    ASSERT_TRUE(db.commit());
  }
  [[nodiscard]] journal open() const {
    return journal::open(folder_.path() / "journal.sqlite", journal_mode::read_write).value();
  }
  void enrol(const std::string& url, webhook_events wanted = ~webhook_events{0}) {
    to_.url = url;
    auto db = open();
    ASSERT_TRUE(webhook_records{db}.enrol({{to_.name, url, wanted}}));
  }
  void keep(int count, const std::string& text = "x", kind of = kind::needs_person) const {
    auto db = open();
    for (int i = 0; i < count; ++i)
      ASSERT_TRUE(webhook_records{db}.keep(of, now_, R"({"message":")" + text + "\"}"));
  }
  /// As after a restart: what it knows is in the journal.
  [[nodiscard]] webhook_delivery begin(std::int64_t most_waiting = 1'000'000) {
    return {settings_,
            to_,
            open(),
            {[this] { return now_; }, [this] { return is_stopping_; }, unkept_, most_waiting}};
  }
  [[nodiscard]] static std::set<std::string> ids_of(const std::vector<nlohmann::json>& events) {
    std::set<std::string> ids;
    for (const auto& one : events) ids.insert(one["id"].get<std::string>());
    return ids;
  }

  temporary_folder folder_;
  campaign settings_;
  campaign::webhook to_;
  timestamp now_ = from_ms(1'800'000'000'000);
  bool is_stopping_ = false;
  std::shared_ptr<unkept_events> unkept_ = std::make_shared<unkept_events>();
};

TEST_F(webhook_delivery_test, a_message_is_signed_and_names_its_events_K01) {
  webhook_receiver receiver;
  enrol(receiver.url());
  keep(2, "hello");
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  const auto got = receiver.received();
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got[0].id, "0123456789ab-1-2");
  EXPECT_EQ(got[0].timestamp, "1800000000");
  EXPECT_EQ(got[0].media_type, "application/json");
  EXPECT_EQ(got[0].signature, sign(read_signing_keys(secret).value(), got[0].id, now_, got[0].body));
  const auto body = got[0].json();
  EXPECT_EQ(body["id"], got[0].id);
  EXPECT_EQ(body["campaign"], "test");
  EXPECT_EQ(body["events"][0]["id"], "0123456789ab-1");
  EXPECT_EQ(body["events"][0]["type"], "needs_person");
  EXPECT_EQ(body["events"][1]["message"], "hello");
  EXPECT_EQ(delivery.waiting(), 0U);
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(receiver.received().size(), 1U) << "nothing is told twice without need";
}

TEST_F(webhook_delivery_test, events_are_told_in_order_in_messages_of_500_or_256_kib_K02) {
  webhook_receiver receiver;
  enrol(receiver.url());
  keep(1'100);
  keep(10, std::string(100'000, 'y'));
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  const auto got = receiver.received();
  ASSERT_EQ(got.size(), 7U);
  EXPECT_EQ(got[0].json()["events"].size(), 500U);
  std::int64_t number = 0;
  for (const auto& one : got) {
    EXPECT_LE(one.body.size(), most_bytes_of_message + 1'000);
    EXPECT_LE(one.json()["events"].size(), most_events_in_message);
  }
  for (const auto& one : receiver.events()) EXPECT_EQ(one["id"], "0123456789ab-" + std::to_string(++number));
  EXPECT_EQ(number, 1'110);
}

TEST_F(webhook_delivery_test, one_event_that_is_too_large_goes_alone_K02) {
  webhook_receiver receiver;
  enrol(receiver.url());
  keep(1);
  keep(1, std::string(400'000, 'y'));
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(receiver.received().size(), 3U);
  EXPECT_EQ(receiver.events().size(), 3U);
}

TEST_F(webhook_delivery_test, the_same_message_is_sent_again_after_longer_pauses_also_after_a_restart_K03) {
  webhook_receiver receiver{
      [](std::size_t number, const received_webhook&) { return webhook_answer{number < 4 ? 503 : 200}; }};
  enrol(receiver.url());
  keep(2);
  const auto begun = now_;
  const auto sent_after = [&](webhook_delivery& by, seconds time) {
    now_ = begun + time;
    EXPECT_TRUE(by.step());
    return receiver.received().size();
  };
  auto first = begin();
  EXPECT_EQ(sent_after(first, 0s), 1U);
  keep(3);  // a repetition has what the message had
  EXPECT_EQ(sent_after(first, 9s), 1U);
  EXPECT_EQ(sent_after(first, 10s), 2U);
  auto second = begin();
  EXPECT_EQ(sent_after(second, 29s), 2U) << "the pause is in the journal";
  EXPECT_EQ(sent_after(second, 30s), 3U);
  EXPECT_EQ(second.state().tries, 3U);
  EXPECT_NE(second.state().problem.find("HTTP status 503"), std::string::npos);
  EXPECT_EQ(second.waiting(), 5U);
  EXPECT_EQ(sent_after(second, 70s), 5U) << "it is taken, and so is what came meanwhile";
  const auto got = receiver.received();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(got[i].id, "0123456789ab-1-2");
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(got[i].json()["events"], got[0].json()["events"]);
  EXPECT_NE(got[3].timestamp, got[0].timestamp);
  EXPECT_EQ(got[4].id, "0123456789ab-3-5");
  EXPECT_EQ(receiver.events().size(), 5U);
  EXPECT_TRUE(second.state().problem.empty());
}

TEST_F(webhook_delivery_test, retry_after_is_obeyed_K03) {
  webhook_receiver receiver{[](std::size_t number, const received_webhook&) {
    return webhook_answer{number == 1 ? 429 : 200, "600"};
  }};
  enrol(receiver.url());
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  now_ += 599s;
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(receiver.received().size(), 1U);
  now_ += 1s;
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(receiver.received().size(), 2U);
}

TEST_F(webhook_delivery_test, after_410_nothing_is_sent_any_more_until_the_url_changes_K03) {
  webhook_receiver receiver{[](std::size_t, const received_webhook&) { return webhook_answer{410}; }};
  enrol(receiver.url());
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_TRUE(delivery.state().is_gone);
  keep(1);
  now_ += 48h;
  ASSERT_TRUE(delivery.step());
  auto later = begin();
  ASSERT_TRUE(later.step());
  EXPECT_EQ(receiver.received().size(), 1U);
  EXPECT_EQ(later.waiting(), 0U);
  receiver.answer_with({});
  enrol(receiver.url() + "/new");
  keep(1);
  auto again = begin();
  ASSERT_TRUE(again.step());
  EXPECT_EQ(receiver.events().size(), 1U);
}

TEST_F(webhook_delivery_test, a_redirect_is_not_followed_K03) {
  webhook_receiver other;
  webhook_receiver receiver{[&](std::size_t, const received_webhook&) {
    return webhook_answer{307, "", other.url()};
  }};
  enrol(receiver.url());
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_TRUE(other.received().empty());
  EXPECT_NE(delivery.state().problem.find("a redirect, which is not followed"), std::string::npos)
      << delivery.state().problem;
  EXPECT_EQ(delivery.waiting(), 1U);
}

TEST_F(webhook_delivery_test, the_path_of_a_url_which_may_be_a_secret_is_told_to_nobody_K06) {
  const std::string nobody = "http://127.0.0.1:1";
  enrol(nobody + "/services/SECRET?token=SECRET");
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_FALSE(delivery.state().problem.empty());
  EXPECT_EQ(delivery.state().problem.find("SECRET"), std::string::npos) << delivery.state().problem;
  const auto fact = fact_of(webhook_status{delivery.state(), 1});
  EXPECT_EQ(fact["url"], nobody);
  EXPECT_EQ(fact.dump().find("SECRET"), std::string::npos) << fact.dump();
}

TEST_F(webhook_delivery_test, a_url_without_a_path_is_told_whole_K06) {
  enrol("http://127.0.0.1:1");
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_FALSE(delivery.state().problem.empty());
}

TEST_F(webhook_delivery_test, a_long_answer_counts_by_its_status_K03) {
  webhook_receiver receiver{[](std::size_t number, const received_webhook&) {
    return webhook_answer{number == 1 ? 500 : 200, "", "", 10'000'000};
  }};
  enrol(receiver.url());
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(delivery.state().problem, "HTTP status 500") << "what a receiver says is not for everybody";
  EXPECT_LT(delivery.state().problem.size(), 300U);
  now_ += 10s;
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(delivery.waiting(), 0U);
}

TEST_F(webhook_delivery_test, a_receiver_that_was_away_gets_all_in_order_K03) {
  enrol(webhook_receiver{}.url());  // where nobody listens any more
  auto delivery = begin();
  for (int i = 0; i < 20; ++i) {
    keep(100);
    now_ += 1h;
    ASSERT_TRUE(delivery.step());
  }
  EXPECT_EQ(delivery.waiting(), 2'000U);
  EXPECT_FALSE(delivery.state().problem.empty());
  webhook_receiver back;
  enrol(back.url());
  auto later = begin();
  ASSERT_TRUE(later.step());
  EXPECT_EQ(back.events().size(), 2'000U);
  EXPECT_EQ(ids_of(back.events()).size(), 2'000U);
  EXPECT_EQ(back.events().front()["id"], "0123456789ab-1");
  EXPECT_EQ(later.waiting(), 0U);
}

TEST_F(webhook_delivery_test, of_too_many_events_the_newest_are_kept_and_the_others_counted_K03) {
  webhook_receiver receiver{
      [](std::size_t number, const received_webhook&) { return webhook_answer{number == 1 ? 500 : 200}; }};
  enrol(receiver.url());
  keep(5);
  auto delivery = begin(100);
  ASSERT_TRUE(delivery.step());
  keep(200);
  now_ += 10s;
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(receiver.events().size(), 100U);
  EXPECT_EQ(receiver.events().front()["id"], "0123456789ab-106");
  EXPECT_EQ(delivery.state().dropped, 105U);
}

TEST_F(webhook_delivery_test, other_events_are_passed_over_and_hold_up_nothing_K02) {
  webhook_receiver receiver;
  enrol(receiver.url(), only(kind::run_ended));
  keep(1'100);
  keep(1, "x", kind::run_ended);
  keep(1'100);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  ASSERT_EQ(receiver.received().size(), 1U);
  EXPECT_EQ(receiver.events().at(0)["type"], "run_ended");
  auto db = open();
  EXPECT_GE(webhook_records{db}.webhook("alerts")->told, 2'201) << "so that the others can be removed";
}

TEST_F(webhook_delivery_test, a_secret_that_is_replaced_or_open_to_others_counts_at_once_K01) {
  webhook_receiver receiver;
  enrol(receiver.url());
  keep(1);
  std::filesystem::permissions(to_.secret_file, std::filesystem::perms::group_read,
                               std::filesystem::perm_options::add);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_TRUE(receiver.received().empty()) << "nothing is sent without a signature";
  EXPECT_EQ(delivery.state().problem, "its secret cannot be read: the log of the run says why")
      << "paths of this machine are not for everybody";
  std::filesystem::remove(to_.secret_file);
  constexpr auto other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  ASSERT_TRUE(write_private_file(to_.secret_file, other));
  now_ += 10s;
  ASSERT_TRUE(delivery.step());
  const auto got = receiver.received();
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got[0].signature, sign(read_signing_keys(other).value(), got[0].id, now_, got[0].body));
}

TEST_F(webhook_delivery_test, a_stop_ends_it_between_two_messages_and_counts_no_failure_K03) {
  webhook_receiver receiver{[this](std::size_t, const received_webhook&) {
    is_stopping_ = true;
    return webhook_answer{};
  }};
  enrol(receiver.url());
  keep(1'000);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(receiver.received().size(), 1U);
  EXPECT_EQ(delivery.state().tries, 0U);
}

TEST_F(webhook_delivery_test, what_a_full_disk_keeps_from_the_journal_is_told_from_memory_once_K05) {
  webhook_receiver receiver;
  enrol(receiver.url());
  unkept_->put("unkept-1", R"({"id":"unkept-1","type":"needs_person"})");
  auto delivery = begin();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(delivery.step());
  ASSERT_EQ(receiver.received().size(), 1U);
  EXPECT_EQ(receiver.received()[0].id, "unkept-1");
  EXPECT_EQ(receiver.events().at(0)["id"], "unkept-1");
}

TEST_F(webhook_delivery_test, a_clock_that_is_set_back_makes_no_pause_last_for_ever_K03) {
  webhook_receiver receiver{
      [](std::size_t number, const received_webhook&) { return webhook_answer{number == 1 ? 500 : 200}; }};
  enrol(receiver.url());
  keep(1);
  auto delivery = begin();
  ASSERT_TRUE(delivery.step());
  now_ -= 1'000h;
  ASSERT_TRUE(delivery.step());
  EXPECT_EQ(receiver.events().size(), 1U);
}

}  // namespace
}  // namespace laundromat
