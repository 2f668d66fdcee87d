// Lists of a damaged page are those of the page, or none.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::read_text;

const std::string page =
    "<!DOCTYPE html>\n<div about=\"#x\"><b property=\"schema:items\" inlist>one</b>"
    "<a rel=\"schema:items\" inlist href=\"#two\">t</a><b property=\"schema:items\" inlist "
    "content=\"three\"></b>"
    "<div rel=\"schema:more\" inlist><a about=\"#m1\"></a><a about=\"#m2\"></a></div></div>\n"
    "<ul about=\"#y\" rel=\"schema:items\" inlist><li about=\"#z\">a<li resource=\"#w\">b</ul>";

/// The items of each list, joined.
std::multiset<std::string> lists_of(const testing::remembering_sink& read) {
  const std::string rdf = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  std::map<std::string, std::string> first, rest;
  std::multiset<std::string> heads, lists;
  for (const auto& line : read.lines) {
    const auto subject = line.substr(0, line.find(' '));
    const auto predicate =
        line.substr(subject.size() + 1, line.find(' ', subject.size() + 1) - subject.size() - 1);
    const auto object = line.substr(subject.size() + predicate.size() + 2);
    if (predicate == rdf + "first>")
      first[subject] = object;
    else if (predicate == rdf + "rest>")
      rest[subject] = object.substr(0, object.find(' '));
    else
      heads.insert(object.substr(0, object.find(' ')));
  }
  for (const auto& head : heads) {
    if (!first.contains(head)) continue;
    std::string all;
    for (auto cell = head; first.contains(cell); cell = rest[cell]) all += first[cell];
    lists.insert(all);
  }
  return lists;
}

void expect_lists_of(const std::multiset<std::string>& all, const std::string& text) {
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    reader_options options{testing::base};
    options.profile = profile;
    const auto read = read_text(rdf_format::rdfa, text, 0, options);
    EXPECT_TRUE(testing::covers_quarantine(read)) << text;
    const auto is_note = [](const defect& one) { return one.done == treatment::note; };
    if (std::ranges::all_of(read.defects, is_note)) return;
    for (const auto& list : lists_of(read)) EXPECT_TRUE(all.contains(list)) << text << "\nsays\n" << list;
  }
}

TEST(rdfa_lists, one_mark_too_many_or_too_few_closes_no_gap) {
  const auto all = lists_of(read_text(rdf_format::rdfa, page));
  ASSERT_EQ(all.size(), 3U);
  bool is_quoted = false;
  for (std::size_t at = page.find("<div"); at < page.size() && !HasFailure(); ++at) {
    if (page[at] == '"') is_quoted = !is_quoted;
    // What is damaged within a term is another term, and nothing shows it.
    const bool is_term = is_quoted && page[at] != '"';
    for (const char mark : std::string_view("\"'<>=/& ")) {
      if (is_term && mark != '"') continue;
      const bool ends_term = page[at] == '"' && !is_quoted;
      if (!ends_term || mark == '"') expect_lists_of(all, std::string(page).insert(at, 1, mark));
      expect_lists_of(all, std::string(page).replace(at, 1, 1, mark));
    }
    if (!is_term) expect_lists_of(all, std::string(page).erase(at, 1));
  }
}

TEST(rdfa_lists, a_page_that_is_cut_off_has_no_shorter_list) {
  const auto all = lists_of(read_text(rdf_format::rdfa, page));
  for (std::size_t length = 0; length < page.size(); ++length) expect_lists_of(all, page.substr(0, length));
}

}  // namespace
}  // namespace laundromat
