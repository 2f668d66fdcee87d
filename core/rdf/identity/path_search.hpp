// RDFC-1.0 hash n-degree quads: tells blank nodes apart that look alike from near, by the paths that lead from them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/rdf/identity/blank_nodes.hpp"

namespace laundromat {

/// Walks on a stack of its own, so that a chain of a million blank nodes is no danger. The identifier issuers of the standard
/// are copied for every path that is tried; here they are one trail of issued nodes, cut back where a path is given up.
class path_search {
 public:
  using node = blank_nodes::node;
  struct found {
    std::string hash;
    std::vector<node> issued;  ///< in the order of their temporary names; the first is where the search began
  };

  path_search(const blank_nodes& blanks, std::uint64_t visits);

  /// RDFC-1.0 section 4.8 with a fresh issuer that knows only `start`. Errors: `too_symmetric` when the visits of all searches
  /// together are spent.
  [[nodiscard]] result<found> run(node start);

 private:
  /// Nodes by the hash of how they are related, and how far the search among them has come.
  using related_nodes = std::map<std::string, std::vector<node>>;
  struct frame {
    node self;
    related_nodes related;
    related_nodes::iterator group;  ///< the nodes whose orders are being tried
    std::size_t trail_begin = 0;    ///< names issued before the group
    bool in_order = false;          ///< an order is being walked
    bool awaits_child = false;      ///< the search from `unvisited[next - 1]` is on top of this one
    bool is_last_order = false;
    std::size_t next = 0;         ///< in `unvisited`
    std::vector<node> unvisited;  ///< of this order: those without a name when it began
    std::string path, chosen_path;
    std::vector<node> chosen_trail;  ///< names issued on the chosen path
    std::string text;                ///< what is hashed at the end
  };

  void open(node self);
  [[nodiscard]] related_nodes find_related(node self);
  [[nodiscard]] std::string hash_related(node related, const dataset::quad& q, std::size_t position);
  [[nodiscard]] std::optional<node> advance(frame& at);
  void begin_group(frame& at);
  void end_group(frame& at);
  void begin_order(frame& at);
  void end_order(frame& at);
  [[nodiscard]] static bool is_unschedulable(const frame& at);
  void issue(node n);
  void cut_trail(std::size_t length);
  void append_name(std::string& out, node n) const;

  const blank_nodes& blanks_;
  std::uint64_t visits_left_;
  std::deque<frame> frames_;
  std::vector<node> trail_;           ///< in the order of their temporary names
  std::vector<std::uint32_t> names_;  ///< by node: its place in `trail_`
};

}  // namespace laundromat
