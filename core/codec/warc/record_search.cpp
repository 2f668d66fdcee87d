// Scans the file window by window, and reads the head at each candidate.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/record_search.hpp"

#include <algorithm>

#include "core/codec/warc/stored_record.hpp"

namespace laundromat {

namespace {

constexpr std::size_t scan_bytes = std::size_t{64} * 1024;

/// Where in `text` a candidate begins, from `at` on. A line of ARC is judged here, because every line is a candidate.
std::size_t next_candidate(record_search what, std::string_view text, std::size_t at) {
  if (what == record_search::gzip_members) return text.find("\x1f\x8b\x08", at);
  for (auto end = text.find('\n', at); end != text.npos; end = text.find('\n', end + 1)) {
    const auto line = text.substr(end + 1, most_arc_line_bytes);
    if (line.starts_with("WARC/") || parse_arc_line(line.substr(0, line.find('\n')))) return end + 1;
  }
  return text.npos;
}

}  // namespace

bool has_record_line(std::string_view text) {
  return next_candidate(record_search::lines, text, 0) != text.npos;
}

result<bool> record_finder::is_record(record_search what, std::uint64_t offset) {
  if (auto started = input_.start(offset); !started) return tl::unexpected(started.error());
  if (input_.is_packed() != (what == record_search::gzip_members)) return false;
  const auto record = read_record(input_);
  if (!record) {
    if (record.error().code != errc::warc_head_broken) return tl::unexpected(record.error());
    return false;
  }
  if (!*record) return false;
  const auto& head = (*record)->head;
  return head.is_arc() || (head.type != warc_record_type::other && !head.record_id.empty()) ||
         (head.content_length && !head.fields.empty());
}

result<std::optional<std::uint64_t>> record_finder::find(record_search what, std::uint64_t from,
                                                         std::uint64_t to) {
  // A line begins behind a line feed, so the byte before it is looked at too.
  auto at = what == record_search::lines && from > 0 ? from - 1 : from;
  while (at < to && wrong_ < most_candidates) {
    const auto text = input_.file_at(at, scan_bytes);
    if (!text) return tl::unexpected(text.error());
    const auto place = next_candidate(what, *text, 0);
    if (place == text->npos) {
      if (at + text->size() >= input_.file_bytes()) return std::nullopt;
      at +=
          text->size() - std::min<std::size_t>(text->size() - 1, 8);  // a candidate may be cut by the window
      continue;
    }
    const auto offset = at + place;
    if (offset >= to) return std::nullopt;
    const auto good = is_record(what, offset);
    if (!good) return tl::unexpected(good.error());
    if (*good) return offset;
    ++wrong_;
    at = offset;
    if (what == record_search::gzip_members) ++at;
  }
  return std::nullopt;
}

}  // namespace laundromat
