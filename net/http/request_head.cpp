// Checks the fields of a request, and how its lines are in memory.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/request_head.hpp"

#include <microhttpd.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

// `has_plain_lines` looks at the bytes around the fields, where this release of the library has them: see the tests http_strictness.
static_assert(MHD_VERSION >= 0x00097500 && MHD_VERSION < 0x00097600);

namespace laundromat {

namespace {

struct raw_field {
  std::string_view name, value;
};

MHD_Result add_field(void* into, MHD_ValueKind, const char* name, size_t name_bytes, const char* value,
                     size_t value_bytes) {
  auto& fields = *static_cast<std::vector<raw_field>*>(into);
  fields.push_back(
      {{name, name_bytes}, value == nullptr ? std::string_view{} : std::string_view{value, value_bytes}});
  return MHD_YES;
}

// The library overwrites the end of each line with NUL, one for each octet, and leaves the lines where they were received; a value that goes on
// in another line is moved. So where one line ends two octets before the next one begins, it ended in CR LF, and is not folded. The two
// octets after the last line are those of the empty line.
bool has_plain_lines(const char* version_end, const std::vector<raw_field>& fields) {
  const char* line_end = version_end;
  for (const auto& field : fields) {
    if (field.name.data() != line_end + 2) return false;
    line_end = field.value.data() == nullptr ? field.name.data() + field.name.size()
                                             : field.value.data() + field.value.size();
    if (line_end < field.name.data()) return false;
  }
  return line_end[0] == '\0' && line_end[1] == '\0' && line_end[2] == '\0' && line_end[3] == '\0';
}

bool is_field_value(std::string_view value) {
  return std::ranges::all_of(
      value, [](char c) { return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F); });
}

// What decides where the body ends.
struct framing {
  std::size_t lengths = 0, codings = 0, hosts = 0;
  std::string_view length, coding, expectation;
};

framing framing_of(const std::vector<http_field>& fields) {
  framing found;
  for (const auto& [name, value] : fields) {
    if (name == "host") ++found.hosts;
    if (name == "expect") found.expectation = value;
    if (name == "content-length") {
      ++found.lengths;
      found.length = value;
    }
    if (name == "transfer-encoding") {
      ++found.codings;
      found.coding = value;
    }
  }
  return found;
}

std::optional<head_refusal> refusal_of(const framing& found, bool is_1_1, std::uint64_t length,
                                       const http_limits& limits) {
  if (found.hosts > 1) return head_refusal{400, "There are several Host fields."};
  if (found.hosts == 0 && is_1_1) return head_refusal{400, "There is no Host field."};
  if (found.lengths > 1) return head_refusal{400, "There are several Content-Length fields."};
  if (found.codings > 0 && (found.lengths > 0 || !is_1_1))
    return head_refusal{400, "Transfer-Encoding is not allowed beside Content-Length, and in HTTP/1.0."};
  if (found.codings > 1 || (found.codings == 1 && !equals_ignoring_case(found.coding, "chunked")))
    return head_refusal{501, "The only transfer coding that is supported is chunked."};
  if (!found.expectation.empty() && !equals_ignoring_case(found.expectation, "100-continue"))
    return head_refusal{417, "The only expectation that is supported is 100-continue."};
  if (length > limits.body_bytes) return head_refusal{413, "The body is longer than the limit."};
  return std::nullopt;
}

// The number of a Content-Length; nothing for other texts. One that is too great is the greatest.
std::optional<std::uint64_t> length_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  return error == std::errc::result_out_of_range ? ~std::uint64_t{0} : number;
}

// Divides the target, which may be a whole URI: then its authority replaces Host (RFC 9112 section 3.2.2).
bool set_target(http_request& request, std::string_view target) {
  if (target.empty() || !std::ranges::all_of(target, [](char c) { return c > 0x20 && c < 0x7F && c != '#'; }))
    return false;
  if (target == "*" && request.method == "OPTIONS") {
    request.path = target;
    return true;
  }
  if (target.front() != '/') {
    const auto parts = split_uri(target);
    if (!parts.scheme || !is_http_scheme(*parts.scheme) || !parts.authority || parts.authority->empty())
      return false;
    std::erase_if(request.fields, [](const http_field& one) { return one.name == "host"; });
    request.fields.push_back({"host", std::string{*parts.authority}});
    request.path = parts.path.empty() ? "/" : parts.path;
    request.query = parts.query.value_or("");
    return true;
  }
  const auto end = target.find('?');
  request.path = target.substr(0, end);
  if (end != std::string_view::npos) request.query = target.substr(end + 1);
  return true;
}

/// Several fields of a name are one list (RFC 9110 section 5.3), except those of which there must be one.
void add_to(std::vector<http_field>& fields, http_field added) {
  const auto same = std::ranges::find(fields, added.name, &http_field::name);
  const bool is_single =
      added.name == "host" || added.name == "content-length" || added.name == "transfer-encoding";
  if (is_single || same == fields.end())
    fields.push_back(std::move(added));
  else
    same->value.append(", ").append(added.value);
}

}  // namespace

std::variant<request_head, head_refusal> read_head(MHD_Connection* connection, const request_line& line,
                                                   const http_limits& limits) {
  const std::string_view method{line.method}, version{line.version}, target = line.target;
  const bool is_1_1 = version == "HTTP/1.1";
  if (!is_1_1 && version != "HTTP/1.0")
    return head_refusal{505, "The version is neither HTTP/1.1 nor HTTP/1.0."};
  std::vector<raw_field> raw;
  ::MHD_get_connection_values_n(connection, MHD_HEADER_KIND, &add_field, &raw);
  auto head_bytes = method.size() + target.size() + version.size() + 4;
  for (const auto& [name, value] : raw) head_bytes += name.size() + value.size() + 4;
  if (head_bytes > limits.head_bytes)
    return head_refusal{431, "The request line and its fields are longer than the limit."};
  if (!is_token(method)) return head_refusal{400, "The method is no token."};
  if (line.method + method.size() + 1 != line.target_begin ||
      line.target_begin + target.size() + 1 != line.version)
    return head_refusal{400, "The request line is not divided by single spaces."};
  if (!has_plain_lines(line.version + version.size(), raw))
    return head_refusal{400, "A line is folded, or does not end in CR LF."};

  request_head head;
  head.request.method = method;
  for (const auto& [name, value] : raw) {
    if (!is_token(name)) return head_refusal{400, "The name of a field is no token."};
    if (!is_field_value(value)) return head_refusal{400, "A field has a control character."};
    add_to(head.request.fields, {lower_case(name), std::string{trim(value)}});
  }
  const auto found = framing_of(head.request.fields);
  if (found.lengths == 1) {
    const auto length = length_of(found.length);
    if (!length) return head_refusal{400, "The Content-Length is no number."};
    head.body_bytes = *length;
  }
  if (const auto refusal = refusal_of(found, is_1_1, head.body_bytes, limits)) return *refusal;
  if (!set_target(head.request, target)) return head_refusal{400, "The target of the request is not valid."};
  return head;
}

}  // namespace laundromat
