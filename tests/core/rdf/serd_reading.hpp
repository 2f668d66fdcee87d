// The statements that libserd reads, for comparison. Its own faults are listed here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <serd-0/serd/serd.h>

#include <memory>
#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"

namespace laundromat::testing {

// Faults of serd 0.30.16 that a comparison must exclude:
// 1. A number directly before the final dot, `123.`, loses its datatype; `1.` within brackets is taken for a number.
// 2. Surrogates as escapes, and bytes that only look like UTF-8, are accepted.
// 3. Dot segments remain in references that lead above the root or have no hierarchy.
// 4. `_:b1` and `_:B1` in one document are an error; labels like these are renamed.
// 5. An undeclared prefix within a list of objects does not end the reading.
// 6. Each bracket is a call: thousands of them exhaust the stack.
// 7. Characters that the grammar forbids in IRIs pass, as do tags such as `@en-`.
// 8. `\u0000` ends a string.
// 9. An escape directly after a quote within a long string loses its first backslash or keeps one too many.
// 10. Graphs are read in Turtle, and unclosed ones in TriG.

/// Whether faults 1 or 9 may have changed the values that serd read.
inline bool may_read_other_values(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool is_quote = text[i] == '"' || text[i] == '\'';
    if (is_quote && text[i + 1] == '\\') return true;
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (is_digit && text[i + 1] == '.' && (i + 2 == text.size() || text[i + 2] < '0' || text[i + 2] > '9'))
      return true;
  }
  return false;
}

/// Passes the statements that serd reads to a sink; a relative IRI is resolved against `base_iri`.
class serd_reading {
 public:
  serd_reading(rdf_format format, std::string_view base_iri, statement_sink& sink) : sink_(&sink) {
    const std::string base_text(base_iri);
    auto node = serd_node_from_string(SERD_URI, reinterpret_cast<const std::uint8_t*>(base_text.c_str()));
    env_.reset(serd_env_new(base_text.empty() ? nullptr : &node));
    const auto syntax = format == rdf_format::turtle      ? SERD_TURTLE
                        : format == rdf_format::trig      ? SERD_TRIG
                        : format == rdf_format::n_triples ? SERD_NTRIPLES
                                                          : SERD_NQUADS;
    reader_.reset(serd_reader_new(syntax, this, nullptr, on_base, on_prefix, on_statement, nullptr));
    serd_reader_set_strict(reader_.get(), true);
    serd_reader_set_error_sink(reader_.get(), on_error, this);
  }

  /// True when serd reports no error.
  [[nodiscard]] bool read(std::string_view text) {
    const std::string copy(text);
    const auto status =
        serd_reader_read_string(reader_.get(), reinterpret_cast<const std::uint8_t*>(copy.c_str()));
    return status == SERD_SUCCESS && !has_failed_;
  }

 private:
  static std::string_view text_of(const SerdNode* node) {
    return node == nullptr || node->buf == nullptr
               ? std::string_view()
               : std::string_view(reinterpret_cast<const char*>(node->buf), node->n_bytes);
  }
  static SerdStatus on_error(void* self, const SerdError*) {
    static_cast<serd_reading*>(self)->has_failed_ = true;
    return SERD_SUCCESS;
  }
  static SerdStatus on_base(void* self, const SerdNode* uri) {
    return serd_env_set_base_uri(static_cast<serd_reading*>(self)->env_.get(), uri);
  }
  static SerdStatus on_prefix(void* self, const SerdNode* name, const SerdNode* uri) {
    return serd_env_set_prefix(static_cast<serd_reading*>(self)->env_.get(), name, uri);
  }
  /// A term with its text in `memory`. False for a prefix that is not declared.
  bool convert(const SerdNode* node, std::string& memory, term_view& term) {
    if (node == nullptr || node->type == SERD_NOTHING) return true;
    memory.assign(text_of(node));
    term.kind = node->type == SERD_LITERAL ? term_kind::literal
                : node->type == SERD_BLANK ? term_kind::blank
                                           : term_kind::iri;
    if (term.kind == term_kind::iri) {
      SerdNode whole = serd_env_expand_node(env_.get(), node);
      if (whole.type == SERD_NOTHING) return false;
      memory.assign(text_of(&whole));
      serd_node_free(&whole);
    }
    term.value = memory;
    return true;
  }
  static SerdStatus on_statement(void* handle, SerdStatementFlags, const SerdNode* graph,
                                 const SerdNode* subject, const SerdNode* predicate, const SerdNode* object,
                                 const SerdNode* datatype, const SerdNode* language) {
    auto& self = *static_cast<serd_reading*>(handle);
    statement_view found;
    term_view type;
    std::string memory[5];
    const bool is_known =
        self.convert(graph, memory[0], found.graph) && self.convert(subject, memory[1], found.subject) &&
        self.convert(predicate, memory[2], found.predicate) &&
        self.convert(object, memory[3], found.object) && self.convert(datatype, memory[4], type);
    if (!is_known) self.has_failed_ = true;
    found.object.language = text_of(language);
    if (type.value != "http://www.w3.org/2001/XMLSchema#string") found.object.datatype = type.value;
    if (!self.has_failed_ && !self.sink_->on_statement(found)) self.has_failed_ = true;
    return self.has_failed_ ? SERD_ERR_BAD_CURIE : SERD_SUCCESS;
  }

  struct deleter {
    void operator()(SerdEnv* env) const { serd_env_free(env); }
    void operator()(SerdReader* reader) const { serd_reader_free(reader); }
  };
  statement_sink* sink_;
  std::unique_ptr<SerdEnv, deleter> env_;
  std::unique_ptr<SerdReader, deleter> reader_;
  bool has_failed_ = false;
};

}  // namespace laundromat::testing
