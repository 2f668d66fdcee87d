// The reader of RDF/XML: tokens in, well-formed elements out, and what is done where tags do not match.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/grammar/document_elements.hpp"
#include "core/rdf/rdfxml/grammar/end_tag_repair.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_parser.hpp"
#include "core/rdf/rdfxml/grammar/tag_examiner.hpp"
#include "core/rdf/rdfxml/recovery/section_ends.hpp"
#include "core/rdf/rdfxml/recovery/tag_lookahead.hpp"
#include "core/rdf/rdfxml/recovery/tag_match.hpp"
#include "core/rdf/rdfxml/state/open_tags.hpp"
#include "core/rdf/rdfxml/xml/sax_tags.hpp"
#include "core/rdf/rdfxml/xml/tag_rewriter.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"
#include "core/rdf/rdfxml/xml/xml_text.hpp"

namespace laundromat::rdfxml {

/// libxml2 and the parser see every element opened and closed in turn, whatever the document looks like. Where a tag does not match,
/// the end tags ahead show which reading fits (`tag_match`): an end tag is missing, superfluous, or misspelt, or a start tag was lost.
///
///     bytes ─► next_xml_token ─┬─ start tag ─► tag_examiner ─► tag_rewriter ─► sax_tags ─► parser.open
///                              ├─ end tag ───► end_tag_repair ───────────────────────────► parser.close
///                              └─ text ──────► xml_text_decoder ─────────────────────────► parser.text
class document_reader final : public reader {
 public:
  document_reader(reader_options options, statement_sink& sink);

  result<void> push(std::string_view bytes) override;
  result<void> finish() override;

 private:
  // document_reader.cpp: the loop over tokens, and everything that is no tag.
  // A `take_…` or `find_…` that returns a bool returns false when it needs more of the document; called again, it continues.
  [[nodiscard]] result<void> drain(bool at_end);
  void drop_consumed();
  [[nodiscard]] bool take(const xml_token& token, std::string_view raw);
  void begin_section(const xml_token& token);
  [[nodiscard]] bool find_section_end(xml_token& token, std::string_view rest);
  [[nodiscard]] bool find_meant_comment(xml_token& token, std::string_view rest);
  [[nodiscard]] xml_surroundings surroundings() const;
  void take_lost_section(const xml_token& token);
  [[nodiscard]] bool take_text(std::string_view raw);
  void read_characters(std::string_view raw, xml_text_kind kind);
  void take_cdata(const xml_token& token, std::string_view raw);
  void take_comment(const xml_token& token, std::string_view raw);
  void take_instruction(const xml_token& token, std::string_view raw);
  void report_faults(std::size_t before);
  [[nodiscard]] bool take_document_type(const xml_token& token, std::string_view raw);
  void take_header(std::string_view raw);
  void check_declaration(std::string_view raw);
  struct byte_range {
    std::uint64_t begin = 0, end = 0;
  };
  void note_prolog(byte_range at, std::string_view message);
  void declare_entities(std::string_view raw);

  // document_reader_tags.cpp: tags, and what follows from how they are read.
  [[nodiscard]] bool take_start(const xml_token& token, std::string_view raw);
  [[nodiscard]] bool examine_root(const xml_token& token, std::string_view raw);
  void leave_root(const xml_token& token, std::string_view raw);
  void find_repeated_root(const xml_token& token, std::string_view raw);
  [[nodiscard]] bool declares_own_prefix(std::string_view name, std::string_view raw) const;
  void repair_root(const xml_token& token, std::string_view raw);
  void read_tag(const xml_token& token, std::string_view raw);
  [[nodiscard]] bool take_broken(const xml_token& token);
  [[nodiscard]] bool take_end(const xml_token& token);
  [[nodiscard]] bool find_early_end(const xml_token& token, bool& is_early);
  void close_top(std::uint64_t end);
  void close_all(std::uint64_t at);

  [[nodiscard]] std::uint64_t here() const { return offset_ + front_; }
  /// What is in the buffer from `length` bytes behind the front on.
  [[nodiscard]] std::string_view behind(std::size_t length) const {
    return std::string_view(buffer_).substr(front_ + length);
  }
  /// What is in the buffer from the front on.
  [[nodiscard]] arrived_text arrived() const { return {behind(0), here(), is_end_}; }

  reader_options options_;
  xml_lexer_limits limits_;
  defect_log log_;
  rdf_xml_parser parser_;
  xml_text_decoder decoder_;
  tag_rewriter rewriter_;
  sax_tags sax_;
  tag_lookahead lookahead_;
  section_ends sections_;
  open_tags open_;
  tag_match match_;
  document_elements elements_;
  tag_examiner examiner_;
  end_tag_repair ends_;

  std::string buffer_, decoded_;
  std::size_t front_ = 0;   ///< of `buffer_`: what was read
  std::size_t wanted_ = 0;  ///< how much of `buffer_` must be there behind the front before it is worth a try
  std::uint64_t offset_ = 0;  ///< of the front of `buffer_` in the document
  std::uint64_t start_ = 0;   ///< of the document behind its byte order mark
  bool is_end_ = false, is_at_start_ = true;

  xml_section section_ = xml_section::content;
  std::uint64_t section_begin_ = 0;           ///< of what comes in pieces
  errc section_fault_{};                      ///< of a broken tag that does
  std::string lost_name_;                     ///< of that tag
  std::uint64_t cut_at_ = ~std::uint64_t{0};  ///< where a text ends before what was meant for a comment

  xml_tag tag_;                           ///< the start tag that is being read
  bool is_root_examined_ = false;         ///< it is known whether that is the tag of a root
  errc lost_rule_ = errc::bad_attribute;  ///< why an attribute of it without a name is lost
  bool holds_rdf_ = false;                ///< an rdf:RDF is ahead in the root that is being opened
  bool repeats_root_ = false;             ///< what is being opened is another start tag of the root
  std::string root_tag_;        ///< the start tag of the rdf:RDF that was opened last, when it is short
  std::uint64_t overflow_ = 0;  ///< how many elements are open beyond the limit of nesting
  std::size_t generation_ = 0;  ///< of the names of `sax_`
};

}  // namespace laundromat::rdfxml
