// IRIs in canonical lines contain no space, and literals end at a quotation mark without a backslash.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/clean_statement.hpp"

namespace laundromat {

namespace {

/// Removes `<iri> ` from the front of `line`; false where it does not begin so.
bool take_iri_term(std::string_view& line, std::string_view& iri) {
  if (!line.starts_with('<') || line.starts_with("<<(")) return false;
  const auto end = line.find('>');
  if (end == line.npos || end + 1 >= line.size() || line[end + 1] != ' ') return false;
  iri = line.substr(1, end - 1);
  line.remove_prefix(end + 2);
  return true;
}

std::size_t end_of_text(std::string_view line) {
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\')
      ++at;
    else if (line[at] == '"')
      return at;
  }
  return line.npos;
}

}  // namespace

std::optional<clean_statement> split_clean_line(std::string_view line) {
  clean_statement out;
  if (!line.ends_with(" .") || !take_iri_term(line, out.subject) || !take_iri_term(line, out.predicate))
    return std::nullopt;
  if (take_iri_term(line, out.object)) return out;
  if (!line.starts_with('"')) return std::nullopt;
  const auto end = end_of_text(line);
  if (end == line.npos) return std::nullopt;
  out.is_literal = true;
  out.object = line.substr(1, end - 1);
  line.remove_prefix(end + 1);
  if (line.starts_with("^^")) {
    line.remove_prefix(2);
    if (!take_iri_term(line, out.datatype)) return std::nullopt;
  } else if (line.starts_with('@')) {
    out.language = line.substr(1, line.find(' ') - 1);
    out.language = out.language.substr(0, out.language.find("--"));
  }
  return out;
}

}  // namespace laundromat
