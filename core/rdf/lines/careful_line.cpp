// Parses a line as groups of terms that end with dots.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/careful_line.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/lines/line_text.hpp"

namespace laundromat {

namespace {

/// The limit of terms before one dot, so that a line needs little memory; real lines have fewer.
constexpr std::size_t most_items = 64;

}  // namespace

line_kind careful_line::judge(std::string_view line, bool is_cut) {
  const auto [version, end] = find_version(line);
  version_ = version;
  if (end != 0) {
    is_beginning_ = has_first_ = false;
    content_end_ = end;
    return line_kind::nothing;
  }
  const auto kind = judge_as(line, is_cut, line_lexer::quotes::first);
  if (kind != line_kind::broken || !may_have_inner_quotes(line)) return kind;
  auto failure = std::move(failure_);
  if (judge_as(line, is_cut, line_lexer::quotes::last) == line_kind::statements && groups_ == 1)
    return line_kind::statements;
  failure_ = std::move(failure);
  return kind;
}

bool careful_line::judge_joined(std::string_view lines, bool is_cut) {
  return judge_as(lines, is_cut, line_lexer::quotes::joined) == line_kind::statements && groups_ == 1;
}

/// Quotes in the middle of a literal are accepted when nothing between the first and the last looks like another term.
bool careful_line::may_have_inner_quotes(std::string_view line) const {
  if (treatment_of(errc::quote_in_literal, profile_) == treatment::skip) return false;
  const auto first = line.find('"'), last = line.rfind('"');
  if (first == last) return false;
  const auto inside = line.substr(first + 1, last - first - 1);
  constexpr std::string_view other_terms[] = {"<", "\" \"", "\"@", "\"^^"};
  return inside.find('"') != inside.npos &&
         std::ranges::none_of(other_terms, [&](auto one) { return inside.find(one) != inside.npos; });
}

line_kind careful_line::judge_as(std::string_view line, bool is_cut, line_lexer::quotes mode) {
  line_ = line;
  is_cut_ = is_cut;
  at_ = groups_ = 0;
  content_end_ = line.size();
  has_first_ = is_beginning_ = false;
  lexer_.begin(line, mode);
  line_group group;
  while (true) {
    switch (parse_group(group)) {
      case step::broken:
        is_beginning_ = has_graphs_ && groups_ == 0 && is_one_term();
        return line_kind::broken;
      case step::open:
        return line_kind::open;
      case step::end:
        if (groups_ == 0) return line_kind::nothing;
        if (groups_ > 1) {
          at_ = groups_ = 0;
          return line_kind::statements;
        }
        first_ = std::move(group);
        has_first_ = true;
        return line_kind::statements;
      case step::group:
        break;
    }
  }
}

bool careful_line::read_group(line_group& out) {
  if (has_first_) {
    has_first_ = false;
    out = std::move(first_);
    return true;
  }
  return parse_group(out) == step::group;
}

/// `out` and its views remain unchanged when there is no other group.
careful_line::step careful_line::parse_group(line_group& out) {
  auto at = skip_space(at_);
  if (at == line_.size() || line_[at] == '#') {
    content_end_ = at_ = at;
    return step::end;
  }
  lexer_.forget();
  items_.clear();
  out.begin = at;
  out.statements.clear();
  bool has_dot = false;
  if (const auto done = parse_items(at, has_dot); done != step::group) return done;
  if (items_.empty()) {
    // A second dot adds nothing, but violates the grammar.
    if (groups_ == 0 || profile_ == wash_profile::strict) return broken_at(errc::syntax_error, out.begin);
    lexer_.faults().push_back(
        {errc::syntax_error, treatment::skip, out.begin, at - out.begin, out.begin, "a second dot"});
  } else {
    if (groups_ > 0 && !repair(errc::several_statements, out.begin, 0, "\n")) return step::broken;
    if (!assemble(out) || (!has_dot && !repair_dot(out))) return step::broken;
  }
  out.end = at_ = at;
  out.faults = std::move(lexer_.faults());
  lexer_.faults().clear();
  std::ranges::stable_sort(out.faults, {}, &line_fault::noticed);
  ++groups_;
  return step::group;
}

careful_line::step careful_line::parse_items(std::size_t& at, bool& has_dot) {
  while (true) {
    const auto next = skip_space(at);
    if (next == line_.size() || line_[next] == '#') return step::group;
    at = next;
    const char c = line_[at];
    if (c == '.') {
      ++at;
      has_dot = true;
      return step::group;
    }
    if (items_.size() == most_items)
      return broken_at(errc::syntax_error, at, "more than 64 terms before a dot");
    if (c == ';' || c == ',') {
      items_.push_back({c == ';' ? item_kind::semicolon : item_kind::comma, {{}, at, at + 1}});
      ++at;
    } else if (const auto done = parse_term(at); done != step::group) {
      return done;
    }
  }
}

careful_line::step careful_line::parse_term(std::size_t& at) {
  const bool is_predicate =
      items_.size() == 1 || (items_.size() > 1 && items_.back().kind == item_kind::semicolon);
  line_term found;
  switch (lexer_.read(at, is_predicate, found)) {
    case lexed::term:
      items_.push_back({item_kind::term, found});
      at = found.end;
      return step::group;
    case lexed::open:
      if (groups_ == 0 && items_.size() == 2 && !is_cut_ &&
          treatment_of(errc::line_break_in_literal, profile_) == treatment::repair) {
        failure_ = lexer_.failure_found();
        return step::open;
      }
      break;
    case lexed::failed:
      break;
  }
  failure_ = lexer_.failure_found();
  return step::broken;
}

bool careful_line::is_one_term() const {
  if (items_.size() == 1)
    return items_[0].kind == item_kind::term && skip_space(items_[0].term.end) == line_.size();
  const auto begin = skip_space(0);
  return items_.empty() && begin < line_.size() && line_[begin] == '<' &&
         line_.find_first_of(" \t<>\"", begin + 1) == line_.npos;
}

bool careful_line::repair_dot(line_group& out) {
  if (items_.back().kind != item_kind::term) return fail_at(errc::syntax_error, items_.back().term.begin);
  const auto& last = items_.back().term;
  const bool has_graph = !out.statements.empty() && out.statements.back().graph.kind != term_kind::none;
  const bool is_whole = last.is_closed && !is_cut_ && out.statements.size() == 1 && has_graph == has_graphs_;
  const bool is_likely = last.is_closed || !is_cut_;
  const bool repairs = profile_ == wash_profile::max_recall ? is_likely : is_whole;
  if (!repairs) return fail_at(errc::missing_dot, last.end);
  return repair(errc::missing_dot, last.end, 0, " .");
}

bool careful_line::assemble(line_group& out) {
  if (std::ranges::any_of(items_, [](const item& one) { return one.kind != item_kind::term; }))
    return assemble_turtle(out);
  const auto none = items_.size();
  if (none < 3) return fail_at(errc::syntax_error, items_.back().term.end, "fewer than three terms");
  if (none > 4) return split(out);
  if (none == 3) return add(out, 0, 1, 2, none);
  if (!has_graphs_) {
    const auto& graph = term(3);
    const auto text = line_.substr(graph.begin, graph.end - graph.begin);
    if (!repair(errc::quad_in_triples, graph.begin, text.size(), std::string(text))) return false;
  }
  return add(out, 0, 1, 2, 3);
}

/// `s p o , o ; p o ; ...`: unambiguous, as long as it is all on one line.
bool careful_line::assemble_turtle(line_group& out) {
  const auto is = [&](std::size_t i, item_kind kind) { return i < items_.size() && items_[i].kind == kind; };
  const auto separator =
      std::ranges::find_if(items_, [](const item& one) { return one.kind != item_kind::term; });
  // `s p o , g .`: a misplaced comma in a quad, or two objects.
  if (has_graphs_ && items_.size() == 5 && is(3, item_kind::comma) && is(4, item_kind::term) &&
      term(4).view.kind != term_kind::literal)
    return fail_at(errc::turtle_in_lines, separator->term.begin, "the last term may be an object or a graph");
  if (!repair(errc::turtle_in_lines, separator->term.begin, 1, " .\n")) return false;
  std::size_t i = 1;
  const auto here = [&] { return i < items_.size() ? term(i).begin : items_.back().term.end; };
  if (!is(0, item_kind::term)) return fail_at(errc::syntax_error, term(0).begin);
  while (true) {
    const auto predicate = i++;
    if (!is(predicate, item_kind::term)) return fail_at(errc::syntax_error, here());
    do {
      if (!is(i, item_kind::term)) return fail_at(errc::syntax_error, here());
      if (!add(out, 0, predicate, i++, items_.size())) return false;
    } while (is(i, item_kind::comma) && ++i);
    if (i == items_.size()) return true;
    if (!is(i, item_kind::semicolon)) return fail_at(errc::syntax_error, here());
    while (is(i, item_kind::semicolon)) ++i;
    if (i == items_.size()) return true;
  }
}

/// Too many terms for one statement: split when there is exactly one way to do it.
bool careful_line::split(line_group& out) {
  const auto count = items_.size();
  std::vector<unsigned> ways(count + 1, 0);
  ways[count] = 1;
  for (auto i = count; i-- > 0;)
    for (const std::size_t size : {3, 4})
      if (i + size <= count && takes(i, size)) ways[i] = std::min(2u, ways[i] + ways[i + size]);
  if (ways[0] != 1)
    return fail_at(errc::syntax_error, term(has_graphs_ ? 4 : 3).begin, "too many terms for one statement");
  for (std::size_t i = 0; i < count;) {
    const std::size_t size = takes(i, 3) && ways[i + 3] > 0 ? 3 : 4;
    if (i > 0 && !repair(errc::several_statements, term(i).begin, 0, ".\n")) return false;
    if (!add(out, i, i + 1, i + 2, size == 4 ? i + 3 : count)) return false;
    i += size;
  }
  return true;
}

/// Whether terms can be a statement: the first and the fourth are IRIs or blank nodes, the second is an IRI.
bool careful_line::takes(std::size_t from, std::size_t count) const {
  if (from + count > items_.size() || (count == 4 && !has_graphs_)) return false;
  const auto is_node = [this](std::size_t i) {
    return term(i).view.kind == term_kind::iri || term(i).view.kind == term_kind::blank;
  };
  return is_node(from) && term(from + 1).view.kind == term_kind::iri && (count == 3 || is_node(from + 3));
}

bool careful_line::add(line_group& out, std::size_t subject, std::size_t predicate, std::size_t object,
                       std::size_t graph) {
  for (const auto i : {subject, predicate, graph}) {
    if (i == items_.size()) continue;
    if (term(i).view.kind == term_kind::literal) return fail_at(errc::literal_out_of_place, term(i).begin);
    if (term(i).view.kind == term_kind::triple) return fail_at(errc::triple_term_out_of_place, term(i).begin);
  }
  if (term(predicate).view.kind == term_kind::blank)
    return fail_at(errc::blank_predicate, term(predicate).begin);
  out.statements.push_back({term(subject).view, term(predicate).view, term(object).view,
                            graph < items_.size() ? term(graph).view : term_view{}});
  return true;
}

bool careful_line::repair(errc rule, std::size_t at, std::size_t length, std::string after) {
  const auto done = treatment_of(rule, profile_);
  if (done == treatment::skip) return fail_at(rule, at);
  lexer_.faults().push_back({rule, done, at, length, at, {}, std::move(after)});
  return true;
}

careful_line::step careful_line::broken_at(errc rule, std::size_t at, std::string message) {
  static_cast<void>(fail_at(rule, at, std::move(message)));
  return step::broken;
}

/// Records the failure and returns false.
bool careful_line::fail_at(errc rule, std::size_t at, std::string message) {
  failure_ = {rule, treatment::skip, at, 0, at, std::move(message)};
  return false;
}

std::size_t careful_line::skip_space(std::size_t at) const {
  while (at < line_.size() && (line_[at] == ' ' || line_[at] == '\t')) ++at;
  return at;
}

}  // namespace laundromat
