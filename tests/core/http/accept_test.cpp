// Tests of content negotiation: RFC 9110 sections 12.4.2, 12.5.1 and 12.5.3.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/accept.hpp"

#include <gtest/gtest.h>

#include <array>

namespace laundromat {
namespace {

constexpr std::array<std::string_view, 4> offered{"application/n-quads", "text/turtle", "application/ld+json",
                                                  "text/html;charset=utf-8"};

std::string_view chosen(std::string_view accept) {
  const auto index = choose_media_type(offered, accept);
  return index ? offered[*index] : "nothing";
}

TEST(accept, reads_ranges_with_parameters_and_weights_rfc9110_section_12_5_1) {
  EXPECT_EQ(
      parse_accept("Text/*;q=0.3, text/plain;Format=\"a,b;c\";q=0.25;ext=1 ,*/*"),
      (std::vector<media_range>{
          {"text", "*", {}, 300}, {"text", "plain", {{"format", "a,b;c"}}, 250}, {"*", "*", {}, 1'000}}));
}

TEST(accept, the_most_specific_range_decides_the_weight_rfc9110_section_12_5_1) {
  // The example of the RFC, and its table.
  const auto ranges = parse_accept(
      "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5");
  EXPECT_EQ(weight_of("text/plain;format=flowed", ranges), 1'000);
  EXPECT_EQ(weight_of("text/plain", ranges), 700);
  EXPECT_EQ(weight_of("text/html", ranges), 300);
  EXPECT_EQ(weight_of("image/jpeg", ranges), 500);
  EXPECT_EQ(weight_of("text/plain;format=fixed", ranges), 400);
  EXPECT_EQ(weight_of("text/html;level=3", ranges), 300);
}

TEST(accept, the_first_of_those_with_the_highest_weight_is_chosen) {
  EXPECT_EQ(chosen(""), "application/n-quads");
  EXPECT_EQ(chosen("*/*"), "application/n-quads");
  EXPECT_EQ(chosen("text/*"), "text/turtle");
  EXPECT_EQ(chosen("text/turtle;q=0.5, application/ld+json;q=0.9"), "application/ld+json");
  EXPECT_EQ(chosen("text/html"), "text/html;charset=utf-8");
  EXPECT_EQ(chosen("text/html;charset=UTF-8"), "text/html;charset=utf-8");
  EXPECT_EQ(chosen("text/html;charset=latin1"), "nothing");
  EXPECT_EQ(chosen("*/*, application/n-quads;q=0"), "text/turtle");
  EXPECT_EQ(chosen("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
            "text/html;charset=utf-8");
}

TEST(accept, nothing_is_chosen_when_nothing_is_acceptable) {
  EXPECT_EQ(chosen("image/png"), "nothing");
  EXPECT_EQ(chosen("*/*;q=0"), "nothing");
  EXPECT_EQ(choose_media_type({}, "*/*"), std::nullopt);
  EXPECT_EQ(choose_media_type({}, ""), std::nullopt);
}

TEST(accept, bad_elements_are_left_out_and_bad_weights_are_1) {
  EXPECT_EQ(chosen("garbage, */html, ;q=1, text/, /turtle, te xt/turtle, application/ld+json"),
            "application/ld+json");
  EXPECT_EQ(chosen("garbage"), "application/n-quads");
  for (const std::string_view weight : {"2", "x", "0.5x", "1.5", "-1", "", "00.1"})
    EXPECT_EQ(parse_accept("a/b;q=" + std::string{weight}).at(0).weight, 1'000) << weight;
  EXPECT_EQ(parse_accept("a/b; Q = 0.1239").at(0).weight, 123);
  EXPECT_EQ(parse_accept("a/b;q=0.").at(0).weight, 0);
}

TEST(accept, has_a_bounded_number_of_elements) {
  std::string many;
  for (int i = 0; i < 100'000; ++i) many += "a/b,";
  EXPECT_EQ(parse_accept(many).size(), 64U);
}

TEST(accept_encoding, identity_is_acceptable_unless_it_is_excluded_rfc9110_section_12_5_3) {
  constexpr std::array<std::string_view, 2> codings{"gzip", "identity"};
  EXPECT_EQ(choose_coding(codings, std::nullopt), 1U);
  EXPECT_EQ(choose_coding(codings, ""), 1U);
  EXPECT_EQ(choose_coding(codings, "br"), 1U);
  EXPECT_EQ(choose_coding(codings, "GZIP"), 0U);
  EXPECT_EQ(choose_coding(codings, "*"), 0U);
  EXPECT_EQ(choose_coding(codings, "gzip;q=0"), 1U);
  EXPECT_EQ(choose_coding(codings, "gzip;q=0, *"), 1U);
  EXPECT_EQ(choose_coding(codings, "identity, gzip;q=0.5"), 1U);
  EXPECT_EQ(choose_coding(codings, "identity;q=0"), std::nullopt);
  EXPECT_EQ(choose_coding(codings, "*;q=0"), std::nullopt);
  EXPECT_EQ(choose_coding(codings, "*;q=0, identity;q=0.1"), 1U);
  EXPECT_EQ(choose_coding(std::array<std::string_view, 1>{"gzip"}, std::nullopt), 0U);
  EXPECT_EQ(choose_coding(std::array<std::string_view, 1>{"gzip"}, "br"), std::nullopt);
}

}  // namespace
}  // namespace laundromat
