// Keeps open what the next statement may go on with.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/expanded_json_ld_writer.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat {

namespace {

constexpr std::size_t flushed_bytes = std::size_t{64} << 10;

/// Appends a text in quotes; escapes only what RFC 8259 section 7 requires.
void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out.push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (c == '\n') {
      out.append("\\n");
    } else if (byte < 0x20) {
      out.append("\\u00");
      out.push_back(digits[byte >> 4]);
      out.push_back(digits[byte & 15U]);
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

std::string name_of(const term_view& term) {
  return (term.kind == term_kind::blank ? "_:" : "") + std::string(term.value);
}

/// Whether predicates come in the order of canonical lines, in which `>` ends them.
bool may_follow(std::string_view before, std::string_view next) {
  const auto common = std::min(before.size(), next.size());
  if (const auto order = before.substr(0, common).compare(next.substr(0, common)); order != 0)
    return order < 0;
  const auto byte_of = [&](std::string_view iri) { return iri.size() > common ? iri[common] : '>'; };
  return before.empty() || byte_of(before) <= byte_of(next);
}

result<void> check_expressible(const statement_view& statement) {
  for (const auto* term : {&statement.subject, &statement.predicate, &statement.object, &statement.graph})
    if (term->kind == term_kind::triple)
      return fail(errc::triple_term_out_of_place, "JSON-LD 1.1 has no triple terms");
  for (const auto* term : {&statement.subject, &statement.predicate, &statement.graph})
    if (term->kind == term_kind::literal) return fail(errc::literal_out_of_place, std::string(term->value));
  if (statement.predicate.kind == term_kind::blank)
    return fail(errc::blank_predicate, std::string(statement.predicate.value));
  return {};
}

}  // namespace

result<void> expanded_json_ld_writer::write(const statement_view& statement) {
  if (auto allowed = check_expressible(statement); !allowed) return allowed;
  if (!std::exchange(is_begun_, true)) text_.push_back('[');
  const bool is_type =
      statement.predicate.value == iris::rdf_type && statement.object.kind != term_kind::literal;
  enter_graph(statement.graph.kind == term_kind::none ? std::string{} : name_of(statement.graph));
  const auto subject = name_of(statement.subject);
  // A key is unique in its object: what does not come in order begins another one.
  const bool goes_on = has_node_ && subject == subject_ && element_bytes() < most_element_bytes &&
                       may_follow(predicate_, statement.predicate.value) &&
                       (predicate_ != statement.predicate.value || is_type_ <= is_type);
  if (!goes_on) enter_node(subject);
  enter_property(statement.predicate.value, is_type);
  append_value(statement.object);
  return flush(flushed_bytes);
}

result<void> expanded_json_ld_writer::finish() {
  if (!std::exchange(is_begun_, true)) text_.push_back('[');
  end_graph();
  text_.append(is_first_element_ ? "]\n" : "\n]\n");
  return flush(0);
}

void expanded_json_ld_writer::begin_element() {
  text_.append(std::exchange(is_first_element_, false) ? "\n" : ",\n");
  element_begin_ = written_bytes_ + text_.size();
}

void expanded_json_ld_writer::enter_graph(std::string_view graph) {
  if (graph == graph_ && (graph.empty() || element_bytes() < most_element_bytes)) return;
  end_graph();
  graph_ = graph;
  if (graph.empty()) return;
  begin_element();
  text_.append("{\"@id\":");
  append_quoted(text_, graph);
  text_.append(",\"@graph\":[");
  is_first_node_ = true;
}

void expanded_json_ld_writer::enter_node(std::string_view subject) {
  end_node();
  if (graph_.empty())
    begin_element();
  else if (!std::exchange(is_first_node_, false))
    text_.push_back(',');
  text_.append("{\"@id\":");
  append_quoted(text_, subject);
  subject_ = subject;
  has_node_ = true;
}

void expanded_json_ld_writer::enter_property(std::string_view predicate, bool is_type) {
  if (has_property_ && predicate == predicate_ && is_type == is_type_) return text_.push_back(',');
  end_property();
  text_.push_back(',');
  append_quoted(text_, is_type ? "@type" : predicate);
  text_.append(":[");
  predicate_ = predicate;
  is_type_ = is_type;
  has_property_ = true;
}

void expanded_json_ld_writer::end_property() {
  if (std::exchange(has_property_, false)) text_.push_back(']');
  predicate_.clear();
  is_type_ = false;
}

void expanded_json_ld_writer::end_node() {
  end_property();
  if (std::exchange(has_node_, false)) text_.push_back('}');
}

void expanded_json_ld_writer::end_graph() {
  end_node();
  if (!std::exchange(graph_, std::string{}).empty()) text_.append("]}");
}

void expanded_json_ld_writer::append_value(const term_view& object) {
  if (is_type_) return append_quoted(text_, name_of(object));
  if (object.kind != term_kind::literal) {
    text_.append("{\"@id\":");
    append_quoted(text_, name_of(object));
    return text_.push_back('}');
  }
  text_.append("{\"@value\":");
  append_quoted(text_, object.value);
  if (!object.language.empty()) {
    const auto direction = object.language.find("--");
    text_.append(",\"@language\":");
    append_quoted(text_, object.language.substr(0, direction));
    if (direction != object.language.npos) {
      text_.append(",\"@direction\":");
      append_quoted(text_, object.language.substr(direction + 2));
    }
  } else if (!object.datatype.empty()) {
    text_.append(",\"@type\":");
    append_quoted(text_, object.datatype);
  }
  text_.push_back('}');
}

result<void> expanded_json_ld_writer::flush(std::size_t at_least) {
  if (text_.size() < at_least) return {};
  auto done = out_.write(text_);
  written_bytes_ += text_.size();
  text_.clear();
  return done;
}

}  // namespace laundromat
