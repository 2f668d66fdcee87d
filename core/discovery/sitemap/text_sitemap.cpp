// Implements the reading of text sitemaps.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/text_sitemap.hpp"

#include <array>

namespace laundromat::sitemaps {

namespace {

constexpr std::size_t longest_line = std::size_t{64} << 10;
constexpr std::uint64_t tried_lines = 100;

class line_taker {
 public:
  explicit line_taker(announcement_collector& out) : out_(out) {}

  void take(char c) {
    const bool is_second = c == '\n' && last_ == '\r';
    last_ = c;
    if (is_second) return;
    if (c == '\n' || c == '\r') return end_line();
    if (line_.size() <= longest_line) line_.push_back(c);
  }
  void end_line() {
    std::string_view text = line_;
    if (number_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.find_first_not_of(" \t\v\f") != std::string_view::npos) take_line(text);
    line_.clear();
    ++number_;
  }
  [[nodiscard]] bool is_hopeless() const { return tried_ >= tried_lines && found_ == 0; }
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  void take_line(std::string_view text) {
    ++tried_;
    auto uri = out_.read_uri({text, "line", {}, number_});
    if (!uri) return;
    ++found_;
    out_.add({.uri = std::move(*uri), .kind = announced_as::page, .by = "line", .line = number_});
  }

  announcement_collector& out_;
  std::string line_;
  char last_ = '\0';
  std::uint64_t number_ = 1, tried_ = 0, found_ = 0;
};

}  // namespace

result<void> read_text_sitemap(byte_source& text, announcement_collector& out,
                               const std::function<bool()>& was_cut) {
  line_taker lines{out};
  std::array<char, std::size_t{16} << 10> buffer{};
  for (;;) {
    const auto read = text.read(buffer);
    if (!read || *read == 0) {
      if (read && !was_cut()) lines.end_line();
      return read ? result<void>{} : tl::unexpected<failure>(read.error());
    }
    for (const char c : std::string_view(buffer.data(), *read)) {
      lines.take(c);
      if (!lines.is_hopeless()) continue;
      out.defect(errc::announcement_syntax, lines.number(),
                 "the first lines have no URI: the rest is not read");
      return {};
    }
  }
}

}  // namespace laundromat::sitemaps
