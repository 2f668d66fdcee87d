// Reads directives between commas; the date of `unavailable_after` may contain one.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/robots_directives.hpp"

#include <algorithm>
#include <array>

#include "core/discovery/dates/announced_date.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Directives with a value, which therefore do not name a crawler.
constexpr std::array<std::string_view, 4> valued{"unavailable_after", "max-snippet", "max-image-preview",
                                                 "max-video-preview"};

class directive_reader {
 public:
  directive_reader(std::string_view text, std::string_view product) : rest_(text), product_(product) {}

  robots_directives read() {
    while (!rest_.empty()) read_one();
    return found_;
  }

 private:
  std::string_view part() {
    const auto end = std::min(rest_.find(','), rest_.size());
    const auto out = trim(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return out;
  }

  void read_one() {
    auto text = part();
    auto colon = text.find(':');
    auto name = trim(text.substr(0, colon));
    // `agent: directive`; product is empty in a meta element, which names the crawler by itself.
    while (colon != text.npos && !product_.empty() && is_token(name) && !is_valued(name)) {
      is_for_us_ = equals_ignoring_case(name, product_) || name == "*";
      text = trim(text.substr(colon + 1));
      colon = text.find(':');
      name = trim(text.substr(0, colon));
    }
    if (colon != text.npos && equals_ignoring_case(name, "unavailable_after"))
      return take_date(trim(text.substr(colon + 1)));
    if (is_for_us_) take(name);
  }

  static bool is_valued(std::string_view name) {
    return std::ranges::any_of(valued,
                               [name](std::string_view one) { return equals_ignoring_case(one, name); });
  }

  void take_date(std::string_view text) {
    auto date = read_announced_date(text, date_style::rfc_822).value;
    if (!date) {
      // `Friday, 25-Jun-10 15:00:00 GMT`
      const auto known = rest_;
      std::string whole(text);
      whole.append(", ").append(part());
      date = read_announced_date(whole, date_style::rfc_822).value;
      if (!date) rest_ = known;
    }
    if (!date || !is_for_us_) return;
    robots_directives one;
    one.unavailable_after = *date;
    found_.add(one);
  }

  void take(std::string_view name) {
    const auto is = [name](std::string_view known) { return equals_ignoring_case(name, known); };
    if (is("noindex") || is("none")) found_.no_index = true;
    if (is("nofollow") || is("none")) found_.no_follow = true;
    if (is("noarchive") || is("nocache")) found_.no_archive = true;
  }

  std::string_view rest_, product_;
  bool is_for_us_ = true;
  robots_directives found_;
};

}  // namespace

void robots_directives::add(const robots_directives& other) {
  no_index |= other.no_index;
  no_follow |= other.no_follow;
  no_archive |= other.no_archive;
  if (other.unavailable_after == timestamp{}) return;
  unavailable_after = unavailable_after == timestamp{} ? other.unavailable_after
                                                       : std::min(unavailable_after, other.unavailable_after);
}

robots_directives read_robots_content(std::string_view content) {
  return directive_reader{content, {}}.read();
}

robots_directives read_robots_fields(std::span<const std::string> values, std::string_view product) {
  robots_directives found;
  for (const auto& value : values) found.add(directive_reader{value, product}.read());
  return found;
}

}  // namespace laundromat
