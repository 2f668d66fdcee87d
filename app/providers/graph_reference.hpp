// Versions of graphs as command lines name them: `NAME`, or `NAME@3`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/commands/commands.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

/// A provider and a version of its graph.
struct graph_reference {
  stored_provider provider;
  std::uint64_t version = 0;
};

/// The newest version of `NAME`, or version N of `NAME@N`; reports an unknown provider, or a version that is not there, and returns nothing.
[[nodiscard]] std::optional<graph_reference> find_graph(journal& from, const std::string& given,
                                                        command_context& context);
/// The graph of a provider in the data folder, to read; reports why it cannot be opened, and returns nothing.
[[nodiscard]] std::optional<versioned_graph> open_graph(journal& from, const stored_provider& provider,
                                                        command_context& context);

}  // namespace laundromat
