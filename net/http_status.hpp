// Which HTTP statuses of a document are a success, a redirect, worth a retry or final; of robots.txt: core/web/robots.cpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

/// How an answer is treated.
enum class status_class : std::uint8_t {
  success,       ///< the body is the document
  redirect,      ///< the Location header names the next hop
  not_modified,  ///< 304 to a conditional request
  retryable,     ///< the same request may succeed later
  failed,        ///< the same request will fail again; the record keeps the answer
};

[[nodiscard]] constexpr std::string_view to_string(status_class c) {
  switch (c) {
    case status_class::success:
      return "success";
    case status_class::redirect:
      return "redirect";
    case status_class::not_modified:
      return "not_modified";
    case status_class::retryable:
      return "retryable";
    case status_class::failed:
      return "failed";
  }
  return "unknown";
}

/// The number of a status text as `http_hop::status` holds it: exactly three digits, 100 to 999.
/// Nothing for other texts, which servers send too (D09).
/// Source: RFC 9112 section 4, status-code = 3DIGIT.
[[nodiscard]] constexpr std::optional<int> status_code(std::string_view text) {
  if (text.size() != 3) return std::nullopt;
  int code = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    code = code * 10 + (c - '0');
  }
  return code < 100 ? std::nullopt : std::optional<int>{code};
}

/// Classifies a status text. `failed` are texts that are no code, 206 (the engine sends no Range, so the body is a part), and the redirects
/// 300, 305 and 306, which name no single next hop. A redirect code without a Location is a `redirect`; following it gives
/// `redirect_without_location`. Source: RFC 9110 section 15; the retryable list is R10 and the origin
/// errors 520 to 524 of proxies.
[[nodiscard]] constexpr status_class classify_status(std::string_view text) {
  const auto code = status_code(text);
  if (!code) return status_class::failed;
  switch (*code) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return status_class::redirect;
    case 304:
      return status_class::not_modified;
    case 408:
    case 425:
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
      return status_class::retryable;
    case 206:  // partial content and deltas, which the engine does not request
    case 226:
      return status_class::failed;
    default:
      break;
  }
  if (*code >= 520 && *code <= 524) return status_class::retryable;
  return *code >= 200 && *code <= 299 ? status_class::success : status_class::failed;
}

}  // namespace laundromat
