// Implements the search for directives: collects text up to the end of a line, and examines each line once.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/lost_text.hpp"

#include <algorithm>

namespace laundromat::turtle {

void lost_text::forget_before(std::uint64_t begin_bytes) {
  std::erase_if(found_, [&](const directive& one) { return one.end <= begin_bytes; });
  if (found_.empty()) is_full_ = false;
  if (begin_bytes <= line_begin_) return;
  line_.erase(0, begin_bytes - line_begin_);
  line_begin_ = begin_bytes;
}

void lost_text::show(std::uint64_t begin_bytes, std::string_view text) {
  if (begin_bytes != seen_bytes()) {
    line_.clear();
    line_begin_ = begin_bytes;
  }
  while (!text.empty()) {
    auto chunk = text.substr(0, most_line_bytes - line_.size());
    chunk = chunk.substr(0, chunk.find_first_of("\r\n"));
    line_.append(chunk);
    text.remove_prefix(chunk.size());
    const bool is_end = !text.empty() && (text.front() == '\r' || text.front() == '\n');
    if (is_end) {
      line_.push_back(text.front());
      text.remove_prefix(1);
    }
    if (is_end || line_.size() >= most_line_bytes) end_line();
  }
}

void lost_text::end_line() {
  for (const auto& one : find_directives(line_)) {
    is_full_ = is_full_ || found_.size() == most_found;
    if (is_full_) break;
    found_.push_back({seen_bytes(), one.is_base, one.prefix.has_value(), std::string(one.prefix.value_or("")),
                      std::string(one.iri)});
  }
  line_begin_ += line_.size();
  line_.clear();
}

}  // namespace laundromat::turtle
