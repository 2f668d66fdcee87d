// Merges rows of changes, and applies them to a document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/net_changes.hpp"

#include <algorithm>

#include "core/rdf/delta/merge_side.hpp"
#include "core/rdf/merge/line_buffer_source.hpp"

namespace laundromat {

result<net_changes> net_changes::open(std::vector<byte_source_ptr> versions, patch_direction direction) {
  net_changes made;
  made.direction_ = direction;
  for (auto& one : versions)
    made.sides_.push_back(std::make_unique<change_rows>(
        std::move(one), "the changes of version " + std::to_string(made.sides_.size() + 1)));
  for (std::size_t i = 0; i < made.sides_.size(); ++i)
    if (auto entered = made.enter(i); !entered) return tl::unexpected(entered.error());
  return made;
}

bool net_changes::is_before(std::size_t one, std::size_t other) const {
  const auto order = sides_[one]->line().compare(sides_[other]->line());
  return order != 0 ? order < 0 : one < other;
}

result<void> net_changes::enter(std::size_t number) {
  auto& side = *sides_[number];
  if (auto moved = side.advance(); !moved || !side.has_row()) return moved;
  // Most often the row belongs at or near the end, because neighbours come from the same version.
  auto at = waiting_.end();
  while (at != waiting_.begin() && is_before(*std::prev(at), number)) --at;
  waiting_.insert(at, number);
  return {};
}

result<bool> net_changes::advance() {
  while (!waiting_.empty()) {
    std::size_t count = 0;
    auto last = delta_sign::added;
    for (; !waiting_.empty() && (count == 0 || sides_[waiting_.back()]->line() == line_); ++count) {
      const auto number = waiting_.back();
      const auto& side = *sides_[number];
      if (count == 0) line_ = side.line();
      if (count > 0 && side.sign() == last)
        return fail(errc::digest_mismatch, "the changes of two versions do not follow each other");
      last = side.sign();
      waiting_.pop_back();
      if (auto entered = enter(number); !entered) return tl::unexpected(entered.error());
    }
    if (count % 2 == 0) continue;
    const bool is_added = (last == delta_sign::added) == (direction_ == patch_direction::forwards);
    sign_ = is_added ? delta_sign::added : delta_sign::removed;
    return true;
  }
  return false;
}

namespace {

class changed_lines final : public line_buffer_source {
 public:
  changed_lines(byte_source_ptr document, net_changes changes)
      : source_(std::move(document)), old_(*source_, "the graph"), changes_(std::move(changes)) {}

 private:
  result<bool> add_lines(std::string& to) override {
    if (!has_begun_) {
      has_begun_ = true;
      if (auto done = old_.advance(); !done) return tl::unexpected(done.error());
      if (auto done = next_change(); !done) return tl::unexpected(done.error());
    }
    if (!old_.has_line() && !has_change_) return false;
    const auto order = !has_change_ ? -1 : !old_.has_line() ? 1 : old_.line().compare(changes_.line());
    const bool is_added = has_change_ && changes_.sign() == delta_sign::added;
    if (order < 0)
      to += old_.line();
    else if ((order == 0) == is_added)
      return fail(errc::digest_mismatch, "the changes were not made for this graph");
    else if (is_added)
      to += changes_.line();
    if (order <= 0)
      if (auto done = old_.advance(); !done) return tl::unexpected(done.error());
    if (order >= 0)
      if (auto done = next_change(); !done) return tl::unexpected(done.error());
    return true;
  }

  result<void> next_change() {
    const auto more = changes_.advance();
    if (!more) return tl::unexpected(more.error());
    has_change_ = *more;
    return {};
  }

  byte_source_ptr source_;
  merge_side old_;
  net_changes changes_;
  bool has_begun_ = false, has_change_ = false;
};

}  // namespace

byte_source_ptr make_changed_source(byte_source_ptr document, net_changes changes) {
  return std::make_unique<changed_lines>(std::move(document), std::move(changes));
}

}  // namespace laundromat
