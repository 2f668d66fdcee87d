// Keeps as much of the text as the next excerpt may need.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/line_excerpt.hpp"

#include <algorithm>

namespace laundromat {

namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// A window onto the text, which moves forward.
class text_window {
 public:
  text_window(byte_source& text, std::uint64_t most_bytes) : text_(text), most_bytes_(most_bytes) {}

  /// Makes all bytes before `end` known, from `from` on at least. The text may end earlier.
  result<void> show(std::uint64_t from, std::uint64_t end) {
    while (begin_ + bytes_.size() < end && !is_over_) {
      forget(from);
      constexpr std::size_t bytes_at_once = std::size_t{64} << 10;
      const auto known = bytes_.size();
      const auto left = most_bytes_ - std::min(most_bytes_, begin_ + known);
      bytes_.resize(known + std::min<std::uint64_t>(bytes_at_once, left));
      const auto got = text_.read(std::span{bytes_}.subspan(known));
      bytes_.resize(known + (got ? *got : 0));
      if (!got) return tl::unexpected(got.error());
      is_over_ = *got == 0;
    }
    return {};
  }
  [[nodiscard]] std::uint64_t end() const { return begin_ + bytes_.size(); }
  [[nodiscard]] std::string_view part(std::uint64_t from, std::uint64_t to) const {
    return std::string_view{bytes_}.substr(from - begin_, to - from);
  }

 private:
  void forget(std::uint64_t before) {
    if (before <= begin_) return;
    const auto count = std::min<std::uint64_t>(before - begin_, bytes_.size());
    bytes_.erase(0, count);
    begin_ += count;
  }

  byte_source& text_;
  std::uint64_t most_bytes_;
  std::string bytes_;
  std::uint64_t begin_ = 0;  ///< the offset of the first byte
  bool is_over_ = false;
};

/// Whether a line without a line feed before `at` has something there.
bool goes_on_at(const text_window& window, std::uint64_t at, std::uint64_t read_bytes) {
  return at < window.end() ? window.part(at, at + 1) != "\n" : at == read_bytes;
}

line_excerpt excerpt_in(const text_window& window, const text_span& wanted, std::uint64_t from,
                        const excerpt_limits& limits) {
  const auto span_end = std::min(
      {wanted.offset_bytes + wanted.length_bytes, wanted.offset_bytes + limits.span_bytes, window.end()});
  const auto before = window.part(from, wanted.offset_bytes);
  const auto line_begin = before.rfind('\n');
  // Of a longer line one byte more is known than is shown.
  const std::uint64_t shown_from = from == 0 ? 0 : from + 1;
  auto begin = line_begin == before.npos ? shown_from : from + line_begin + 1;
  const auto end_limit = std::min(span_end + limits.around_bytes, window.end());
  const auto behind = window.part(span_end, end_limit);
  const auto line_end = behind.find('\n');
  auto end = line_end == behind.npos ? end_limit : span_end + line_end;
  line_excerpt out;
  out.begins_later = line_begin == before.npos && from > 0;
  out.ends_earlier = span_end < wanted.offset_bytes + wanted.length_bytes ||
                     (line_end == behind.npos && goes_on_at(window, end, limits.read_bytes));
  // Not within a character.
  while (begin < wanted.offset_bytes && continues_character(window.part(begin, begin + 1).front())) ++begin;
  while (out.ends_earlier && end > span_end && end < window.end() &&
         continues_character(window.part(end, end + 1).front()))
    --end;
  out.text = window.part(begin, end);
  if (out.text.ends_with('\r')) out.text.pop_back();
  out.at = std::min<std::size_t>(wanted.offset_bytes - begin, out.text.size());
  out.length = std::min<std::size_t>(span_end - wanted.offset_bytes, out.text.size() - out.at);
  return out;
}

}  // namespace

result<std::vector<std::optional<line_excerpt>>> read_excerpts(byte_source& text,
                                                               std::span<const text_span> spans,
                                                               const excerpt_limits& limits) {
  std::vector<std::optional<line_excerpt>> out;
  text_window window{text, limits.read_bytes};
  std::uint64_t last = 0;
  for (const auto& wanted : spans) {
    if (wanted.offset_bytes < last) return fail(errc::invalid_argument, "spans are not in order");
    last = wanted.offset_bytes;
    const auto from = last - std::min<std::uint64_t>(last, limits.around_bytes + 1);
    const auto shown = std::min<std::uint64_t>(wanted.length_bytes, limits.span_bytes);
    if (auto done = window.show(from, last + shown + limits.around_bytes + 1); !done)
      return tl::unexpected(done.error());
    if (last > window.end() || (last == window.end() && wanted.length_bytes > 0))
      out.emplace_back();
    else
      out.emplace_back(excerpt_in(window, wanted, from, limits));
  }
  return out;
}

}  // namespace laundromat
