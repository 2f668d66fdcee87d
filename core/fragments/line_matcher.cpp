// Searches bytes first, and splits only the lines that may match.
// SPDX-License-Identifier: Apache-2.0
#include "core/fragments/line_matcher.hpp"

#include <algorithm>

#include "core/base/find_bytes.hpp"
#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

namespace {

constexpr auto npos = std::string_view::npos;

bool fits(std::string_view wanted, std::string_view term, position which) {
  if (wanted.empty()) return true;
  return which == position::graph && wanted == no_named_graph ? term.empty() : term == wanted;
}

}  // namespace

bool split_line(std::string_view line, line_terms& terms) {
  const auto predicate = line.find(' ');
  const auto object = predicate == npos ? npos : line.find(' ', predicate + 1);
  if (object == npos || object + 1 >= line.size()) return false;
  const auto end = end_of_spelled_term(line, object + 1);
  const auto rest = line.substr(end);
  if (rest != " ." && !(rest.starts_with(" <") && rest.ends_with("> ."))) return false;
  terms = {line.substr(0, predicate), line.substr(predicate + 1, object - predicate - 1),
           line.substr(object + 1, end - object - 1),
           rest.size() == 2 ? std::string_view{} : rest.substr(1, rest.size() - 3)};
  return true;
}

line_matcher::line_matcher(quad_pattern pattern) : pattern_(std::move(pattern)) {
  const auto& subject = pattern_.of(position::subject);
  const auto& predicate = pattern_.of(position::predicate);
  if (!subject.empty()) {
    prefix_ = subject + ' ';
    if (!predicate.empty()) prefix_ += predicate + ' ';
  }
  for (const auto which : {position::predicate, position::object, position::graph}) {
    const auto& term = pattern_.of(which);
    if (term.empty() || (which == position::graph && term == no_named_graph)) continue;
    if (term.size() + 2 > needle_.size()) needle_ = ' ' + term + ' ';
  }
  if (needle_.empty() && !subject.empty()) needle_ = subject + ' ';
}

bool line_matcher::matches(std::string_view line) const {
  line_terms terms;
  if (!split_line(line, terms)) return false;
  for (std::size_t i = 0; i < positions; ++i) {
    if (!fits(pattern_.terms[i], terms[i], static_cast<position>(i))) return false;
    const auto other = static_cast<std::size_t>(pattern_.same_as[i]);
    if (terms[i] != terms[other]) return false;
  }
  return true;
}

line_matcher::found_line line_matcher::find(std::string_view lines, std::size_t at) const {
  while (at < lines.size()) {
    auto begin = at;
    if (!needle_.empty()) {
      const auto hit = find_bytes(lines, needle_, at);
      if (hit == npos) return {};
      // A needle has no line feed, so that it is within one line.
      const auto before = hit == 0 ? npos : lines.rfind('\n', hit - 1);
      begin = before == npos || before < at ? at : before + 1;
    }
    const auto end = std::min(lines.find('\n', begin), lines.size());
    if (pattern_.is_open() || matches(lines.substr(begin, end - begin))) return {begin, end};
    at = end + 1;
  }
  return {};
}

std::uint64_t line_matcher::count(std::string_view lines) const {
  if (pattern_.is_open()) return static_cast<std::uint64_t>(std::ranges::count(lines, '\n'));
  std::uint64_t found = 0;
  for (auto one = find(lines, 0); one.begin != npos; one = find(lines, one.end + 1)) ++found;
  return found;
}

}  // namespace laundromat
