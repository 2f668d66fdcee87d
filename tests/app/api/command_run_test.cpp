// Tests of long answers: they are sent while the command prints them, whole, and end with their client.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/api/command_answer.hpp"
#include "app/api/command_run.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"
#include "tests/app/unpacked_text.hpp"

namespace laundromat::test {
namespace {

constexpr int many_seeds = 9'000;

/// A copy with so many seeds that a list of them is longer than what is kept of an answer.
class long_answers : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = journal::open(data_layout{folder_.data()}.journal(), journal_mode::read_write);
    ASSERT_TRUE(opened);
    ASSERT_TRUE(opened->begin());
    for (int i = 0; i < many_seeds; ++i)
      ASSERT_TRUE(enlist(*opened, {"http://new.example/" + std::to_string(i), seconds{9}, 0}, true,
                         from_ms(1'800'000'000'000)));
    ASSERT_TRUE(opened->commit());
  }
  [[nodiscard]] command_call call() const {
    return {add_ls_command, {"ls", "--seeds", "--json", "--limit=10000"}, folder_.data()};
  }
  [[nodiscard]] std::string printed() const {
    return ask_about(folder_.data(), {"ls", "--seeds", "--json", "--limit=10000"}).out;
  }

  copy_of_filled_folder folder_;
};

TEST_F(long_answers, are_taken_in_pieces_of_bounded_size_A13) {
  const auto expected = printed();
  ASSERT_GT(expected.size(), 2 * command_run::most_bytes);
  command_run run{call()};
  EXPECT_FALSE(run.has_ended());
  std::string all;
  for (auto piece = run.take(); !piece.empty(); piece = run.take()) {
    EXPECT_LE(piece.size(), command_run::most_bytes + (std::size_t{64} << 10));
    all += piece;
  }
  EXPECT_EQ(all, expected);
  EXPECT_EQ(run.end().exit_code, exit_ok);
  EXPECT_TRUE(run.end().messages.empty()) << run.end().messages;
}

TEST_F(long_answers, do_not_keep_their_view_of_the_journal_for_a_slow_client_A22) {
  command_run run{call()};
  EXPECT_FALSE(run.has_ended());
  auto opened = journal::open(data_layout{folder_.data()}.journal(), journal_mode::read_write);
  ASSERT_TRUE(opened && opened->begin());
  ASSERT_TRUE(enlist(*opened, {"http://newer.example/", seconds{9}, 0}, true, from_ms(1'800'000'000'000)));
  ASSERT_TRUE(opened->commit());
  // Nobody has taken anything: the command ends all the same, and what is newer than its view leaves the log.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  bool is_in_file = false;
  while (!is_in_file && std::chrono::steady_clock::now() < deadline) is_in_file = opened->copy_log().value();
  EXPECT_TRUE(is_in_file);
}

TEST_F(long_answers, end_when_nobody_takes_them_A13) {
  const auto begun = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) {
    command_run run{call()};
    EXPECT_FALSE(run.has_ended());
    if (i == 1) {
      EXPECT_FALSE(run.take().empty());
    }
  }
  { const command_run not_begun{call()}; }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds{30});
}

TEST_F(long_answers, are_sent_whole_A13) {
  const served_folder served{folder_.data()};
  const auto got = served.get("/api/v1/seeds?limit=10000");
  ASSERT_EQ(got.status, 200) << got.body;
  EXPECT_TRUE(got.is_whole);
  EXPECT_EQ(got.field("transfer-encoding"), "chunked");
  const auto body = nlohmann::ordered_json::parse(got.body, nullptr, false);
  EXPECT_EQ(body["items"], nlohmann::ordered_json(json_lines(printed())));
  EXPECT_FALSE(body.contains("next"));
  const auto packed = served.get("/api/v1/seeds?limit=10000", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(packed.field("content-encoding"), "gzip");
  EXPECT_EQ(unpacked(packed.body), got.body);
  const auto part = served.get("/api/v1/seeds?limit=8000");
  const auto first = nlohmann::ordered_json::parse(part.body, nullptr, false);
  EXPECT_EQ(first["items"].size(), 8'000U);
  const auto rest = served.get("/api/v1/seeds?limit=8000&after=" + encoded(first.value("next", "")));
  const auto second = nlohmann::ordered_json::parse(rest.body, nullptr, false);
  EXPECT_EQ(first["items"].size() + second["items"].size(), body["items"].size());
}

TEST_F(long_answers, of_clients_that_go_away_are_given_up_A13) {
  served_folder served{folder_.data()};
  for (int i = 0; i < 12; ++i) {
    raw_client client{served.port(), "127.0.0.1", 4'096};
    ASSERT_TRUE(
        client.send("GET /api/v1/seeds?limit=10000 HTTP/1.1\r\nHost: " + served.authority() + "\r\n\r\n"));
    ASSERT_TRUE(client.next_status() == 200 || client.next_status() == 503);
  }
  // All places for long answers are free again as soon as the server has noticed.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  while (served.server().counts().connections > 0 && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_EQ(served.server().counts().connections, 0U);
  EXPECT_TRUE(served.get("/api/v1/seeds?limit=10000").is_whole);
}

TEST_F(long_answers, that_are_taken_too_slowly_are_cut_A13) {
  const api_route* route = nullptr;
  for (const auto& one : command_routes())
    if (one.name == "seeds") route = &one;
  ASSERT_TRUE(route);
  for (const auto& [longest, is_whole] : {std::pair{seconds{0}, false}, std::pair{seconds{600}, true}}) {
    const auto answer = answer_by_command(*route, call(), {}, longest);
    ASSERT_TRUE(std::holds_alternative<body_writer>(answer.body));
    std::size_t bytes = 0;
    EXPECT_EQ(std::get<body_writer>(answer.body)([&](std::string_view part) {
                bytes += part.size();
                return true;
              }),
              is_whole);
    EXPECT_EQ(bytes > command_run::most_bytes, is_whole);
  }
}

TEST_F(long_answers, to_head_are_not_written_A13) {
  served_folder served{folder_.data()};
  const auto head = served.send("HEAD", "/api/v1/seeds?limit=10000");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.field("content-type"), "application/json");
}

}  // namespace
}  // namespace laundromat::test
