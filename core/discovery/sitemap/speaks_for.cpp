// Compares the address of a document with a prefix.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/speaks_for.hpp"

#include <algorithm>

#include "core/discovery/sitemap/uri_space.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr std::string_view usual_places = "/.well-known/";

/// With http instead of https at the default port.
std::string at_one_scheme(std::string_view uri) {
  auto out = normalize_seed(uri);
  const auto key = authority_key(out);
  if (out.starts_with("https://") && key && key->ends_with(":443")) {
    const auto path = split_uri(out).path;
    const std::string rest =
        path.empty() ? "/" : out.substr(static_cast<std::size_t>(path.data() - out.data()));
    return "http://" + key->substr(0, key->size() - 4) + rest;
  }
  return out;
}

}  // namespace

bool speaks_for(std::string_view document, std::string_view prefix,
                std::span<const std::string> named_by_target) {
  if (!authority_key(document) || !authority_key(prefix)) return false;
  const auto name = normalize_seed(document);
  if (std::ranges::any_of(named_by_target, [&](const auto& one) { return normalize_seed(one) == name; }))
    return true;
  auto at = at_one_scheme(document);
  const auto space = at_one_scheme(prefix);
  if (split_uri(at).path.starts_with(usual_places)) at = resolve_iri(at, "/");
  return is_in_uri_space(at, space);
}

}  // namespace laundromat
