// Formats widths, tables and numbers for people.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <ostream>
#include <streambuf>

namespace laundromat {
namespace {

constexpr std::string_view ellipsis = "…";

struct decoded {
  char32_t code = 0xFFFD;
  std::size_t length = 1;  ///< bytes
  bool valid = false;
};

/// The first character of non-empty text; overlong forms and surrogates are not valid (RFC 3629 section 3).
decoded first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 && lead < 0xF5   ? 4
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                                                           : 0;
  if (length == 0 || text.size() < length) return {};
  char32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (next & 0x3FU);
  }
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[length] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length, true};
}

struct code_range {
  char32_t first, last;
};
constexpr std::array zero_width{
    code_range{0x0300, 0x036F}, code_range{0x0483, 0x0489}, code_range{0x0591, 0x05BD},
    code_range{0x0610, 0x061A}, code_range{0x064B, 0x065F}, code_range{0x200B, 0x200F},
    code_range{0x20D0, 0x20FF}, code_range{0xFE00, 0xFE0F}, code_range{0xFEFF, 0xFEFF}};
constexpr std::array double_width{
    code_range{0x1100, 0x115F},   code_range{0x2E80, 0x303E},   code_range{0x3041, 0xA4CF},
    code_range{0xAC00, 0xD7A3},   code_range{0xF900, 0xFAFF},   code_range{0xFE30, 0xFE6F},
    code_range{0xFF00, 0xFF60},   code_range{0xFFE0, 0xFFE6},   code_range{0x1F300, 0x1F64F},
    code_range{0x1F680, 0x1F6FF}, code_range{0x1F900, 0x1FAFF}, code_range{0x20000, 0x3FFFD}};

std::size_t columns_of(char32_t code) {
  const auto holds = [code](const code_range& r) { return code >= r.first && code <= r.last; };
  if (std::ranges::any_of(zero_width, holds)) return 0;
  return std::ranges::any_of(double_width, holds) ? 2 : 1;
}

/// Controls (Cc), separators of lines and paragraphs (Zl, Zp), and the invisible format characters (Cf).
constexpr std::array harmful{
    code_range{0x0000, 0x001F},   code_range{0x007F, 0x009F},  code_range{0x00AD, 0x00AD},
    code_range{0x061C, 0x061C},   code_range{0x180E, 0x180E},  code_range{0x200B, 0x200B},
    code_range{0x200E, 0x200F},   code_range{0x2028, 0x202E},  code_range{0x2060, 0x206F},
    code_range{0xFEFF, 0xFEFF},   code_range{0xFFF9, 0xFFFB},  code_range{0x1BCA0, 0x1BCA3},
    code_range{0x1D173, 0x1D17A}, code_range{0xE0000, 0xE007F}};
static_assert(std::ranges::is_sorted(harmful, {}, &code_range::first));

bool is_harmful(char32_t code) {
  const auto row = std::ranges::lower_bound(harmful, code, {}, &code_range::last);
  return row != harmful.end() && code >= row->first;
}

void append_hex(std::string& out, std::string_view mark, std::uint32_t value, int digits) {
  out.append(mark);
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out += "0123456789ABCDEF"[(value >> shift) & 15U];
}

void append_escaped(std::string& out, char32_t code) {
  code > 0xFFFF ? append_hex(out, "\\U", code, 8) : append_hex(out, "\\u", code, 4);
}

/// The first characters of a text, of which each is a visible one of ASCII or a space.
std::string_view plain_start(std::string_view text) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin()));
}

/// Whether text ends within a character that more bytes may complete.
bool is_begun(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  const std::size_t length = lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  return lead < 0xF5 && character.size() < length &&
         std::ranges::all_of(character.substr(1), [](unsigned char c) { return (c & 0xC0U) == 0x80U; });
}

/// Appends text with harmful characters escaped, except those of `keeps`. Returns the number of bytes read: all, except an
/// incomplete character at the end when `waits` is set.
std::size_t append_harmless(std::string& out, std::string_view text, std::string_view keeps, bool waits) {
  auto rest = text;
  while (!rest.empty()) {
    const auto plain = plain_start(rest);
    out += plain;
    rest.remove_prefix(plain.size());
    if (rest.empty()) break;
    const auto next = first_character(rest);
    if (!next.valid) {
      if (waits && is_begun(rest)) break;
      append_hex(out, "\\x", static_cast<unsigned char>(rest[0]), 2);
    } else if (is_harmful(next.code) && keeps.find(rest[0]) == keeps.npos) {
      append_escaped(out, next.code);
    } else {
      out += rest.substr(0, next.length);
    }
    rest.remove_prefix(next.length);
  }
  return text.size() - rest.size();
}

/// A stream buffer in front of the buffer of a terminal.
class harmless_buffer final : public std::streambuf {
 public:
  explicit harmless_buffer(std::streambuf& terminal) : terminal_(terminal) {}
  ~harmless_buffer() override {
    std::string left;
    append_harmless(left, begun_, {}, false);
    give(left);
  }

  /// Writes a control sequence unescaped.
  void command(std::string_view sequence) {
    const std::lock_guard lock{mutex_};
    give(sequence);
  }

 private:
  std::streamsize xsputn(const char* text, std::streamsize length) override {
    const std::lock_guard lock{mutex_};
    begun_.append(text, static_cast<std::size_t>(length));
    std::string shown;
    begun_.erase(0, append_harmless(shown, begun_, "\n\t", true));
    return give(shown) ? length : 0;
  }
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }
  int sync() override {
    const std::lock_guard lock{mutex_};
    return terminal_.pubsync();
  }
  bool give(std::string_view shown) {
    const auto length = static_cast<std::streamsize>(shown.size());
    return terminal_.sputn(shown.data(), length) == length;
  }

  std::mutex mutex_;
  std::streambuf& terminal_;
  std::string begun_;  ///< an incomplete character
};

/// Writes a control sequence to the terminal, unescaped.
void command(std::ostream& out, std::string_view sequence) {
  if (auto* guarded = dynamic_cast<harmless_buffer*>(out.rdbuf()))
    guarded->command(sequence);
  else
    out << sequence;
}

std::string format_number(const char* format, double value, std::string_view unit) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data() + std::string{unit};
}

std::string two_parts(std::int64_t large, const char* large_unit, std::int64_t small,
                      const char* small_unit) {
  const auto digits = std::to_string(small);
  return std::to_string(large) + " " + large_unit + " " + (digits.size() < 2 ? "0" : "") + digits + " " +
         small_unit;
}

}  // namespace

terminal_info inspect_terminal(int file_descriptor) {
  terminal_info info;
  info.interactive = isatty(file_descriptor) == 1;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  info.colour =
      info.interactive && (!no_colour || *no_colour == '\0') && (!term || std::string_view{term} != "dumb");
  winsize window{};
  if (info.interactive && ioctl(file_descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
    info.columns = window.ws_col;
  return info;
}

painted_text painted(std::string_view text, colour c, const terminal_info& to) {
  return {std::string{text}, to.colour ? c : colour::none};
}

std::ostream& operator<<(std::ostream& out, const painted_text& what) {
  constexpr std::array<std::string_view, 7> codes{"", "32", "33", "31", "34", "90", "1"};
  if (what.shade == colour::none) return out << what.text;
  command(out, "\x1b[" + std::string{codes[static_cast<std::size_t>(what.shade)]} + "m");
  out << what.text;
  command(out, "\x1b[0m");
  return out;
}

void wipe_line(std::ostream& out) {
  command(out, "\r\x1b[K");
}

terminal_guard::terminal_guard(std::ostream& stream, const terminal_info& to) : stream_(stream) {
  if (!to.interactive) return;
  guarded_ = std::make_unique<harmless_buffer>(*stream.rdbuf());
  before_ = stream.rdbuf(guarded_.get());
}

terminal_guard::~terminal_guard() {
  if (guarded_) stream_.rdbuf(before_);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto next = first_character(text);
    width += columns_of(next.code);
    text.remove_prefix(next.length);
  }
  return width;
}

std::string harmless(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_harmless(out, text, {}, false);
  return out;
}

std::string harmless_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const auto plain = plain_start(json);
    out += plain;
    json.remove_prefix(plain.size());
    if (json.empty()) break;
    const auto next = first_character(json);
    if (!is_harmful(next.code) || next.code < 0x20) {
      out +=
          json.substr(0, next.length);  // the serializer escaped lower code points, or they separate values
    } else if (next.code > 0xFFFF) {
      append_hex(out, "\\u", 0xD800U + ((next.code - 0x10000U) >> 10U), 4);
      append_hex(out, "\\u", 0xDC00U + ((next.code - 0x10000U) & 0x3FFU), 4);
    } else {
      append_hex(out, "\\u", next.code, 4);
    }
    json.remove_prefix(next.length);
  }
  return out;
}

std::string cut_to(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string{text};
  if (columns == 0) return {};
  std::size_t used = 0;
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const auto next = first_character(text.substr(bytes));
    if (used + columns_of(next.code) > columns - 1) break;
    used += columns_of(next.code);
    bytes += next.length;
  }
  return std::string{text.substr(0, bytes)} + std::string{ellipsis};
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array units{" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
  if (bytes < 1024) return std::to_string(bytes) + " B";
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1023.95 && unit + 1 < units.size(); ++unit) value /= 1024;
  return format_number("%.1f", value, units[unit]);
}

std::string human_duration(std::chrono::milliseconds duration) {
  const auto ms = std::max<std::int64_t>(duration.count(), 0);
  if (ms < 1'000) return std::to_string(ms) + " ms";
  const auto s = ms / 1'000;
  if (s < 60) return format_number("%.1f", std::floor(static_cast<double>(ms) / 100) / 10, " s");
  if (s < 3'600) return two_parts(s / 60, "min", s % 60, "s");
  if (s < 86'400) return two_parts(s / 3'600, "h", s % 3'600 / 60, "min");
  return two_parts(s / 86'400, "d", s % 86'400 / 3'600, "h");
}

void text_table::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (auto& cell : cells) cell = harmless(cell);
  rows_.push_back(std::move(cells));
}

void text_table::print(std::ostream& out, const terminal_info& to) const {
  constexpr std::size_t gap = 2;
  constexpr std::size_t narrowest = 8;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    auto width = display_width(columns_[i].heading);
    for (const auto& row : rows_) width = std::max(width, display_width(row[i]));
    widths.push_back(width);
  }
  const auto total =
      std::accumulate(widths.begin(), widths.end(), gap * (widths.empty() ? 0 : widths.size() - 1));
  if (to.interactive && total > to.columns && !widths.empty()) {
    auto& widest = *std::ranges::max_element(widths);
    const auto excess = total - to.columns;
    widest = widest > excess + narrowest ? widest - excess : std::min(widest, narrowest);
  }
  const auto line = [&](const auto& cell_of, colour c) {
    std::string text;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto cell = cut_to(cell_of(i), widths[i]);
      const std::string padding(widths[i] - display_width(cell), ' ');
      const bool last = i + 1 == columns_.size();
      text += columns_[i].to == align::right ? padding + cell : last ? cell : cell + padding;
      if (!last) text.append(gap, ' ');
    }
    while (text.ends_with(' ')) text.pop_back();
    out << painted(text, c, to) << '\n';
  };
  line([&](std::size_t i) -> const std::string& { return columns_[i].heading; }, colour::bold);
  for (const auto& row : rows_)
    line([&](std::size_t i) -> const std::string& { return row[i]; }, colour::none);
}

}  // namespace laundromat
