// What XML asks of tags and texts, as far as damage shows in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/rdfa/markup/tag_scan.hpp"

namespace laundromat::markup {

/// Why a start tag is not well-formed; empty when it is.
[[nodiscard]] std::string_view why_ill_formed(const rdfa::raw_tag& tag);

/// Whether the name of a start tag is one that XML allows, and nothing touches it, so that it is known whatever is wrong behind it.
[[nodiscard]] bool has_whole_name(const rdfa::raw_tag& tag);
/// Whether it is a name that XML allows, and not an uncommonly long one, which may be cut.
[[nodiscard]] bool is_short_name(std::string_view name);

/// Whether one name may be the other with a character lost, or, in names of four or more characters, mistyped.
[[nodiscard]] bool is_misspelt(std::string_view name, std::string_view other);

/// Looks for what remains of a tag in a text that comes in pieces. XML allows a `>` in texts, but one that touches a name, a quote or the end of a
/// comment may be that of a tag whose `<` was lost.
class stray_markup {
 public:
  enum class kind { none, start_tag, end_tag, other };

  /// Reads on in a text up to the end of what may have been a tag, and takes that off the piece; `name` is then its name, if that is known.
  [[nodiscard]] kind read(std::string_view& piece);
  [[nodiscard]] std::string_view name() const { return name_; }
  /// A `<` that begins no tag is part of the text: it may be that of a tag whose name was lost.
  void begin_tag() { word_ = "<"; }
  /// Something else than text follows.
  void reset() { word_.clear(); }

 private:
  static constexpr std::size_t most_bytes = 256;
  [[nodiscard]] kind judge(std::string_view word);

  std::string word_;  ///< what is read of the last word
  std::string name_;
};

}  // namespace laundromat::markup
