// Applies the rules of RFC 9112 section 6.3, in their order.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/body_length.hpp"

#include <algorithm>
#include <string_view>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t";  // OWS of RFC 9110 section 5.6.3
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Visits the members of all lists. Empty members are skipped (RFC 9110 section 5.6.1.2); a list without any member is `bad_response`.
template <class Visit>
result<void> for_each_member(std::string_view field, std::span<const std::string> lists, Visit visit) {
  for (std::string_view list : lists) {
    if (list.find_first_not_of(", \t") == list.npos)
      return fail(errc::bad_response, std::string{field} + " is empty");
    for (std::size_t begin = 0; begin <= list.size();) {
      const auto end = std::min(list.find(',', begin), list.size());
      const auto member = without_blanks(list.substr(begin, end - begin));
      begin = end + 1;
      if (member.empty()) continue;
      if (result<void> seen = visit(member); !seen) return seen;
    }
  }
  return {};
}

/// 1*DIGIT, of any length.
std::optional<std::uint64_t> parse_length(std::string_view text) {
  std::uint64_t out = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    out = out > (beyond_any_length - digit) / 10 ? beyond_any_length : out * 10 + digit;
  }
  return text.empty() ? std::nullopt : std::optional{out};
}

result<std::optional<std::uint64_t>> read_length(std::span<const std::string> fields) {
  std::optional<std::uint64_t> out;
  std::string_view first;
  const auto read = for_each_member("Content-Length", fields, [&](std::string_view member) -> result<void> {
    const auto number = parse_length(member);
    if (!number)
      return fail(errc::bad_response, "Content-Length is " + quoted_head(member) + ", which is not a length");
    // Two lengths above the representable ones may differ.
    if (out && (*out != *number || (*number == beyond_any_length && first != member)))
      return fail(errc::bad_response,
                  "Content-Length is both " + quoted_head(first) + " and " + quoted_head(member));
    if (!out) first = member;
    out = number;
    return {};
  });
  if (!read) return tl::unexpected(read.error());
  return out;
}

/// Whether the body is chunked.
result<bool> read_codings(std::span<const std::string> fields) {
  bool chunked = false;
  const auto read =
      for_each_member("Transfer-Encoding", fields, [&](std::string_view member) -> result<void> {
        const auto coding = lower_case(member);
        if (coding == "identity") return {};  // in RFC 2616 it meant: no coding
        if (coding != "chunked" || chunked)
          return fail(
              errc::bad_response,
              chunked ? "another transfer coding follows chunked"
                      : "the response has a transfer coding that was not requested: " + quoted_head(member));
        chunked = true;
        return {};
      });
  if (!read) return tl::unexpected(read.error());
  return chunked;
}

}  // namespace

result<body_length> judge_body_length(int status, std::uint32_t version_major, std::uint32_t version_minor,
                                      std::span<const std::string> content_lengths,
                                      std::span<const std::string> transfer_encodings) {
  if ((status >= 100 && status <= 199) || status == 204 || status == 304)
    return body_length{body_end::at_once, std::nullopt, ""};
  const auto chunked = read_codings(transfer_encodings);
  if (!chunked) return tl::unexpected(chunked.error());
  if (*chunked && version_major >= 2) return fail(errc::bad_response, "HTTP/2 has no transfer codings");
  if (*chunked) {
    const bool is_old = version_major == 1 && version_minor == 0;
    return body_length{body_end::last_chunk, std::nullopt,
                       !content_lengths.empty() ? "Transfer-Encoding overrules Content-Length"
                       : is_old                 ? "HTTP/1.0 has no transfer codings"
                                                : ""};
  }
  const auto length = read_length(content_lengths);
  if (!length) return tl::unexpected(length.error());
  const auto end = version_major >= 2 ? body_end::stream : *length ? body_end::bytes : body_end::connection;
  return body_length{end, *length, ""};
}

}  // namespace laundromat
