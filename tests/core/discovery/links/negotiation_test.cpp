// Tests of content negotiation.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/negotiation.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

negotiated_answer page_that_varies() {
  negotiated_answer answer;
  answer.status = 200;
  answer.media_type = "text/html";
  answer.vary = "Accept-Encoding, accept";
  return answer;
}

TEST(negotiation, accepts_rdf_only_in_the_second_request) {
  const auto accept = rdf_only_accept();
  EXPECT_NE(accept.find("text/turtle"), accept.npos);
  EXPECT_NE(accept.find("application/ld+json"), accept.npos);
  EXPECT_EQ(accept.find("html"), accept.npos);
  EXPECT_EQ(accept.find('*'), accept.npos);
}

TEST(negotiation, asks_again_only_where_the_answer_depends_on_accept) {
  EXPECT_TRUE(asks_again_for_rdf(page_that_varies()));
  auto answer = page_that_varies();
  answer.vary = "Accept-Encoding, Accept-Language";
  EXPECT_FALSE(asks_again_for_rdf(answer));
  answer.vary = "*";
  EXPECT_TRUE(asks_again_for_rdf(answer));
}

TEST(negotiation, asks_only_once) {
  auto answer = page_that_varies();
  answer.asked_for_rdf_only = true;
  EXPECT_FALSE(asks_again_for_rdf(answer));
  answer.status = 406;
  EXPECT_FALSE(asks_again_for_rdf(answer));
}

TEST(negotiation, does_not_ask_where_the_server_announces_rdf) {
  auto answer = page_that_varies();
  answer.has_rdf_alternate = true;
  EXPECT_FALSE(asks_again_for_rdf(answer));
}

TEST(negotiation, leaves_rdf_and_errors_alone) {
  auto answer = page_that_varies();
  answer.media_type = "text/turtle";
  EXPECT_FALSE(asks_again_for_rdf(answer));
  answer = page_that_varies();
  answer.status = 404;
  EXPECT_FALSE(asks_again_for_rdf(answer));
  answer.status = 406;
  answer.media_type = "text/plain";
  EXPECT_TRUE(asks_again_for_rdf(answer));
}

}  // namespace
}  // namespace laundromat
