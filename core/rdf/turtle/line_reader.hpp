// The reader of N-Triples and N-Quads: the line is the unit that is kept or skipped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/model/position.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/turtle/clean_text.hpp"
#include "core/rdf/turtle/line_parser.hpp"

namespace laundromat {

/// Lines end with LF, CRLF or a lone CR. A defect's offset and length are the line that was skipped or the
/// part that was repaired; its line and column are where the fault is. A quad in N-Triples and a second
/// statement on a line are kept and recorded. Memory: one line of at most `limits.line_bytes`. Source:
/// RDF 1.1 N-Triples section 7, N-Quads section 4.
class line_reader final : public reader {
 public:
  line_reader(rdf_format format, reader_options options, statement_sink& sink);

  result<void> push(std::string_view bytes) override;
  result<void> finish() override;

 private:
  [[nodiscard]] result<void> end_line(std::string_view line);
  [[nodiscard]] result<void> read_line(std::string_view line);
  [[nodiscard]] result<void> emit(std::string_view line);
  void report(std::string_view line, const std::vector<text_fault>& faults);
  void skip_line(std::string_view line, errc rule, std::size_t fault_at, std::string message);
  void keep_part(std::string_view part);

  rdf_format format_;
  reader_options options_;
  name_environment environment_;
  statement_sink& sink_;
  text_cleaner cleaner_;
  statement_parser parser_;
  statement_buffer found_;
  text_position position_;        ///< of the current line's first byte
  std::string pending_;           ///< the part of a line that came with earlier chunks
  std::uint64_t lost_bytes_ = 0;  ///< of a line beyond the limit, of which nothing is kept
  bool after_cr_ = false;
};

}  // namespace laundromat
