// Defects with line, column and excerpts.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/reporter.hpp"

#include "core/rdf/model/telling.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::turtle {

namespace {

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

defect reporter::notice(errc rule, const char* at, std::string message) {
  const auto& place = text_->position(at);
  return {rule, place.offset_bytes, 0, place.line, place.column, std::move(message), treatment::skip};
}

void reporter::note(errc rule, const char* begin, const char* end, std::string message) {
  auto found = notice(rule, begin, std::move(message));
  found.length_bytes = static_cast<std::uint64_t>(end - begin);
  found.done = treatment::note;
  found.before = shown({begin, static_cast<std::size_t>(end - begin)});
  sink_->on_defect(found);
}

void reporter::repair(errc rule, const char* begin, const char* end, std::string_view after,
                      std::string message) {
  auto found = notice(rule, begin, std::move(message));
  found.length_bytes = static_cast<std::uint64_t>(end - begin);
  found.done = treatment::repair;
  found.before = shown({begin, static_cast<std::size_t>(end - begin)});
  found.after = to_utf8(shown(after));
  sink_->on_defect(found);
}

void reporter::insert(errc rule, const char* at, std::uint64_t offset_bytes, std::string_view after) {
  auto found = notice(rule, at);
  found.done = treatment::repair;
  found.after = after;
  begin_at(found, offset_bytes);
  sink_->on_defect(found);
}

void reporter::skip(defect found, std::uint64_t begin_bytes, std::uint64_t end_bytes) {
  found.length_bytes = end_bytes - begin_bytes;
  found.done = treatment::skip;
  found.before = shown(text_->excerpt(begin_bytes, end_bytes, needed_bytes()));
  name_skip(found.rule, found.message, profile_);
  begin_at(found, begin_bytes);
  sink_->on_defect(found);
}

void reporter::begin_at(defect& found, std::uint64_t begin_bytes) {
  if (found.offset_bytes > begin_bytes) tell_distance(found.message, found.offset_bytes - begin_bytes);
  const auto place = text_->place_of(begin_bytes);
  found.offset_bytes = begin_bytes;
  found.line = place.line;
  found.column = place.column;
}

std::string_view reporter::shown(std::string_view text) const {
  if (text.size() <= excerpt_bytes_) return text;
  auto length = static_cast<std::size_t>(excerpt_bytes_);
  const auto least = length < 3 ? 0 : length - 3;
  while (length > least && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u) --length;
  return text.substr(0, length);
}

}  // namespace laundromat::turtle
