// Looks ahead in a damaged JSON text: lines, units between commas, whether quotes and brackets come out even.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat::jsonld {

/// Whether a key with its colon is in the text.
[[nodiscard]] bool holds_key(std::string_view text);
/// Whether the text begins and ends with a quote, and no key is in it.
[[nodiscard]] bool is_quoted(std::string_view text);
/// Whether the text is one value by its brackets: those that it begins with close at its end and not before.
[[nodiscard]] bool is_bracketed(std::string_view text);

/// A member or item, up to the comma or bracket behind it, where all brackets fit.
struct json_unit {
  const char* end;
  std::size_t colons = 0;       ///< of its own: the first, and others that may follow a key
  const char* colon = nullptr;  ///< the first of them
  bool has_plain_strings =
      true;  ///< each string of its own is followed by what follows strings, so that no quote is ambiguous
};
/// Measures the member or item that begins at `from`.
[[nodiscard]] json_unit measure_unit(const char* from, const char* end);

/// Looks ahead in one text. However much of it is broken, all looks ahead take a bounded multiple of the time of reading.
class text_lookahead {
 public:
  /// Begins with another text.
  void begin(std::string_view text);

  /// Whether quotes and brackets of the whole text come out even, so that what is broken is neither. Scans once.
  [[nodiscard]] bool is_even();
  /// The line that `at` is in, without its line break; no byte is looked at twice while `at` goes forward.
  [[nodiscard]] std::string_view find_line(const char* at);
  /// Whether another `size` bytes of lines may be looked at; counts them.
  [[nodiscard]] bool may_scan_line(std::ptrdiff_t size) { return may_scan(scanned_line_bytes_, size); }
  /// The same for units.
  [[nodiscard]] bool may_scan_unit(std::ptrdiff_t size) { return may_scan(scanned_unit_bytes_, size); }

 private:
  [[nodiscard]] bool may_scan(std::uint64_t& scanned_bytes, std::ptrdiff_t size) const;

  const char *begin_ = nullptr, *end_ = nullptr;
  const char *line_begin_ = nullptr,
             *line_end_ = nullptr;  ///< of the line that was looked for last
  std::uint64_t scanned_line_bytes_ = 0, scanned_unit_bytes_ = 0;
  std::optional<bool> is_even_;  ///< once it was asked for
};

}  // namespace laundromat::jsonld
