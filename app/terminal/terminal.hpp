// Output for people: tables, sizes, durations and colour, with untrusted text made harmless.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/count_words.hpp"

namespace laundromat {

/// Properties of an output.
struct terminal_info {
  bool interactive = false;   ///< a terminal: use live lines, and cut tables to its width
  bool colour = false;        ///< interactive, `NO_COLOR` is empty or absent, and `TERM` is not `dumb`
  std::size_t columns = 100;  ///< of the window; only used when interactive
};

/// Detects the properties of a file descriptor, with the environment.
[[nodiscard]] terminal_info inspect_terminal(int file_descriptor);

enum class colour : std::uint8_t { none, green, yellow, red, blue, grey, bold };

/// Coloured text; `<<` writes it through a `terminal_guard` without escaping the colour.
struct painted_text {
  std::string text;
  colour shade = colour::none;
};
std::ostream& operator<<(std::ostream& out, const painted_text& what);
/// `text` in a colour, or plain when the output has no colours.
[[nodiscard]] painted_text painted(std::string_view text, colour c, const terminal_info& to);
/// Erases the current line of the terminal, unescaped by a `terminal_guard`. Only for a terminal.
void wipe_line(std::ostream& out);

/// Escapes everything written to a stream that is a terminal, as `harmless` does, except newlines, tabs and the control sequences of
/// `painted` and `wipe_line`. Output to other streams is unchanged. Both streams of the program have a guard (`app/main.cpp`), and
/// `scripts/check-sources` refuses output that does not go through them. Thread-safe. Memory: one character.
class terminal_guard {
 public:
  /// `stream` outlives it.
  terminal_guard(std::ostream& stream, const terminal_info& to);
  ~terminal_guard();
  terminal_guard(const terminal_guard&) = delete;
  terminal_guard& operator=(const terminal_guard&) = delete;

 private:
  std::ostream& stream_;
  std::unique_ptr<std::streambuf> guarded_;  ///< null when the stream is not a terminal
  std::streambuf* before_ = nullptr;
};

/// The columns that UTF-8 text fills: combining marks none, East Asian wide characters and emoji two.
[[nodiscard]] std::size_t display_width(std::string_view text);
/// One line of text without terminal controls, changes of writing direction, and invisible characters: the controls C0, DEL and C1
/// (including newline and tab), line and paragraph separators, and the invisible format characters of Unicode become `\u001B` or
/// `\U000E0041`, which N-Quads and Turtle read as the same character; bytes that are not UTF-8 become `\x9B`. Kept are the joiners U+200C and
/// U+200D, which Persian, the scripts of India and emoji need, variation selectors, and `\`.
[[nodiscard]] std::string harmless(std::string_view text);
/// The same for JSON, with surrogate pairs. `json` is UTF-8.
[[nodiscard]] std::string harmless_json(std::string_view json);
/// `text`, cut to `columns` with a final `…` when it is wider.
[[nodiscard]] std::string cut_to(std::string_view text, std::size_t columns);

/// `0 B`, `999 B`, `1.5 KiB`, `3.2 GiB`.
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);
/// `350 ms`, `4.2 s`, `3 min 20 s`, `5 h 03 min`, `2 d 07 h`.
[[nodiscard]] std::string human_duration(std::chrono::milliseconds duration);

/// Aligned rows under headings. On a terminal the widest column is cut to fit; elsewhere nothing is cut.
class text_table {
 public:
  enum class align : std::uint8_t { left, right };
  struct column {
    std::string heading;
    align to = align::left;
  };

  explicit text_table(std::vector<column> columns) : columns_(std::move(columns)) {}
  /// Adds a row; missing cells are empty. Cells are made harmless.
  void add_row(std::vector<std::string> cells);
  [[nodiscard]] bool is_empty() const { return rows_.empty(); }
  void print(std::ostream& out, const terminal_info& to) const;

 private:
  std::vector<column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace laundromat
