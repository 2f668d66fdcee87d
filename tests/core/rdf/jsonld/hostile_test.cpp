// The reader of JSON-LD on documents that are made to cost much.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/rdf/linear_time.hpp"

namespace laundromat {
namespace {

using testing::expect_linear;
using testing::read_text;
using testing::read_with_properties;
using testing::repeat;

TEST(hostile_json_ld, many_broken_elements_cost_linear_time) {
  for (const std::string one :
       {R"({"@id":"http://e/a","http://e/p":[2},)", R"({"@id":"http://e/a","p":"x","p":"y"},)",
        R"({"@id":"http://e/x y","http://e/p":1,"http://e/p":2},)"})
    expect_linear(rdf_format::json_ld, 4'000,
                  [&](std::size_t times) { return "{\"@graph\":[" + repeat(one + "\n", times) + "{}]}"; });
}

TEST(hostile_json_ld, many_defects_in_one_line_cost_linear_time) {
  expect_linear(rdf_format::json_ld, 4'000, [](std::size_t times) {
    return R"({"@id":"http://e/s","http://e/p":[)" + repeat(R"({"@list":[1,{"@id":5}]},)", times) + "1]}";
  });
  expect_linear(rdf_format::json_ld, 4'000, [](std::size_t times) {
    std::string out = "{";
    for (std::size_t i = 0; i < times; ++i)
      out += "\"http://e/p" + std::to_string(i) + R"(":{"@list":[{"@id":5}]},)";
    return out + R"("@id":"http://e/s"})";
  });
}

TEST(hostile_json_ld, a_base_grows_no_longer_than_an_iri) {
  const auto make = [](std::size_t times) {
    return R"([{"@context":[{"@base":"http://e/"})" + repeat(R"(,{"@base":"a/"})", times) +
           R"(],"@id":"lost","http://e/p":"lost"},{"@id":"http://e/s","http://e/p":"kept"}])";
  };
  expect_linear(rdf_format::json_ld, 15'000, make);
  const auto read = read_text(rdf_format::json_ld, make(10'000), 65'536);
  EXPECT_EQ(read.lines, std::vector<std::string>{R"(<http://e/s> <http://e/p> "kept" .)"});
  std::vector<errc> rules;
  for (const auto& one : read.defects) rules.push_back(one.rule);
  EXPECT_EQ(rules, (std::vector{errc::term_too_long, errc::bad_iri, errc::bad_iri}));
}

TEST(hostile_json_ld, a_protected_term_that_is_defined_again_is_compared_in_linear_time) {
  expect_linear(rdf_format::json_ld, 8'000, [](std::size_t times) {
    std::string forward, backward;
    for (std::size_t i = 0; i < times; ++i) {
      const auto number = std::to_string(i);
      forward.append(",\"t" + number + R"(":"http://e/t)" + number + "\"");
      backward.insert(0, ",\"t" + number + R"(":"http://e/t)" + number + "\"");
    }
    const auto term = [](const std::string& terms) {
      return R"({"@protected":true,"p":{"@id":"http://e/p","@context":{"z":null)" + terms + "}}}";
    };
    return R"({"@context":[)" + term(forward) + "," + term(backward) +
           R"(],"@id":"http://e/s","http://e/q":1})";
  });
}

TEST(hostile_json_ld, small_contexts_within_a_large_one_cost_what_they_say) {
  expect_linear(rdf_format::json_ld, 2'500, [](std::size_t times) {
    std::string terms, nodes;
    for (std::size_t i = 0; i < times; ++i) {
      const auto number = std::to_string(i);
      terms.append("\"t" + number + R"(":"http://e/t)" + number + "\",");
      nodes.append(R"({"@context":{"u)" + number + R"(":"http://e/u"},"@id":"http://e/s","u)" + number +
                   R"(":1,"t1":2},)");
    }
    return R"({"@context":{)" + terms + R"("z":null},"@graph":[)" + nodes + "{}]}";
  });
}

TEST(hostile_json_ld, places_are_right_in_whatever_order_they_are_told) {
  for (const std::string space : {"", "\n", "\r\n", "\r"}) {
    const auto lists = repeat("{\"@list\":[1,{\"@id\":5},\"\u00E9\"" + space + "]},", 200);
    const auto read = read_with_properties(rdf_format::json_ld,
                                           R"({"@id":"http://e/s","http://e/p":[)" + lists + R"("x"]})");
    EXPECT_EQ(read.defects.size(), 400u);
  }
}

}  // namespace
}  // namespace laundromat
