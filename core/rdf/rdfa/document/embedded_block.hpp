// A block of another RDF format in a `script` element: its own reader, its places moved into the document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfa/document/embedded_reader.hpp"
#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/statement_output.hpp"
#include "core/rdf/rdfa/markup/fault_log.hpp"

namespace laundromat::rdfa {

/// The format of a `script` block, `unknown` when it holds no RDF. `text/plain` is no RDF.
/// Source: JSON-LD 1.1 section 7, Turtle 1.1 appendix A.
[[nodiscard]] rdf_format block_format(std::string_view type);

/// Reads the content of one block. Blank nodes get the prefix `s1.` in the first block, `s2.` in the second, so that none is mixed up with
/// those of another block or of the document.
class embedded_block final : public statement_sink {
 public:
  embedded_block(statement_sink& sink, statement_output& output, byte_account& account)
      : sink_(&sink), output_(&output), account_(&account) {}

  /// Begins a block. Errors: those of the factory.
  [[nodiscard]] result<void> open(rdf_format format, const reader_options& options,
                                  const embedded_reader_factory& factory);
  [[nodiscard]] bool is_open() const { return reader_ != nullptr; }
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  /// A piece of the content, which begins at `begin`. Space before the content is not part of it.
  void push(std::string_view piece, const std::function<text_position()>& locate);
  /// Within the content a section of XML begins or ends. Where what is before that on its line opens a comment, as in `//<![CDATA[`,
  /// the block goes on, and `mark` belongs to the comment. False when it does not.
  [[nodiscard]] bool pass_section_mark(std::string_view mark);
  void close();

  result<void> on_statement(const statement_view& statement) override;
  void on_defect(const defect& found) override;
  void on_span(span_kind kind, std::uint64_t length_bytes) override;

 private:
  void read(std::string_view piece);
  term_view rename(const term_view& term, std::string& storage) const;

  statement_sink* sink_;
  statement_output* output_;
  byte_account* account_;
  std::unique_ptr<reader> reader_;
  bool has_begun_ = false;
  bool is_first_line_ = true, has_section_ = false;
  std::string line_;                  // the beginning of the last one
  std::vector<std::uint64_t> marks_;  // of sections, where they are in the content: two at most
  text_position begin_;
  std::uint64_t pushed_bytes_ = 0, number_ = 0;
  std::string prefix_, labels_[4];
};

}  // namespace laundromat::rdfa
