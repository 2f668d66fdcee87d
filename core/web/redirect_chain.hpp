// The redirects of one download, followed by hand: where each leads, and when they lead nowhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"

namespace laundromat {

/// How many redirects a download may follow, and how many that of a robots.txt (RFC 9309 section 2.3.1.2).
inline constexpr std::size_t download_redirects = 10;
inline constexpr std::size_t robots_redirects = 5;

/// The URIs that one download has asked for, in their order. Every URI it hands out is to be judged anew:
/// robots.txt, politeness and address guard of its host.
class redirect_chain {
 public:
  explicit redirect_chain(std::string first, std::size_t most_redirects = download_redirects);

  /// Follows a Location of the current URI and returns the new current one, without user and password.
  /// Errors: `too_many_redirects`; `redirect_loop` where the target was asked for before, spellings
  /// normalised and fragments left out; and those of `resolve_location`. After an error the chain stays as it
  /// was.
  [[nodiscard]] result<std::string> follow(std::string_view location);

  [[nodiscard]] const std::string& current() const { return uris_.back(); }
  [[nodiscard]] const std::vector<std::string>& uris() const { return uris_; }
  [[nodiscard]] std::size_t redirects() const { return uris_.size() - 1; }

 private:
  std::vector<std::string> uris_;
  keyed_set<std::string> seen_;
  std::size_t most_redirects_;
};

}  // namespace laundromat
