// A state machine over the lines between chunks.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/chunk_decoder.hpp"

#include <algorithm>
#include <charconv>

#include "core/web/uri_characters.hpp"

namespace laundromat {

std::string_view chunk_decoder::next(std::string_view& wire) {
  while (!wire.empty()) {
    if (at_ == part::finished) {
      wire = {};
    } else if (at_ == part::plain) {
      const auto all = wire;
      wire = {};
      return all;
    } else if (at_ == part::data) {
      const auto data = wire.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left_, wire.size())));
      wire.remove_prefix(data.size());
      left_ -= data.size();
      if (left_ == 0) {
        at_ = part::end_of_data;
        line_.clear();
      }
      return data;
    } else {
      const auto end = wire.find('\n');
      const auto piece = wire.substr(0, end == wire.npos ? end : end + 1);
      line_.append(piece.substr(0, longest_line + 1));
      if (end == wire.npos && line_.size() <= longest_line) {
        wire = {};
        break;
      }
      const bool is_first = at_ == part::first_size;
      const auto held = line_.size() - std::min(piece.size(), longest_line + 1);
      if (take_line(line_)) {
        wire.remove_prefix(piece.size());
        line_.clear();
      } else if (is_first) {
        at_ = part::plain;
        if (held == 0) continue;
        line_.resize(held);
        return line_;
      } else {
        at_ = part::finished;
        is_broken_ = true;
      }
    }
  }
  return {};
}

std::string_view chunk_decoder::finish() {
  if (at_ == part::first_size && !line_.empty()) {
    at_ = part::plain;
    return line_;
  }
  if (at_ != part::plain && at_ != part::finished && at_ != part::first_size) is_broken_ = true;
  return {};
}

/// Reads a line with its end; false for one that the grammar does not have here.
bool chunk_decoder::take_line(std::string_view line) {
  if (!line.ends_with('\n')) return false;
  line = trim(line);
  if (at_ == part::end_of_data) {
    at_ = part::size;
    return line.empty();
  }
  const auto* const last = line.data() + line.size();
  const auto read = std::from_chars(line.data(), last, left_, 16);
  const auto rest = trim({read.ptr, static_cast<std::size_t>(last - read.ptr)});
  if (read.ec != std::errc{} || (!rest.empty() && rest.front() != ';')) return false;
  at_ = left_ == 0 ? part::finished : part::data;  // trailers are dropped
  return true;
}

}  // namespace laundromat
