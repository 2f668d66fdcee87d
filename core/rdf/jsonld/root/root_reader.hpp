// The reader of JSON-LD: cuts the stream into roots and items, has each parsed and walked, and keeps the account of bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/rdf/jsonld/context/json_ld_options.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_scanner.hpp"
#include "core/rdf/jsonld/nodes/node_walker.hpp"
#include "core/rdf/jsonld/nodes/walk_log.hpp"
#include "core/rdf/jsonld/root/document_account.hpp"
#include "core/rdf/jsonld/root/line_tracker.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::jsonld {

/// Why a root without a context of its own is not read.
constexpr std::string_view chunk_of_a_value =
    "what stands before it may be a chunk of the same value, whose context is not known";
constexpr std::string_view ends_too_early = "it ends too early: a member follows";

class root_reader final : public reader, private walk_log {
 public:
  root_reader(reader_options options, json_ld_options more, statement_sink& sink);
  [[nodiscard]] result<void> push(std::string_view bytes) override;
  [[nodiscard]] result<void> finish() override;

 private:
  /// What is known of the root that is being read.
  struct root_state {
    std::uint64_t begin = 0;
    bool is_list = false;
    bool needs_context = false;  ///< without one of its own it may be a part of an earlier root
    bool is_cut = false;         ///< it has an array of items
    bool is_committed = false;   ///< its items are walked as they come
    bool has_emitted = false;    ///< its own members are statements
    scan_event::sequel behind = scan_event::sequel::other;
    std::uint64_t items_begin = 0, items_end = 0;
    std::uint64_t last_item = 0;   ///< where the last item before `items_end` begins
    std::uint64_t first_item = 0;  ///< where what is not yet walked begins
    std::vector<scan_event> ends;  ///< of groups of items
    node_walker::open_root entered;
    errc skip_rule = errc::ok;  ///< why nothing is read from it any more
    std::string skip_message;
    bool is_skip_reported = false;
    kept_beginning front;       ///< of the root, when it is skipped
    kept_beginning item_front;  ///< of an item that is too long, or of the root's end

    [[nodiscard]] bool is_skipped() const { return skip_rule != errc::ok; }
  };

  // walk_log
  void on_walk_defect(walk_defect found) override { account_.report(std::move(found)); }
  void on_lost(std::uint64_t begin, std::uint64_t end) override { account_.lose_unexplained(begin, end); }
  bool on_walk_statement(const statement_view& statement) override;

  // root_reader.cpp: the stream
  [[nodiscard]] result<void> scan(bool is_last);
  void on_event(const scan_event& event);
  void on_stray(const scan_event& event);
  void begin_root(std::uint64_t at);
  void end_root(const scan_event& event);
  [[nodiscard]] bool is_sequence() const;
  /// Goes over to the item after the one that ended.
  void pass(const scan_event& end);
  void begin_items(std::uint64_t at);
  void end_item(const scan_event& event);
  void end_items(std::uint64_t at);
  void read_last_items();

  // root_cuts.cpp: what lacks its end, ends too early, or is damaged within
  /// Whether what stands there may be read in part.
  [[nodiscard]] bool may_be_repaired(std::uint64_t begin, std::uint64_t end) const;
  void close_open_root();
  void close_open_items();
  [[nodiscard]] bool may_hold_tail();
  [[nodiscard]] std::optional<std::uint64_t> find_items_end();
  [[nodiscard]] bool read_cut(std::uint64_t end);
  [[nodiscard]] bool read_around_damage(std::uint64_t end);
  [[nodiscard]] bool read_before_damage(std::uint64_t end);
  void walk_cut(const source_text& text, std::uint64_t end, errc rule, std::string_view message);
  [[nodiscard]] bool read_early_end(std::uint64_t end);
  [[nodiscard]] bool read_cut_item(std::uint64_t begin, std::uint64_t end);

  // root_limits.cpp: what is too long, and what may be forgotten
  void enforce_limits();
  void enforce_item_limit();
  void forget();
  [[nodiscard]] bool keep_beginning(std::uint64_t begin, kept_beginning& front);
  void abandon_root(errc rule, std::string_view message, bool is_reported = false);
  void skip_root(std::uint64_t end);
  void skip_item(std::uint64_t begin, std::uint64_t end);

  // root_items.cpp: parsing and walking
  void commit();
  void read_whole(std::uint64_t end);
  /// Walks the tree of a whole root, and accounts for the root up to `end`.
  void walk_root(const source_text& text, std::uint64_t end);
  void read_split(std::uint64_t end);
  [[nodiscard]] bool enter(const std::uint64_t* end);
  [[nodiscard]] bool has_sure_end(std::uint64_t end);
  [[nodiscard]] bool may_be_read(const json_node* context);
  void read_late_tail(std::uint64_t end);
  void flush_items(std::uint64_t last, std::uint64_t end);
  void read_items_before(std::uint64_t last);
  void read_items(std::uint64_t begin, std::uint64_t end);
  void read_items_singly(std::uint64_t begin, std::uint64_t end);
  void read_item(std::uint64_t begin, std::uint64_t end);
  void walk_item(const json_node& item, std::uint64_t offset);
  template <class Walk>
  [[nodiscard]] bool walk_tried(std::uint64_t begin, std::uint64_t end, Walk walk);
  void report_faults(std::uint64_t offset);
  void refuse(std::uint64_t offset, std::uint64_t begin, std::uint64_t end);

  [[nodiscard]] source_text source(std::uint64_t begin, std::uint64_t end) const {
    return {text_.slice(begin, end), begin};
  }

  reader_options options_;
  json_ld_options more_;
  statement_sink* sink_;
  kept_text text_;
  document_account account_;
  std::uint64_t grain_;
  json_scanner scanner_;
  json_parser parser_;
  json_tree tree_, tail_tree_;
  context_processor contexts_;
  node_walker walker_;
  context_ptr start_context_;
  failure start_failure_;
  root_state root_;
  kept_beginning stray_front_;
  std::uint64_t roots_ = 0;
  bool is_in_doubt_ = false;      ///< a root ended too early, so that what follows may be a part of it
  bool is_behind_comma_ = false;  ///< a comma stands before the next root
  bool is_damaged_ = false;       ///< the last root could not be parsed as it stands
  bool had_context_ = false;      ///< an object before had a context, or may have had one
  result<void> sink_result_ = {};
};

}  // namespace laundromat::jsonld
