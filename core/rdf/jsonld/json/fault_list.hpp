// What is wrong in a JSON text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>

#include "core/base/errc.hpp"
#include "core/rdf/jsonld/json/parsed_text.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::jsonld {

/// What is wrong, in offsets of the text.
struct json_fault {
  errc rule{};
  treatment done{};
  std::uint32_t begin = 0, end = 0;
  std::string_view message;  ///< of the program
  std::string_view after;    ///< of the tree
};

/// The faults of one text in the order in which they are found. Memory: nodes and faults of a text take at most `most_bytes`.
class fault_list {
 public:
  fault_list(wash_profile profile, std::uint64_t most_bytes) : profile_(profile), most_bytes_(most_bytes) {}

  /// Begins with another text; both arguments outlive it.
  void begin(const parsed_text& text) {
    text_ = &text;
    faults_.clear();
  }
  /// Records a fault that the profile may let pass; false when it does not. `after` is what a repair puts there.
  [[nodiscard]] bool repair(errc rule, const char* begin, const char* end, std::string_view message,
                            std::string_view after = {});
  /// Records why the text cannot be read; always false.
  bool refuse(errc rule, const char* begin, const char* end, std::string_view message);
  /// Records a part of the tree that is skipped.
  void skip(errc rule, std::uint32_t begin, std::uint32_t end, std::string_view message) {
    faults_.push_back({rule, treatment::skip, begin, end, message, {}});
  }
  /// Whether the text has more nodes and faults than the limit.
  [[nodiscard]] bool is_too_much() const {
    return text_->tree->nodes.size() * sizeof(json_node) + faults_.size() * (sizeof(json_fault) + 64) >
           most_bytes_;
  }

  [[nodiscard]] const std::deque<json_fault>& all() const { return faults_; }
  [[nodiscard]] bool empty() const { return faults_.empty(); }
  [[nodiscard]] const json_fault& back() const { return faults_.back(); }
  /// Whether the last fault is one of the grammar, so that recovery may be tried.
  [[nodiscard]] bool ends_with(errc rule) const { return !faults_.empty() && faults_.back().rule == rule; }
  void drop_last() { faults_.pop_back(); }
  /// Drops the last faults, as far as they begin at `offset` or later; those of what is left out as a whole.
  void drop_from(std::uint32_t offset) {
    while (!faults_.empty() && faults_.back().begin >= offset) faults_.pop_back();
  }
  /// Drops the last faults, as far as they end behind `offset`.
  void drop_behind(std::uint32_t offset) {
    while (!faults_.empty() && faults_.back().end > offset) faults_.pop_back();
  }
  /// Moves fault `number` to another place.
  void move(std::size_t number, std::uint32_t begin, std::uint32_t end) {
    faults_[number].begin = begin;
    faults_[number].end = end;
  }

 private:
  wash_profile profile_;
  std::uint64_t most_bytes_;
  const parsed_text* text_ = nullptr;
  std::deque<json_fault> faults_;
};

}  // namespace laundromat::jsonld
