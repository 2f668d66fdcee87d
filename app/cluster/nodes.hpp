// Who has joined an engine, for people: kept in a file beside the journal while the engine runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "actors/cluster/coordinator.hpp"
#include "app/commands/cli.hpp"
#include "app/terminal/json.hpp"

namespace laundromat {

/// Writes `nodes.json` of a data folder when something changed, and removes it at the end.
class nodes_file {
 public:
  nodes_file(std::filesystem::path data, std::string address);
  ~nodes_file();
  nodes_file(const nodes_file&) = delete;
  nodes_file& operator=(const nodes_file&) = delete;

  /// Each write takes the place of the one before as a whole. A disk that refuses costs the display only.
  void write(const lease_scheduler& book, timestamp now);

 private:
  std::filesystem::path path_;
  std::string address_;
  std::string written_;
};

/// What `nodes.json` says while its engine runs; null when nobody listens.
[[nodiscard]] json_fact read_nodes(const std::filesystem::path& data);
/// A table of them, and a line that counts leases.
void print_nodes(const json_fact& nodes, console& io);

}  // namespace laundromat
