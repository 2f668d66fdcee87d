// Compares entity tags and dates.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/conditions.hpp"

#include <algorithm>

#include "core/web/http_values.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

struct entity_tag {
  bool is_weak = false;
  std::string_view opaque;  ///< with its quotes
};

// Takes the entity tag at the begin of a text; without one, what is there up to the next comma, and nothing.
std::optional<entity_tag> take_tag(std::string_view& rest) {
  entity_tag tag;
  auto text = rest;
  if (text.starts_with("W/")) {
    tag.is_weak = true;
    text.remove_prefix(2);
  }
  const auto end = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
  if (end == std::string_view::npos) {
    rest.remove_prefix(std::min(rest.find(','), rest.size()));
    return std::nullopt;
  }
  tag.opaque = text.substr(0, end + 1);
  rest = text.substr(end + 1);
  return tag;
}

std::optional<entity_tag> whole_tag(std::string_view text) {
  const auto tag = take_tag(text);
  return text.empty() ? tag : std::nullopt;
}

// HTTP dates have no milliseconds.
bool is_later(timestamp a, timestamp b) {
  return std::chrono::floor<seconds>(a) > std::chrono::floor<seconds>(b);
}

bool is_same(timestamp a, timestamp b) {
  return std::chrono::floor<seconds>(a) == std::chrono::floor<seconds>(b);
}

bool matches(std::string_view list, const selected_representation& there, bool is_strong) {
  if (trim(list) == "*") return there.exists;
  return there.exists && names_etag(list, there.etag, is_strong);
}

// Steps 1 and 2: whether what is there is still what the client means.
bool is_as_expected(const request_conditions& given, const selected_representation& there, timestamp now) {
  if (!given.if_match.empty()) return matches(given.if_match, there, true);
  if (given.if_unmodified_since.empty() || !there.last_modified) return true;
  const auto date = parse_http_date(given.if_unmodified_since, now);
  return !date || !is_later(*there.last_modified, *date);
}

}  // namespace

bool names_etag(std::string_view list, std::string_view etag, bool is_strong) {
  const auto own = whole_tag(etag);
  if (!own || (is_strong && own->is_weak)) return false;
  while (!list.empty()) {
    if (list.front() == ',' || is_space(list.front())) {
      list.remove_prefix(1);
      continue;
    }
    const auto tag = take_tag(list);
    if (tag && tag->opaque == own->opaque && !(is_strong && tag->is_weak)) return true;
  }
  return false;
}

condition_verdict evaluate(const request_conditions& given, const selected_representation& now_there,
                           bool is_read, timestamp now) {
  if (!is_as_expected(given, now_there, now)) return condition_verdict::failed;
  if (!given.if_none_match.empty()) {
    if (!matches(given.if_none_match, now_there, false)) return condition_verdict::proceed;
    return is_read ? condition_verdict::not_modified : condition_verdict::failed;
  }
  if (!is_read || given.if_modified_since.empty() || !now_there.exists || !now_there.last_modified)
    return condition_verdict::proceed;
  const auto date = parse_http_date(given.if_modified_since, now);
  return date && !is_later(*now_there.last_modified, *date) ? condition_verdict::not_modified
                                                            : condition_verdict::proceed;
}

bool allows_range(const request_conditions& given, const selected_representation& now_there, timestamp now) {
  const auto text = trim(given.if_range);
  if (text.empty()) return true;
  if (text.starts_with('"') || text.starts_with("W/"))
    return whole_tag(text) && names_etag(text, now_there.etag, true);
  const auto date = parse_http_date(text, now);
  return date && now_there.last_modified && is_same(*date, *now_there.last_modified);
}

}  // namespace laundromat
