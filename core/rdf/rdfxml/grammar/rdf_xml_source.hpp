// The reader's body: tokens in, well-formed elements out, and what is done where the tags do not match.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_machine.hpp"
#include "core/rdf/rdfxml/xml/sax_tags.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"
#include "core/rdf/rdfxml/recovery/xml_lookahead.hpp"
#include "core/rdf/rdfxml/recovery/xml_sections.hpp"
#include "core/rdf/rdfxml/xml/xml_text.hpp"

namespace laundromat::rdfxml {

/// libxml2 and the machine see every element opened and closed in turn, whatever the document looks like. Where a tag does not
/// match, the end tags ahead say which reading fits: an end tag is missing, superfluous, or misspelt, or a start tag was lost.
class rdf_xml_source final : public reader {
 public:
  rdf_xml_source(reader_options options, statement_sink& sink);

  result<void> push(std::string_view bytes) override;
  result<void> finish() override;

 private:
  static constexpr std::size_t enough_ends =
      8;  ///< to tell readings apart where elements of the same names are nested
  static constexpr std::size_t unknown_indent = std::string_view::npos;
  struct open_element {
    std::size_t name_end = 0;                   ///< in `names_`
    bool is_read = false;                       ///< libxml2 has it open
    std::size_t indent = unknown_indent;        ///< of the line on which its start tag stands
    std::size_t child_indent = unknown_indent;  ///< of the first tag in it that leads a line
    bool has_scope = false;                     ///< its tag may declare namespaces, a base or a language
    bool has_end = false;                       ///< its end tag was seen ahead
  };
  /// As nearly all documents write it. What it stands for cannot be known where its tag cannot be read.
  static constexpr std::string_view member_name = "rdf:li";
  enum class reading : std::uint8_t { wait, keep, skip, close_top, end_top, lost_start };
  /// What of a start tag is judged next.
  enum class judging : std::uint8_t { root, place, cut, ends, done };

  [[nodiscard]] result<void> drain(bool at_end);
  void drop_consumed();
  // Each returns false when it needs more of the document; called again, it goes on where it was.
  [[nodiscard]] bool take(const xml_token& token, std::string_view raw);
  void begin_section(const xml_token& token);
  [[nodiscard]] bool judge_section(xml_token& token, std::string_view rest);
  [[nodiscard]] bool judge_meant_comment(xml_token& token, std::string_view rest);
  [[nodiscard]] xml_surroundings surroundings() const;
  void take_lost_section(const xml_token& token);
  [[nodiscard]] bool take_text(std::string_view raw);
  [[nodiscard]] bool take_start(const xml_token& token, std::string_view raw);
  void repair_root(const xml_token& token, std::string_view raw);
  [[nodiscard]] bool take_broken(const xml_token& token);
  void judge_behind_root(const xml_token& token, std::string_view raw);
  [[nodiscard]] reading judge_tag(const xml_token& token, std::string_view raw);
  [[nodiscard]] reading judge_start(const xml_token& token, std::string_view raw);
  [[nodiscard]] bool take_end(const xml_token& token);
  void ignore_end(const xml_token& token);
  [[nodiscard]] bool repair_end(const xml_token& token);
  void take_cdata(const xml_token& token, std::string_view raw);
  void take_comment(const xml_token& token, std::string_view raw);
  void report_unread(std::size_t before);
  void take_instruction(const xml_token& token, std::string_view raw);
  void take_document_type(const xml_token& token, std::string_view raw);
  void take_header(std::string_view raw);
  void declare_entities(std::string_view raw);
  void read_characters(std::string_view raw, xml_text_kind kind);

  void read_tag(const xml_token& token, std::string_view raw);
  [[nodiscard]] std::string_view rewrite(const xml_token& token, std::string_view raw, bool has_high);
  void rewrite_attribute(const xml_attribute& one, std::string_view raw, std::size_t place);
  void add_defaults(const xml_entities::attribute_defaults& defaults, std::size_t at, std::string_view raw);
  [[nodiscard]] bool has_scope(std::string_view raw) const;
  [[nodiscard]] bool has_usual_attributes(std::string_view raw) const;
  [[nodiscard]] bool has_plain_values(std::string_view raw) const;
  [[nodiscard]] bool list_attributes(std::string_view raw, bool has_high);
  [[nodiscard]] errc fault_of_name(std::string_view name, bool has_high) const;

  [[nodiscard]] xml_lookahead look(std::size_t from, std::size_t enough = 3,
                                   std::size_t window_bytes = xml_lookahead::window_bytes);
  [[nodiscard]] reading judge_cut();
  void judge_repeated_root(const xml_token& token, std::string_view raw);
  [[nodiscard]] bool declares_own_prefix(std::string_view name, std::string_view raw) const;
  [[nodiscard]] reading judge_child(const xml_lookahead& ahead) const;
  [[nodiscard]] reading judge_node(const xml_lookahead& ahead, std::string_view name) const;
  [[nodiscard]] reading judge_place(const xml_token& token);
  [[nodiscard]] bool fits_when_closed(const xml_lookahead& ahead, std::size_t count) const;
  [[nodiscard]] bool fits_when_lost(const xml_lookahead& ahead, std::size_t count) const;
  void note_indent(std::string_view text);
  [[nodiscard]] reading judge_namesake(const xml_lookahead& behind) const;
  [[nodiscard]] reading judge_list(const xml_token& token);
  [[nodiscard]] reading judge_empty(const xml_token& token);
  [[nodiscard]] bool holds_elements(std::string_view raw) const;
  [[nodiscard]] bool is_lost_start(const xml_lookahead& ahead) const;

  void open_lost(std::string_view name);
  void take_end_without_slash(const xml_token& token);
  void open_skipped(std::string_view name, std::uint64_t begin, errc rule, std::uint64_t noticed,
                    std::string_view message = {});
  void push_name(std::string_view name, bool is_read, bool has_scope);
  void close_top(std::uint64_t end);
  void pop_name();
  void close_top_unended(std::uint64_t at, bool is_reported);
  void close_unended(std::uint64_t at, std::size_t count, errc rule);
  void close_all(std::uint64_t at);
  [[nodiscard]] std::string_view name_at(std::size_t from_top) const;
  [[nodiscard]] std::size_t find_open(std::string_view name) const;
  [[nodiscard]] std::uint64_t here() const { return offset_ + front_; }

  reader_options options_;
  xml_lexer_limits limits_;
  defect_log log_;
  rdf_xml_machine machine_;
  xml_text_decoder decoder_;
  sax_tags sax_;
  xml_lookout lookahead_;
  xml_section_judge sections_;
  std::string buffer_, decoded_, rewritten_, lost_name_;
  std::string root_tag_;  ///< the start tag of the rdf:RDF that was opened last, when it is short
  std::size_t front_ = 0,
              wanted_ = 0;   ///< of `buffer_`: what was read; how much must be there before it is worth a try
  std::uint64_t start_ = 0;  ///< of the document behind its byte order mark
  std::uint64_t offset_ = 0;         ///< of the front of `buffer_` in the document
  std::uint64_t scanned_bytes_ = 0;  ///< ahead, in all
  bool is_end_ = false, is_at_start_ = true;
  judging step_ = judging::root;     ///< of the start tag at hand
  reading verdict_ = reading::keep;  ///< of what was judged of it
  xml_section section_ = xml_section::content;
  std::uint64_t section_begin_ = 0;  ///< of what comes in pieces
  errc section_fault_{};
  std::uint64_t cut_at_ = ~std::uint64_t{0};  ///< where a text ends before what was meant for a comment
  xml_tag tag_;
  std::vector<xml_attribute> attributes_;  ///< of the tag, but for namespaces
  std::vector<attribute_fault> faults_;
  std::vector<lost_attribute> lost_;
  errc lost_rule_ = errc::bad_attribute;  ///< why attributes of the tag are lost
  std::vector<open_element> open_;
  std::string names_;
  std::size_t line_indent_ = unknown_indent;  ///< of the line that was begun last
  bool leads_line_ = false;         ///< nothing but spaces stands before what comes next on its line
  std::size_t indent_step_ = 0;     ///< how much deeper a child stands than its parent; 0 until it is known
  std::uint64_t placed_bytes_ = 0;  ///< looked over ahead for tags that stand out of line
  bool holds_rdf_ = false;          ///< the root that is being opened
  bool repeats_root_ = false;       ///< what is being opened is another start tag of the root
  std::uint64_t overflow_ = 0;      ///< how many elements are open beyond the limit of nesting
  std::size_t generation_ = 0;
};

}  // namespace laundromat::rdfxml
