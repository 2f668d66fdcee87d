// The worker nodes of a running engine, in a file next to the journal for `ls --nodes`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "actors/cluster/coordinator.hpp"
#include "app/commands/cli.hpp"
#include "app/terminal/json.hpp"

namespace laundromat {

/// Writes `nodes.json` of a data folder after each change, and removes it at the end.
class nodes_file {
 public:
  nodes_file(std::filesystem::path data, std::string address);
  ~nodes_file();
  nodes_file(const nodes_file&) = delete;
  nodes_file& operator=(const nodes_file&) = delete;

  /// Each write replaces the file atomically. A failed write affects only the display.
  void write(const lease_scheduler& book, timestamp now);

 private:
  std::filesystem::path path_;
  std::string address_;
  std::string written_;
};

/// The content of `nodes.json` while its engine runs; null when no engine accepts nodes.
[[nodiscard]] json_fact read_nodes(const std::filesystem::path& data);
/// Prints a table of the nodes, and a line that counts leases.
void print_nodes(const json_fact& nodes, console& io);

}  // namespace laundromat
