// Finds the records of an XML document as its tags come, and skips the damaged ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/extraction/markup/account/record_emitter.hpp"
#include "core/extraction/markup/selector/selector.hpp"
#include "core/extraction/markup/tree/element_record.hpp"
#include "core/extraction/markup/xml/line_indent.hpp"
#include "core/extraction/markup/xml/tag_check.hpp"
#include "core/extraction/markup/xml/xml_extractor.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/rdf/rdfa/document/deep_elements.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::markup {

/// Which elements are records.
///
///     selected   by the selector
///     undecided  without one: the root may be, and its children are kept until a name repeats
///     repeated   the children of the root with a name that has repeated
enum class record_choice : std::uint8_t { selected, undecided, repeated };

/// The tree holds the open elements and, of a record, all that is in it; what is behind is cut off when an element ends.
class record_stream final : public rdfa::markup_handler {
 public:
  record_stream(const xml_options& options, selector records, field_reader fields,
                std::unique_ptr<xpath_values> xpaths, record_sink& sink);

  [[nodiscard]] const result<void>& push(std::string_view bytes);
  [[nodiscard]] const result<void>& finish();

  void on_start_tag(const rdfa::raw_tag& tag) override;
  void on_end_tag(const rdfa::raw_tag& tag) override;
  void on_long_tag(const text_position& begin, std::uint64_t length_bytes, std::string_view name, bool is_end,
                   bool closes_itself) override;
  void on_text(std::uint64_t offset_bytes, std::string_view raw, rdfa::raw_text kind) override;
  void on_other(std::uint64_t offset_bytes, std::string_view raw, bool is_complete) override;
  void on_doctype(std::uint64_t offset_bytes, std::string_view raw) override;
  void on_bogus(std::uint64_t offset_bytes, std::string_view raw) override;
  void on_open_bogus(const text_position& begin, std::uint64_t end_bytes, bool holds_markup) override;
  void on_nested_comment(const text_position& begin, std::uint64_t end_bytes, std::string_view raw) override;
  void on_spaced_comment(const text_position& begin, std::uint64_t end_bytes) override;
  void on_unterminated(std::uint64_t offset_bytes, std::string_view raw, const text_position& begin) override;
  [[nodiscard]] bool wants_more() const override { return outcome_.has_value(); }

 private:
  struct open_element {
    node_index node = no_node;
    markup_tree::mark before;    ///< the tree without it
    selector::state reached;     ///< steps of the selector
    std::uint32_t indent = 0;    ///< of the line of its tag, where no record is around it
    bool is_unreadable = false;  ///< its start tag is damaged; its name may be cut
  };
  struct damage {
    errc rule{};
    text_position at;
    std::string message;
  };
  /// A child of the root that may become a record; or several that are not kept.
  struct pending_child {
    text_position begin;
    std::uint64_t end_bytes = 0;
    std::optional<damage> fault;
    node_index node = no_node;  ///< `no_node` where it is not in the tree
    bool has_end = false;       ///< its own end tag
  };
  /// Where an element that is a record, or may be one, begins.
  struct record_begin {
    text_position at;
    /// Where its tag is the first of its line, which is indented more than that of the element around it.
    std::optional<std::uint32_t> indent = {};
  };
  /// The CDATA section at hand.
  struct verbatim_text {
    std::uint64_t end_bytes = 0;
    std::string tail;  ///< in which a tag may have begun
    bool is_reported = false;
  };
  /// Children of the root with one name.
  struct child_count {
    std::string name;
    std::uint64_t count = 0, line = 0;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // record_stream.cpp: pieces of the document
  void see_prefixes(const rdfa::raw_tag& tag);
  void note_unknown_prefixes();
  void begin_piece(std::uint64_t offset_bytes, std::string_view raw, bool is_tag = false);
  [[nodiscard]] bool gathers() const { return record_ != none && !damage_; }
  void read_reference_fault(const rdfa::reference_fault& fault);
  void read_stray_markup(std::uint64_t end_bytes, stray_markup::kind kind);
  [[nodiscard]] bool cut_behind_end_tag(std::uint64_t offset_bytes, std::string_view& text);
  void read_text_part(std::uint64_t offset_bytes, std::string_view part, rdfa::raw_text kind);
  void read_lone_mark();
  void read_text_outside(std::string_view raw);
  void end_text_outside();
  void end_text();
  void see_text(std::string_view raw);
  void see_child(std::string_view name);
  void note_other_children();

  // record_stream_tags.cpp: elements
  void open(const rdfa::raw_tag& tag);
  void open_unreadable(std::string_view name, bool is_whole_name, errc rule, const text_position& at,
                       std::string message);
  [[nodiscard]] bool may_be_record(std::string_view name_begin, bool is_whole_name) const;
  [[nodiscard]] std::string_view cut_tag(const rdfa::raw_tag& tag);
  void begin_record_if_chosen(std::uint64_t offset_bytes);
  void read_end(std::string_view name);
  [[nodiscard]] std::size_t find_target(std::string_view name) const;
  void close_top(bool is_own);
  [[nodiscard]] record_begin begin_here(const text_position& at) const;

  // record_stream_records.cpp: records and damage
  void begin_record(std::size_t index, const record_begin& begin);
  void end_record();
  void end_root();
  void emit(node_index at, const text_position& source_begin, std::size_t source_at);
  void skip(const text_position& begin, std::uint64_t end_bytes, const damage& why,
            std::string_view source = {});
  void skip_record(const text_position& begin, std::uint64_t end_bytes, const damage& why);
  [[nodiscard]] text_position emit_records_within(const damage& why);
  void give_up_record(std::uint64_t end_bytes, const damage& why);
  [[nodiscard]] std::vector<node_index> whole_records_within(std::size_t index,
                                                             const record_begin& begin) const;
  [[nodiscard]] bool knows_records() const { return saw_whole_ && !is_recursive_; }
  void spoil(errc rule, const text_position& at, std::uint64_t length_bytes, std::string message);
  void spoil(errc rule, std::string message) {
    spoil(rule, scanner_.locate(piece_begin_), piece_end_ - piece_begin_, std::move(message));
  }
  void end_child(node_index at, std::string_view name, bool has_end);
  void choose(std::string_view name);
  [[nodiscard]] bool take_child_for_record();
  void exceed_limit();
  void lose_child(const damage& why);
  [[nodiscard]] bool begins_record_in_damaged(const rdfa::raw_tag& tag) const;
  [[nodiscard]] bool begins_child_in_damaged(const rdfa::raw_tag& tag) const;
  [[nodiscard]] std::uint64_t offset_of(std::uint32_t in_source) const {
    return begin_.at.offset_bytes + in_source - source_at_;
  }

  extraction_limits limits_;
  wash_profile profile_;
  selector records_;
  record_choice choice_;
  markup_tree tree_;
  document_account account_;
  record_emitter output_;
  element_record reader_;
  rdfa::markup_scanner scanner_;
  rdfa::reference_decoder decoder_;
  rdfa::reference_fault_sink on_fault_;
  rdfa::deep_elements deep_;
  stray_markup stray_;
  result<void> outcome_;

  std::vector<open_element> open_;
  std::size_t record_ = none;  ///< of `open_`: the record at hand
  record_begin begin_;         ///< of the record
  std::size_t source_at_ = 0;  ///< of the tree: where the source of the record begins
  std::optional<damage>
      damage_;  ///< of the record; `undecided`: of the child at hand, of which nothing is kept
  std::uint64_t record_name_ = 0;   ///< its hash; where it is not known, that of the last whole record
  std::uint64_t whole_name_ = 0;    ///< the hash of the name of the last whole record
  std::size_t sound_bytes_ = 0;     ///< of the source of the tree, when the damage was found
  std::string name_;                ///< of records, where it has repeated
  bool contains_own_name_ = false;  ///< the record at hand contains an element of its name
  bool saw_whole_ = false, is_recursive_ = false;  ///< of the records that were whole
  bool found_any_ = false;
  std::set<std::string, std::less<>> unknown_prefixes_;  ///< that selectors ask for, and no tag has had
  std::vector<std::string> declared_prefixes_;           ///< the first ones
  /// Without a selector: the first names of children of the root, where the first child with none of these is, and the first text beside them.
  std::vector<child_count> children_;
  std::optional<text_position> unnamed_child_, text_in_root_;
  std::optional<text_position> text_begin_;  ///< of the text at hand, where no record is around it

  markup_tree::mark root_end_;                        ///< of its start tag
  std::optional<defect> outside_;                     ///< a text outside of the root, which may go on
  std::vector<pending_child> pending_;                ///< `undecided`
  std::optional<damage> child_damage_, root_damage_;  ///< `undecided`: of the child at hand, and of any
  record_begin child_begin_;                          ///< `undecided`: of the child at hand
  keyed_set<std::string> child_names_;                ///< `undecided`

  std::uint64_t piece_begin_ = 0, piece_end_ = 0;
  std::size_t piece_source_ = 0;  ///< where the piece is in the source of the tree, if it is
  std::string_view piece_;
  bool is_tag_piece_ = false;       ///< the piece is a whole tag; others may come in more or fewer pieces
  std::string long_tag_;            ///< stands for a tag that is too long to be kept
  line_indent line_, line_behind_;  ///< before the piece, and behind it
  verbatim_text verbatim_;
  std::uint64_t cut_end_ = 0;
  std::uint32_t cuts_ = 0;
  bool had_root_ = false, is_in_other_ = false, is_instruction_ = false;
};

}  // namespace laundromat::markup
