// Reads the head grammar of RFC 9112 with tolerance.
// SPDX-License-Identifier: Apache-2.0
#include "net/response_head.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

struct field_line {
  std::string_view name, value;
};

/// Splits a line into name and value; nothing when it is no field.
std::optional<field_line> split_field(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == line.npos || !is_token(line.substr(0, colon))) return std::nullopt;
  return field_line{line.substr(0, colon), trimmed(line.substr(colon + 1))};
}

/// True when a line that is no field, or the text after a carriage return within a line, looks like a field that sets the end of the body.
/// libcurl may read such a line in another way than this parser.
bool hides_an_end(std::string_view line) {
  while (!line.empty()) {
    const auto chunk = line.substr(0, line.find('\r'));
    const auto colon = chunk.find(':');
    const auto name = colon == chunk.npos ? std::string{} : lower_case(trim(chunk.substr(0, colon)));
    if (name == "content-length" || name == "transfer-encoding") return true;
    line.remove_prefix(std::min(chunk.size() + 1, line.size()));
  }
  return false;
}

std::string without_controls(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = ' ';
  }
  return out;
}

std::optional<std::uint64_t> decimal(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

bool is_three_digits(std::string_view text) {
  return text.size() == 3 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <class Visit>
void for_each_member(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const auto comma = list.find(',');
    if (const auto member = trimmed(list.substr(0, comma)); !member.empty()) visit(member);
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
  }
}

}  // namespace

result<void> response_head::take_line(std::string_view line, http_hop& hop) {
  if (complete_) return {};
  lines_ += 1;
  line_bytes_ += line.size();
  if (lines_ > limits_.lines || line_bytes_ > limits_.line_bytes) {
    return fail(errc::head_too_large, "the response head has more than " + number_of(limits_.lines, "line") +
                                          " or " + number_of(limits_.line_bytes, "byte"));
  }
  const auto folds = !line.empty() && (line.front() == ' ' || line.front() == '\t');
  const auto text = trimmed(line);
  const auto field = folds ? std::nullopt : split_field(text);
  const bool folds_coding = folds && last_fact_ == &head_facts::transfer_encodings;
  const auto unread =
      field ? field->value.substr(std::min(field->value.find('\r'), field->value.size())) : text;
  if (folds_coding || hides_an_end(unread))
    return fail(errc::bad_response, "a malformed line contains a field that sets the end of the body");
  if (text.empty()) {
    complete_ = !informational_;
    awaits_status_ = true;
  } else if (std::exchange(awaits_status_, false) &&
             (text.starts_with("HTTP/") || text.starts_with("HTTP "))) {
    take_status(text, hop);
  } else if (folds) {
    if (last_fact_ != nullptr) (facts_.*last_fact_).back().append(1, ' ').append(text);
    if (last_was_stored_ && stored_bytes_ + text.size() + 1 <= limits_.stored_bytes) {
      hop.headers.back().value.append(1, ' ').append(without_controls(text));
      stored_bytes_ += text.size() + 1;
    }
  } else if (field) {
    take_field(field->name, field->value, hop);
  } else {
    last_was_stored_ = false;
    last_fact_ = nullptr;
    facts_.dropped_headers += 1;
  }
  return {};
}

void response_head::take_status(std::string_view line, http_hop& hop) {
  const auto space = std::min(line.find(' '), line.size());
  auto version = line.substr(0, space);
  const auto rest = trimmed(line.substr(space));
  hop.version_major = hop.version_minor = 0;
  if (version.starts_with("HTTP/")) {
    version.remove_prefix(5);
    const auto dot = version.find('.');
    hop.version_major = static_cast<std::uint32_t>(decimal(version.substr(0, dot)).value_or(0));
    if (dot != std::string_view::npos) {
      hop.version_minor = static_cast<std::uint32_t>(decimal(version.substr(dot + 1)).value_or(0));
    }
  }
  const auto code = rest.substr(0, rest.find(' '));
  hop.status = without_controls(is_three_digits(code) ? code : rest.substr(0, 200));
  hop.headers.clear();
  facts_ = {};
  stored_bytes_ = 0;
  last_was_stored_ = has_location_ = false;
  last_fact_ = nullptr;
  informational_ = is_three_digits(code) && code.front() == '1' && code != "101";
}

void response_head::take_field(std::string_view name, std::string_view value, http_hop& hop) {
  last_was_stored_ = false;
  last_fact_ = nullptr;
  note_fact(name, value);
  const bool is_first_location = lower_case(name) == "location" && !std::exchange(has_location_, true);
  const bool fits = is_first_location
                        ? value.size() <= limits_.location_bytes
                        : hop.headers.size() < limits_.stored_headers &&
                              stored_bytes_ + name.size() + value.size() <= limits_.stored_bytes;
  if (!fits) {
    if (is_first_location) facts_.long_location_bytes = value.size();
    facts_.dropped_headers += 1;
    return;
  }
  if (!is_first_location) stored_bytes_ += name.size() + value.size();
  hop.headers.push_back({std::string(name), without_controls(value)});
  last_was_stored_ = true;
}

void response_head::note_fact(std::string_view name, std::string_view value) {
  const auto key = lower_case(name);
  if (key == "content-length" || key == "transfer-encoding") {
    last_fact_ = key == "content-length" ? &head_facts::content_lengths : &head_facts::transfer_encodings;
    (facts_.*last_fact_).emplace_back(value);
  } else if (key == "content-encoding") {
    // More members than this are refused in any case.
    for_each_member(value, [&](std::string_view member) {
      if (facts_.encodings.size() < 16)
        facts_.encodings.push_back(without_controls(lower_case(member.substr(0, 40))));
    });
  }
}

http_hop read_stored_head(std::string_view head) {
  response_head lines;
  http_hop read;
  while (!head.empty()) {
    const auto end = std::min(head.find('\n'), head.size() - 1) + 1;
    if (!lines.take_line(head.substr(0, end), read)) break;
    head.remove_prefix(end);
  }
  return read;
}

}  // namespace laundromat
