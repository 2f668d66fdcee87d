// Reads heads with tolerance: what is no field is skipped, and what a field should say but does not is left empty.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/record_head.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "core/base/count_words.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view magic = "WARC/";

/// Takes a line off the front, without its end.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  auto line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view without_brackets(std::string_view text) {
  text = trim(text);
  if (text.starts_with('<') && text.ends_with('>')) text = text.substr(1, text.size() - 2);
  return text;
}

std::optional<std::uint64_t> decimal(std::string_view text) {
  std::uint64_t value = 0;
  const auto* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end || text.empty()) return std::nullopt;
  return value;
}

warc_record_type type_from(std::string_view text) {
  const auto name = lower_case(trim(text));
  const auto found = std::ranges::find(warc_type_names, std::string_view{name});
  return found == warc_type_names.end() ? warc_record_type::other
                                        : static_cast<warc_record_type>(found - warc_type_names.begin());
}

/// Reads the fields that decide about a record, each the first of its name.
class field_reader {
 public:
  explicit field_reader(record_head& head) : head_(head) {}

  void read() {
    head_.type = type_from(first(warc_field::type));
    head_.record_id = without_brackets(first(warc_field::record_id));
    head_.target_uri = without_brackets(first(warc_field::target_uri));
    head_.date = parse_capture_date(first(warc_field::date));
    head_.content_type = first(warc_field::content_type);
    head_.block_digest = first(warc_field::block_digest);
    head_.payload_digest = first(warc_field::payload_digest);
    head_.truncated = first(warc_field::truncated);
    head_.profile = without_brackets(first(warc_field::profile));
    head_.refers_to = without_brackets(first(warc_field::refers_to));
    head_.refers_to_target_uri = without_brackets(first(warc_field::refers_to_target_uri));
    head_.refers_to_date = parse_capture_date(first(warc_field::refers_to_date));
    head_.segment = static_cast<std::uint32_t>(decimal(first(warc_field::segment_number)).value_or(0));
    head_.segment_origin = without_brackets(first(warc_field::segment_origin_id));
    head_.segment_total = decimal(first(warc_field::segment_total_length));
    head_.content_length = length();
  }

 private:
  [[nodiscard]] std::string_view first(std::string_view name) const {
    for (const auto& field : head_.fields)
      if (equals_ignoring_case(field.name, name)) return field.value;
    return {};
  }
  [[nodiscard]] std::optional<std::uint64_t> length() const {
    const auto stated = decimal(first(warc_field::content_length));
    for (const auto& field : head_.fields)
      if (equals_ignoring_case(field.name, warc_field::content_length) && decimal(field.value) != stated)
        return std::nullopt;
    return stated;
  }

  record_head& head_;
};

/// The words of a line, which are separated by single spaces.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const auto space = line.find(' ');
    words.push_back(line.substr(0, space));
    line.remove_prefix(space == line.npos ? line.size() : space + 1);
  }
  return words;
}

/// Twelve digits or more: a date to the minute.
bool is_arc_date(std::string_view word) {
  return word.size() >= 12 && std::ranges::all_of(word, is_digit);
}

bool has_scheme(std::string_view text) {
  const auto colon = text.find(':');
  return colon != text.npos && colon > 0 && is_alpha(text.front()) &&
         std::ranges::all_of(text.substr(0, colon), [](char c) {
           return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
         });
}

std::chrono::sys_days day_from(std::span<const unsigned> parts) {
  return std::chrono::year{static_cast<int>(parts[0])} / std::chrono::month{parts[1]} /
         std::chrono::day{parts[2]};
}

}  // namespace

bool begins_warc_record(std::string_view text) {
  if (text.size() <= magic.size()) return magic.starts_with(text);
  if (!text.starts_with(magic)) return false;
  auto rest = text.substr(magic.size(), 8);
  const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0) return false;
  rest.remove_prefix(digits);
  return rest.empty() || rest.front() == '.';
}

std::size_t head_length(std::string_view text) {
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
    const auto rest = text.substr(end + 1, 2);
    if (rest.starts_with('\n')) return end + 2;
    if (rest == "\r\n") return end + 3;
  }
  return 0;
}

result<record_head> parse_record_head(std::string_view text) {
  if (text.size() <= magic.size() || !begins_warc_record(text))
    return fail(errc::warc_head_broken, "the record does not begin with `WARC/`");
  record_head head;
  head.version = trim(take_line(text));
  while (!text.empty()) {
    const auto line = take_line(text);
    if (line.empty()) break;
    const bool folds = is_space(line.front());
    if (folds && !head.fields.empty()) {
      head.fields.back().value.append(1, ' ').append(trim(line));
      continue;
    }
    const auto colon = line.find(':');
    if (colon == line.npos) continue;
    if (head.fields.size() == most_record_fields)
      return fail(errc::warc_head_broken,
                  "the head of the record has more than " + number_of(most_record_fields, "field"));
    head.fields.push_back(
        {std::string{trim(line.substr(0, colon))}, std::string{trim(line.substr(colon + 1))}});
  }
  field_reader(head).read();
  return head;
}

std::optional<record_head> parse_arc_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (!has_scheme(line)) return std::nullopt;
  const auto words = words_of(line);
  // Counted from the end, because only the address may have spaces. Version 2 has five more words behind the media type.
  for (const std::size_t behind : {3U, 8U}) {
    if (words.size() < behind + 2 || !is_arc_date(words[words.size() - behind])) continue;
    record_head head;
    head.version = behind == 3 ? "ARC/1" : "ARC/2";
    const auto address_end = words[words.size() - behind - 1].data() - 1 - line.data();
    head.target_uri = line.substr(0, static_cast<std::size_t>(address_end));
    head.date = parse_capture_date(words[words.size() - behind].substr(0, 14));
    head.content_type = words[words.size() - behind + 1];
    head.content_length = decimal(words.back());
    head.type =
        head.target_uri.starts_with("filedesc:") ? warc_record_type::warcinfo : warc_record_type::response;
    return head;
  }
  return std::nullopt;
}

timestamp parse_capture_date(std::string_view text) {
  constexpr std::array<std::size_t, 7> widths{4, 2, 2, 2, 2, 2, 3};
  std::array<unsigned, 7> parts{0, 1, 1, 0, 0, 0, 0};
  std::size_t part = 0, width = 0, fraction_digits = 0;
  for (const char c : trim(text)) {
    if (!is_digit(c)) {
      if (width != 0) ++part;
      width = 0;
      continue;
    }
    if (part == parts.size()) break;
    if (width == 0) parts[part] = 0;
    parts[part] = parts[part] * 10 + static_cast<unsigned>(c - '0');
    if (part == 6) ++fraction_digits;
    if (++width == widths[part]) width = 0, ++part;
  }
  if (width != 0) ++part;
  for (; fraction_digits > 0 && fraction_digits < widths[6]; ++fraction_digits) parts[6] *= 10;
  const bool is_date = part > 0 && parts[0] >= 1990 && parts[1] >= 1 && parts[1] <= 12 && parts[2] >= 1 &&
                       parts[2] <= 31 && parts[3] < 24 && parts[4] < 60 && parts[5] <= 60;
  if (!is_date) return {};
  using namespace std::chrono;
  return time_point_cast<milliseconds>(day_from(parts) + hours{parts[3]} + minutes{parts[4]} +
                                       seconds{parts[5]} + milliseconds{parts[6]});
}

std::string date_digits(timestamp date) {
  constexpr std::size_t length = 14;
  std::string digits;
  for (const char c : to_iso8601(date))
    if (is_digit(c) && digits.size() < length) digits.push_back(c);
  return digits;
}

}  // namespace laundromat
