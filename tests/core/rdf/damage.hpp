// What must hold of damaged documents, whatever the format: nothing is invented, and what is lost is said to be.
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

/// What is read from `text` is said by the document whose statements are `all`, or nothing had to be repaired: then the damage has made
/// another document, which says what it says.
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

/// Damages `good` at every place outside of IRIs, names and numbers by one of `marks` too many, too few or in the place of another,
/// in strings by their own quotes. What is damaged within a term is another term, and nothing shows it.
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
