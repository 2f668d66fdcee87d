// What people see: tables, sizes, durations and colour, safe for text that came from strangers.
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

/// Where output goes.
struct terminal_info {
  bool interactive = false;   ///< a person watches: live lines and tables cut to the width make sense
  bool colour = false;        ///< interactive, `NO_COLOR` is empty or absent, and `TERM` is not `dumb`
  std::size_t columns = 100;  ///< of the window; only used when interactive
};

/// Looks at a file descriptor and the environment.
[[nodiscard]] terminal_info inspect_terminal(int file_descriptor);

enum class colour : std::uint8_t { none, green, yellow, red, blue, grey, bold };

/// Text and the colour it has on a terminal that has colours; `<<` writes it past a `terminal_guard`.
struct painted_text {
  std::string text;
  colour shade = colour::none;
};
std::ostream& operator<<(std::ostream& out, const painted_text& what);
/// `text` in a colour, or as it is when the terminal has none.
[[nodiscard]] painted_text painted(std::string_view text, colour c, const terminal_info& to);
/// Takes back the line that the cursor stands in, past a `terminal_guard`. Only for a terminal.
void wipe_line(std::ostream& out);

/// While it lives, whatever a stream that is a terminal is given arrives harmless: of all the program's text only what `painted` and
/// `wipe_line` write reaches the terminal as a command. Newlines and tabs pass, all else is escaped as in `harmless`. A stream that is no
/// terminal keeps its bytes. Both streams of the program have one (`app/main.cpp`), so that no command can forget; `scripts/check-sources`
/// refuses output that does not go through them. Many threads may write. Memory: one character.
class terminal_guard {
 public:
  /// `stream` outlives it.
  terminal_guard(std::ostream& stream, const terminal_info& to);
  ~terminal_guard();
  terminal_guard(const terminal_guard&) = delete;
  terminal_guard& operator=(const terminal_guard&) = delete;

 private:
  std::ostream& stream_;
  std::unique_ptr<std::streambuf> guarded_;  ///< null when the stream is no terminal
  std::streambuf* before_ = nullptr;
};

/// The columns that UTF-8 text fills: combining marks none, East Asian wide characters and emoji two.
[[nodiscard]] std::size_t display_width(std::string_view text);
/// One line of text in which nothing drives a terminal, turns the direction of writing, or hides: the controls C0, DEL and C1, newline and
/// tab among them, line and paragraph separators, and the invisible format characters of Unicode become `\u001B` or `\U000E0041`, which
/// N-Quads and Turtle read as the same character; bytes that are not UTF-8 become `\x9B`. The joiners U+200C and U+200D stay, which Persian,
/// the scripts of India and emoji need; so do variation selectors. `\` itself stays as it is.
[[nodiscard]] std::string harmless(std::string_view text);
/// The same for JSON: a surrogate pair where JSON wants one. `json` is UTF-8.
[[nodiscard]] std::string harmless_json(std::string_view json);
/// `text`, cut to `columns` with a final `…` where it is wider.
[[nodiscard]] std::string cut_to(std::string_view text, std::size_t columns);

/// `0 B`, `999 B`, `1.5 KiB`, `3.2 GiB`.
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);
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
