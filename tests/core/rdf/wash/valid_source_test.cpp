// Clean documents without what not every program reads: what the profile strict gives.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/valid_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/core/rdf/wash/washing.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

std::string odd_terms() {
  std::ifstream in(source_path("tests/core/rdf/lines/cases/d52_odd_terms.nq"), std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) lines.push_back(line + "\n");
  return lines;
}

struct valid_lines_of {
  std::string text;
  left_out_counts left_out;
};

valid_lines_of validate(const std::string& clean, std::size_t most_bytes = 1 << 20) {
  valid_lines_of out;
  const auto source =
      make_valid_source(std::make_unique<testing::slow_source>(clean, most_bytes), out.left_out);
  char buffer[1000];
  for (auto n = source->read(buffer); n && *n > 0; n = source->read(buffer)) out.text.append(buffer, *n);
  return out;
}

testing::washed wash_as(const std::string& text, wash_profile profile) {
  wash_document_options options;
  options.profile = profile;
  return testing::wash(text, rdf_format::n_quads, options);
}

bool is_only_noted(const testing::washed& read) {
  return std::ranges::all_of(read.report.defects,
                             [](const defect& one) { return one.done == treatment::note; });
}

std::uint64_t sum_of(const left_out_counts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [rule, count] : counts) sum += count;
  return sum;
}

TEST(valid_source, gives_what_the_profile_strict_gives_where_terms_are_only_noted) {
  std::size_t noted = 0;
  std::set<errc> rules;
  for (const auto& line : split_lines(odd_terms())) {
    const auto lenient = wash_as(line, wash_profile::standard);
    if (!is_only_noted(lenient)) continue;
    const auto strict = wash_as(line, wash_profile::strict);
    const auto valid = validate(lenient.bytes);
    EXPECT_EQ(valid.text, strict.bytes) << line;
    EXPECT_EQ(sum_of(valid.left_out), lenient.report.statements - strict.report.statements) << line;
    if (valid.left_out.empty()) continue;
    ++noted;
    // The ledger of the lenient profile has a note of the rule for each term.
    const auto rule = valid.left_out.begin()->first;
    EXPECT_NE(std::ranges::find(lenient.report.defects, rule, &defect::rule), lenient.report.defects.end())
        << line;
    rules.insert(rule);
  }
  EXPECT_GT(noted, 60U);
  EXPECT_EQ(rules, (std::set{errc::bad_percent_code, errc::iri_delimiter, errc::bad_port,
                             errc::ill_formed_language_tag, errc::bad_xml_literal, errc::iri_white_space,
                             errc::long_language_tag, errc::odd_iri_character}));
}

TEST(valid_source, keeps_what_was_repaired) {
  for (const auto profile : {wash_profile::standard, wash_profile::max_recall}) {
    const auto lenient = wash_as(odd_terms(), profile);
    const auto strict = wash_as(odd_terms(), wash_profile::strict);
    const auto valid = validate(lenient.bytes);
    const auto kept = split_lines(valid.text);
    for (const auto& line : split_lines(strict.bytes))
      EXPECT_NE(std::ranges::find(kept, line), kept.end()) << line;
    EXPECT_EQ(kept.size() + sum_of(valid.left_out), lenient.report.statements);
    EXPECT_EQ(validate(valid.text).text, valid.text);
    EXPECT_TRUE(validate(valid.text).left_out.empty());
  }
}

TEST(valid_source, does_not_depend_on_chunks) {
  const auto lenient = wash_as(odd_terms(), wash_profile::standard).bytes;
  const auto whole = validate(lenient);
  for (const std::size_t most_bytes : {1, 7, 100}) {
    EXPECT_EQ(validate(lenient, most_bytes).text, whole.text);
    EXPECT_EQ(validate(lenient, most_bytes).left_out, whole.left_out);
  }
}

}  // namespace
}  // namespace laundromat
