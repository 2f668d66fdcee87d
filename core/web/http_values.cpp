// Lenient parsers of header field values.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/http_values.hpp"

#include <algorithm>
#include <array>

#include "core/web/ftp_uri.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

bool is_media_type(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_token_char(c) || c == '/'; }) &&
         text.find('/', slash + 1) == std::string_view::npos;
}

// Reads the values of a field one after another.
class field_reader {
 public:
  explicit field_reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  void skip_space() {
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  }
  bool skip(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Everything up to one of `ends`, trimmed.
  std::string_view until(std::string_view ends) {
    const auto end = std::min(rest_.find_first_of(ends), rest_.size());
    const auto out = trim(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return out;
  }
  // A quoted string without its quotes and backslashes; without a closing quote it extends to the end of the field.
  std::string quoted(char quote) {
    std::string out;
    rest_.remove_prefix(1);
    while (!rest_.empty() && rest_.front() != quote) {
      if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
      out.push_back(rest_.front());
      rest_.remove_prefix(1);
    }
    skip(quote);
    return out;
  }

  // `name=value` or `name`, the name in lower case; the reader is then at `;`, `,` or the end.
  std::pair<std::string, std::string> parameter() {
    skip_space();
    std::pair<std::string, std::string> out{lower_case(until("=;,")), ""};
    if (!skip('=')) return out;
    skip_space();
    if (peek() == '"' || peek() == '\'') {
      out.second = quoted(peek());
      until(";,");
    } else {
      out.second = until(";,");
    }
    return out;
  }

 private:
  std::string_view rest_;
};

std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t most) {
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (char c : text) {
    if (!is_digit(c)) return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (most - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

// The words of a date, with any separators: `Sunday, 06-Nov-94 08:49:37 GMT` has seven with its time
// zone.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  const auto is_word = [](char c) { return is_alpha(c) || is_digit(c) || c == ':'; };
  std::size_t at = 0;
  while (at < text.size() && out.size() < 8) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    const auto begin = at;
    while (at < text.size() && is_word(text[at])) ++at;
    out.push_back(text.substr(begin, at - begin));
  }
  return out;
}

std::optional<unsigned> month_of(std::string_view name) {
  constexpr std::array<std::string_view, 12> names{"jan", "feb", "mar", "apr", "may", "jun",
                                                   "jul", "aug", "sep", "oct", "nov", "dec"};
  for (unsigned i = 0; i < names.size(); ++i)
    if (equals_ignoring_case(name, names[i])) return i + 1;
  return std::nullopt;
}

std::optional<seconds> time_of_day(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const auto h = parse_number(text.substr(0, 2), 23);
  const auto m = parse_number(text.substr(3, 2), 59);
  const auto s = parse_number(text.substr(6, 2), 60);
  if (!h || !m || !s) return std::nullopt;
  return seconds{*h * 3'600 + *m * 60 + *s};
}

int year_of(timestamp t) {
  return static_cast<int>(std::chrono::year_month_day{std::chrono::floor<std::chrono::days>(t)}.year());
}

// The parts of a date, before they are checked.
struct date_words {
  std::string_view year, month, day, time;
};

std::optional<date_words> arrange(std::string_view value) {
  const auto words = words_of(value);
  if (words.size() == 5 && value.find("GMT") == std::string_view::npos)
    return date_words{words[4], words[1], words[2], words[3]};
  if (words.size() != 6 || !(equals_ignoring_case(words[5], "GMT") || equals_ignoring_case(words[5], "UTC")))
    return std::nullopt;
  return date_words{words[3], words[2], words[1], words[4]};
}

std::optional<int> full_year(std::string_view text, timestamp now) {
  const auto number = parse_number(text, 9'999);
  if (!number || (text.size() != 2 && text.size() != 4)) return std::nullopt;
  int year = static_cast<int>(*number);
  if (text.size() == 4) return year;
  const int this_year = year_of(now);
  year += this_year / 100 * 100;
  if (year > this_year + 50) year -= 100;
  return year;
}

}  // namespace

content_type parse_content_type(std::string_view value) {
  content_type out;
  field_reader reader{value};
  const auto media_type = reader.until(";,");
  if (is_media_type(media_type)) out.media_type = lower_case(media_type);
  while (reader.skip(';')) {
    auto parameter = reader.parameter();
    if (parameter.first.empty()) continue;
    if (parameter.first == "charset" && out.charset.empty()) out.charset = lower_case(trim(parameter.second));
    out.parameters.push_back(std::move(parameter));
  }
  return out;
}

std::string media_type_with_version(const content_type& type) {
  constexpr std::size_t most_bytes = 16;
  const auto version =
      std::ranges::find(type.parameters, "version", &std::pair<std::string, std::string>::first);
  if (type.media_type.empty() || version == type.parameters.end()) return type.media_type;
  const auto& label = version->second;
  const bool is_label =
      !label.empty() && label.size() <= most_bytes && std::ranges::all_of(label, is_token_char);
  return is_label ? type.media_type + ";version=" + label : type.media_type;
}

std::optional<timestamp> parse_http_date(std::string_view value, timestamp now) {
  const auto words = arrange(value);
  if (!words) return std::nullopt;
  const auto year = full_year(words->year, now);
  const auto month = month_of(words->month);
  const auto day = parse_number(words->day, 31);
  const auto time = time_of_day(words->time);
  if (!year || !month || !day || !time) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{*month},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  return timestamp{std::chrono::sys_days{date}} + *time;
}

std::optional<seconds> parse_retry_after(std::string_view value, timestamp now) {
  constexpr seconds most{315'360'000};
  value = trim(value);
  if (!value.empty() && std::all_of(value.begin(), value.end(), is_digit)) {
    const auto number = parse_number(value, static_cast<std::uint64_t>(most.count()));
    return number ? seconds{*number} : most;
  }
  const auto date = parse_http_date(value, now);
  if (!date || *date < now) return std::nullopt;
  return std::min(std::chrono::ceil<seconds>(*date - now), most);
}

result<std::string> resolve_location(std::string_view request_uri, std::string_view value, bool allow_ftp) {
  value = trim(value);
  if (value.size() > 1 && std::string_view{"\"'<"}.find(value.front()) != std::string_view::npos &&
      std::string_view{"\"'>"}.find(value.back()) != std::string_view::npos)
    value = trim(value.substr(1, value.size() - 2));
  if (value.empty())
    return fail(errc::redirect_without_location,
                "a redirect without Location from " + std::string{request_uri});
  auto target = resolve(request_uri, encode_illegal(value));
  const auto parts = split_uri(target);
  if (!parts.scheme || !(is_http_scheme(*parts.scheme) || (allow_ftp && is_ftp(target))))
    return fail(errc::redirect_scheme, "a redirect to " + target.substr(0, 200));
  if (const auto key = authority_key(target); !key) return tl::unexpected(key.error());
  const auto inherited = split_uri(request_uri).fragment;
  if (!parts.fragment && inherited) target.append("#").append(*inherited);
  return target;
}

}  // namespace laundromat
