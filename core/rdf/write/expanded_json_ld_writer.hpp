// The writer of JSON-LD in expanded form: what it writes needs no context.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/base/result.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat {

/// Writes statements as they come. Shape: one array with a node object on each line; successive statements with the same graph and subject share a node object,
/// and those of a named graph a graph object, up to `most_element_bytes`. Every literal is a value object with its lexical form as a string, never a
/// native number or boolean; lists are written with rdf:first and rdf:rest. A base direction is `@direction`, which readers of JSON-LD drop unless
/// they are asked to keep it. Reading the output gives the same statements. Memory: one statement, and what is written next.
/// Source: JSON-LD 1.1 section 9 and its API section 5.1, expanded document form.
class expanded_json_ld_writer {
 public:
  /// A longer node or graph object ends, and another one with the same `@id` begins: readers keep whole ones in memory.
  static constexpr std::uint64_t most_element_bytes = std::uint64_t{1} << 20;

  /// `out` outlives the writer.
  explicit expanded_json_ld_writer(byte_sink& out) : out_(out) {}

  /// Errors: `triple_term_out_of_place` for a triple term, which JSON-LD 1.1 does not have; `literal_out_of_place` and `blank_predicate` for terms that RDF
  /// does not allow; those of `out`. After an error nothing more may be written.
  [[nodiscard]] result<void> write(const statement_view& statement);
  /// Ends the array. Errors: those of `out`.
  [[nodiscard]] result<void> finish();

 private:
  [[nodiscard]] std::uint64_t element_bytes() const { return written_bytes_ + text_.size() - element_begin_; }
  void begin_element();
  void enter_graph(std::string_view graph);
  void enter_node(std::string_view subject);
  void enter_property(std::string_view predicate, bool is_type);
  void end_property();
  void end_node();
  void end_graph();
  void append_value(const term_view& object);
  [[nodiscard]] result<void> flush(std::size_t at_least);

  byte_sink& out_;
  std::string text_;
  std::uint64_t written_bytes_ = 0, element_begin_ = 0;
  // What is open: a graph object within the array, a node object within it or the array, a property within that.
  std::string graph_, subject_,
      predicate_;  ///< IRIs and `_:label`; the graph is empty outside of graph objects
  bool is_begun_ = false, is_first_element_ = true, is_first_node_ = true, has_node_ = false,
       has_property_ = false, is_type_ = false;
};

}  // namespace laundromat
