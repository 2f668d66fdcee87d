// Makes defects out of what is found in the piece of markup at hand.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/telling.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/attribute_set.hpp"
#include "core/rdf/rdfa/markup_scanner.hpp"

namespace laundromat {

/// A place whose line is known, so that it can be named when its bytes are gone.
struct located_place {
  raw_place bytes;
  std::uint64_t line = 1, column = 1;
};

/// What is said about a defect beside its rule and place.
struct finding {
  errc rule{};
  treatment done{};
  std::string_view message = {};
  std::string_view before = {};  ///< empty: the raw bytes of the place
  std::string_view after = {};
};

class finding_log {
 public:
  finding_log(const reader_options& options, statement_sink& sink, markup_scanner& scanner)
      : profile_(options.profile),
        excerpt_bytes_(options.limits.excerpt_bytes),
        sink_(&sink),
        scanner_(&scanner) {}

  /// The piece that is handled now; places lie within it unless they are located.
  void look_at(std::uint64_t offset_bytes, std::string_view raw) {
    offset_ = offset_bytes;
    raw_ = raw;
  }
  [[nodiscard]] treatment may(errc rule) const { return treatment_of(rule, profile_); }
  [[nodiscard]] wash_profile profile() const { return profile_; }
  [[nodiscard]] located_place locate(raw_place place) {
    const auto found = scanner_->locate(place.offset_bytes);
    return {place, found.line, found.column};
  }
  void report(raw_place place, finding what) {
    if (what.before.empty() && place.offset_bytes >= offset_ && place.offset_bytes - offset_ < raw_.size())
      what.before = raw_.substr(place.offset_bytes - offset_, place.length_bytes);
    report_at(locate(place), what);
  }
  void report_at(const located_place& place, const finding& what) {
    defect found{what.rule,
                 place.bytes.offset_bytes,
                 place.bytes.length_bytes,
                 place.line,
                 place.column,
                 std::string(what.message),
                 what.done};
    if (what.done == treatment::skip) name_skip(found.rule, found.message, profile_, errc::xml_syntax);
    found.before = excerpt(what.before);
    if (what.done == treatment::repair) {
      found.after = readable(what.after, excerpt_bytes_);
      found.after.resize(std::min(found.after.size(), find_bad_utf8(found.after)));  // a character was cut
    }
    sink_->on_defect(found);
  }

 private:
  [[nodiscard]] std::string excerpt(std::string_view text) const {
    return std::string(text.substr(0, std::min<std::uint64_t>(text.size(), excerpt_bytes_)));
  }

  wash_profile profile_;
  std::uint64_t excerpt_bytes_;
  statement_sink* sink_;
  markup_scanner* scanner_;
  std::uint64_t offset_ = 0;
  std::string_view raw_;
};

}  // namespace laundromat
