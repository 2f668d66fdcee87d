// A listed seed whose URI is a pattern, as the seeds that it names (T07).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/campaign/campaign.hpp"
#include "core/discovery/uri_pattern.hpp"

namespace laundromat {

/// Makes the seeds of a pattern one after the other, so that none of them is kept. They have the interval and the priority of the pattern, and their
/// order is depth first: among equal priorities the journal crawls the seeds of a host in this order.
class seed_pattern {
 public:
  /// Whether the URI has a brace behind `{serve}`, if it begins with that.
  [[nodiscard]] static bool is_named_by(std::string_view uri);
  /// Errors: what is wrong with the pattern, and what to write, see `uri_pattern::parse`.
  [[nodiscard]] static tl::expected<seed_pattern, std::string> of(const campaign_seed& listed);

  /// The next seed; nothing behind the last one.
  [[nodiscard]] std::optional<campaign_seed> next();

 private:
  seed_pattern(uri_generator uris, campaign_seed like, bool is_served)
      : uris_(std::move(uris)), like_(std::move(like)), is_served_(is_served) {}

  uri_generator uris_;
  campaign_seed like_;  ///< without its URI
  bool is_served_;      ///< at the server of the campaign
};

}  // namespace laundromat
