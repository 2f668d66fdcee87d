// Whether the graph of a provider is as it should be: the one judgement that commands and the end of a run print.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/providers/graph_import.hpp"
#include "core/providers/stored_provider.hpp"
#include "core/records/request_wait.hpp"

namespace laundromat {

/// What a SPARQL store has of a graph.
struct graph_copy {
  std::string store;
  std::uint64_t version = 0;   ///< 0: none
  bool is_sent_again = false;  ///< it did not have what it was sent
  bool is_optional = false;
  std::string problem;  ///< why it does not have the newest version; empty: nothing hinders
};

/// What the next requests of a provider wait for.
struct provider_waits {
  std::optional<request_wait>
      void_file;  ///< nothing: nothing hinders it when it is due; that it is not due yet is not told here
  std::uint64_t dumps = 0;           ///< of harvests that run: those that wait
  std::optional<request_wait> dump;  ///< of these, the one that waits longest

  friend bool operator==(const provider_waits&, const provider_waits&) = default;
};

/// What a provider is judged by.
struct provider_facts {
  stored_provider provider;              ///< with id 0: one of the registry that no run has registered yet
  std::vector<stored_dataset> datasets;  ///< in the order of their keys
  std::vector<graph_import> imports;     ///< some of the last, the newest first
  std::vector<graph_copy> copies;        ///< in the stores of the campaign
  provider_waits waits;
  bool has_registry = false;   ///< the registry is known and has no error
  std::string registered_uri;  ///< of the VoID file, in the registry; empty: it has none of this name
};

/// How a provider stands, the best first.
enum class provider_standing : std::uint8_t {
  up_to_date,
  restored,  ///< an operator went back to a version, and nothing was harvested since
  waiting,   ///< a run goes on with it
  damaged,   ///< what could be read of its dumps was imported
  failing,   ///< something has to be mended, or is tried again
  left,      ///< it is no longer in the registry
};
/// `harvested in part`, as commands and findings print it.
[[nodiscard]] std::string_view to_string(provider_standing standing);

/// One thing that is to be known of a provider.
struct provider_finding {
  provider_standing standing =
      provider_standing::up_to_date;  ///< of a provider of which nothing else is to be said
  std::string
      text;  ///< a clause about the provider, with what to do. Not harmless: it has what strangers said
  std::string dataset = {}, store = {};  ///< of which it tells; empty: of the provider
  bool fails_run = false;                ///< a run that ends so has not done its work
};

struct provider_state {
  provider_standing standing = provider_standing::up_to_date;  ///< the worst of the findings
  std::vector<provider_finding> findings;  ///< the worst first, otherwise in the order of the facts
};

/// Judges a provider: its registration, each dataset, each store, versions that were restored, notifications that were not taken. None hides another.
[[nodiscard]] provider_state judge(const provider_facts& facts, timestamp now);
/// What is to be said of one dataset; its text begins with what it waits for, and is `up to date` when it waits for nothing.
[[nodiscard]] provider_finding judge_dataset(const provider_facts& facts, const stored_dataset& dataset,
                                             timestamp now);
/// The findings in one line, `up to date` before those that do not change that; of datasets `most_told_datasets` at most, with the number of the others.
[[nodiscard]] std::string in_words(const provider_state& state);
inline constexpr std::size_t most_told_datasets = 3;

/// Whether the engine requests the VoID file: the registry has the provider, with the location to which its graph is bound.
[[nodiscard]] bool is_requested(const provider_facts& facts);
/// The waits that hold something up: nothing is requested of a provider that is not harvested, but its VoID file where that may mend it.
[[nodiscard]] provider_waits waits_to_tell(const provider_facts& facts);
/// `2 dumps wait, the last one until 2026-01-01T00:00:00.000Z at e.example:80: asked_to_wait`; empty: none does.
[[nodiscard]] std::string dumps_in_words(const provider_waits& waits);

/// The imports of which the provider was not told, after the last of which it was told.
[[nodiscard]] std::vector<graph_import> untold_of(const std::vector<graph_import>& imports);
/// The import by which an operator went back to a version, when nothing was harvested since.
[[nodiscard]] std::optional<graph_import> restored_of(const std::vector<graph_import>& imports);

}  // namespace laundromat
