// Implements the path scheme of the file store: encodes URIs as paths and decodes them.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/file_store_path.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/base/digest.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

template <class Kept>
std::string encode(std::string_view text, Kept kept) {
  std::string out;
  out.reserve(text.size() + 8);
  for (char c : text) {
    if (kept(c))
      out.push_back(c);
    else
      append_percent_encoded(out, c);
  }
  return out;
}

bool is_kept_in_name(char c) {
  return is_alpha(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
}

std::string encode_alphanumeric(std::string_view text) {
  return encode(text, [](char c) { return is_alpha(c) || is_digit(c); });
}

// F05: a first character that is not a letter is encoded as well.
std::string encode_name(std::string_view text) {
  if (text.empty()) return {};
  std::string out =
      is_alpha(text.front()) ? std::string{} : encode(text.substr(0, 1), [](char) { return false; });
  return out += encode(text.substr(out.empty() ? 0 : 1), is_kept_in_name);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (auto at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
    out.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  out.push_back(text);
  return out;
}

std::string reverse_labels(std::string_view host) {
  const auto labels = split(host, '.');
  std::string out;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    if (label != labels.rbegin()) out.push_back('.');
    out.append(*label);
  }
  return out;
}

// The host with its labels in reverse order, encoded. A leading dot, which an empty last label leaves, is encoded
// as well.
std::string encoded_revhost(std::string_view host) {
  auto out = encode(reverse_labels(lower_case(host)),
                    [](char c) { return is_alpha(c) || is_digit(c) || c == '-' || c == '.'; });
  if (out.starts_with('.')) out.replace(0, 1, "%2E");
  return out;
}

// Shortens to `most` bytes, the mark of shortening included, and never inside a percent-encoded octet.
std::string shorten(std::string name, std::size_t most) {
  if (name.size() <= most) return name;
  name.resize(most - 1);
  const auto percent = name.rfind('%');
  if (percent != std::string::npos && percent + 3 > name.size()) name.resize(percent);
  return name + '~';
}

// F01. `port` is empty for the default port of the scheme.
std::string appendage(std::string_view scheme, std::string_view port,
                      const std::optional<std::string_view>& userinfo) {
  const bool plain = scheme == "http" && (port.empty() || port == "80");
  if (plain && !userinfo) return {};
  std::string number{port};
  if (number.empty()) number = std::to_string(default_port(scheme).value_or(0));
  const auto user = userinfo.value_or("");
  const auto colon = std::min(user.find(':'), user.size());
  const auto password = user.substr(std::min(colon + 1, user.size()));
  std::string out =
      '_' + number + '_' + encode_alphanumeric(user.substr(0, colon)) + '_' + encode_alphanumeric(password);
  const std::string_view implied_scheme = number == "443" ? "https" : "http";
  return scheme == implied_scheme ? out : out + '_' + encode_alphanumeric(scheme);
}

// The parts of a URI from which a path is made.
struct located_uri {
  std::string revhost, appendage;
  std::vector<std::string_view> segments;
  std::string_view file;
  std::string file_and_rest;  ///< file?query#fragment
};

result<located_uri> locate(std::string_view uri, const uri_view& parts) {
  if (!parts.scheme)
    return fail(errc::uri_syntax, "the URI has no scheme: <" + std::string{uri.substr(0, 200)} + ">");
  const auto scheme = lower_case(*parts.scheme);
  const auto authority = split_authority(parts.authority.value_or(""));
  const auto host =
      authority.host.empty() && scheme == "file" ? std::string_view{"localhost"} : authority.host;
  if (host.empty())
    return fail(errc::uri_syntax, "the URI has no host: <" + std::string{uri.substr(0, 200)} + ">");
  const auto port = authority.port.value_or("");
  if (!std::all_of(port.begin(), port.end(), is_digit))
    return fail(errc::uri_syntax, "the URI has an invalid port: <" + std::string{uri.substr(0, 200)} + ">");

  located_uri out;
  out.revhost = encoded_revhost(host);
  out.appendage = appendage(scheme, port, authority.userinfo);
  out.segments = split(parts.path, '/');
  out.file = out.segments.back();
  out.segments.pop_back();
  std::erase_if(out.segments, [](std::string_view segment) { return segment.empty(); });
  out.file_and_rest = out.file;
  if (parts.query) out.file_and_rest.append("?").append(*parts.query);
  if (parts.fragment) out.file_and_rest.append("#").append(*parts.fragment);
  return out;
}

// F07: the last dot of the file and what follows, unless that is the whole file name or too long for an
// extension.
std::string extension_of(std::string_view file, bool is_long) {
  const auto dot = file.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == file.size()) return {};
  auto out = encode(file.substr(dot), is_kept_in_name);
  return is_long && out.size() > 32 ? std::string{} : out;
}

std::string file_name(const located_uri& from, std::string_view uri, timestamp fetched) {
  auto name = encode_name(from.file_and_rest);
  const auto tail = '+' + url_uuid(uri) + '+' + to_compact(fetched);
  auto extension = extension_of(from.file, false);
  if (name.size() + tail.size() + extension.size() > store_name_bytes) {
    extension = extension_of(from.file, true);
    name = shorten(name, store_name_bytes - tail.size() - extension.size());
  }
  return name + tail + extension;
}

// The directories of the path segments, each with its slash; segments that exceed `room` become one name.
std::string directories(const std::vector<std::string_view>& segments, std::size_t room) {
  std::string out;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const auto name = shorten(encode_name(segments[i]), store_name_bytes);
    if (out.size() + name.size() + 1 + 34 > room) {
      std::string rest;
      for (auto j = i; j < segments.size(); ++j) rest.append(segments[j]).push_back('/');
      return out + '~' + md5(rest).hex() + '/';
    }
    out.append(name).push_back('/');
  }
  return out;
}

// Reads 20081104-162000.
std::optional<timestamp> parse_compact(std::string_view text) {
  if (text.size() != 15 || text[8] != '-') return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t length) {
    int value = 0;
    for (char c : text.substr(at, length)) value = is_digit(c) && value >= 0 ? value * 10 + (c - '0') : -1;
    return value;
  };
  using namespace std::chrono;
  const std::array time{number(9, 2), number(11, 2), number(13, 2)};
  if (number(0, 4) < 0 || number(4, 2) < 0 || number(6, 2) < 0) return std::nullopt;
  const year_month_day day{year{number(0, 4)}, month{static_cast<unsigned>(number(4, 2))},
                           std::chrono::day{static_cast<unsigned>(number(6, 2))}};
  if (!day.ok() || time[0] < 0 || time[0] > 23 || time[1] < 0 || time[1] > 59 || time[2] < 0 || time[2] > 60)
    return std::nullopt;
  return timestamp{sys_days{day}} + hours{time[0]} + minutes{time[1]} + seconds{time[2]};
}

// `scheme://user:password@host:port` of a full_revhost; for a shortened one what is left of the host.
std::optional<std::string> decode_origin(std::string_view full_revhost) {
  const bool is_cut = full_revhost.ends_with('~');
  if (is_cut)
    full_revhost = full_revhost.substr(0, std::min(full_revhost.find('_'), full_revhost.size() - 1));
  const auto parts = split(full_revhost, '_');
  const auto host = reverse_labels(percent_decode(parts[0]));
  if (host.empty()) return std::nullopt;
  if (parts.size() == 1) return "http://" + host;
  if (parts.size() < 4 || parts.size() > 5) return std::nullopt;
  const auto port = parts[1];
  const auto scheme =
      parts.size() == 5 ? percent_decode(parts[4]) : std::string{port == "443" ? "https" : "http"};
  const auto usual = default_port(scheme);
  std::string out = scheme + "://" + percent_decode(parts[2]);
  if (!parts[3].empty()) out += ':' + percent_decode(parts[3]);
  if (!parts[2].empty() || !parts[3].empty()) out.push_back('@');
  out += host;
  const bool is_usual = port.empty() || port == "0" || (usual && port == std::to_string(*usual));
  return is_usual ? out : out.append(":").append(port);
}

// Of the URIs with the same path, the one that has the UUID; else the most common one.
void choose_uri(stored_name& name, const std::string& origin, const std::string& path_and_rest) {
  const auto secure = origin.starts_with("https://");
  const std::string local = origin == "file://localhost" ? "file://" : origin;
  const std::string rootless = path_and_rest.starts_with('/') ? path_and_rest.substr(1) : path_and_rest;
  const bool at_root = rootless.empty() || rootless.front() == '?' || rootless.front() == '#';
  std::vector<std::string> spellings{origin + path_and_rest, local + path_and_rest,
                                     origin + (secure ? ":443" : ":80") + path_and_rest};
  if (at_root) spellings.push_back(origin + rootless);
  name.uri = spellings.front();
  for (const auto& spelling : spellings) {
    if (url_uuid(spelling) != name.uuid) continue;
    name.uri = spelling;
    name.is_exact = true;
    return;
  }
}

}  // namespace

std::string url_uuid(std::string_view uri) {
  // 6ba7b811-9dad-11d1-80b4-00c04fd430c8, the name space of URLs.
  static constexpr std::string_view name_space{
      "\x6b\xa7\xb8\x11\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8", 16};
  auto digest = sha1(std::string{name_space}.append(uri));
  digest[6] = static_cast<std::uint8_t>((digest[6] & 0x0F) | 0x50);
  digest[8] = static_cast<std::uint8_t>((digest[8] & 0x3F) | 0x80);
  return to_hex({reinterpret_cast<const char*>(digest.data()), 16});
}

result<std::string> encode_path(std::string_view uri, timestamp fetched) {
  const auto located = locate(uri, split_uri(uri));
  if (!located) return tl::unexpected(located.error());
  const auto dot = std::min(located->revhost.find('.'), located->revhost.size());
  const auto second = std::min(dot + 1, located->revhost.size());
  std::string tld{shorten('_' + located->revhost.substr(0, dot), store_name_bytes)};
  std::string path = tld + "/_" + located->revhost.substr(second, 2) + '/';
  path += shorten(located->revhost + located->appendage, store_name_bytes) + '/';

  std::string tail;
  if (!located->file.empty()) tail = '_' + encode(located->file.substr(0, 2), is_kept_in_name) + '/';
  tail += file_name(*located, uri, fetched);
  path += directories(located->segments, store_path_bytes - path.size() - tail.size());
  return path + tail;
}

result<stored_name> decode_path(std::string_view path) {
  const auto refuse = [&](std::string_view why) {
    return fail(errc::invalid_argument,
                std::string{why} + " in stored path " + std::string{path.substr(0, 300)});
  };
  auto parts = split(path, '/');
  const auto name = parts.back();
  parts.pop_back();
  std::erase_if(parts, [](std::string_view part) { return part.empty() || part.front() == '_'; });
  if (parts.empty()) return refuse("no host");

  const auto plus = name.find('+');
  if (plus == std::string_view::npos || name.size() < plus + 49 || name[plus + 33] != '+')
    return refuse("no UUID and time");
  stored_name out;
  out.uuid = name.substr(plus + 1, 32);
  const auto fetched = parse_compact(name.substr(plus + 34, 15));
  if (!from_hex(out.uuid)) return refuse("no UUID");
  if (!fetched) return refuse("no time");
  out.fetched = *fetched;
  out.extension = name.substr(plus + 49);

  const auto origin = decode_origin(parts.front());
  if (!origin) return refuse("no host");
  std::string path_and_rest = "/";
  for (std::size_t i = 1; i < parts.size(); ++i) path_and_rest += percent_decode(parts[i]) + '/';
  path_and_rest += percent_decode(name.substr(0, plus));
  choose_uri(out, *origin, path_and_rest);
  return out;
}

}  // namespace laundromat
