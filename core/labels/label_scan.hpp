// Finds labels in canonical lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// Longer texts are cut behind the last character that ends within these bytes of UTF-8.
inline constexpr std::size_t most_label_bytes = 1'000;
/// Labels of subjects with longer IRIs are left out.
inline constexpr std::size_t most_labelled_bytes = 4'000;

/// A label, valid until the next one.
struct label_view {
  std::string_view subject;   ///< without delimiters, as canonical N-Quads spell it
  std::size_t property = 0;   ///< its place in the list of properties
  std::string_view language;  ///< in lower case, without a direction; empty: none
  std::string_view text;      ///< the value, cut; not empty
};
using label_sink = std::function<void(const label_view&)>;

/// Reads lines, of which it splits only those with one of the properties: literals without a datatype are labels. Statements that differ only in their graph give one label.
/// Memory: two lines. May throw what the sink throws.
class label_scan {
 public:
  /// `properties` are IRIs without delimiters, as canonical N-Quads spell them.
  label_scan(const std::vector<std::string>& properties, label_sink sink);

  void begin_document() { last_.clear(); }
  /// Whole lines. One that is not canonical is skipped.
  void add(std::string_view lines);

 private:
  static constexpr std::size_t no_property = SIZE_MAX;
  /// The place of a property, which is given with its delimiters.
  [[nodiscard]] std::size_t property_of(std::string_view predicate) const;
  void add_line(std::string_view line, std::size_t property);

  struct wanted {
    std::string term;  ///< with delimiters
    std::size_t property;
  };
  std::vector<wanted> wanted_;  ///< by their lengths
  std::vector<std::uint32_t>
      first_of_length_;  ///< by length: where those of this length and longer ones begin
  label_sink sink_;
  std::string last_;  ///< subject, predicate and object of the last label
  std::string room_, text_;
};

}  // namespace laundromat
