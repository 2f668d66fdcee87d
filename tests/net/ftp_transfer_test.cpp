// Tests of transfers by FTP: what is asked of the server, and what becomes of its faults.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "net/ftp_answer.hpp"
#include "tests/net/fetch.hpp"
#include "tests/net/ftp_server.hpp"

namespace laundromat::test {
namespace {

const std::string triples = "<http://a.example/> <p:p> <o:o> .\n";

transfer_request get_file(const std::string& uri) {
  auto request = get(uri);
  request.allow_ftp = true;
  request.from = "crawl@example.org";
  request.limits.connect = request.limits.first_byte = milliseconds{1'000};
  return request;
}

fetched fetch_file(const ftp_server& server, const std::string& path = "/data/x.nt") {
  transfer_loop loop(allow_all, fixed_clock);
  return fetch(loop, get_file(server.url(path)));
}

bool has(const std::vector<std::string>& commands, const std::string& wanted) {
  return std::ranges::find(commands, wanted) != commands.end();
}

}  // namespace

TEST(ftp_transfer, a_file_is_fetched_as_anonymous_by_passive_mode_R207) {
  ftp_server server({{"data/x.nt", triples}});
  const auto f = fetch_file(server);
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.body, triples);
  EXPECT_EQ(f.outcome.hop.status, "226");
  EXPECT_EQ(f.outcome.hop.wire_bytes, triples.size());
  EXPECT_EQ(f.outcome.hop.address, "127.0.0.1");
  const auto commands = server.commands();
  EXPECT_TRUE(has(commands, "USER anonymous"));
  EXPECT_TRUE(has(commands, "PASS crawl@example.org"));
  EXPECT_TRUE(has(commands, "TYPE I"));
  EXPECT_TRUE(has(commands, "RETR x.nt"));
}

TEST(ftp_transfer, several_files_come_from_one_server) {
  ftp_server server({{"data/x.nt", triples}, {"y.nt", "y"}});
  transfer_loop loop(allow_all, fixed_clock);
  EXPECT_EQ(fetch(loop, get_file(server.url("/data/x.nt"))).body, triples);
  EXPECT_EQ(fetch(loop, get_file(server.url("/y.nt"))).body, "y");
}

TEST(ftp_transfer, no_server_holds_up_the_other_transfers) {
  ftp_faults faults;
  faults.never_completes = true;
  faults.stalls_at = "QUIT";
  ftp_server server({{"data/x.nt", triples}}, faults);
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(fetch_file(server).outcome.hop.error, errc::http_timeout);
  faults.never_completes = false;
  ftp_server stalling({{"data/x.nt", triples}}, faults);
  EXPECT_EQ(fetch_file(stalling).body, triples);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds{20});
}

TEST(ftp_transfer, a_server_without_extended_passive_mode_is_asked_for_the_old_one) {
  ftp_faults faults;
  faults.has_extended_passive = false;
  ftp_server server({{"data/x.nt", triples}}, faults);
  EXPECT_EQ(fetch_file(server).body, triples);
}

TEST(ftp_transfer, without_opt_in_no_connection_is_made_R207) {
  ftp_server server({{"data/x.nt", triples}});
  auto request = get_file(server.url("/data/x.nt"));
  request.allow_ftp = false;
  transfer_loop loop(allow_all, fixed_clock);
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::scheme_refused);
  EXPECT_EQ(f.outcome.hop.detail, "FTP is used with `network.ftp` only");
  EXPECT_TRUE(server.commands().empty());
}

TEST(ftp_transfer, folders_and_other_paths_that_name_no_file_are_refused_with_words_R207) {
  ftp_server server({});
  for (const auto* path : {"", "/", "/data/", "/data/;type=d", "/data/x;type=a", "/../x", "/a/%2e%2E/x",
                           "/a/..", "/%2Fetc/passwd", "/a%0d%0aDELE%20x", "/a%00", "/a?b"}) {
    const auto f = fetch_file(server, path);
    EXPECT_EQ(f.outcome.hop.error, errc::scheme_refused) << path;
    EXPECT_NE(f.outcome.hop.detail, "") << path;
  }
  EXPECT_NE(fetch_file(server, "/data/").outcome.hop.detail.find("folders are not listed"),
            std::string::npos);
  EXPECT_TRUE(server.commands().empty());
}

TEST(ftp_transfer, a_proxy_is_not_used_for_it) {
  ftp_server server({{"data/x.nt", triples}});
  auto request = get_file(server.url("/data/x.nt"));
  request.proxy = "http://127.0.0.1:9";
  transfer_loop loop(allow_all, fixed_clock);
  EXPECT_EQ(fetch(loop, std::move(request)).outcome.hop.error, errc::scheme_refused);
}

TEST(ftp_transfer, what_the_server_refuses_for_good_is_an_error_status) {
  ftp_server server({{"data/x.nt", triples}});
  const auto missing = fetch_file(server, "/data/y.nt");
  EXPECT_EQ(missing.outcome.hop.error, errc::http_status);
  EXPECT_EQ(missing.outcome.hop.detail, "550 No such file");
  ftp_faults faults;
  faults.refuses_login = true;
  ftp_server closed({{"data/x.nt", triples}}, faults);
  const auto refused = fetch_file(closed);
  EXPECT_EQ(refused.outcome.hop.error, errc::http_status);
  EXPECT_EQ(refused.outcome.hop.detail, "530 Login incorrect");
}

TEST(ftp_transfer, what_the_server_refuses_for_now_is_worth_another_attempt) {
  ftp_faults faults;
  faults.is_full = true;
  ftp_server server({}, faults);
  const auto f = fetch_file(server);
  EXPECT_EQ(f.outcome.hop.error, errc::connection_refused);
  EXPECT_EQ(f.outcome.hop.detail, "421 Too many users");
}

TEST(ftp_transfer, a_stall_anywhere_ends_within_the_limits_of_time) {
  for (const auto* at : {"greeting", "USER", "PASS", "CWD", "EPSV", "SIZE", "RETR"}) {
    ftp_faults faults;
    faults.stalls_at = at;
    ftp_server server({{"data/x.nt", triples}}, faults);
    const auto error = fetch_file(server).outcome.hop.error;
    EXPECT_TRUE(error == errc::http_timeout || error == errc::connection_timed_out) << at << to_string(error);
  }
}

TEST(ftp_transfer, a_file_that_is_cut_is_none) {
  ftp_faults faults;
  faults.cuts_data = true;
  ftp_server server({{"data/x.nt", triples}}, faults);
  const auto f = fetch_file(server);
  EXPECT_EQ(f.outcome.hop.error, errc::truncated_body) << f.outcome.hop.detail;
}

TEST(ftp_transfer, a_file_beyond_the_limit_is_cut_off) {
  ftp_server server({{"data/x.nt", std::string(1'000'000, 'x')}});
  auto request = get_file(server.url("/data/x.nt"));
  request.limits.wire_bytes = 1'000;
  transfer_loop loop(allow_all, fixed_clock);
  EXPECT_EQ(fetch(loop, std::move(request)).outcome.hop.error, errc::body_too_large);
}

TEST(ftp_transfer, the_guard_checks_the_control_connection_R208) {
  ftp_server server({{"data/x.nt", triples}});
  std::uint16_t judged = 0;
  transfer_loop loop(
      [&](std::span<const std::uint8_t>, std::uint16_t port) {
        judged = port;
        return errc::address_refused;
      },
      fixed_clock);
  EXPECT_EQ(fetch(loop, get_file(server.url("/data/x.nt"))).outcome.hop.error, errc::address_refused);
  EXPECT_EQ(judged, server.port());
  EXPECT_TRUE(server.commands().empty());
  EXPECT_EQ(judged_ftp_port(21), 80) << "its usual port counts as that of HTTP";
}

TEST(ftp_transfer, a_data_connection_leads_to_the_same_server_only_R208) {
  for (const auto* other : {"10,0,0,1", "127,0,0,2", "8,8,8,8"}) {
    ftp_faults faults;
    faults.has_extended_passive = false;
    faults.passive_address = other;
    ftp_server server({{"data/x.nt", triples}}, faults);
    const auto f = fetch_file(server);
    EXPECT_EQ(f.outcome.hop.error, errc::address_refused) << other;
    EXPECT_NE(f.outcome.hop.detail.find("the FTP server names"), std::string::npos) << f.outcome.hop.detail;
    EXPECT_FALSE(has(server.commands(), "RETR x.nt"));
  }
  ftp_faults faults;
  faults.passive_port = 25;
  ftp_server server({{"data/x.nt", triples}}, faults);
  EXPECT_EQ(fetch_file(server).outcome.hop.error, errc::address_refused);
}

}  // namespace laundromat::test
