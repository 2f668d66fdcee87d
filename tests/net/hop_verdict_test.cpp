// Tests of the decision after a hop: store, follow, try later, or fail.
// SPDX-License-Identifier: Apache-2.0
#include "net/hop_verdict.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

http_hop answer(const std::string& status, std::vector<http_header> headers = {}) {
  http_hop hop;
  hop.uri = "http://a.example/";
  hop.status = status;
  hop.headers = std::move(headers);
  return hop;
}

http_hop broken(errc error) {
  auto hop = answer("");
  hop.error = error;
  hop.detail = "why";
  return hop;
}

hop_verdict judged(const http_hop& hop) {
  redirect_chain chain{"http://a.example/"};
  return judge_hop(hop, chain);
}

TEST(hop_verdict, a_success_is_stored_with_the_notes_on_its_oddities) {
  for (const auto* status : {"200", "201", "203"})
    EXPECT_EQ(judged(answer(status)).step, hop_step::store) << status;
  auto odd = answer("200");
  odd.detail = "a wrong Content-Encoding label";
  EXPECT_EQ(judged(odd).detail, odd.detail);
}

TEST(hop_verdict, a_redirect_is_followed_and_its_target_is_the_current_uri) {
  for (const auto* status : {"301", "302", "303", "307", "308"}) {
    redirect_chain chain{"http://a.example/x/"};
    const auto verdict = judge_hop(answer(status, {{"location", "../y"}}), chain);
    EXPECT_EQ(verdict.step, hop_step::follow) << status;
    EXPECT_EQ(chain.current(), "http://a.example/y");
  }
}

TEST(hop_verdict, a_redirect_without_a_usable_target_fails_with_the_cause_R16_R17) {
  const auto to = [](const std::string& target) { return judged(answer("302", {{"Location", target}})); };
  EXPECT_EQ(judged(answer("302")).cause, errc::redirect_without_location);
  EXPECT_EQ(to("http://a.example/#again").cause, errc::redirect_loop);
  for (const auto* target :
       {"file:///etc/passwd", "ftp://a.example/", "gopher://a.example/", "data:,x", "javascript:x"})
    EXPECT_EQ(to(target).cause, errc::redirect_scheme) << target;
  for (const auto* target : {"ftp://a.example/", "http://a.example/"})
    EXPECT_EQ(to(target).step, hop_step::fail);
}

TEST(hop_verdict, ten_redirects_are_followed_and_the_eleventh_is_too_many) {
  redirect_chain chain{"http://a.example/0"};
  for (int i = 1; i <= 10; ++i)
    ASSERT_EQ(judge_hop(answer("302", {{"Location", "/" + std::to_string(i)}}), chain).step, hop_step::follow)
        << i;
  const auto verdict = judge_hop(answer("302", {{"Location", "/11"}}), chain);
  EXPECT_EQ(verdict.step, hop_step::fail);
  EXPECT_EQ(verdict.cause, errc::too_many_redirects);
  EXPECT_EQ(chain.current(), "http://a.example/10");
}

TEST(hop_verdict, an_answer_that_says_it_has_no_content_is_no_document_rfc9110_15_3_5) {
  for (const std::string status : {"204", "205"}) {
    EXPECT_EQ(judged(answer(status)).step, hop_step::fail) << status;
    EXPECT_EQ(judged(answer(status)).cause, errc::empty_body) << status;
    EXPECT_EQ(judged(answer(status)).detail, "status " + status);
  }
}

TEST(hop_verdict, not_modified_is_unchanged) {
  EXPECT_EQ(judged(answer("304")).step, hop_step::unchanged);
  EXPECT_EQ(judged(answer("304")).cause, errc::not_modified);
}

TEST(hop_verdict, a_status_that_may_pass_is_tried_later_and_any_other_is_for_good) {
  for (const auto* status : {"408", "429", "500", "502", "503", "504", "520"}) {
    EXPECT_EQ(judged(answer(status)).step, hop_step::retry) << status;
    EXPECT_EQ(judged(answer(status)).cause, errc::http_status);
    EXPECT_EQ(judged(answer(status)).detail, status);
  }
  for (const auto* status :
       {"206", "226", "300", "305", "400", "401", "403", "404", "410", "451", "501", "999", "OK", ""}) {
    EXPECT_EQ(judged(answer(status)).step, hop_step::fail) << status;
    EXPECT_EQ(judged(answer(status)).cause, errc::http_status);
  }
}

TEST(hop_verdict, a_refusal_of_the_guard_is_final) {
  for (const auto error : {errc::address_refused, errc::port_refused, errc::scheme_refused}) {
    EXPECT_EQ(judged(broken(error)).step, hop_step::refuse) << to_string(error);
    EXPECT_EQ(judged(broken(error)).cause, error);
    EXPECT_EQ(judged(broken(error)).detail, "why");
  }
}

TEST(hop_verdict, a_broken_connection_is_tried_later_and_a_broken_document_is_not) {
  for (const auto error :
       {errc::host_not_found, errc::connection_refused, errc::connection_reset, errc::connection_timed_out,
        errc::http_timeout, errc::tls_failed, errc::bad_response, errc::truncated_body})
    EXPECT_EQ(judged(broken(error)).step, hop_step::retry) << to_string(error);
  for (const auto error :
       {errc::body_too_large, errc::content_encoding, errc::ratio_exceeded, errc::uri_syntax, errc::internal})
    EXPECT_EQ(judged(broken(error)).step, hop_step::fail) << to_string(error);
}

TEST(hop_verdict, a_header_is_found_whatever_its_case_and_the_first_one_counts) {
  const auto hop = answer("200", {{"Retry-AFTER", "7"}, {"retry-after", "8"}});
  EXPECT_EQ(header_of(hop, "Retry-After"), "7");
  EXPECT_EQ(header_of(hop, "Retry"), "");
}

}  // namespace
}  // namespace laundromat
