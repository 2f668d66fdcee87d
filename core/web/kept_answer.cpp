// Reads validators and freshness from the fields of an answer.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/kept_answer.hpp"

#include <algorithm>

#include "core/web/http_values.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::int64_t longest_max_age = std::int64_t{1} << 31;  // RFC 9111 section 1.2.2

bool can_be_sent(std::string_view value) {
  return value.size() <= most_kept_field_bytes && std::ranges::none_of(value, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
         });
}

/// The value of the first field with this name.
std::string_view first_value(std::span<const field_view> answer, std::string_view name) {
  const auto found =
      std::ranges::find_if(answer, [&](const field_view& f) { return equals_ignoring_case(f.name, name); });
  return found == answer.end() ? std::string_view{} : trim(found->value);
}

/// The values of all fields with this name, joined.
std::string all_values(std::span<const field_view> answer, std::string_view name) {
  std::string out;
  for (const auto& field : answer)
    if (equals_ignoring_case(field.name, name)) out.append(out.empty() ? "" : ", ").append(trim(field.value));
  return out;
}

std::string kept(std::string_view value) {
  return can_be_sent(value) ? std::string{value} : std::string{};
}

/// A number of seconds; nothing for other text. A number that is too large is the largest.
std::optional<seconds> read_seconds(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = std::min(longest_max_age, value * 10 + (c - '0'));
  }
  return seconds{value};
}

/// Takes the next directive off the front of a list. A comma within quotes belongs to the directive.
std::string_view take_directive(std::string_view& list) {
  bool is_quoted = false;
  std::size_t end = 0;
  for (; end < list.size() && (is_quoted || list[end] != ','); ++end) {
    if (list[end] == '"') is_quoted = !is_quoted;
    if (is_quoted && list[end] == '\\') ++end;
  }
  end = std::min(end, list.size());
  const auto directive = list.substr(0, end);
  list.remove_prefix(std::min(end + 1, list.size()));
  return trim(directive);
}

std::string_view unquoted(std::string_view value) {
  return value.size() >= 2 && value.front() == '"' && value.back() == '"' ? value.substr(1, value.size() - 2)
                                                                          : value;
}

/// Whether a list of names has a member `*`.
bool has_star(std::string_view list) {
  while (!list.empty())
    if (take_directive(list) == "*") return true;
  return false;
}

}  // namespace

cache_directives parse_cache_control(std::string_view value) {
  cache_directives out;
  while (!value.empty()) {
    const auto directive = take_directive(value);
    const auto equals = std::min(directive.find('='), directive.size());
    const auto name = trim(directive.substr(0, equals));
    const auto argument = trim(directive.substr(std::min(equals + 1, directive.size())));
    if (equals_ignoring_case(name, "no-store")) out.no_store = true;
    // With names of fields, `no-cache` concerns only these.
    if (equals_ignoring_case(name, "no-cache") && argument.empty()) out.no_cache = true;
    if (equals_ignoring_case(name, "max-age") && !out.max_age)
      out.max_age = read_seconds(unquoted(argument)).value_or(seconds{0});
  }
  return out;
}

kept_fields fields_to_keep(std::span<const field_view> answer, timestamp now) {
  kept_fields out;
  out.cache_control = kept(all_values(answer, "Cache-Control"));
  if (parse_cache_control(all_values(answer, "Cache-Control")).no_store) return {};
  out.etag = kept(first_value(answer, "ETag"));
  out.last_modified = kept(first_value(answer, "Last-Modified"));
  if (!parse_http_date(out.last_modified, now)) out.last_modified.clear();
  out.expires = kept(first_value(answer, "Expires"));
  out.vary = kept(all_values(answer, "Vary"));
  return out;
}

kept_fields updated_by_304(const kept_fields& kept_before, std::span<const field_view> answer,
                           timestamp now) {
  if (parse_cache_control(all_values(answer, "Cache-Control")).no_store) return {};
  const auto came = fields_to_keep(answer, now);
  if (is_strong_etag(came.etag) && !kept_before.etag.empty() && came.etag != kept_before.etag)
    return kept_before;
  auto out = kept_before;
  const auto replace = [](std::string& old, const std::string& value) {
    if (!value.empty()) old = value;
  };
  replace(out.etag, came.etag);
  replace(out.last_modified, came.last_modified);
  replace(out.cache_control, came.cache_control);
  replace(out.expires, came.expires);
  replace(out.vary, came.vary);
  return out;
}

answer_times times_of(std::span<const field_view> answer, timestamp requested, timestamp received) {
  return {requested, received, parse_http_date(first_value(answer, "Date"), received),
          read_seconds(first_value(answer, "Age")).value_or(seconds{0})};
}

timestamp fresh_until(const kept_fields& kept_before, const answer_times& times) {
  const auto said = parse_cache_control(kept_before.cache_control);
  if (said.no_store || said.no_cache || has_star(kept_before.vary)) return {};
  const auto date = times.date.value_or(times.received);
  milliseconds lifetime{0};
  if (said.max_age)
    lifetime = *said.max_age;
  else if (const auto expires = parse_http_date(kept_before.expires, times.received))
    lifetime = *expires - date;
  const auto apparent_age = std::max(milliseconds{0}, times.received - date);
  const auto delay = std::max(milliseconds{0}, times.received - times.requested);
  const auto age = std::max(apparent_age, times.age + delay);
  return lifetime > age ? times.received + (lifetime - age) : timestamp{};
}

bool is_strong_etag(std::string_view etag) {
  return etag.size() >= 2 && etag.front() == '"' && etag.back() == '"';
}

std::string range_validator(std::span<const field_view> answer, timestamp now) {
  const auto etag = first_value(answer, "ETag");
  if (!etag.empty()) return is_strong_etag(etag) && can_be_sent(etag) ? std::string{etag} : std::string{};
  const auto modified = first_value(answer, "Last-Modified");
  const auto modified_at = parse_http_date(modified, now);
  const auto date = parse_http_date(first_value(answer, "Date"), now);
  const bool is_strong = modified_at && date && *date - *modified_at >= seconds{1};
  return is_strong && can_be_sent(modified) ? std::string{modified} : std::string{};
}

}  // namespace laundromat
