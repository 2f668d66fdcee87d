// The registry of a harvest: who provides, where, and what was harvested when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/rdf/merge/absent_subjects.hpp"

namespace laundromat {

/// An entry of the registry. Source: GeoLink Harvester, "Registry".
struct registered_provider {
  std::string name;      ///< the last part of the IRI of its graph
  std::string void_uri;  ///< http or https
  std::optional<timestamp>
      modified;  ///< when its data changed that was harvested last; nothing: it is to be harvested
  std::map<std::string, timestamp, std::less<>>
      datasets;                               ///< the same for each dataset, where there are several
  std::string inbox;                          ///< where receipts are sent; empty: where the VoID file says
  std::optional<absent_subjects> full_dumps;  ///< nothing: as the campaign says
  std::size_t line = 0;                       ///< counted from 1

  friend bool operator==(const registered_provider&, const registered_provider&) = default;
};

struct registry {
  std::vector<registered_provider> providers;  ///< in the order of the file
};

/// When a dataset was harvested last, as the registry has it. `is_only`: the provider has no other dataset.
[[nodiscard]] std::optional<timestamp> harvested_by(const registered_provider& provider,
                                                    std::string_view dataset, bool is_only);

/// Why a name cannot be the last part of an IRI of a graph; empty: it can.
[[nodiscard]] std::string fault_of_name(std::string_view name);
/// Whether a name has only the letters and digits that the rules advise.
[[nodiscard]] bool is_plain_name(std::string_view name);
/// The IRI of the graph of a provider.
[[nodiscard]] std::string graph_of(std::string_view base, std::string_view name);

/// When the datasets of a provider were harvested.
struct harvest_times {
  std::string provider;
  std::map<std::string, timestamp, std::less<>> datasets;  ///< those that were harvested, at least one
  bool has_others = false;                                 ///< the provider has others, which were not
};

/// Those that are written in another form than a block of keys, as `name: {void: …}`, so that `with_harvest` cannot change them.
[[nodiscard]] std::vector<registered_provider> without_block(
    std::string_view text, const std::vector<registered_provider>& providers);

/// The text of a registry with these times: `modified` of the provider, the newest of them, and a line each below `datasets` where the provider has
/// several. All other lines stay as they are, with their comments; written lines end as that with the name of the provider, and a text without a
/// final line end stays so. Nothing where the provider is not found, or is written in another form than a block of keys.
[[nodiscard]] std::optional<std::string> with_harvest(std::string_view text, const harvest_times& times);

}  // namespace laundromat
