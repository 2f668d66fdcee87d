// Resolves the target of each redirect, and detects loops and chains that are too long.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/redirect_chain.hpp"

#include "core/base/count_words.hpp"
#include "core/web/http_values.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

std::string identity_of(std::string_view uri) {
  return normalize_seed(fetchable(uri));
}

std::string without_user(const std::string& uri) {
  auto parts = split_uri(uri);
  if (!parts.authority) return uri;
  const auto at = parts.authority->rfind('@');
  if (at == std::string_view::npos) return uri;
  parts.authority->remove_prefix(at + 1);
  return recompose(parts);
}

}  // namespace

redirect_chain::redirect_chain(std::string first, std::size_t most_redirects, bool allow_ftp)
    : uris_{std::move(first)},
      seen_{identity_of(uris_.front())},
      most_redirects_(most_redirects),
      allow_ftp_(allow_ftp) {}

result<std::string> redirect_chain::follow(std::string_view location) {
  auto target = resolve_location(current(), location, allow_ftp_);
  if (!target) return target;
  const auto identity = identity_of(*target);
  if (seen_.contains(identity)) return fail(errc::redirect_loop, "the redirect leads back to " + *target);
  if (redirects() >= most_redirects_)
    return fail(errc::too_many_redirects,
                "the download has more than " + number_of(most_redirects_, "redirect"));
  seen_.insert(identity);
  uris_.push_back(without_user(*target));
  return uris_.back();
}

}  // namespace laundromat
