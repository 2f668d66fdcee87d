// Tests of requests to stores: bodies, logins, limits, faults.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/store_client.hpp"

#include <gtest/gtest.h>

#include "tests/net/raw_server.hpp"
#include "tests/net/stores/fake_store.hpp"

namespace laundromat {
namespace {

store_client_options options_of_test(store_credentials credentials = {}) {
  store_client_options out;
  out.user_agent = "laundromat-test/1.0";
  out.credentials = std::move(credentials);
  out.connect = out.idle = out.total = milliseconds{20'000};
  return out;
}

store_request put_of(const std::string& uri, std::string body) {
  store_request out;
  out.method = "PUT";
  out.uri = uri;
  return with_body(std::move(out), "application/n-triples", std::move(body));
}

const std::string line = "<http://e.example/s> <http://e.example/p> \"o\" .\n";

TEST(store_client, announces_the_length_of_what_it_sends_G18) {
  test::fake_store store;
  store_client client{options_of_test()};
  const auto answer = client.send(put_of(store.url("/data?graph=g"), line));
  ASSERT_TRUE(answer) << to_string(answer.error().cause);
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(store.graph("g").size(), 1U);
  ASSERT_EQ(store.requests().size(), 1U);
  EXPECT_EQ(store.requests()[0].method, "PUT");
  EXPECT_EQ(store.requests()[0].media_type, "application/n-triples");
  EXPECT_EQ(store.requests()[0].bytes, line.size());
  test::raw_server raw{test::raw_reply{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}};
  ASSERT_TRUE(client.send(put_of(raw.url(), line)));
  EXPECT_NE(raw.requests()[0].find("Content-Length: " + std::to_string(line.size())), std::string::npos);
  EXPECT_EQ(raw.requests()[0].find("Transfer-Encoding"), std::string::npos);
}

TEST(store_client, logs_in_by_basic_bearer_and_digest_G18) {
  struct row {
    store_login login;
    std::string user, secret, basic, digest;
  };
  for (const auto& one : {row{store_login::basic, "dba", "pass", "Basic ZGJhOnBhc3M=", ""},
                          row{store_login::any, "dba", "pass", "Basic ZGJhOnBhc3M=", ""},
                          row{store_login::bearer, "", "token", "Bearer token", ""},
                          row{store_login::digest, "dba", "pass", "", "pass"},
                          row{store_login::any, "dba", "pass", "", "pass"}}) {
    SCOPED_TRACE(one.basic + one.digest);
    test::fake_store store;
    store.login = one.basic;
    store.digest_password = one.digest;
    store_client client{options_of_test({one.login, one.user, store_secret{one.secret}})};
    for (int i = 0; i < 3; ++i) {
      const auto answer = client.send(put_of(store.url("/data?graph=g"), line));
      ASSERT_TRUE(answer) << to_string(answer.error().cause);
      EXPECT_EQ(answer->status, 201);
    }
    EXPECT_EQ(store.graph("g").size(), 1U);
    store_client wrong{options_of_test({one.login, one.user, store_secret{"wrong"}})};
    const auto refused = wrong.send(put_of(store.url("/data?graph=h"), line));
    ASSERT_TRUE(refused) << to_string(refused.error().cause);
    EXPECT_EQ(refused->status, 401);
    const auto why = failure_of(*refused, "PUT");
    EXPECT_EQ(why.fault, store_fault::refused_credentials);
    EXPECT_EQ(why.cause.detail.find("wrong"), std::string::npos);
    EXPECT_TRUE(store.graph("h").empty());
  }
}

TEST(store_client, tells_faults_of_the_store_from_those_of_the_request_G18) {
  store_client client{options_of_test()};
  std::string closed;
  {
    test::raw_server gone{test::raw_reply{}};
    closed = gone.url();
  }
  const auto refused = client.send(put_of(closed, line));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, store_fault::unreachable);
  EXPECT_TRUE(refused.error().is_for_later());
  for (const auto then : {test::ending::close, test::ending::reset}) {
    test::raw_server cutting{test::raw_reply{"", then}};
    const auto cut = client.send(put_of(cutting.url(), line));
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().fault, store_fault::unreachable);
  }
  for (const auto* uri : {"ftp://e.example/", "http://user:pass@e.example/", "http:///x", "store"}) {
    const auto bad = client.send(put_of(uri, line));
    ASSERT_FALSE(bad) << uri;
    EXPECT_EQ(bad.error().fault, store_fault::local);
    EXPECT_EQ(bad.error().cause.detail.find("pass@"), std::string::npos);
  }
}

TEST(store_client, gives_up_a_store_that_does_not_answer_and_stops_when_the_program_does_G18) {
  test::raw_server silent{test::raw_reply{"HTTP/1.1 200 OK\r\n", test::ending::stall}};
  auto options = options_of_test();
  options.idle = milliseconds{100};
  store_client impatient{options};
  const auto late = impatient.send(put_of(silent.url(), line));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, store_fault::timed_out);
  options = options_of_test();
  options.is_stopping = [] { return true; };
  store_client stopping{options};
  const auto stopped = stopping.send(put_of(silent.url(), line));
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().fault, store_fault::cancelled);
}

TEST(store_client, bounds_answers_and_follows_no_redirect_G18) {
  test::raw_server endless{test::raw_reply{"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
                                           test::ending::close, std::string(65'536, 'x'), 1'000}};
  auto options = options_of_test();
  options.answer_bytes = 1'000'000;
  store_client client{options};
  store_request get;
  get.uri = endless.url();
  string_sink body;
  const auto large = client.send(get, &body);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().cause.code, errc::body_too_large);
  EXPECT_LE(body.text.size(), 1'000'000U);
  test::raw_server redirect{test::raw_reply{
      "HTTP/1.1 307 Temporary\r\nLocation: http://stranger.example/\r\nContent-Length: 0\r\n\r\n"}};
  const auto moved = client.send(put_of(redirect.url(), line));
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->status, 307);
  const auto why = failure_of(*moved, "PUT");
  EXPECT_EQ(why.fault, store_fault::refused_request);
  EXPECT_NE(why.cause.detail.find("http://stranger.example/"), std::string::npos);
}

TEST(store_client, judges_answers_by_status_and_message_G18) {
  struct row {
    int status;
    std::string body;
    store_fault fault;
    bool refuses_content;
  };
  for (const auto& one : {
           row{400, "Virtuoso 22005 Error SR341: Invalid integer value converting 'abc'",
               store_fault::refused_request, true},
           row{500, "Virtuoso 22023 Error SR553: Literal of type xsd:duration can not be created",
               store_fault::refused_request, true},
           row{500, "Virtuoso 40001 Error SR172: Transaction deadlocked", store_fault::busy, false},
           row{500, "Virtuoso S1T00 Error SR171: Transaction timed out", store_fault::busy, false},
           row{500, "oops", store_fault::failed, false},
           row{502, "", store_fault::failed, false},
           row{503, "", store_fault::busy, false},
           row{429, "", store_fault::busy, false},
           row{403, "", store_fault::refused_credentials, false},
           row{404, "", store_fault::refused_request, false},
           row{413, "", store_fault::refused_request, true},
       }) {
    SCOPED_TRACE(std::to_string(one.status) + one.body);
    store_answer answer;
    answer.status = one.status;
    answer.excerpt = one.body;
    EXPECT_EQ(failure_of(answer, "POST").fault, one.fault);
    EXPECT_EQ(refuses_content(answer), one.refuses_content);
  }
}

}  // namespace
}  // namespace laundromat
