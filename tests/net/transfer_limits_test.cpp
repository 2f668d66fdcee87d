// Tests of limits, time-outs and broken answers: R19 to R26.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/transfer.hpp"
#include "tests/net/fetch.hpp"
#include "tests/net/gzip_text.hpp"
#include "tests/net/raw_server.hpp"

namespace laundromat::test {
namespace {

using clock = std::chrono::steady_clock;

std::string encoded_reply(const std::string& encodings, const std::string& body) {
  return "HTTP/1.1 200 OK\r\nContent-Encoding: " + encodings +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A port of loopback that is bound, but not listening, while this object exists.
struct closed_port {
  closed_port() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    fd = socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port = ntohs(address.sin_port);
  }
  ~closed_port() { close(fd); }
  int fd = -1;
  int port = 0;
};

}  // namespace

// --- R19 size ---

TEST(size_limit, an_announced_length_over_the_limit_reads_no_body_R19) {
  transfer_limits limits;
  limits.wire_bytes = 1'000;
  raw_server server({"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + std::string(1'001, 'x')});
  const auto f = fetch(server.url(), limits);
  EXPECT_EQ(f.outcome.hop.error, errc::body_too_large);
  EXPECT_EQ(f.outcome.hop.wire_bytes, 0U);
  EXPECT_EQ(f.outcome.hop.status, "200");
  EXPECT_EQ(f.opened, 0);
  limits.wire_bytes = 1'001;
  EXPECT_EQ(fetch(server.url(), limits).outcome.hop.error, errc::ok);
}

TEST(size_limit, an_endless_chunked_body_stops_within_a_buffer_of_the_limit_R19) {
  transfer_limits limits;
  limits.wire_bytes = 10 << 20;
  const std::string chunk = "10000\r\n" + std::string(65'536, 'x') + "\r\n";
  raw_server server({"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", ending::close, chunk, 16'384});
  const auto f = fetch(server.url(), limits);
  EXPECT_EQ(f.outcome.hop.error, errc::body_too_large);
  EXPECT_LE(f.outcome.hop.wire_bytes, limits.wire_bytes + 65'536);
  EXPECT_LE(f.body.size(), limits.wire_bytes);
}

// --- R20, R21 encodings ---

TEST(content_encoding, gzip_is_decoded_and_both_sizes_are_counted_R20) {
  const std::string text(100'000, 'x');
  const auto wire = gzipped(text);
  raw_server server({encoded_reply("gzip", wire)});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.body, text);
  EXPECT_EQ(f.outcome.hop.wire_bytes, wire.size());
  EXPECT_EQ(f.outcome.hop.decoded_bytes, text.size());
}

TEST(content_encoding, a_bomb_stops_at_the_ratio_and_a_third_layer_is_refused_R20_R21) {
  raw_server server({encoded_reply("gzip", gzip_bomb(std::uint64_t{64} << 20))});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::ratio_exceeded);
  EXPECT_LE(f.body.size(), 64U << 20);
  raw_server thrice({encoded_reply("gzip, gzip, gzip", gzipped(gzipped(gzipped("x"))))});
  EXPECT_EQ(fetch(thrice.url()).outcome.hop.error, errc::content_encoding);
  raw_server brotli({encoded_reply("br", "x")});
  EXPECT_EQ(fetch(brotli.url()).outcome.hop.error, errc::content_encoding);
  EXPECT_EQ(fetch(brotli.url()).opened, 0);
}

TEST(content_encoding, a_wrong_label_keeps_the_bytes_and_leaves_a_note_D15) {
  raw_server server({encoded_reply("gzip", "<a> <b> <c> .")});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::ok);
  EXPECT_EQ(f.body, "<a> <b> <c> .");
  EXPECT_EQ(f.outcome.hop.detail, "the body is not gzip as Content-Encoding says; kept as it came");
}

TEST(content_encoding, a_stream_that_ends_early_in_a_complete_answer_is_truncated_R24) {
  const auto wire = gzipped(std::string(100'000, 'x'));
  raw_server server({encoded_reply("gzip", wire.substr(0, wire.size() / 2))});
  EXPECT_EQ(fetch(server.url()).outcome.hop.error, errc::truncated_stream)
      << "a request that wants the whole body gets nothing";
}

TEST(content_encoding, the_decoded_part_of_a_damaged_document_is_kept_and_the_damage_reported_R24) {
  const std::string text(100'000, 'x');
  const auto wire = gzipped(text);
  raw_server server({encoded_reply("gzip", wire.substr(0, wire.size() - 4))});
  auto request = get(server.url());
  request.keeps_damaged = true;
  transfer_loop loop(allow_all, fixed_clock);
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::ok);
  EXPECT_EQ(f.body, text);
  EXPECT_EQ(f.outcome.hop.decoded_bytes, text.size());
  ASSERT_EQ(f.outcome.damage.size(), 1U);
  EXPECT_EQ(f.outcome.damage[0].code, errc::truncated_stream);
  EXPECT_NE(f.outcome.hop.detail.find("what could be decoded is kept"), std::string::npos);
}

TEST(content_encoding, an_error_page_that_cannot_be_decoded_is_still_an_error_page) {
  raw_server server({"HTTP/1.1 404 Not Found\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\nx"});
  EXPECT_EQ(fetch(server.url()).outcome.hop.error, errc::ok);
  raw_server packed({"HTTP/1.1 410 Gone\r\nContent-Encoding: gzip\r\n\r\n" + gzipped("nothing here")});
  EXPECT_EQ(fetch(packed.url()).outcome.excerpt, "nothing here");
}

// --- R22 headers ---

TEST(header_flood, is_cut_R22) {
  raw_server server({"HTTP/1.1 200 OK\r\n", ending::close, "A: " + std::string(997, 'x') + "\r\n", 100'000});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::head_too_large) << f.outcome.hop.detail;
  EXPECT_LE(f.outcome.hop.headers.size(), 200U);
  EXPECT_LT(server.repeated_bytes(), 100'000'000U);
}

TEST(header_flood, one_endless_line_is_too_large_a_head_and_no_lack_of_memory_R22) {
  raw_server server({"HTTP/1.1 200 OK\r\nA: ", ending::close, std::string(10'000, 'x'), 1'000});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::head_too_large) << f.outcome.hop.detail;
  EXPECT_EQ(f.outcome.hop.detail, "the response head has a line of more than 100 KiB");
  EXPECT_LT(server.repeated_bytes(), 10'000'000U);
}

TEST(header_flood, a_location_that_is_too_long_to_keep_is_not_a_missing_one) {
  for (const std::size_t bytes : {65'536U, 65'537U, 100'000U}) {
    raw_server server({"HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: /" +
                       std::string(bytes - 1, 'x') + "\r\n\r\n"});
    const auto& hop = fetch(server.url()).outcome.hop;
    EXPECT_EQ(hop.error, bytes > 65'536 ? errc::location_too_long : errc::ok) << bytes << ": " << hop.detail;
  }
  raw_server found(
      {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nLocation: /" + std::string(100'000, 'x') + "\r\n\r\n"});
  EXPECT_EQ(fetch(found.url()).outcome.hop.error, errc::ok) << "a successful page needs no Location";
}

// --- R23 time ---

TEST(time_out, an_address_that_never_answers_ends_at_the_connect_limit_R23) {
  // A listener with a full queue drops connections: the handshake never completes.
  closed_port full;
  ASSERT_EQ(listen(full.fd, 0), 0);
  std::vector<int> queued;
  for (int i = 0; i < 4; ++i) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(full.port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    queued.push_back(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    (void)connect(queued.back(), reinterpret_cast<sockaddr*>(&address), sizeof address);
  }
  transfer_limits limits;
  limits.connect = milliseconds{200};
  const auto begun = clock::now();
  const auto f = fetch("http://127.0.0.1:" + std::to_string(full.port) + "/", limits);
  EXPECT_EQ(f.outcome.hop.error, errc::connection_timed_out) << f.outcome.hop.detail;
  EXPECT_GE(clock::now() - begun, milliseconds{190});
  EXPECT_GE(f.outcome.hop.walltime, milliseconds{190});
  for (const int fd : queued) close(fd);
}

TEST(time_out, a_silent_server_ends_at_the_first_byte_limit_R23) {
  transfer_limits limits;
  limits.first_byte = milliseconds{100};
  raw_server server({"", ending::stall});
  const auto begun = clock::now();
  const auto f = fetch(server.url(), limits);
  EXPECT_EQ(f.outcome.hop.error, errc::http_timeout);
  EXPECT_EQ(f.outcome.hop.detail, "no first byte within 100 ms");
  EXPECT_EQ(f.outcome.hop.address, "127.0.0.1");
  EXPECT_GE(clock::now() - begun, milliseconds{100});
}

TEST(time_out, a_stalled_body_ends_after_a_window_R23) {
  transfer_limits limits;
  limits.slow_window = milliseconds{100};
  raw_server server({"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegin", ending::stall});
  const auto f = fetch(server.url(), limits);
  EXPECT_EQ(f.outcome.hop.error, errc::http_timeout) << f.outcome.hop.detail;
  EXPECT_EQ(f.body, "begin");
}

TEST(time_out, a_dripping_head_ends_after_a_window_R23) {
  transfer_limits limits;
  limits.slow_window = milliseconds{150};
  raw_server server(
      {"HTTP/1.1 200 OK\r\nA: 1\r\nB: " + std::string(10'000, 'x'), ending::close, {}, 0, milliseconds{10}});
  const auto f = fetch(server.url(), limits);
  EXPECT_EQ(f.outcome.hop.error, errc::http_timeout) << f.outcome.hop.detail;
}

TEST(time_out, a_slow_body_that_keeps_the_rate_is_not_cut_R23) {
  transfer_limits limits;
  limits.slow_window = milliseconds{2'000};
  limits.slow_bytes_per_second = 1;
  raw_server server({"HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n" + std::string(40, 'x'),
                     ending::close,
                     {},
                     0,
                     milliseconds{40}});
  const auto f = fetch(server.url(), limits);
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.body.size(), 40U);
}

TEST(time_out, the_total_limit_grows_with_what_was_received_R23) {
  transfer_limits limits;
  limits.slow_bytes_per_second = 0;
  limits.total = milliseconds{150};
  limits.total_per_mib = milliseconds{0};
  raw_server dripping(
      {"HTTP/1.1 200 OK\r\n\r\n" + std::string(100'000, 'x'), ending::close, {}, 0, milliseconds{1}});
  const auto f = fetch(dripping.url(), limits);
  EXPECT_EQ(f.outcome.hop.error, errc::http_timeout) << f.outcome.hop.detail;
  EXPECT_TRUE(f.outcome.hop.detail.starts_with("not complete within 150 ms")) << f.outcome.hop.detail;
  limits.total_per_mib = milliseconds{100};
  raw_server large({"HTTP/1.1 200 OK\r\n\r\n", ending::stall, std::string(1 << 20, 'x'), 3});
  const auto begun = clock::now();
  EXPECT_EQ(fetch(large.url(), limits).outcome.hop.error, errc::http_timeout);
  EXPECT_GE(clock::now() - begun, milliseconds{450});
}

TEST(time_out, five_hundred_dripping_connections_are_all_freed_while_others_continue_R23) {
  transfer_limits limits;
  limits.slow_window = milliseconds{2'000};
  raw_server slow({"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nx", ending::stall});
  raw_server quick({"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", ending::keep_alive});
  transfer_loop_options options;
  options.at_once = 600;
  transfer_loop loop(allow_all, fixed_clock, options);
  std::size_t timed_out = 0, served = 0;
  for (int i = 0; i < 500; ++i) {
    auto request = get(slow.url());
    request.limits = limits;
    loop.start(std::move(request), [&](transfer_id, transfer_outcome o) {
      timed_out += o.hop.error == errc::http_timeout ? 1 : 0;
    });
  }
  transfer_callback next = [&](transfer_id, transfer_outcome o) {
    served += o.hop.error == errc::ok ? 1 : 0;
    if (timed_out < 500) loop.start(get(quick.url()), next);
  };
  loop.start(get(quick.url()), next);
  while (loop.active() > 0) loop.poll(milliseconds{1'000});
  EXPECT_EQ(timed_out, 500U);
  EXPECT_GT(served, 5U);
}

// --- R24 truncation ---

TEST(truncation, four_ways_to_end_a_body_R24) {
  const struct {
    std::string what;
    raw_reply reply;
    errc expected;
    bool length_known;
  } cases[]{
      {"900 of 1000",
       {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + std::string(900, 'x')},
       errc::truncated_body,
       true},
      {"no last chunk",
       {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n"},
       errc::truncated_body,
       true},
      {"broken chunk size",
       {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nzz\r\n"},
       errc::truncated_body,
       true},
      {"reset",
       {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc", ending::reset},
       errc::truncated_body,
       true},
      {"closed, HTTP/1.0", {"HTTP/1.0 200 OK\r\n\r\nabc"}, errc::ok, false},
      {"closed, HTTP/1.1", {"HTTP/1.1 200 OK\r\n\r\nabc"}, errc::ok, false},
      {"chunked",
       {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n"},
       errc::ok,
       true},
  };
  for (const auto& c : cases) {
    raw_server server(c.reply);
    const auto f = fetch(server.url());
    EXPECT_EQ(f.outcome.hop.error, c.expected) << c.what << ": " << f.outcome.hop.detail;
    EXPECT_EQ(f.outcome.length_known, c.length_known) << c.what;
    EXPECT_EQ(f.outcome.hop.status, "200") << c.what;
  }
}

// --- R25 answers that are not HTTP ---

TEST(bad_response, what_is_not_http_is_refused_R25) {
  const struct {
    std::string bytes;
    errc expected;
  } cases[]{{"<a> <b> <c> .\n", errc::bad_response},
            {"hello\r\n\r\n", errc::bad_response},
            {"", errc::bad_response},
            {"HTTP/1.1 OK\r\n\r\n", errc::bad_response},
            {"HTTP/9.9 200 OK\r\n\r\n", errc::bad_response},
            {"SSH-2.0-OpenSSH\r\n", errc::bad_response},
            {std::string(100'000, '\0'), errc::bad_response}};
  for (const auto& c : cases) {
    raw_server server({c.bytes});
    const auto f = fetch(server.url());
    EXPECT_EQ(f.outcome.hop.error, c.expected) << c.bytes.substr(0, 20) << ": " << f.outcome.hop.detail;
    EXPECT_EQ(f.opened, 0);
  }
}

TEST(bad_response, odd_codes_are_recorded_as_sent_D09) {
  raw_server server({"HTTP/1.1 999 Request denied\r\nContent-Length: 0\r\n\r\n"});
  EXPECT_EQ(fetch(server.url()).outcome.hop.status, "999");
  raw_server bare({"HTTP/1.0 404\r\n\r\n"});
  EXPECT_EQ(fetch(bare.url()).outcome.hop.status, "404");
}

// --- L25: errors of the network ---

TEST(network_error, each_has_its_code_L25) {
  const closed_port nobody;
  const auto refused = fetch("http://127.0.0.1:" + std::to_string(nobody.port) + "/");
  EXPECT_EQ(refused.outcome.hop.error, errc::connection_refused) << refused.outcome.hop.detail;
  EXPECT_EQ(refused.outcome.hop.status, "");
  EXPECT_NE(refused.outcome.hop.detail, "");

  raw_server resetting({"", ending::reset});
  const auto reset = fetch(resetting.url());
  EXPECT_EQ(reset.outcome.hop.error, errc::connection_reset);
  EXPECT_NE(reset.outcome.hop.detail, "");
  raw_server cutting({"HTTP/1.1 200 OK\r\nA:", ending::reset});
  EXPECT_EQ(fetch(cutting.url()).outcome.hop.error, errc::connection_reset);

  const auto unknown = fetch("http://name.invalid/");
  EXPECT_EQ(unknown.outcome.hop.error, errc::host_not_found);
  EXPECT_NE(unknown.outcome.hop.detail, "");
  EXPECT_EQ(fetch("http://a..b/").outcome.hop.error, errc::host_not_found);
}

TEST(time_out, the_tls_handshake_counts_as_connecting_R23) {
  transfer_limits limits;
  limits.connect = milliseconds{150};
  raw_server silent({"", ending::stall});
  const auto f = fetch("https://127.0.0.1:" + std::to_string(silent.port()) + "/", limits);
  EXPECT_EQ(f.outcome.hop.error, errc::connection_timed_out) << f.outcome.hop.detail;
}

// --- a part of a file ---

namespace {

fetched fetch_part(const raw_server& server) {
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(server.url("/x.warc.gz"));
  request.range = "bytes=10-19";
  request.check_part = [](int status, std::string_view range) -> result<void> {
    if (status == 206 && range == "bytes 10-19/100") return {};
    return fail(errc::part_mismatch, std::to_string(status));
  };
  return fetch(loop, std::move(request));
}

}  // namespace

TEST(wanted_part, is_asked_for_without_a_content_encoding_and_taken_R202) {
  raw_server server(
      {"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 10-19/100\r\nContent-Length: "
       "10\r\n\r\n0123456789"});
  const auto f = fetch_part(server);
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.body, "0123456789");
  const auto request = server.requests().front();
  EXPECT_NE(request.find("Range: bytes=10-19\r\n"), request.npos) << request;
  EXPECT_NE(request.find("Accept-Encoding: identity\r\n"), request.npos) << request;
}

TEST(wanted_part, of_a_server_that_ignores_it_is_not_received_whole_R202) {
  raw_server server({"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n", ending::stall,
                     std::string(65'536, 'x'), 15'000});
  const auto f = fetch_part(server);
  EXPECT_EQ(f.outcome.hop.error, errc::part_mismatch);
  EXPECT_EQ(f.outcome.hop.detail, "200");
  EXPECT_EQ(f.opened, 0);
  EXPECT_LT(server.repeated_bytes(), 64U << 20);
}

TEST(wanted_part, with_other_bytes_is_refused_and_an_error_stays_one_R202) {
  raw_server other(
      {"HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-9/100\r\nContent-Length: "
       "10\r\n\r\n0123456789"});
  EXPECT_EQ(fetch_part(other).outcome.hop.error, errc::part_mismatch);
  raw_server missing({"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"});
  const auto f = fetch_part(missing);
  EXPECT_EQ(f.outcome.hop.error, errc::ok);
  EXPECT_EQ(f.outcome.hop.status, "404");
}

}  // namespace laundromat::test
