// Computes the hashes of records, and implements their rules.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/records.hpp"

#include "core/records/outcomes.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// With the bytes that are not allowed in a path percent-encoded.
void append_path(std::string& out, std::string_view path) {
  for (const char c : path) {
    if (is_segment_char(c) || c == '/')
      out.push_back(c);
    else
      append_percent_encoded(out, c);
  }
}

}  // namespace

record_hash download_hash(const record_hash& seed, timestamp begun) {
  return md5(seed.hex() + ' ' + std::to_string(to_ms(begun)));
}

entry_record new_download(const seed_record& seed, timestamp begun) {
  entry_record root;
  root.hash = root.root = download_hash(seed.hash, begun);
  root.parent = root.seed = seed.hash;
  root.current = status::downloading;
  root.uri = root.base_uri = seed.uri;
  root.begun = begun;
  root.may_be_repeated = seed.processed != timestamp{};
  root.is_found = seed.is_found;
  root.is_sitemap = seed.is_sitemap;
  return root;
}

record_hash member_hash(const record_hash& parent, std::string_view path, std::uint64_t ordinal,
                        bool repeated) {
  std::string name = parent.hex() + ' ' + std::string{path};
  if (repeated) name += ' ' + std::to_string(ordinal);
  return md5(name);
}

bool is_stale(const seed_record& seed, timestamp now) {
  return seed.processed + seed.interval < now;
}

std::vector<std::uint64_t> shares_of(const std::vector<archive_member>& members, std::uint64_t total) {
  // One byte is added to every size, because some archives do not state sizes.
  double sum = 0;
  std::vector<std::uint64_t> shares;
  shares.reserve(members.size());
  for (const auto& m : members)
    if (m.kind == member_kind::file) sum += static_cast<double>(m.size_bytes) + 1;
  for (const auto& m : members)
    shares.push_back(m.kind == member_kind::file
                         ? static_cast<std::uint64_t>(static_cast<double>(total) *
                                                      ((static_cast<double>(m.size_bytes) + 1) / sum))
                         : 0);
  return shares;
}

std::string member_uri(std::string_view archive_uri, std::string_view path) {
  std::string out{archive_uri.substr(0, archive_uri.find('#'))};
  out += "!/";
  append_path(out, path);
  return out;
}

std::string member_base(std::string_view archive_base, std::string_view path) {
  const auto base = base_of(archive_base);
  if (base != no_address_base) return member_uri(base, path);
  std::string text = "/";
  append_path(text, path);
  // A segment of dots names no folder of the archive, and would be lost in resolution.
  text = remove_dot_segments(text);
  std::string_view rest = text;
  rest.remove_prefix(1);
  std::string out{base};
  // With a second slash the path would be an authority.
  for (; rest.starts_with('/'); rest.remove_prefix(1)) out += "%2F";
  return out.append(rest);
}

std::string_view to_string(stage s) {
  switch (s) {
    case stage::fetch:
      return "fetch";
    case stage::unpack:
      return "unpack";
    case stage::guess:
      return "guess";
    case stage::parse:
      return "parse";
  }
  return "unknown";
}

}  // namespace laundromat
