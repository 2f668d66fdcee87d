// Parsing of ASK queries and the search for a match.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/ask_query.hpp"

#include <algorithm>

namespace laundromat::conformance {

namespace {

constexpr std::string_view variable_iri = "variable:";

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {},
                            [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
}

/// The name under which a term of a pattern is bound; empty for a constant term.
std::string variable_of(const term& t) {
  if (t.kind == term_kind::blank) return "_:" + t.value;
  if (t.kind == term_kind::iri && t.value.starts_with(variable_iri))
    return t.value.substr(variable_iri.size());
  return {};
}

bool match(const term& pattern, const term& found, std::map<std::string, term>& bound) {
  const auto variable = variable_of(pattern);
  if (variable.empty()) return pattern == found;
  const auto [at, is_fresh] = bound.emplace(variable, found);
  return is_fresh || at->second == found;
}

}  // namespace

/// Splits a query into groups; the rest of each group is Turtle.
class query_parser {
 public:
  explicit query_parser(std::string_view text) : rest_(text) {}

  result<ask_query> parse() {
    ask_query query;
    std::string turtle;
    if (!read_prologue(turtle)) return fail(errc::syntax_error, "not an ASK query");
    if (auto read = read_group(turtle, query.where_); !read) return tl::unexpected(read.error());
    return query;
  }

 private:
  /// Removes one word, string, IRI, comment or other character from the front.
  std::string_view take() {
    std::size_t length = 1;
    if (rest_.starts_with("\"\"\"") || rest_.starts_with("'''")) {
      length = end_after(rest_.substr(0, 3), 3);
    } else if (rest_[0] == '"' || rest_[0] == '\'') {
      while (length < rest_.size() && rest_[length] != rest_[0]) length += rest_[length] == '\\' ? 2 : 1;
      ++length;
    } else if (rest_[0] == '<') {
      length = end_after(">", 1);
    } else if (rest_[0] == '#') {
      length = end_after("\n", 1);
    } else if (is_name(rest_[0]) ||
               ((rest_[0] == '?' || rest_[0] == '$') && rest_.size() > 1 && is_name(rest_[1]))) {
      while (length < rest_.size() && is_name(rest_[length])) ++length;
    }
    const auto taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  [[nodiscard]] std::size_t end_after(std::string_view end, std::size_t from) const {
    const auto at = rest_.find(end, from);
    return at == rest_.npos ? rest_.size() : at + end.size();
  }

  /// Everything before the brace of the group is Turtle except the words ASK and WHERE.
  bool read_prologue(std::string& turtle) {
    bool asks = false;
    while (!rest_.empty() && rest_[0] != '{') {
      const auto word = take();
      const bool is_ask = same_word(word, "ASK");
      asks = asks || is_ask;
      if (!is_ask && !same_word(word, "WHERE")) turtle.append(word);
    }
    return asks && !rest_.empty();
  }

  /// `rest_` begins with the brace. Queries of the suite nest twice at most; deeper ones end with their text.
  result<void> read_group(const std::string& prologue, ask_query::group& into) {
    std::string turtle = prologue;
    rest_.remove_prefix(1);
    while (!rest_.empty() && rest_[0] != '}') {
      const auto word = take();
      if (same_word(word, "FILTER")) {
        end_triples(turtle);
        into.filters.emplace_back(take_expression());
      } else if (same_word(word, "OPTIONAL")) {
        end_triples(turtle);
        while (!rest_.empty() && rest_[0] != '{') take();
        if (rest_.empty()) break;
        if (auto read = read_group(prologue, into.optional.emplace_back()); !read) return read;
        skip_dot();
      } else if (word[0] == '?' || word[0] == '$') {
        turtle.append(" <").append(variable_iri).append(word.substr(1)).append("> ");
      } else if (word == "{" || same_word(word, "UNION") || same_word(word, "GRAPH")) {
        return fail(errc::syntax_error, "SPARQL that is not supported here");
      } else if (word[0] != '#') {
        turtle.append(word);
      }
    }
    if (rest_.empty()) return fail(errc::syntax_error, "a group is not closed");
    rest_.remove_prefix(1);
    end_triples(turtle);
    return read_patterns(turtle, into);
  }

  /// Adds a final dot, which SPARQL does not require.
  static void end_triples(std::string& turtle) {
    const auto last = turtle.find_last_not_of(" \t\r\n");
    if (last != turtle.npos && turtle[last] != '.') turtle.append(" .\n");
  }
  void skip_dot() {
    const auto at = rest_.find_first_not_of(" \t\r\n");
    if (at != rest_.npos && rest_[at] == '.') rest_.remove_prefix(at + 1);
  }
  /// A function with its brackets, or brackets alone; a dot after it is not part of the triples.
  std::string_view take_expression() {
    const auto begin = rest_;
    std::size_t depth = 0;
    while (!rest_.empty()) {
      const auto word = take();
      if (word == "(") ++depth;
      if (word == ")" && --depth == 0) break;
    }
    const auto expression = begin.substr(0, begin.size() - rest_.size());
    skip_dot();
    return expression;
  }

  static result<void> read_patterns(const std::string& turtle, ask_query::group& into) {
    auto read = read_document(rdf_format::turtle, turtle, {{}, {}, wash_profile::standard});
    if (!read) return tl::unexpected(read.error());
    if (const auto* found = read->find_defect(treatment::repair))
      return fail(errc::syntax_error, "query: " + std::string(to_string(found->rule)) + " in " + turtle);
    into.patterns = std::move(read->statements);
    return {};
  }

  std::string_view rest_;
};

result<ask_query> ask_query::parse(std::string_view text) {
  return query_parser{text}.parse();
}

result<std::vector<ask_query::bindings>> ask_query::solve(const group& g, const std::vector<statement>& data,
                                                          std::vector<bindings> from) {
  for (const auto& pattern : g.patterns) {
    std::vector<bindings> next;
    for (const auto& known : from)
      for (const auto& one : data) {
        auto bound = known;
        if (match(pattern.subject, one.subject, bound) && match(pattern.predicate, one.predicate, bound) &&
            match(pattern.object, one.object, bound))
          next.push_back(std::move(bound));
      }
    from = std::move(next);
  }
  for (const auto& part : g.optional) {
    std::vector<bindings> next;
    for (auto& known : from) {
      auto more = solve(part, data, {known});
      if (!more) return more;
      if (more->empty()) more->push_back(std::move(known));
      std::ranges::move(*more, std::back_inserter(next));
    }
    from = std::move(next);
  }
  std::vector<bindings> kept;
  for (auto& known : from) {
    bool all_hold = true;
    for (const auto& filter : g.filters) {
      const auto one = is_filter_true(filter, known);
      if (!one) return tl::unexpected(one.error());
      all_hold = all_hold && *one;
    }
    if (all_hold) kept.push_back(std::move(known));
  }
  return kept;
}

result<bool> ask_query::matches(const std::vector<statement>& data) const {
  const auto solutions = solve(where_, data, {bindings{}});
  if (!solutions) return tl::unexpected(solutions.error());
  return !solutions->empty();
}

}  // namespace laundromat::conformance
