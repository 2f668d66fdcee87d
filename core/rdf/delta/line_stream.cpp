// A buffer that is refilled after its last whole line.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/delta/line_stream.hpp"

#include <algorithm>
#include <cstring>

namespace laundromat {

result<bool> line_stream::advance() {
  last_ = line_;
  for (std::size_t searched = 0;;) {
    const auto* from = buffer_.data() + begin_ + searched;
    const auto left = end_ - begin_ - searched;
    const auto* feed = left == 0 ? nullptr : static_cast<const char*>(std::memchr(from, '\n', left));
    if (feed != nullptr) {
      line_ = std::string_view(buffer_).substr(
          begin_, static_cast<std::size_t>(feed + 1 - (buffer_.data() + begin_)));
      begin_ += line_.size();
      break;
    }
    searched = end_ - begin_;
    const auto more = fill();
    if (!more) return tl::unexpected(more.error());
    if (*more) continue;
    line_ = {};
    if (begin_ != end_)
      return fail(errc::syntax_error, name_ + " ends in the middle of line " + std::to_string(number_ + 1));
    return false;
  }
  ++number_;
  if (promised_ == order::rising && line_ <= last_)
    return fail(errc::syntax_error, "line " + std::to_string(number_) + " of " + name_ +
                                        " is not greater than the line before: this is not a clean document");
  if (promised_ == order::rising && !(line_.starts_with('<') && line_.ends_with(" .\n")))
    return fail(errc::syntax_error, "line " + std::to_string(number_) + " of " + name_ +
                                        " is not a canonical statement: this is not a clean document");
  return true;
}

/// Fills the buffer; false at the end.
result<bool> line_stream::fill() {
  constexpr std::size_t chunk_bytes = 1 << 18;
  if (end_ - begin_ > most_line_bytes)
    return fail(errc::limit_exceeded, "a line of " + name_ + " is longer than 256 MiB");
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() < end_ + chunk_bytes) buffer_.resize(std::max(buffer_.size() * 2, end_ + chunk_bytes));
  const auto n = source_.read({buffer_.data() + end_, buffer_.size() - end_});
  if (!n) return tl::unexpected(n.error());
  end_ += *n;
  return *n > 0;
}

}  // namespace laundromat
