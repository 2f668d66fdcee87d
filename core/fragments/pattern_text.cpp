// Splits a pattern into terms, and lets the reader of Turtle read each.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "core/fragments/quad_pattern.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::string_view white_space = " \t\r\n";

tl::unexpected<failure> wrong(std::string_view term, std::string_view why) {
  return fail(errc::invalid_argument, "`" + std::string{term} + "` " + std::string{why});
}

bool is_variable(std::string_view term) {
  return term == "_" || term.starts_with('?') || term.starts_with('$');
}

/// Behind the quoted text that begins at `at`: with one or three quotes, of either kind.
std::size_t end_of_quotes(std::string_view text, std::size_t at) {
  const std::string quote(1, text[at]);
  const auto three = quote + quote + quote;
  const bool is_long = text.substr(at).starts_with(three);
  const auto& end = is_long ? three : quote;
  for (at += end.size(); at < text.size() && !text.substr(at).starts_with(end); ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + end.size(), text.size());
}

/// Behind the term that begins at `at`: white space is part of it only in quotes, `<>` and triple terms.
std::size_t end_of_term(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const auto rest = text.substr(at);
    if (rest.starts_with(triple_term_begin) || rest.starts_with(triple_term_end)) {
      depth += rest.front() == '<' ? 1 : depth > 0 ? std::size_t(-1) : 0;
      at += triple_term_begin.size();
    } else if (rest.front() == '"' || rest.front() == '\'') {
      at = end_of_quotes(text, at);
    } else if (rest.front() == '<') {
      at = std::min(text.find('>', at), text.size() - 1) + 1;
    } else if (depth == 0 && white_space.find(rest.front()) != white_space.npos) {
      return at;
    } else {
      ++at;
    }
  }
  return at;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> terms;
  for (std::size_t at = 0; (at = text.find_first_not_of(white_space, at)) != text.npos;) {
    const auto end = end_of_term(text, at);
    terms.push_back(text.substr(at, end - at));
    at = end;
  }
  if (terms.size() > 3 && terms.back() == ".") terms.pop_back();
  return terms;
}

const std::string& declarations() {
  static const auto text = [] {
    std::string all;
    for (const auto& one : well_known_prefixes())
      all.append("@prefix ").append(one.name).append(": <").append(one.iri).append("> .\n");
    return all;
  }();
  return text;
}

/// Keeps the object of the only statement.
class term_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view& statement) override {
    ++statements_;
    kind_ = statement.object.kind;
    text_.clear();
    if (kind_ != term_kind::blank) append_canonical_term(text_, statement.object);
    return {};
  }
  void on_defect(const defect& found) override {
    // What is repaired becomes what documents have in its place.
    if (found.done == treatment::skip) is_left_out_ = true;
  }
  /// Nothing: it was no term.
  [[nodiscard]] std::optional<term_kind> kind() const {
    return statements_ == 1 && !is_left_out_ ? std::optional{kind_} : std::nullopt;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::size_t statements_ = 0;
  bool is_left_out_ = false;
  term_kind kind_ = term_kind::none;
  std::string text_;
};

struct known_term {
  term_kind kind = term_kind::none;
  std::string text;
};

result<known_term> read_turtle(std::string_view term, std::string_view as_written) {
  term_sink sink;
  auto reader = make_reader(rdf_format::turtle, {}, sink);
  if (!reader) return tl::unexpected(reader.error());
  auto read = (*reader)->push(declarations() + "<x:x> <x:x> " + std::string{term} + " .\n");
  if (read) read = (*reader)->finish();
  if (!read) return tl::unexpected(read.error());
  const auto kind = sink.kind();
  if (!kind)
    return wrong(
        as_written,
        "is no term: write an absolute IRI in `<>`, a name with a well-known prefix, a literal in quotes, "
        "or a variable as `?x`");
  if (*kind == term_kind::blank)
    return wrong(as_written,
                 "is a blank node, which clean documents do not have: they have an IRI instead, and a "
                 "variable as `?x` finds it");
  return known_term{*kind, sink.text()};
}

}  // namespace

result<std::string> read_term(std::string_view term, position at) {
  if (at == position::graph && term == no_named_graph) return std::string{term};
  if (at == position::predicate && term == "a") term = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
  const bool is_bare =
      term.find("://") != term.npos && term.front() != '<' && term.front() != '"' && term.front() != '\'';
  auto read = read_turtle(is_bare ? '<' + std::string{term} + '>' : std::string{term}, term);
  if (!read) return tl::unexpected(read.error());
  if (at != position::object && read->kind != term_kind::iri)
    return wrong(term, "is no IRI, and only objects may be something else");
  return std::move(read->text);
}

result<quad_pattern> read_pattern(std::string_view text) {
  const auto terms = split(text);
  if (terms.size() != 3 && terms.size() != 4)
    return wrong(text,
                 "has " + std::to_string(terms.size()) +
                     " of three terms: write subject, predicate and object, and a graph if it matters, as in "
                     "'?s a foaf:Person'");
  quad_pattern pattern;
  std::map<std::string_view, position> first_of;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto at = static_cast<position>(i);
    if (is_variable(terms[i])) {
      if (terms[i] != "_") pattern.same_as[i] = first_of.emplace(terms[i].substr(1), at).first->second;
      continue;
    }
    auto term = read_term(terms[i], at);
    if (!term) return tl::unexpected(term.error());
    pattern.terms[i] = *std::move(term);
  }
  return pattern;
}

}  // namespace laundromat
