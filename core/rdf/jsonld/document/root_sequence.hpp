// The roots of a JSON-LD document as they follow one another: whether one may be a part of another before it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/jsonld/json/scan_event.hpp"

namespace laundromat::jsonld {

/// A bracket too many ends a root too early, so that parts of it look like roots: they depend on its context, and on the name of its graph. Such
/// a root is read only when it has a context of its own, and cannot be in a graph with a name. Where each line or record is a root, it is certain
/// where one begins.
class root_sequence {
 public:
  explicit root_sequence(std::string_view media_type);

  /// Lines, or records.
  [[nodiscard]] bool is_separated() const { return is_separated_; }
  /// How many roots have begun.
  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// What is between two roots. Returns whether it is more than what may wrap JSON: no JSON, or a comma of a root that ended too early.
  bool note_between(const scan_event& event, std::string_view text);
  /// A root begins; `is_behind_damage`: the one before is damaged.
  void begin_root(bool is_list, bool is_behind_damage);
  /// The root at hand ended too early: a member follows.
  void note_early_end() { may_continue_ = true; }
  /// The root at hand is damaged; `rest` is what follows it, as far as it was seen. It may have ended too early where a value follows, and so it may
  /// when a value is missing at its end.
  void note_damaged(std::string_view root, scan_event::sequel behind, std::string_view rest);
  /// The root at hand has a context, or may have had one.
  void note_context() { had_context_ = true; }

  /// Whether the root at hand may be read only with a context of its own.
  [[nodiscard]] bool needs_context() const { return needs_context_; }
  /// Whether it may be read at all.
  [[nodiscard]] bool may_be_read(bool has_context) const {
    return !needs_context_ || (has_context && !may_be_in_graph_);
  }

 private:
  bool is_separated_;
  std::uint64_t count_ = 0;
  bool needs_context_ = false;
  bool may_continue_ = false;     ///< a root ended too early, so that what follows may be a part of it
  bool may_be_in_graph_ = false;  ///< that root may be a graph with a name
  bool is_behind_comma_ = false;  ///< a comma precedes the next root
  bool had_context_ = false;      ///< an object before had a context, or may have had one
};

}  // namespace laundromat::jsonld
