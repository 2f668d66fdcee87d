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
#include "core/rdf/jsonld/document/damaged_root.hpp"
#include "core/rdf/jsonld/document/document_account.hpp"
#include "core/rdf/jsonld/document/item_reader.hpp"
#include "core/rdf/jsonld/document/kept_text.hpp"
#include "core/rdf/jsonld/document/root_sequence.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_scanner.hpp"
#include "core/rdf/jsonld/nodes/node_walker.hpp"
#include "core/rdf/jsonld/nodes/walk_log.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::jsonld {

/// Why a root without a context of its own is not read.
inline constexpr std::string_view part_of_a_value =
    "it may continue the previous value, whose context is unknown";

class json_document_reader final : public reader, private walk_log {
 public:
  json_document_reader(reader_options options, json_ld_options more, statement_sink& sink);
  [[nodiscard]] result<void> push(std::string_view bytes) override;
  [[nodiscard]] result<void> finish() override;

 private:
  /// What is known of the root that is being read.
  struct root_state {
    std::uint64_t begin = 0;
    bool is_list = false;
    bool is_cut = false;        ///< it has an array of items
    bool is_committed = false;  ///< its items are walked as they come
    bool has_emitted = false;   ///< its own members are statements
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
  void on_walk_defect(unplaced_defect found) override { account_.report(std::move(found)); }
  void on_lost(std::uint64_t begin, std::uint64_t end) override { account_.lose_unexplained(begin, end); }
  bool on_walk_statement(const statement_view& statement) override;

  // json_document_reader.cpp: the stream, and the limits on what waits
  [[nodiscard]] result<void> scan(bool is_last);
  void on_event(const scan_event& event);
  void on_stray(const scan_event& event);
  void begin_root(std::uint64_t at);
  void end_root(const scan_event& event);
  /// Goes over to the item after the one that ended.
  void pass(const scan_event& end);
  void begin_items(std::uint64_t at);
  void end_item(const scan_event& event);
  void end_items(std::uint64_t at);
  void read_last_items();
  void enforce_limits();
  void enforce_item_limit();
  void forget();
  [[nodiscard]] bool keep_beginning(std::uint64_t begin, kept_beginning& front);
  void abandon_root(errc rule, std::string_view message, bool is_reported = false);
  void skip_root(std::uint64_t end);
  void skip_item(std::uint64_t begin, std::uint64_t end);

  // json_document_reader_roots.cpp: parsing and walking, and roots without their end
  void commit();
  void read_whole(std::uint64_t end);
  /// Walks the tree of a whole root, and accounts for the root up to `end`.
  void walk_root(std::uint64_t end);
  void read_split(std::uint64_t end);
  [[nodiscard]] bool enter(const std::uint64_t* end);
  [[nodiscard]] bool has_sure_end(std::uint64_t end);
  [[nodiscard]] bool may_be_read(const json_node* context);
  void read_late_tail(std::uint64_t end);
  void flush_items(std::uint64_t last, std::uint64_t end);
  void read_items_before(std::uint64_t last);
  [[nodiscard]] bool read_cut(std::uint64_t end);
  [[nodiscard]] bool read_around_damage(std::uint64_t end);
  [[nodiscard]] bool read_before_damage(std::uint64_t end);
  [[nodiscard]] bool read_early_end(std::uint64_t end);
  [[nodiscard]] bool walk_damaged(std::uint64_t end);
  void close_open_root();
  void close_open_items();
  [[nodiscard]] bool may_hold_tail();
  [[nodiscard]] std::optional<std::uint64_t> find_items_end();

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
  result<void> sink_result_ = {};
  item_reader items_;
  damaged_root damaged_;
  root_sequence sequence_;
  context_ptr start_context_;
  failure start_failure_;
  root_state root_;
  kept_beginning stray_front_;
};

}  // namespace laundromat::jsonld
