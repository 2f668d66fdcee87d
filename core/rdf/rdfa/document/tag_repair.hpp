// Tags whose attributes cannot be trusted: where they end, and why.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/rdfa/document/markup_damage.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"

namespace laundromat::rdfa {

/// Why the attributes of a start tag cannot be trusted, as they may have taken in others, or tags; empty when they can.
[[nodiscard]] std::string_view why_unreliable(const raw_tag& tag);

/// Cuts tags that took in others. A lost quote makes the whole tag untrusted. The tags within it are read again, so that what follows them is in
/// the right element, but they do not count either.
class tag_repair {
 public:
  tag_repair(markup_scanner& scanner, skipped_range& skips, markup_dialect& dialect, evaluator& evaluation,
             markup_damage& damage)
      : scanner_(&scanner), skips_(&skips), dialect_(&dialect), evaluator_(&evaluation), damage_(&damage) {}

  /// Leaves the tag out, and returns the text that it ends with; the scanner goes on behind that.
  [[nodiscard]] std::string_view cut(const raw_tag& tag, std::string_view why);
  /// An end tag that lost its `>` took in the start tag behind it: it ends before that one, which does not count. True when that is so.
  [[nodiscard]] bool cut_end_tag(raw_tag& tag);

 private:
  markup_scanner* scanner_;
  skipped_range* skips_;
  markup_dialect* dialect_;
  evaluator* evaluator_;
  markup_damage* damage_;
  std::uint32_t cuts_ = 0;  ///< of tags within the tag at hand
};

/// What follows a `<` that begins nothing, up to a `>`: it may have been a tag.
class bare_text {
 public:
  /// A `<` was read as text.
  void begin() { is_open_ = true; }
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Text that follows; at most 4,096 bytes are kept.
  void add(std::string_view raw) {
    if (is_open_ && text_.size() < most_bytes) text_.append(raw.substr(0, most_bytes - text_.size()));
  }
  /// Ends it: the text when it has a name and mentions RDFa, as a tag that lost something would; else empty. Until the next call of `begin`.
  [[nodiscard]] std::string_view end();

 private:
  static constexpr std::size_t most_bytes = 4096;

  std::string text_, ended_;
  bool is_open_ = false;
};

}  // namespace laundromat::rdfa
