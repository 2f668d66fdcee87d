// Implements mapping_graph.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/mapping_graph.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/turtle/turtle_reader.hpp"
#include "core/rml/rml_vocabulary.hpp"

namespace laundromat {

namespace {

/// Gives each statement its line. The document is pushed line by line: what comes during a line ends there.
class graph_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view& statement) override {
    const bool is_blank = statement.object.kind == term_kind::blank;
    graph.add(statement, line_of(is_blank ? statement.predicate : statement.object));
    has_ended_ = true;
    return {};
  }
  void on_defect(const defect& found) override {
    if (found.done != treatment::skip) return;
    auto message = found.message.empty() ? std::string(meaning_of(found.rule)) : found.message;
    problems.push_back({found.line, std::move(message)});
  }
  /// Call with each line before it is pushed.
  void begin_line(std::string_view line) {
    const auto text = line.substr(std::min(line.find_first_not_of(" \t\r\n"), line.size()));
    if (std::exchange(has_ended_, false)) block_.clear();
    if (block_.empty()) first_ = number_ + 1;
    ++number_;
    // Between blocks.
    if (block_.empty() && (text.empty() || text[0] == '#' || text[0] == '@')) return;
    block_.push_back(line);
  }

  mapping_graph graph;
  std::vector<line_problem> problems;

 private:
  /// The only line of the block that has the term; the first one, when several have it.
  [[nodiscard]] std::size_t line_of(const term_view& term) const {
    const auto cut = term.kind == term_kind::iri ? term.value.find_last_of("/#") : std::string_view::npos;
    const auto name = cut == std::string_view::npos ? term.value : term.value.substr(cut + 1);
    if (name.empty()) return first_;
    std::size_t found = 0;
    for (std::size_t i = 0; i < block_.size(); ++i) {
      if (block_[i].find(name) == std::string_view::npos) continue;
      if (found != 0) return first_;
      found = first_ + i;
    }
    return found == 0 ? first_ : found;
  }

  std::vector<std::string_view> block_;
  std::size_t number_ = 0, first_ = 1;
  bool has_ended_ = false;
};

}  // namespace

void mapping_graph::add(const statement_view& statement, std::size_t line) {
  statements_.push_back(
      {copy_of(statement.subject), copy_of(statement.predicate), copy_of(statement.object), line});
  subjects_[readable_node(statements_.back().subject)].push_back(statements_.size() - 1);
}

std::vector<const mapping_statement*> mapping_graph::find(const made_term& subject,
                                                          std::string_view property) const {
  std::vector<const mapping_statement*> found;
  const auto at = subjects_.find(readable_node(subject));
  if (at == subjects_.end()) return found;
  for (const auto number : at->second) {
    const auto& one = statements_[number];
    if (one.predicate.value == property || rml::word(one.predicate.value) == property) found.push_back(&one);
  }
  return found;
}

const mapping_statement* mapping_graph::first(const made_term& subject, std::string_view property) const {
  const auto all = find(subject, property);
  return all.empty() ? nullptr : all.front();
}

std::string mapping_graph::name_of(const made_term& node) const {
  std::string before;
  const auto* at = &node;
  // Blank nodes can lead to themselves.
  for (int steps = 0; at->kind == term_kind::blank && steps < 8; ++steps) {
    const auto to = std::ranges::find_if(statements_, [&](const mapping_statement& one) {
      return one.object.kind == term_kind::blank && one.object.value == at->value;
    });
    if (to == statements_.end()) break;
    const auto property = rml::word(to->predicate.value);
    before += (property.empty() ? readable_node(to->predicate) : "rml:" + std::string(property)) + " of ";
    at = &to->subject;
  }
  return before + readable_node(*at);
}

std::string readable_node(const made_term& node) {
  if (node.kind == term_kind::blank) return "_:" + node.value;
  if (node.kind == term_kind::literal) return "\"" + node.value + "\"";
  return "<" + node.value + ">";
}

tl::expected<mapping_graph, std::vector<line_problem>> read_mapping_graph(std::string_view turtle,
                                                                          std::string_view base_iri) {
  graph_sink sink;
  reader_options options;
  options.base_iri = base_iri;
  options.profile = wash_profile::strict;
  const auto reader = make_turtle_reader(rdf_format::turtle, options, sink);
  result<void> done;
  while (done && !turtle.empty()) {
    const auto line = turtle.substr(0, std::min(turtle.find('\n'), turtle.size() - 1) + 1);
    sink.begin_line(line);
    done = reader->push(line);
    turtle.remove_prefix(line.size());
  }
  if (done) done = reader->finish();
  if (!done) sink.problems.push_back({1, done.error().detail});
  if (!sink.problems.empty()) return tl::unexpected(std::move(sink.problems));
  return std::move(sink.graph);
}

}  // namespace laundromat
