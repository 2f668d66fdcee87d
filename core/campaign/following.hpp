// The settings that decide which announced URIs are followed, in a form that shows whether more are followed than before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/campaign/campaign.hpp"

namespace laundromat {

/// What decides about one cause for which announced URIs are not followed.
struct following_terms {
  errc cause{};  ///< `ok`: about URIs that are not even looked for
  std::vector<std::string> words = {};
  bool forbids = false;  ///< the words name what is not followed, otherwise what is

  friend bool operator==(const following_terms&, const following_terms&) = default;
};

/// All causes that depend on the campaign or on the exclusions of the operator, each of which is a word. Of a cause with an order or a limit all is one
/// word.
[[nodiscard]] std::vector<following_terms> following_terms_of(const campaign& c,
                                                              std::vector<std::string> exclusions);

/// Whether a URI that was refused for the cause under the words `before` may be followed now: there is a word that was not there, or one that
/// forbids is gone.
[[nodiscard]] bool may_follow_more(const following_terms& now, const std::vector<std::string>& before);

}  // namespace laundromat
