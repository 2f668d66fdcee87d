// The reader of Turtle and TriG: the top-level statement is the unit that is kept or skipped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/turtle/clean_text.hpp"
#include "core/rdf/turtle/parser.hpp"
#include "core/rdf/model/position.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/turtle/turtle_splitter.hpp"

namespace laundromat {

/// Emits the quads of a statement only when the whole of it is well-formed. A defect's offset and length are
/// the span that was skipped or repaired; its line and column are where the fault is. Prefixes, base and
/// graph are kept here, so that one broken statement changes nothing for the next. Memory: one statement of
/// at most `limits.statement_bytes`, and one chunk. Source: RDF 1.1 Turtle section 6, TriG section 4.
class turtle_reader final : public reader {
 public:
  turtle_reader(rdf_format format, reader_options options, statement_sink& sink);

  result<void> push(std::string_view bytes) override;
  result<void> finish() override;

 private:
  enum class graph_state : std::uint8_t { none, named, broken };

  [[nodiscard]] result<void> drain(bool at_end);
  void skip_byte_order_mark();
  void drop_what_is_too_long();
  [[nodiscard]] result<void> take(const piece& p, std::string_view raw);
  [[nodiscard]] result<void> read_statement(const piece& p, std::string_view raw);
  [[nodiscard]] result<void> read_large_statement(const std::string& text);
  [[nodiscard]] result<void> emit(statement_view statement);
  void read_trivia(std::string_view raw);
  void read_directive(std::string_view raw);
  void open_graph(std::string_view raw);
  void close_graph();
  [[nodiscard]] bool clean(std::string_view raw);
  void report(std::string_view raw, const std::vector<text_fault>& faults);
  void skip(std::string_view raw, errc rule, std::size_t fault_at, std::string message);

  reader_options options_;
  name_environment environment_;
  statement_sink& sink_;
  turtle_splitter splitter_;
  text_cleaner cleaner_;
  statement_parser parser_;
  statement_buffer found_;
  text_position position_;  ///< of the first byte of `buffer_` from `front_` on
  std::string buffer_, text_;
  std::size_t front_ = 0;
  std::uint64_t dropped_bytes_ = 0;  ///< of a statement beyond the limit
  text_position dropped_from_;
  bool is_at_start_ = true;
  graph_state graph_ = graph_state::none;
  bool is_in_graph_ = false;
  term_kind graph_kind_ = term_kind::none;
  std::string graph_name_;

  friend struct large_statement_target;
};

}  // namespace laundromat
