// Implements the reports of defects: finds line, column and excerpt in the window, and keeps the reports in order.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/emission/defect_reporter.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::turtle {

namespace {

/// When more waits, all of it is reported at once.
constexpr std::uint64_t waiting_limit_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t quote_bytes = 40;

std::uint64_t size_of(const defect& found) {
  return sizeof found + found.before.size() + found.after.size() + found.message.size();
}

/// At most so many bytes, cut between characters.
std::string_view cut(std::string_view text, std::uint64_t most) {
  if (text.size() <= most) return text;
  auto length = static_cast<std::size_t>(most);
  const auto least = length < 3 ? 0 : length - 3;
  while (length > least && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u) --length;
  return text.substr(0, length);
}

/// With U+FFFD for what is ill-formed, as in the value of the literal.
std::string to_utf8(std::string_view text) {
  std::string out;
  for (auto bad = find_bad_utf8(text); bad != text.npos; bad = find_bad_utf8(text)) {
    out.append(text.substr(0, bad)).append("\xEF\xBF\xBD");
    text.remove_prefix(bad + next_utf8(text.substr(bad)).length);
  }
  return out.append(text);
}

}  // namespace

defect defect_reporter::notice(errc rule, const char* at, std::string message) {
  const auto& place = text_->position(at);
  return {rule, place.offset_bytes, 0, place.line, place.column, std::move(message), treatment::skip};
}

defect defect_reporter::describe(errc rule, const char* begin, const char* end, std::string message,
                                 const char* token) {
  auto found = notice(rule, token != nullptr ? token : begin, std::move(message));
  if (token != nullptr && token != begin) {
    found.token_offset_bytes = found.offset_bytes;
    found.offset_bytes = text_->offset_of(begin);
  }
  found.length_bytes = static_cast<std::uint64_t>(end - begin);
  found.before = shown({begin, static_cast<std::size_t>(end - begin)});
  return found;
}

void defect_reporter::note(errc rule, const char* begin, const char* end, std::string message,
                           const char* token) {
  auto found = describe(rule, begin, end, std::move(message), token);
  found.done = treatment::note;
  report(std::move(found));
}

void defect_reporter::repair(errc rule, const char* begin, const char* end, std::string_view after,
                             std::string message, const char* token) {
  auto found = describe(rule, begin, end, std::move(message), token);
  found.done = treatment::repair;
  found.after = to_utf8(shown(after));
  report(std::move(found));
}

void defect_reporter::insert(errc rule, const char* at, std::uint64_t offset_bytes, std::string_view after) {
  auto found = notice(rule, at);
  found.done = treatment::repair;
  found.after = after;
  found.offset_bytes = offset_bytes;
  place(found, offset_bytes);
  report(std::move(found));
}

void defect_reporter::place(defect& found, std::uint64_t offset_bytes) {
  const auto at = text_->place_of(offset_bytes);
  found.line = at.line;
  found.column = at.column;
}

void defect_reporter::skip(defect found, std::uint64_t begin_bytes, std::uint64_t end_bytes) {
  drop_repairs(begin_bytes, end_bytes);
  found.length_bytes = end_bytes - begin_bytes;
  found.done = treatment::skip;
  found.before = shown(text_->excerpt(begin_bytes, end_bytes, needed_bytes()));
  name_skip(found.rule, found.message, profile_);
  if (found.offset_bytes > begin_bytes)
    found.token_offset_bytes = found.offset_bytes;
  else
    place(found, begin_bytes);
  found.offset_bytes = begin_bytes;
  report(std::move(found));
}

void defect_reporter::report(defect found) {
  waiting_bytes_ += size_of(found);
  waiting_.push_back(std::move(found));
  if (waiting_bytes_ > waiting_limit_bytes) report_waiting();
}

void defect_reporter::report_waiting(std::uint64_t end_bytes) {
  std::ranges::stable_sort(waiting_, {}, &defect::offset_bytes);
  const auto end = std::ranges::lower_bound(waiting_, end_bytes, {}, &defect::offset_bytes);
  std::for_each(waiting_.begin(), end, [&](const defect& found) {
    waiting_bytes_ -= size_of(found);
    sink_->on_defect(found);
  });
  waiting_.erase(waiting_.begin(), end);
  if (waiting_.empty()) waiting_bytes_ = 0;  // of what was dropped, too
}

/// A dot that is put in at its end ends what is skipped; anything else that is put in at either end belongs to what is around it.
void defect_reporter::drop_repairs(std::uint64_t begin_bytes, std::uint64_t end_bytes) {
  std::erase_if(waiting_, [&](const defect& found) {
    const auto at = found.offset_bytes;
    if (found.done != treatment::repair || at < begin_bytes) return false;
    if (at == end_bytes) return found.rule == errc::missing_dot && at > begin_bytes;
    return at < end_bytes && (found.length_bytes > 0 || at > begin_bytes);
  });
}

std::string_view defect_reporter::shown(std::string_view text) const {
  return cut(text, excerpt_bytes_);
}

std::string defect_reporter::quote(std::string_view text) {
  const auto first = cut(text.substr(0, text.find_first_of("\r\n")), quote_bytes);
  return to_utf8(first) + (first.size() < text.size() ? "…" : "");
}

}  // namespace laundromat::turtle
