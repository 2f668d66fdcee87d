// Divides paths.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/published_path.hpp"

#include "core/base/digest.hpp"

namespace laundromat {

namespace {

constexpr std::size_t record_digits = 2 * sizeof(record_hash::bytes),
                      clean_digits = 2 * sizeof(content_digest::bytes);

/// The hash at the begin of a text, which something else may follow; empty when there is none.
std::string_view hash_of(std::string_view text) {
  const auto digits = text.substr(0, text.find_first_not_of("0123456789abcdef"));
  return digits.size() == record_digits || digits.size() == clean_digits ? digits : std::string_view{};
}

bool take_begin(std::string_view& text, std::string_view begin) {
  if (!text.starts_with(begin)) return false;
  text.remove_prefix(begin.size());
  return true;
}

/// What may follow a name: nothing, or an extension.
bool read_extension(std::string_view text, published_path& into) {
  if (text.empty()) return true;
  if (!take_begin(text, ".") || text.empty() || text.find('/') != text.npos) return false;
  into.extension = text;
  return true;
}

std::optional<published_path> read_id(std::string_view rest) {
  published_path found;
  found.hash = hash_of(rest);
  if (found.hash.empty()) return std::nullopt;
  rest.remove_prefix(found.hash.size());
  if (read_extension(rest, found)) return found;
  if (!take_begin(rest, "/") || rest.empty()) return std::nullopt;
  for (const auto& [name, thing] :
       {std::pair<std::string_view, published_thing>{"metadata", published_thing::metadata},
        {"ledger", published_thing::ledger}})
    if (rest.starts_with(name) && read_extension(rest.substr(name.size()), found)) {
      found.thing = thing;
      return found;
    }
  found.thing = published_thing::part;
  found.rest = rest;
  return found;
}

/// `ab/abcdef…/data.nq.gz`.
std::optional<published_path> read_file(std::string_view rest) {
  constexpr std::size_t prefix_digits = 2;
  const auto prefix = rest.substr(0, prefix_digits);
  rest.remove_prefix(prefix.size());
  if (!take_begin(rest, "/")) return std::nullopt;
  published_path found{published_thing::file, std::string{hash_of(rest)}, {}, {}, {}};
  if (found.hash.size() != clean_digits || !found.hash.starts_with(prefix)) return std::nullopt;
  rest.remove_prefix(found.hash.size());
  if (!take_begin(rest, "/") || rest.empty() || rest.find('/') != rest.npos) return std::nullopt;
  found.rest = rest;
  return found;
}

std::optional<published_path> read_below(std::string_view rest) {
  if (take_begin(rest, "id/")) return read_id(rest);
  if (take_begin(rest, "catalogue/data/")) return read_file(rest);
  if (rest == "graph/meta") return published_path{published_thing::graph, {}, {}, {}, {}};
  const auto thing = take_begin(rest, "resource/") ? published_thing::resource : published_thing::download;
  if (rest.size() != record_digits || hash_of(rest).empty()) return std::nullopt;
  return published_path{thing, std::string{rest}, {}, {}, {}};
}

}  // namespace

std::vector<std::string_view> paths_below(std::string_view path, std::string_view base_path) {
  std::vector<std::string_view> below;
  constexpr std::string_view root = "/";
  if (!base_path.empty() && base_path != root && path.starts_with(base_path))
    below.push_back(path.substr(base_path.size()));
  if (path.starts_with(root)) below.push_back(path.substr(root.size()));
  return below;
}

std::optional<published_path> read_published_path(std::string_view path, std::string_view base_path) {
  for (const auto below : paths_below(path, base_path))
    if (auto found = read_below(below)) {
      found->below_base = below;
      return found;
    }
  return std::nullopt;
}

std::string path_of_base(std::string_view public_base) {
  const auto scheme = public_base.find("://");
  if (scheme == public_base.npos) return "/";
  const auto begin = public_base.find('/', scheme + 3);
  std::string path{begin == public_base.npos ? std::string_view{} : public_base.substr(begin)};
  path.resize(std::min(path.size(), path.find_first_of("?#")));
  if (!path.ends_with('/')) path.push_back('/');
  return path;
}

}  // namespace laundromat
