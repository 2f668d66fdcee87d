// Who publishes the documents of a data folder, and the prefix of their IRIs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metadata/description.hpp"

namespace laundromat {

/// Who publishes a catalogue.
struct publisher_facts {
  std::string name;
  std::string homepage;  ///< may be empty

  friend bool operator==(const publisher_facts&, const publisher_facts&) = default;
};

/// The publishing settings of a campaign.
struct public_identity {
  std::string public_base;    ///< ends with a slash; empty: the default
  publisher_facts publisher;  ///< without a name: not configured

  [[nodiscard]] metadata_names names() const {
    return public_base.empty() ? metadata_names{} : metadata_names::below(public_base);
  }
  friend bool operator==(const public_identity&, const public_identity&) = default;
};

}  // namespace laundromat
