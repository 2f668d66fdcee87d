// A record: one thing that a document is about, as a flat tree of named values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "core/extraction/model/text_arena.hpp"

namespace laundromat {

enum class data_kind : std::uint8_t { null, boolean, number, text, list, map };

/// One value. What is in a list or map follows it.
struct value_node {
  data_kind kind = data_kind::null;
  bool is_true = false;    ///< of a boolean
  std::uint32_t span = 1;  ///< nodes of this value with all that is inside
  std::string_view name;   ///< in a map; names of one map are different
  /// UTF-8: of a text; of a number its digits as written, which JSON (RFC 8259 section 6) allows.
  std::string_view text;
};

/// A value within a record, valid as long as the record is not changed.
class data_value {
 public:
  explicit data_value(const value_node& node) : node_(&node) {}

  [[nodiscard]] data_kind kind() const { return node_->kind; }
  [[nodiscard]] bool is(data_kind kind) const { return node_->kind == kind; }
  [[nodiscard]] bool is_scalar() const { return node_->kind < data_kind::list; }
  [[nodiscard]] std::string_view name() const { return node_->name; }
  /// Of a text or number; of a boolean `true` or `false`; else empty.
  [[nodiscard]] std::string_view text() const {
    return is(data_kind::boolean) ? (node_->is_true ? "true" : "false") : node_->text;
  }
  [[nodiscard]] bool is_true() const { return node_->is_true; }
  [[nodiscard]] const value_node& node() const { return *node_; }

  /// The values in a list or map, for a range-based loop; of anything else none.
  class iterator {
   public:
    using value_type = data_value;
    using difference_type = std::ptrdiff_t;
    iterator() = default;
    explicit iterator(const value_node* at) : at_(at) {}
    data_value operator*() const { return data_value(*at_); }
    iterator& operator++() {
      at_ += at_->span;
      return *this;
    }
    iterator operator++(int) {
      auto before = *this;
      ++*this;
      return before;
    }
    bool operator==(const iterator&) const = default;

   private:
    const value_node* at_ = nullptr;
  };
  [[nodiscard]] iterator begin() const { return iterator(is_scalar() ? node_ + node_->span : node_ + 1); }
  [[nodiscard]] iterator end() const { return iterator(node_ + node_->span); }
  [[nodiscard]] bool is_empty() const { return begin() == end(); }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(std::distance(begin(), end())); }

  /// The value of this name in a map.
  [[nodiscard]] std::optional<data_value> find(std::string_view name) const {
    if (is(data_kind::map))
      for (const auto value : *this)
        if (value.name() == name) return value;
    return std::nullopt;
  }

 private:
  const value_node* node_;
};

/// Where a record is in the decoded document.
struct record_place {
  std::uint64_t offset_bytes = 0, length_bytes = 0;
  std::uint64_t line = 1, column = 1;  ///< of its begin, counted from 1; columns in characters

  friend bool operator==(const record_place&, const record_place&) = default;
};

/// The tree of one record, mostly a map. An object is filled again and again, so that it soon needs no more memory.
/// Texts and names are views: of the document or of the program, or of what `keep` stored.
class data_record {
 public:
  record_place place;
  bool is_skipped = false;  ///< set by a sink that leaves the record out: its bytes are then in quarantine

  /// Without a value: after construction and `clear`.
  [[nodiscard]] bool is_empty() const { return nodes_.empty(); }
  /// The outermost value. Not for an empty record.
  [[nodiscard]] data_value root() const { return data_value(nodes_.front()); }

  void clear() {
    nodes_.clear();
    open_.clear();
    kept_.clear();
    is_skipped = false;
  }

  // Values are added in order; one that is in a map has a name.
  void add_text(std::string_view text, std::string_view name = {}) {
    nodes_.push_back({data_kind::text, false, 1, name, text});
  }
  void add_number(std::string_view digits, std::string_view name = {}) {
    nodes_.push_back({data_kind::number, false, 1, name, digits});
  }
  void add_boolean(bool is_true, std::string_view name = {}) {
    nodes_.push_back({data_kind::boolean, is_true, 1, name, {}});
  }
  void add_null(std::string_view name = {}) { nodes_.push_back({data_kind::null, false, 1, name, {}}); }
  void begin_map(std::string_view name = {}) { begin(data_kind::map, name); }
  void begin_list(std::string_view name = {}) { begin(data_kind::list, name); }
  /// Ends the map or list that was begun last.
  void end() {
    nodes_[open_.back()].span = static_cast<std::uint32_t>(nodes_.size() - open_.back());
    open_.pop_back();
  }
  /// A copy of a value of another record, with another name. The views stay those of the other record.
  void add(data_value value, std::string_view name) {
    const auto at = nodes_.size();
    nodes_.insert(nodes_.end(), &value.node(), &value.node() + value.node().span);
    nodes_[at].name = name;
  }

  /// Takes back what was added since `size()` had this value.
  void cut(std::size_t nodes) { nodes_.resize(nodes); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// The value that was added as number `node`, as `size()` counts.
  [[nodiscard]] data_value value_at(std::size_t node) const { return data_value(nodes_[node]); }

  /// A copy of the text that is valid until `clear`.
  [[nodiscard]] std::string_view keep(std::string_view text) { return kept_.add(text); }

 private:
  void begin(data_kind kind, std::string_view name) {
    open_.push_back(nodes_.size());
    nodes_.push_back({kind, false, 1, name, {}});
  }

  std::vector<value_node> nodes_;
  std::vector<std::size_t> open_;  ///< maps and lists that are not ended
  text_arena kept_;
};

}  // namespace laundromat
