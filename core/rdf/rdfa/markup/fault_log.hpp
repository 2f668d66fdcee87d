// Makes defects out of the faults in the piece of markup at hand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

/// A place that can be named when its bytes are gone, once its line was counted; line 0 while it is not.
struct located_place {
  raw_place bytes;
  std::uint64_t line = 0, column = 0;
};

/// A fault of the markup; `fault_log` adds its place.
struct markup_fault {
  errc rule{};
  treatment done{};
  std::string_view message = {};
  std::string_view before = {};  ///< empty: the raw bytes of the place
  std::string_view after = {};
};

/// A skip that grows until it is reported: its span covers all that is lost by it.
class open_skip {
 public:
  [[nodiscard]] bool is_open() const { return found_ != nullptr; }
  /// The bytes up to `end_bytes` are lost by it.
  void reach(std::uint64_t end_bytes) {
    if (found_ != nullptr && end_bytes > found_->offset_bytes)
      found_->length_bytes = std::max(found_->length_bytes, end_bytes - found_->offset_bytes);
  }

 private:
  friend class fault_log;
  std::unique_ptr<defect> found_;
};

class fault_log {
 public:
  fault_log(const reader_options& options, statement_sink& sink, markup_scanner& scanner)
      : profile_(options.profile),
        excerpt_bytes_(options.limits.excerpt_bytes),
        sink_(&sink),
        scanner_(&scanner) {}

  /// The piece that is handled now; places lie within it unless they are located.
  void examine(std::uint64_t offset_bytes, std::string_view raw) {
    offset_ = offset_bytes;
    raw_ = raw;
  }
  [[nodiscard]] treatment may(errc rule) const { return treatment_of(rule, profile_); }
  [[nodiscard]] wash_profile profile() const { return profile_; }
  [[nodiscard]] located_place locate(raw_place place) {
    const auto found = scanner_->locate(place.offset_bytes);
    return {place, found.line, found.column};
  }
  /// Counts out the line of a place whose bytes are still there.
  void locate(located_place& place) {
    if (place.line == 0) place = locate(place.bytes);
  }
  /// The bytes of a place within the piece, as far as an excerpt goes; empty for others.
  [[nodiscard]] std::string_view bytes_at(raw_place place) const {
    if (place.offset_bytes < offset_ || place.offset_bytes - offset_ >= raw_.size()) return {};
    return cut(raw_.substr(place.offset_bytes - offset_, place.length_bytes));
  }
  void report(raw_place place, const markup_fault& what) { report_at({place}, quoting(place, what)); }
  /// The same for a place whose bytes may be gone: nothing is quoted but what is given.
  void report_at(const located_place& place, const markup_fault& what) {
    sink_->on_defect(make(place, what));
  }
  /// The same for a skip that is reported later.
  [[nodiscard]] open_skip hold(const located_place& place, const markup_fault& what) {
    open_skip held;
    held.found_ = std::make_unique<defect>(make(place, quoting(place.bytes, what)));
    return held;
  }
  /// The place within the piece is lost by it, too.
  void widen(open_skip& held, raw_place place) { widen(held, place, bytes_at(place)); }
  /// The same for a place whose bytes may be gone, and began with `before`.
  void widen(open_skip& held, raw_place place, std::string_view before) {
    if (!held.is_open()) return;
    auto& found = *held.found_;
    if (place.offset_bytes < found.offset_bytes) {
      if (found.token_offset_bytes == 0) found.token_offset_bytes = found.offset_bytes;
      found.length_bytes += found.offset_bytes - place.offset_bytes;
      found.offset_bytes = place.offset_bytes;
      found.before = before;
    }
    held.reach(place.offset_bytes + place.length_bytes);
  }
  void report(open_skip& held) {
    if (const auto found = std::move(held.found_)) sink_->on_defect(*found);
  }

 private:
  [[nodiscard]] std::string_view cut(std::string_view text) const {
    return text.substr(0, std::min<std::uint64_t>(text.size(), excerpt_bytes_));
  }
  [[nodiscard]] markup_fault quoting(raw_place place, markup_fault what) const {
    if (what.before.empty()) what.before = bytes_at(place);
    return what;
  }
  [[nodiscard]] defect make(located_place place, const markup_fault& what) {
    locate(place);
    defect found{what.rule,
                 place.bytes.offset_bytes,
                 place.bytes.length_bytes,
                 place.line,
                 place.column,
                 std::string(what.message),
                 what.done};
    if (what.done == treatment::skip) name_skip(found.rule, found.message, profile_);
    found.before = cut(what.before);
    if (what.done == treatment::repair) {
      found.after = readable(what.after, excerpt_bytes_);
      found.after.resize(std::min(found.after.size(), find_bad_utf8(found.after)));  // a character was cut
    }
    return found;
  }

  wash_profile profile_;
  std::uint64_t excerpt_bytes_;
  statement_sink* sink_;
  markup_scanner* scanner_;
  std::uint64_t offset_ = 0;
  std::string_view raw_;
};

}  // namespace laundromat::rdfa
