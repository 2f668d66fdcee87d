// Checks the syntax line by line, and skips the data.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/chunk_syntax.hpp"

#include <algorithm>
#include <charconv>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_line = std::size_t{16} * 1024, most_trailers = std::size_t{64} * 1024;

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

tl::unexpected<failure> refuse(std::string_view what, std::string_view line) {
  return fail(errc::truncated_body, std::string(what) + ": " + quoted_head(line));
}

}  // namespace

result<void> chunk_syntax::take(std::string_view wire) {
  while (state_ && !wire.empty() && at_ != part::finished) {
    if (at_ == part::data) {
      const auto taken = std::min<std::uint64_t>(left_, wire.size());
      left_ -= taken;
      wire.remove_prefix(taken);
      if (left_ == 0) at_ = part::end_of_data;
      continue;
    }
    const auto end = wire.find('\n');
    line_.append(wire.substr(0, end));
    if (line_.size() > longest_line)
      state_ = refuse("a line between chunks has more than 16 KiB", line_);
    else if (end != wire.npos)
      state_ = take_line(std::string_view(line_).substr(0, line_.size() - (line_.ends_with('\r') ? 1 : 0)));
    if (end == wire.npos) break;
    line_.clear();
    wire.remove_prefix(end + 1);
  }
  return state_;
}

result<void> chunk_syntax::take_line(std::string_view line) {
  if (std::ranges::any_of(line, is_control)) return refuse("a control character between chunks", line);
  if (at_ == part::size) return take_size(line);
  if (at_ == part::end_of_data) {
    at_ = part::size;
    return line.empty() ? result<void>{} : refuse("a chunk is longer than its size", line);
  }
  if (line.empty()) {
    at_ = part::finished;
    return {};
  }
  trailer_bytes_ += line.size();
  if (trailer_bytes_ > most_trailers) return refuse("trailers of more than 64 KiB", line);
  const auto colon = line.find(':');
  return colon != line.npos && is_token(line.substr(0, colon))
             ? result<void>{}
             : refuse("the line after the last chunk is not a trailer", line);
}

result<void> chunk_syntax::take_size(std::string_view line) {
  const auto* const last = line.data() + line.size();
  const auto read = std::from_chars(line.data(), last, left_, 16);
  std::string_view rest{read.ptr, static_cast<std::size_t>(last - read.ptr)};
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  if (read.ec != std::errc{} || (!rest.empty() && rest.front() != ';'))
    return refuse("the size of a chunk is not hexadecimal", line);
  at_ = left_ == 0 ? part::trailer : part::data;
  return {};
}

}  // namespace laundromat
