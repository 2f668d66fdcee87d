// Tests of the judgement of answers, with messages that Virtuoso 7.2.5 sent.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/endpoint_answer.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(endpoint_answer, is_worth_what_status_header_and_message_say_R165) {
  const std::tuple<endpoint_answer, answer_worth, errc> cases[] = {
      {{errc::ok, 200}, answer_worth::good, errc::ok},
      {{errc::ok, 200, "S1TAT"}, answer_worth::too_much, errc::endpoint_limit},
      {{errc::ok, 206}, answer_worth::too_much, errc::endpoint_limit},
      {{errc::http_status, 500, "", {}, "Virtuoso S1T00 Error SR171: Transaction timed out\n"},
       answer_worth::too_much,
       errc::endpoint_limit},
      {{errc::ok,
        500,
        "",
        {},
        "Virtuoso 42000 Error The estimated execution time 2373 (sec) exceeds the limit of 400 (sec)."},
       answer_worth::too_much,
       errc::endpoint_limit},
      {{errc::ok,
        500,
        "",
        {},
        "Virtuoso 22023 Error SR353: Sorted TOP clause specifies more then 10010 rows to sort."},
       answer_worth::too_much,
       errc::endpoint_limit},
      {{errc::ok, 504}, answer_worth::too_much, errc::endpoint_limit},
      {{errc::http_timeout}, answer_worth::too_much, errc::endpoint_limit},
      {{errc::body_too_large, 200}, answer_worth::too_much, errc::body_too_large},
      {{errc::ok, 500, "", {}, "Virtuoso 08C01 Error"}, answer_worth::broken, errc::http_status},
      {{errc::connection_reset}, answer_worth::broken, errc::connection_reset},
      {{errc::truncated_body, 200}, answer_worth::broken, errc::truncated_body},
      {{errc::ok, 503}, answer_worth::later, errc::asked_to_wait},
      {{errc::ok, 429}, answer_worth::later, errc::asked_to_wait},
      {{errc::ok, 400, "", {}, "Virtuoso 37000 Error SP030: SPARQL compiler"},
       answer_worth::refused,
       errc::http_status},
      {{errc::ok, 403}, answer_worth::refused, errc::http_status},
  };
  for (const auto& [answer, worth, code] : cases) {
    const auto verdict = judge_answer(answer);
    EXPECT_EQ(verdict.worth, worth) << answer.http_status << ' ' << answer.body;
    EXPECT_EQ(verdict.code, code) << answer.http_status << ' ' << answer.body;
  }
}

TEST(endpoint_answer, that_did_not_come_has_the_words_of_the_transfer) {
  endpoint_answer answer{errc::connection_refused};
  answer.detail = "connect to 127.0.0.1 port 9: Connection refused";
  EXPECT_EQ(judge_answer(answer).detail, answer.detail);
}

TEST(endpoint_answer, counts_different_triples_and_no_rests_of_them) {
  EXPECT_EQ(count_triples("# Empty NT\n"), 0U);
  EXPECT_EQ(count_triples(""), 0U);
  EXPECT_EQ(count_triples("<a>\t<b>\t<c> .\n_:b1 <b> \"x\" .\n<a>\t<b>\t<c> .\n\n"), 2U);
  EXPECT_EQ(count_triples("<a> <b> <c> .\r\n<a> <b> \"d\"@en ."), 2U);
  EXPECT_EQ(count_triples("<a> <b> <c> .\n<a> <b> \"x"), std::nullopt);
  EXPECT_EQ(count_triples("<a> <b> <c> .\n*** Error S1T00"), std::nullopt);
  EXPECT_EQ(count_triples("<!DOCTYPE html>"), std::nullopt);
}

TEST(endpoint_answer, csv_has_quoted_fields_and_any_line_end) {
  const auto rows = read_csv("\"hi\",\"n\"\r\n\"thing \"\"1\"\", a\nb\",5000\r\n,\n");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ((*rows)[0].at("hi"), "thing \"1\", a\nb");
  EXPECT_EQ((*rows)[0].at("n"), "5000");
  EXPECT_EQ((*rows)[1].at("n"), "");
  EXPECT_EQ(read_csv("\"n\"\n")->size(), 0U);
  EXPECT_TRUE(read_csv("\"p\",\"n\"\n", {"p", "n"}));
  for (const auto* other : {"", "<!DOCTYPE html>\n", "<s> <p> <o> .\n", "p\n"})
    EXPECT_FALSE(read_csv(other, {"p", "n"})) << other;
  for (const auto* broken : {"a,b\n1\n", "a\n\"1\n", "a\n\"1\"x\n"}) EXPECT_FALSE(read_csv(broken)) << broken;
}

}  // namespace laundromat
