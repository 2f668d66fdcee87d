// Properties of reading damaged documents, in every format: no statement is invented, and losses are reported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::testing {

/// Statements without the labels of blank nodes, in byte order.
inline std::vector<std::string> unlabelled(std::vector<std::string> lines) {
  for (auto& line : lines)
    for (auto at = line.find("<b:"); at != line.npos; at = line.find("<b:", at))
      line.replace(at, line.find('>', at) + 1 - at, "_:");
  std::ranges::sort(lines);
  return lines;
}

/// Expects that the statements read from `text` are among `all`, or that nothing was repaired: then the damaged text is a valid document
/// with other statements.
inline void expect_nothing_invented(rdf_format format, const std::string& text,
                                    const std::vector<std::string>& all, wash_profile profile) {
  reader_options options{base};
  options.profile = profile;
  const auto read = read_text(format, text, 0, options);
  EXPECT_TRUE(covers_quarantine(read)) << text;
  if (std::ranges::all_of(read.defects, [](const defect& one) { return one.done == treatment::note; }))
    return;
  EXPECT_TRUE(std::ranges::includes(all, unlabelled(read.lines))) << text << "\nsays\n" << describe(read);
}

/// Damages `good` at every position outside of IRIs, names and numbers by adding, removing or replacing one of `marks`,
/// in strings by their own quotes. Damage within a term gives another term and cannot be detected.
inline void expect_no_mark_invents(rdf_format format, const std::string& good, std::string_view marks,
                                   wash_profile profile) {
  const auto all = unlabelled(read_text(format, good).lines);
  const auto check = [&](std::string text) { expect_nothing_invented(format, text, all, profile); };
  const auto is_named = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ':'; };
  std::string quotes;
  for (std::size_t at = 0; at < good.size() && !::testing::Test::HasFailure(); ++at) {
    const char c = good[at];
    const bool is_in_iri = quotes == ">", is_in_text = !quotes.empty() && !is_in_iri;
    const bool is_in_term = is_in_iri || (quotes.empty() && at > 0 && is_named(c) && is_named(good[at - 1]));
    const bool ends = !quotes.empty() && good.substr(at, quotes.size()) == quotes;
    for (const char mark : marks) {
      const bool is_odd = is_in_text && !quotes.starts_with(mark);
      if (is_in_term || is_odd) continue;
      check(std::string(good).insert(at, 1, mark));
      if (quotes.empty() && marks.find(c) != marks.npos) check(std::string(good).replace(at, 1, 1, mark));
    }
    if (marks.find(c) != marks.npos && (quotes.empty() || ends))
      for (std::size_t i = 0; i < std::max<std::size_t>(1, quotes.size()); ++i)
        check(std::string(good).erase(at + i, 1));
    if (ends) {
      at += quotes.size() - 1;
      quotes.clear();
    } else if (quotes.empty() && (c == '"' || c == '\'')) {
      const bool is_long = good.substr(at, 3) == std::string(3, c);
      quotes.assign(is_long ? 3 : 1, c);
      at += quotes.size() - 1;
    } else if (quotes.empty() && c == '<') {
      quotes = ">";
    }
  }
}

}  // namespace laundromat::testing
