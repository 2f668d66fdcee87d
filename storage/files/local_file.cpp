// Opens local files within the allowed roots.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/local_file.hpp"

#include <algorithm>
#include <filesystem>

#include "core/base/digest.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto octet = text[i] == '%' ? from_hex(text.substr(i + 1, 2)) : std::nullopt;
    if (octet && octet->size() == 1) {
      out += *octet;
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

/// `file:/p`, `file:///p` and `file://localhost/p` name `/p`.
result<fs::path> path_of(std::string_view uri) {
  if (!uri.starts_with("file:")) return fail(errc::uri_syntax, std::string{uri});
  uri.remove_prefix(5);
  if (uri.starts_with("//")) {
    uri.remove_prefix(2);
    const auto host = uri.substr(0, uri.find('/'));
    if (!host.empty() && host != "localhost")
      return fail(errc::file_root_refused, "file on another host: " + std::string{host});
    uri.remove_prefix(host.size());
  }
  auto path = percent_decoded(uri.substr(0, uri.find_first_of("?#")));
  if (path.empty() || path[0] != '/' || path.find('\0') != std::string::npos)
    return fail(errc::uri_syntax, std::string{uri});
  return fs::path{path};
}

bool is_below(const fs::path& file, const fs::path& root) {
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  return end == root.end() || (std::next(end) == root.end() && end->empty());
}

}  // namespace

bool is_in_roots(const fs::path& path, const std::vector<std::string>& roots) {
  std::error_code problem;
  auto found = fs::weakly_canonical(path, problem);
  if (problem || found.is_relative()) found = fs::absolute(path, problem).lexically_normal();
  return std::ranges::any_of(roots, [&](const std::string& root) {
    std::error_code none;
    const auto folder = fs::canonical(root, none);
    return !none && is_below(found, folder);
  });
}

result<byte_source_ptr> open_in_roots(const fs::path& path, const std::vector<std::string>& roots) {
  if (!is_in_roots(path, roots)) return fail(errc::file_root_refused, path.string());
  std::error_code problem;
  const auto file = fs::canonical(path, problem);
  if (problem) return fail(errc::not_found, path.string());
  // The path may have become another one since it was judged.
  if (!is_in_roots(file, roots) || !fs::is_regular_file(file, problem))
    return fail(errc::file_root_refused, "not a regular file: " + file.string());
  return open_file_source(file);
}

result<byte_source_ptr> open_local_file(std::string_view uri, const std::vector<std::string>& roots) {
  const auto asked = path_of(uri);
  return asked ? open_in_roots(*asked, roots) : tl::unexpected(asked.error());
}

}  // namespace laundromat
