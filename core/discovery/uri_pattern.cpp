// Implements patterns of seeds: a parser of groups, and the URI of a number.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/uri_pattern.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/base/count_words.hpp"
#include "core/base/digest.hpp"
#include "core/discovery/uri_pattern_parser.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t too_many = std::numeric_limits<std::uint64_t>::max();

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > too_many / b ? too_many : a * b;
}
std::string mark_of(std::string_view text) {
  return to_hex(sha256(text).view().substr(0, 8));
}

bool is_requestable(std::string_view uri) {
  const auto parts = split_uri(uri);
  return parts.scheme && parts.authority && !parts.authority->empty() && parse_uri(uri) &&
         default_port(*parts.scheme);
}

}  // namespace

bool uri_pattern::is_pattern(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '{' || text[i] == '}')
      return true;
  }
  return false;
}

result<uri_pattern> uri_pattern::parse(std::string_view text, const uri_pattern_limits& limits) {
  if (text.size() > limits.text_bytes)
    return fail(errc::limit_exceeded,
                "the pattern is longer than " + number_of(limits.text_bytes, "byte") + ": write several");
  auto parts = pattern_parser{text, limits}.run();
  if (!parts) return tl::unexpected<failure>(parts.error());
  uri_pattern made;
  made.text_ = text;
  made.parts_ = std::move(*parts);
  made.count_ = count_of(made.parts_);
  if (made.count_ > limits.uris)
    return fail(errc::limit_exceeded, "the pattern names more than " + number_of(limits.uris, "URI") +
                                          ": write smaller ranges, or several patterns");
  const auto first = made.at(0);
  if (!is_requestable(first))
    return fail(errc::uri_syntax,
                "the first URI of the pattern is no http, https or ftp URI: `" + first.substr(0, 200) + "`");
  if (longest(made.parts_) > limits.uri_bytes)
    return fail(errc::limit_exceeded,
                "a URI of the pattern is longer than " + number_of(limits.uri_bytes, "byte"));
  return made;
}

std::uint64_t uri_pattern::count_of(const sequence& parts) {
  std::uint64_t count = 1;
  for (const auto& one : parts) count = times(count, one.count);
  return count;
}

std::size_t uri_pattern::longest(const sequence& parts) {
  std::size_t bytes = 0;
  for (const auto& one : parts) {
    std::size_t most = one.kind == part_kind::letters ? 1 : one.text.size();
    for (const auto& item : one.items) most = std::max(most, longest(item));
    if (one.kind == part_kind::numbers) {
      const auto last = one.first + one.step * static_cast<std::int64_t>(one.count - 1);
      most = std::max(one.width, std::to_string(std::max(one.first, last)).size());
    }
    bytes += most;
  }
  return bytes;
}

std::string uri_pattern::at(std::uint64_t number) const {
  std::string out;
  write(parts_, number, out);
  return out;
}

/// The last part has the digit of the number that changes fastest.
void uri_pattern::write(const sequence& parts, std::uint64_t number, std::string& out) {
  auto rest = count_of(parts);
  for (const auto& one : parts) {
    rest /= one.count;
    auto digit = number / rest;
    number %= rest;
    switch (one.kind) {
      case part_kind::literal:
        out.append(one.text);
        break;
      case part_kind::list:
        for (const auto& item : one.items) {
          const auto count = count_of(item);
          if (digit < count) {
            write(item, digit, out);
            break;
          }
          digit -= count;
        }
        break;
      case part_kind::letters:
        out.push_back(static_cast<char>(one.first + one.step * static_cast<std::int64_t>(digit)));
        break;
      case part_kind::numbers: {
        const auto value = std::to_string(one.first + one.step * static_cast<std::int64_t>(digit));
        out.append(one.width - std::min(one.width, value.size()), '0').append(value);
      }
    }
  }
}

result<uri_generator> uri_generator::resume(uri_pattern pattern, std::string_view position) {
  uri_generator made{std::move(pattern)};
  std::uint64_t number = 0;
  const auto* end = position.data() + position.size();
  const auto read = std::from_chars(position.data(), end, number);
  if (read.ec != std::errc{} || read.ptr == end || *read.ptr != '/' ||
      std::string_view(read.ptr + 1, end) != mark_of(made.pattern_.text()) || number > made.pattern_.count())
    return fail(errc::uri_syntax,
                "this position is not of the pattern `" + made.pattern_.text().substr(0, 200) + "`");
  made.next_ = number;
  return made;
}

std::optional<std::string> uri_generator::next() {
  if (next_ == pattern_.count()) return std::nullopt;
  return pattern_.at(next_++);
}

std::string uri_generator::position() const {
  return std::to_string(next_) + "/" + mark_of(pattern_.text());
}

}  // namespace laundromat
