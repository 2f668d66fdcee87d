// One tag, read byte by byte so that it can be cut anywhere: name, attributes, where it ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat::rdfa {

/// Views into the text of the tag; references are not resolved.
struct raw_attribute {
  std::string_view name, value;
  bool has_value = false;
};

/// What is odd about a tag, as bits.
enum tag_oddity : std::uint8_t {
  bare_value = 1,      ///< an attribute without value or quotes: HTML, not XML
  missing_space = 2,   ///< two attributes touch each other
  stray_character = 4  ///< a quote, `<`, `=` or `/` where none belongs
};

struct raw_tag {
  std::uint64_t offset_bytes = 0;  ///< of its `<`
  std::string_view text;           ///< from `<` to `>`
  std::string_view name;
  std::span<const raw_attribute> attributes;
  std::uint8_t oddities = 0;
  std::uint32_t quoted_bytes =
      0;  ///< of the tag and what follows, where all that may be one tag whose value holds others
  bool is_end = false;
  bool closes_itself = false;
  bool has_too_many_attributes = false;
};

/// Whether two of the first 64 attributes have the same name.
[[nodiscard]] bool repeats_attribute(const raw_tag& tag, bool is_xml);
/// Whether the attributes show that a quote is missing or one too many, so that they cannot be trusted: a quote or `<` in a name, or
/// in a bare value, or a name that touches a value which ends in `=`. A quote that is only doubled does not count.
[[nodiscard]] bool has_lost_quote(const raw_tag& tag);

/// The quote around a value that seems to hold markup and quotes of the same kind, of which the first ends it: what is behind that quote
/// touches it, and a tag begins in the value, which then ends in `=`, or behind it. 0 for none, and where a `>` before that tag may be the
/// end of this one.
[[nodiscard]] char quote_around_markup(const raw_tag& tag);
/// Where a tag ends that has such a value: behind the first quote between the tags from `at` on, and the next `>`; npos when it does not
/// end in `text`. `at` moves on over the tags that are whole.
[[nodiscard]] std::size_t find_quoted_end(std::string_view text, char quote, std::size_t& at);

/// Whether the tag shows that it took in others, as its `>` or a quote is missing.
[[nodiscard]] bool encloses_tags(const raw_tag& tag);
/// Where a tag ends that encloses others: at the last `>` before the first of them, or right there.
[[nodiscard]] std::size_t end_before_enclosed(std::string_view text);
/// How many tags within a tag are read again, at most.
inline constexpr std::uint32_t most_cuts = 16;

/// The states of HTML Living Standard 13.2.5.6 to 13.2.5.40 that lie within a tag; XML's tags are a part of them.
///
///     < name ─► between ─► attribute name ─► after name ─► before value ─► value: "…" '…' bare
///                  ▲▲                            │                              │
///                  │└────────────────────────────┘                              │      `>` ends it in
///                  └────────────────────────────────────────────────────────────┘      all but quotes
class tag_scan {
 public:
  explicit tag_scan(std::uint32_t attributes) : most_attributes_(attributes) {}

  /// Forgets the last tag.
  void restart();
  /// Reads on in `text`, which begins with the `<` of the tag and may have grown since the last call. Returns the length of the tag,
  /// or 0 when its end is not there yet.
  [[nodiscard]] std::size_t scan(std::string_view text);
  /// From now on the text of the tag is not kept: `scan` reads on at the front of each `text`, and there will be no attributes.
  void stop_keeping();
  [[nodiscard]] std::string_view name_in(std::string_view text) const {
    return text.substr(name_, name_end_ > name_ ? name_end_ - name_ : 0);
  }
  /// The tag that `scan` has found in `text`. The span is valid until the next call of `restart`.
  [[nodiscard]] raw_tag tag(std::string_view text, std::uint64_t offset_bytes);

 private:
  enum class state : std::uint8_t { open, name, between, attribute, after_name, before_value, quoted, bare };
  struct attribute_place {
    std::uint32_t name, name_end, value, value_end;
    bool has_value;
  };
  void begin_attribute(std::size_t at);
  void begin_value(std::size_t at);
  void end_value(std::size_t at);
  bool step(char c);
  bool step_name(char c);
  bool step_between(char c);
  bool step_attribute(char c);
  bool step_value(char c);

  std::uint32_t most_attributes_;
  state state_ = state::open;
  std::size_t at_ = 0;
  std::uint32_t name_ = 0, name_end_ = 0;
  char quote_ = 0;
  std::uint8_t oddities_ = 0;
  bool keeps_ = true, slash_ = false, after_quote_ = false, too_many_ = false, is_end_ = false;
  std::vector<attribute_place> places_;
  std::vector<raw_attribute> attributes_;
};

}  // namespace laundromat::rdfa
