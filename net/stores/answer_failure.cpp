// Judges the answers of stores.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/web/uri_characters.hpp"
#include "net/stores/store_client.hpp"

namespace laundromat {

namespace {

/// `42000` of the message `Virtuoso 42000 Error …`; empty for other texts.
std::string_view virtuoso_state(std::string_view text) {
  constexpr std::string_view begin = "Virtuoso ";
  const auto at = text.substr(0, 200).find(begin);
  if (at == text.npos) return {};
  const auto state = text.substr(at + begin.size(), 5);
  return std::ranges::all_of(state, [](char c) { return is_alpha(c) || is_digit(c); }) ? state
                                                                                       : std::string_view{};
}

/// A deadlock, a time-out of a transaction, a lack of room: nothing about the request.
bool is_passing(std::string_view state) {
  return state.starts_with("40") || state.starts_with("S1T") || state.starts_with("08") || state == "S1001";
}

store_fault fault_of_status(const store_answer& answer) {
  const auto state = virtuoso_state(answer.excerpt);
  switch (answer.status) {
    case 401:
    case 403:
    case 407:
      return store_fault::refused_credentials;
    case 408:
    case 425:
    case 429:
    case 503:
    case 504:
      return store_fault::busy;
    default:
      break;
  }
  if (!state.empty() && is_passing(state)) return store_fault::busy;
  if (answer.status >= 500)
    return refuses_content(answer) ? store_fault::refused_request : store_fault::failed;
  return store_fault::refused_request;
}

/// The first line of what the store said, without markup.
std::string said_by(const store_answer& answer) {
  auto text = trim(answer.excerpt);
  if (text.starts_with('<')) {
    const auto at = text.find("<xmp>");
    text = at == text.npos ? std::string_view{} : text.substr(at + 5);
    text = text.substr(0, text.find("</xmp>"));
  }
  constexpr std::size_t most = 300;
  std::string out;
  for (const char c : text.substr(0, std::min(text.find("\n\n"), most)))
    out.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
  return out;
}

}  // namespace

bool refuses_content(const store_answer& answer) {
  const auto state = virtuoso_state(answer.excerpt);
  if (!state.empty() && is_passing(state)) return false;
  if (answer.status == 400 || answer.status == 413 || answer.status == 422) return true;
  return answer.status == 500 && !state.empty();
}

store_failure failure_of(const store_answer& answer, const std::string& what) {
  store_failure out{fault_of_status(answer), {errc::http_status, {}}, answer.status, answer.retry_after};
  out.cause.detail = what + ": " + std::to_string(answer.status);
  if (answer.status >= 300 && answer.status < 400 && !answer.location.empty())
    out.cause.detail += ", a redirect to " + answer.location + ", which is not followed";
  if (answer.status == 405)
    out.cause.detail +=
        ", which says that this address does not take such requests: stores have other addresses for the "
        "Graph Store Protocol, for SPARQL Update and for queries, often with a login";
  if (const auto said = said_by(answer); !said.empty()) out.cause.detail += ": " + said;
  return out;
}

}  // namespace laundromat
