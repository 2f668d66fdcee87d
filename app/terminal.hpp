// What people see: tables, sizes, durations and colour, safe for text that came from strangers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// Where output goes.
struct terminal_info {
  bool interactive = false;   ///< a person watches: live lines and tables cut to the width make sense
  bool colour = false;        ///< interactive, `NO_COLOR` is empty or absent, and `TERM` is not `dumb`
  std::size_t columns = 100;  ///< of the window; only used when interactive
};

/// Looks at a file descriptor and the environment.
[[nodiscard]] terminal_info inspect_terminal(int file_descriptor);

enum class colour : std::uint8_t { none, green, yellow, red, blue, grey, bold };

/// `text` in a colour, or as it is when the terminal has none.
[[nodiscard]] std::string painted(std::string_view text, colour c, const terminal_info& to);

/// The columns that UTF-8 text fills: combining marks none, East Asian wide characters and emoji two.
[[nodiscard]] std::size_t display_width(std::string_view text);
/// Control characters and bytes that are not UTF-8 become U+FFFD, so that a document's text cannot drive the
/// terminal.
[[nodiscard]] std::string harmless(std::string_view text);
/// `text`, cut to `columns` with a final `…` where it is wider.
[[nodiscard]] std::string cut_to(std::string_view text, std::size_t columns);

/// `0 B`, `999 B`, `1.5 KiB`, `3.2 GiB`.
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);
/// `1,234,567`.
[[nodiscard]] std::string human_count(std::uint64_t count);
/// `350 ms`, `4.2 s`, `3 min 20 s`, `5 h 03 min`, `2 d 07 h`.
[[nodiscard]] std::string human_duration(std::chrono::milliseconds duration);

/// Rows under headings, aligned. On a terminal the widest column gives way; elsewhere nothing is cut.
class text_table {
 public:
  enum class align : std::uint8_t { left, right };
  struct column {
    std::string heading;
    align to = align::left;
  };

  explicit text_table(std::vector<column> columns) : columns_(std::move(columns)) {}
  /// A row with fewer cells than columns is filled with empty ones. Cells are made harmless.
  void add_row(std::vector<std::string> cells);
  [[nodiscard]] bool is_empty() const { return rows_.empty(); }
  void print(std::ostream& out, const terminal_info& to) const;

 private:
  std::vector<column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace laundromat
