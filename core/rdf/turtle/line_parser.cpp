// serd, fed with one statement at a time: fresh after every error, and never trusted with names, IRIs or labels.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/line_parser.hpp"

#include <serd-0/serd/serd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdarg>
#include <cstdio>

#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr std::string_view xsd_string = "http://www.w3.org/2001/XMLSchema#string";

std::string_view text_of(const SerdNode* node) {
  if (!node || !node->buf) return {};
  return {reinterpret_cast<const char*>(node->buf), node->n_bytes};
}

struct reader_deleter {
  void operator()(SerdReader* reader) const { serd_reader_free(reader); }
};

}  // namespace

void statement_buffer::clear() {
  bytes_.clear();
  rows_.clear();
}

statement_buffer::text statement_buffer::keep(std::string_view value) {
  const text t{bytes_.size(), value.size()};
  bytes_.append(value);
  return t;
}

statement_buffer::term statement_buffer::store(const term_view& view) {
  return {view.kind, keep(view.value), keep(view.datatype), keep(view.language)};
}

term_view statement_buffer::view(const term& stored) const {
  return {stored.kind, at(stored.value), at(stored.datatype), at(stored.language)};
}

void statement_buffer::add(const statement_view& s) {
  rows_.push_back({store(s.subject), store(s.predicate), store(s.object), store(s.graph)});
}

statement_view statement_buffer::operator[](std::size_t index) const {
  const auto& r = rows_[index];
  return {view(r.subject), view(r.predicate), view(r.object), view(r.graph)};
}

/// The reader, and everything its callbacks touch.
struct statement_parser::state {
  state(text_dialect d, const name_environment& e, reader_limits l) : dialect(d), environment(e), limits(l) {}

  text_dialect dialect;
  const name_environment& environment;
  reader_limits limits;
  std::unique_ptr<SerdReader, reader_deleter> reader;
  std::size_t bytes_read = 0;  ///< by this reader, which forgets to free some of its stack
  parse_target* target = nullptr;
  std::optional<parse_fault> fault;  ///< sticky: the reader goes on after some errors of its callbacks
  std::array<std::string, 5> names;  ///< expanded terms of the current statement
  std::uint64_t reader_labels = 0;   ///< labels that this reader made before the current text
  std::uint64_t text_labels = 0;     ///< made in the current text so far
  std::uint64_t committed_labels = 0;

  void renew();
  void set_fault(errc rule, std::string message) {
    if (!fault) fault = parse_fault{rule, std::move(message), 1, 1};
  }
  std::string_view expand(const SerdNode* node, std::string& storage);
  std::string_view expand_name(std::string_view curie, std::string& storage);
  std::string_view expand_label(std::string_view label, std::string& storage);
  term_view to_term(const SerdNode* node, std::string& storage);
  SerdStatus take(const SerdNode* graph, const SerdNode* subject, const SerdNode* predicate,
                  const SerdNode* object, const SerdNode* datatype, const SerdNode* language);

  static SerdStatus on_statement(void* handle, SerdStatementFlags, const SerdNode* graph,
                                 const SerdNode* subject, const SerdNode* predicate, const SerdNode* object,
                                 const SerdNode* datatype, const SerdNode* language) {
    return static_cast<state*>(handle)->take(graph, subject, predicate, object, datatype, language);
  }
  static SerdStatus on_error(void* handle, const SerdError* error);
  static SerdStatus on_directive(void* handle, const SerdNode*) {
    static_cast<state*>(handle)->set_fault(errc::syntax_error, "a directive within a statement");
    return SERD_ERR_BAD_SYNTAX;
  }
  static SerdStatus on_prefix(void* handle, const SerdNode* name, const SerdNode*) {
    return on_directive(handle, name);
  }
};

SerdStatus statement_parser::state::on_error(void* handle, const SerdError* error) {
  auto& self = *static_cast<state*>(handle);
  if (self.fault) return SERD_SUCCESS;
  std::array<char, 256> buffer{};
  va_list arguments;
  va_copy(arguments, *error->args);
  std::vsnprintf(buffer.data(), buffer.size(), error->fmt, arguments);
  va_end(arguments);
  std::string message(buffer.data());
  while (!message.empty() && (message.back() == '\n' || message.back() == '.')) message.pop_back();
  self.fault = parse_fault{errc::syntax_error, std::move(message), std::max(error->line, 1u),
                           std::max(error->col, 1u)};
  return SERD_SUCCESS;
}

void statement_parser::state::renew() {
  const auto syntax = dialect == text_dialect::lines ? SERD_NQUADS : SERD_TURTLE;
  reader.reset(serd_reader_new(syntax, this, nullptr, on_directive, on_prefix, on_statement, nullptr));
  serd_reader_set_strict(reader.get(), true);
  serd_reader_set_error_sink(reader.get(), on_error, this);
  reader_labels = 0;
  bytes_read = 0;
}

std::string_view statement_parser::state::expand_name(std::string_view curie, std::string& storage) {
  const auto colon = std::min(curie.find(':'), curie.size());
  const auto prefix = environment.prefixes.find(curie.substr(0, colon));
  if (prefix == environment.prefixes.end()) {
    set_fault(errc::missing_prefix,
              "the prefix " + std::string(curie.substr(0, colon)) + ": is not declared");
    return {};
  }
  storage = prefix->second;
  storage += curie.substr(std::min(colon + 1, curie.size()));
  return storage;
}

std::string_view statement_parser::state::expand_label(std::string_view label, std::string& storage) {
  if (label.starts_with('u')) return label.substr(1);
  std::uint64_t number = 0;
  const auto digits = label.substr(std::min<std::size_t>(1, label.size()));
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (number <= reader_labels)
    set_fault(errc::internal, "the parser made an unexpected label " + std::string(label));
  text_labels = std::max(text_labels, number - reader_labels);
  storage = "~" + std::to_string(committed_labels + (number - reader_labels));
  return storage;
}

std::string_view statement_parser::state::expand(const SerdNode* node, std::string& storage) {
  const auto text = text_of(node);
  if (node->type == SERD_CURIE) {
    const auto iri = expand_name(text, storage);
    if (iri.size() > limits.iri_bytes) set_fault(errc::term_too_long, "an IRI is longer than the limit");
    return iri;
  }
  if (is_absolute(text)) return text;
  storage = resolve_iri(environment.base, text);
  if (storage.empty()) set_fault(errc::relative_iri, "<" + std::string(text) + "> and no base");
  return storage;
}

term_view statement_parser::state::to_term(const SerdNode* node, std::string& storage) {
  if (!node || node->type == SERD_NOTHING) return {};
  switch (node->type) {
    case SERD_BLANK:
      return {term_kind::blank, expand_label(text_of(node), storage), {}, {}};
    case SERD_LITERAL:
      return {term_kind::literal, text_of(node), {}, {}};
    default:
      return {term_kind::iri, expand(node, storage), {}, {}};
  }
}

SerdStatus statement_parser::state::take(const SerdNode* graph, const SerdNode* subject,
                                         const SerdNode* predicate, const SerdNode* object,
                                         const SerdNode* datatype, const SerdNode* language) {
  statement_view statement{to_term(subject, names[0]), to_term(predicate, names[1]),
                           to_term(object, names[2]), to_term(graph, names[3])};
  if (statement.object.kind == term_kind::literal) {
    if (language && language->type != SERD_NOTHING) {
      statement.object.language = text_of(language);
    } else if (datatype && datatype->type != SERD_NOTHING) {
      const auto iri = expand(datatype, names[4]);
      if (iri != xsd_string) statement.object.datatype = iri;
    }
  }
  if (statement.subject.kind == term_kind::literal || statement.predicate.kind != term_kind::iri ||
      statement.graph.kind == term_kind::literal)
    set_fault(errc::syntax_error, "a term that cannot stand in its place");
  if (fault) return SERD_ERR_BAD_SYNTAX;
  target->on_parsed(statement);
  return SERD_SUCCESS;
}

statement_parser::statement_parser(text_dialect dialect, const name_environment& environment,
                                   reader_limits limits)
    : state_(std::make_unique<state>(dialect, environment, limits)) {}

statement_parser::~statement_parser() = default;

std::optional<parse_fault> statement_parser::parse(const std::string& text, parse_target& target) {
  auto& s = *state_;
  constexpr std::size_t renew_after_bytes = 1 << 18;
  if (!s.reader || s.bytes_read > renew_after_bytes) s.renew();
  s.bytes_read += text.size();
  s.target = &target;
  s.fault.reset();
  s.text_labels = 0;
  const auto status =
      serd_reader_read_string(s.reader.get(), reinterpret_cast<const std::uint8_t*>(text.c_str()));
  if (status > SERD_FAILURE && !s.fault)
    s.set_fault(errc::syntax_error, reinterpret_cast<const char*>(serd_strerror(status)));
  if (s.fault) {
    s.reader.reset();
    return s.fault;
  }
  s.reader_labels += s.text_labels;
  return std::nullopt;
}

void statement_parser::commit() {
  state_->committed_labels += state_->text_labels;
  state_->text_labels = 0;
}

}  // namespace laundromat
