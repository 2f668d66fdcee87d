// Implements the search for directives: collects text up to the end of a line, and examines each line once.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/lost_text.hpp"

#include <algorithm>

namespace laundromat::turtle {

namespace {

bool is_lone_iri(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t"), end = line.find_last_not_of(" \t\r\n");
  return begin != line.npos && line[begin] == '<' && line.find('>', begin) == end;
}

}  // namespace

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

/// `<s>` on a line of its own is a subject, and nothing that is left of a directive, when `line`, the next one, is indented deeper.
void lost_text::drop_subject(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r\n");
  if (first == line.npos || found_.empty() || !found_.back().is_subject) return;
  found_.back().is_subject = false;
  if (first > indent_) found_.pop_back();
}

void lost_text::end_line() {
  drop_subject(line_);
  for (const auto& one : find_directives(line_)) {
    is_full_ = is_full_ || found_.size() == most_found;
    if (is_full_) break;
    found_.push_back({seen_bytes(), one.is_base, one.prefix.has_value(), std::string(one.prefix.value_or("")),
                      std::string(one.iri)});
    found_.back().is_subject = one.is_base && is_lone_iri(line_);
  }
  if (const auto first = line_.find_first_not_of(" \t\r\n"); first != line_.npos) indent_ = first;
  line_begin_ += line_.size();
  line_.clear();
}

}  // namespace laundromat::turtle
