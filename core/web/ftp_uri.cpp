// Checks the path of an FTP URI, of which each segment becomes a command.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/ftp_uri.hpp"

#include <algorithm>
#include <string>

#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view type_parameter = ";type=", type_of_bytes = ";type=i";

bool is_control_or_slash(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/';
}

/// What is wrong with a segment; null: nothing.
const char* fault_of(std::string_view segment) {
  const auto name = percent_decode(segment);
  if (name == "..") return "an FTP URI with a segment `..` is not requested";
  if (std::ranges::any_of(name, is_control_or_slash))
    return "an FTP URI with an encoded `/` or control character is not requested";
  return nullptr;
}

}  // namespace

bool is_ftp(std::string_view uri) {
  return uri.size() > 4 && uri[3] == ':' && equals_ignoring_case(uri.substr(0, 3), "ftp");
}

result<void> check_ftp_uri(std::string_view uri) {
  const auto parts = split_uri(uri);
  if (!parts.authority || parts.authority->empty()) return fail(errc::uri_syntax, "the URI names no host");
  if (parts.query) return fail(errc::scheme_refused, "an FTP URI has no query: write `?` in a name as %3F");
  auto path = parts.path;
  if (const auto type = path.rfind(type_parameter); type != path.npos) {
    if (path.substr(type) != type_of_bytes)
      return fail(errc::scheme_refused, "an FTP URI of another type than `;type=i` is not requested");
    path = path.substr(0, type);
  }
  if (path.empty() || path.ends_with('/'))
    return fail(errc::scheme_refused,
                "an FTP URI that ends in `/` names a folder, and folders are not listed");
  for (path.remove_prefix(1);;) {
    const auto end = path.find('/');
    if (const auto* fault = fault_of(path.substr(0, end))) return fail(errc::scheme_refused, fault);
    if (end == path.npos) return {};
    path.remove_prefix(end + 1);
  }
}

}  // namespace laundromat
