// Turtle and its relatives by trial reading.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/guess/guess_turtle.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/count_words.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/white_space.hpp"

namespace laundromat {

std::string_view without_comments(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.empty() || text.front() != '#') return text;
    text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
  }
}

namespace {

/// Where a comment fills most of a sample, less text than this behind it says nothing.
constexpr std::size_t least_text_bytes = 1024;

bool starts_with_word(std::string_view text, std::string_view word) {
  return text.size() > word.size() && std::ranges::equal(text.substr(0, word.size()), word, {}, [](char c) {
           return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
         });
}

/// The result of trial reading. Defects count against the format: skips, and syntax of another format.
struct trial_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    ++statements;
    if (statement.graph.kind != term_kind::none) ++quads;
    return {};
  }
  void on_defect(const defect& found) override {
    if (found.rule == errc::relative_iri) return;
    if (found.done == treatment::skip) lost_bytes += found.length_bytes;
    if (found.done == treatment::skip || found.rule == errc::turtle_in_lines) ++defects;
  }
  std::uint64_t statements = 0, quads = 0, defects = 0, lost_bytes = 0;
};

trial_sink try_reading(rdf_format format, std::string_view head) {
  trial_sink sink;
  auto reader = make_reader(format, {"http://base.invalid/", {}}, sink);
  if (reader && (*reader)->push(head)) static_cast<void>((*reader)->finish());
  return sink;
}

/// Up to the last newline, because the last line may be incomplete.
std::string_view whole_lines(std::string_view head, bool head_is_whole) {
  if (head_is_whole) return head;
  const auto last = head.find_last_of("\r\n");
  return last == head.npos ? head : head.substr(0, last + 1);
}

/// The keyword of a SPARQL query or update at the start of a line.
bool is_sparql(std::string_view head) {
  constexpr std::array<std::string_view, 8> words{"select", "construct", "ask",  "describe",
                                                  "insert", "delete",    "load", "with"};
  while (!head.empty()) {
    head = without_comments(head);
    const auto end = std::min(head.find_first_of("\r\n"), head.size());
    const auto word = head.substr(0, std::min(head.find_first_of(" \t\r\n{*?(:"), head.size()));
    for (const auto known : words)
      if (word.size() == known.size() && starts_with_word(head, known)) return true;
    if (!starts_with_word(word.size() < head.size() ? head : std::string_view{}, "prefix") &&
        !starts_with_word(head, "base"))
      return false;
    head.remove_prefix(end);
  }
  return false;
}

/// `@prefx x: <`: a declaration with its keyword misspelt.
bool is_misspelt_prefix(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const auto keyword_end = std::min(text.find_first_not_of(letters, 1), text.size());
  const auto name = std::min(text.find_first_not_of(" \t", keyword_end), text.size());
  const auto name_end = std::min(text.find_first_of(" \t\r\n:<\"'(;", name), text.size());
  const auto iri = text.find_first_not_of(" \t", name_end + 1);
  return text.starts_with('@') && name > keyword_end && text.substr(name_end).starts_with(':') &&
         iri != text.npos && text[iri] == '<';
}

/// What follows comments and `VERSION "1.2"`, with which N-Triples may begin as well as Turtle.
std::string_view behind_version(std::string_view head) {
  for (auto text = without_comments(head);; text = without_comments(text)) {
    if (!starts_with_word(text, "version")) return text;
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const auto quote = text.substr(0, end).find_first_of("\"'");
    const auto close = quote == text.npos ? text.npos : text.substr(0, end).find(text[quote], quote + 1);
    if (close == text.npos) return text;
    text.remove_prefix(close + 1);
  }
}

/// `@prefix x: <` or similar, perhaps on several lines: only Turtle, TriG and SPARQL begin so.
bool is_directive(std::string_view text) {
  if (starts_with_word(text, "@version")) return true;
  for (const std::string_view word : {"@prefix", "@base", "prefix", "base"}) {
    if (!starts_with_word(text, word) || !(is_white_space(text[word.size()]) || text[word.size()] == '<'))
      continue;
    const auto line = text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
    if (line.find('<') != line.npos) return true;
    auto rest = without_comments(text.substr(word.size()));
    if (word.ends_with("prefix")) {
      const auto name_end = rest.find_first_of(": \t\r\n<\"");
      if (name_end == rest.npos || rest[name_end] != ':') return false;
      rest = without_comments(rest.substr(name_end + 1));
    }
    return rest.starts_with('<');
  }
  return is_misspelt_prefix(text);
}

/// Whether the head is the beginning of one long IRI.
bool is_part_of_iri(std::string_view head) {
  const auto long_for_an_iri = reader_limits{}.iri_bytes;
  const auto scheme = head.find(':');
  return head.size() >= long_for_an_iri && head.starts_with('<') && scheme < long_for_an_iri &&
         head.find_first_of("<>\" \t\r\n", 1) == head.npos;
}

/// `<scheme:…> <…` or `<scheme:…> name`: looks like a line, perhaps a broken one.
bool looks_like_terms(std::string_view text) {
  if (text.starts_with("_:")) return true;
  const auto end = text.find_first_of(">\r\n \t\"");
  if (!text.starts_with('<') || end == text.npos || text[end] != '>' ||
      text.substr(0, end).find(':') == text.npos)
    return false;
  const auto next = text.find_first_not_of(" \t", end + 1);
  return next != text.npos &&
         (text[next] == '<' || text.substr(next).starts_with("_:") || text.substr(next).starts_with("a "));
}

/// Whether Turtle finds as much with fewer defects, where lines have many: `;`, `,`, `a` and names within one line.
bool reads_better_as_turtle(const trial_sink& lines, std::string_view text) {
  if (lines.defects * 4 < lines.statements || lines.defects == 0) return false;
  const auto turtle = try_reading(rdf_format::trig, text);
  return turtle.statements >= lines.statements && turtle.defects < lines.defects;
}

content_evidence turtle_like(rdf_format format, std::string note) {
  return {format_family::turtle, format, std::string(to_string(format)), std::move(note)};
}

}  // namespace

content_evidence examine_turtle(std::string_view head, bool head_is_whole) {
  const auto text = behind_version(head);
  if (is_sparql(head)) return {format_family::foreign, rdf_format::unknown, "SPARQL", "a query or update"};
  // N-Triples: a missing dot has one interpretation there; its reader also keeps named graphs.
  const auto lines = try_reading(rdf_format::n_triples, whole_lines(head, head_is_whole));
  const auto counted = [](const trial_sink& s) {
    return number_of(s.statements, "statement") + " read on trial";
  };
  if (lines.statements > 0 && lines.statements >= lines.defects && !is_directive(text) &&
      !reads_better_as_turtle(lines, whole_lines(head, head_is_whole)))
    return turtle_like(lines.quads > 0 ? rdf_format::n_quads : rdf_format::n_triples, counted(lines));
  const auto turtle = try_reading(rdf_format::trig, head);
  if (is_directive(text) || (turtle.statements > 0 && turtle.lost_bytes < head.size() / 2))
    return turtle_like(turtle.quads > 0 ? rdf_format::trig : rdf_format::turtle, counted(turtle));
  if (looks_like_terms(text))
    return turtle_like(rdf_format::n_triples, "it begins with terms, but not with a statement");
  if (lines.statements > 0) return turtle_like(rdf_format::n_triples, counted(lines));
  // A comment fills the sample.
  if (!head_is_whole && text.size() < least_text_bytes && text.size() < head.size() / 2) return {};
  if (!head_is_whole && is_part_of_iri(text))
    return turtle_like(rdf_format::n_triples, "it begins with an IRI that is longer than the sample");
  return {format_family::foreign, rdf_format::unknown, "text", "no statement read on trial"};
}

namespace {

/// `text`, with a declaration for each prefix that its names may have.
std::string with_prefixes(std::string_view text) {
  constexpr std::size_t most_prefixes = 256;
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || (c & 0x80) != 0;
  };
  std::set<std::string_view> prefixes;
  for (auto at = text.find(':'); at != text.npos && prefixes.size() < most_prefixes;
       at = text.find(':', at + 1)) {
    auto begin = at;
    while (begin > 0 && is_name(text[begin - 1])) --begin;
    const auto prefix = text.substr(begin, at - begin);
    const bool is_prefix = prefix.empty() || (prefix[0] & 0x80) != 0 ||
                           (prefix[0] >= 'A' && prefix[0] <= 'z' && prefix[0] != '_');
    if (is_prefix && !text.substr(at).starts_with("://")) prefixes.insert(prefix);
  }
  std::string out;
  for (const auto prefix : prefixes)
    out.append("@prefix ").append(prefix).append(": <http://base.invalid/#> .\n");
  return out.append(text);
}

}  // namespace

content_evidence find_names(std::string_view text, const content_evidence& otherwise) {
  const auto seen = try_reading(rdf_format::trig, with_prefixes(text));
  if (seen.statements == 0 || seen.statements < seen.defects || seen.lost_bytes >= text.size() / 2)
    return otherwise;
  const auto format = seen.quads > 0 ? rdf_format::trig : rdf_format::turtle;
  return {format_family::weak_turtle, format, std::string(to_string(format)),
          "its prefixes are not declared"};
}

}  // namespace laundromat
