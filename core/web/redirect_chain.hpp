// The redirects of one download: their targets, loops and limits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"

namespace laundromat {

/// The limits on redirects of a download, and of a robots.txt (RFC 9309 section 2.3.1.2).
inline constexpr std::size_t download_redirects = 10;
inline constexpr std::size_t robots_redirects = 5;

/// The URIs that one download has requested, in order. Before a request to the returned URI, check
/// robots.txt, politeness and address guard of its host.
class redirect_chain {
 public:
  /// `allow_ftp`: a redirect may lead to FTP.
  explicit redirect_chain(std::string first, std::size_t most_redirects = download_redirects,
                          bool allow_ftp = false);

  /// Follows a Location of the current URI and returns the new current one, without user and password.
  /// Errors: `too_many_redirects`; `redirect_loop` where the target was requested before, compared
  /// normalised and without fragment; and those of `resolve_location`. After an error the chain is
  /// unchanged.
  [[nodiscard]] result<std::string> follow(std::string_view location);

  [[nodiscard]] const std::string& current() const { return uris_.back(); }
  [[nodiscard]] const std::vector<std::string>& uris() const { return uris_; }
  [[nodiscard]] std::size_t redirects() const { return uris_.size() - 1; }

 private:
  std::vector<std::string> uris_;
  keyed_set<std::string> seen_;
  std::size_t most_redirects_;
  bool allow_ftp_;
};

}  // namespace laundromat
