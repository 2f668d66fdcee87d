// Replaces `{serve}` while a pattern is read, and writes it again before each URI.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/seed_pattern.hpp"

#include "app/terminal/terminal.hpp"
#include "core/campaign/served_folder.hpp"

namespace laundromat {

namespace {

constexpr std::string_view any_server = "http://127.0.0.1";

}  // namespace

bool seed_pattern::is_named_by(std::string_view uri) {
  if (uri.starts_with(serve_placeholder)) uri.remove_prefix(serve_placeholder.size());
  return uri.find('{') != uri.npos || uri.find('}') != uri.npos;
}

tl::expected<seed_pattern, std::string> seed_pattern::of(const campaign_seed& listed) {
  const bool is_served = listed.uri.starts_with(serve_placeholder);
  auto text = listed.uri;
  if (is_served) text.replace(0, serve_placeholder.size(), any_server);
  auto pattern = uri_pattern::parse(text);
  if (!pattern)
    return tl::unexpected("a pattern of URIs that cannot be read: " + harmless(pattern.error().detail) +
                          "; a brace that is part of a URI is written %7B or %7D");
  auto like = listed;
  like.uri.clear();
  return seed_pattern{uri_generator{*std::move(pattern)}, std::move(like), is_served};
}

std::optional<campaign_seed> seed_pattern::next() {
  auto uri = uris_.next();
  if (!uri) return std::nullopt;
  if (is_served_) uri->replace(0, any_server.size(), serve_placeholder);
  auto seed = like_;
  seed.uri = *std::move(uri);
  return seed;
}

}  // namespace laundromat
