// RDFC-1.0 hash n-degree quads: distinguishes blank nodes with the same first degree hash by the paths from them.
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

/// Uses an explicit stack, so that a chain of a million blank nodes cannot overflow it. The standard copies identifier issuers for
/// every path that is tried; here they are one trail of issued nodes, cut back where a path is given up.
class path_search {
 public:
  using node = blank_nodes::node;
  struct found {
    std::string hash;
    /// In the order of their temporary names; the first is the start of the search.
    std::vector<node> issued;
  };

  path_search(const blank_nodes& blanks, std::uint64_t visits);

  /// RDFC-1.0 section 4.8 with a new issuer that has issued a name for `start` only. Errors: `too_symmetric` when the visits of all
  /// searches together are used up.
  [[nodiscard]] result<found> run(node start);

 private:
  /// Nodes by the hash of their relation, and the state of the search among them.
  using related_nodes = std::map<std::string, std::vector<node>>;
  struct frame {
    node self;
    related_nodes related;
    related_nodes::iterator group;  ///< the nodes whose orders are being tried
    std::size_t trail_begin = 0;    ///< names issued before the group
    bool in_order = false;          ///< an order is being tried
    bool awaits_child = false;      ///< the search from `unvisited[next - 1]` is on top of this one
    bool is_last_order = false;
    std::size_t next = 0;         ///< in `unvisited`
    std::vector<node> unvisited;  ///< of this order: those without a name when it began
    std::string path, chosen_path;
    std::vector<node> chosen_trail;  ///< names issued on the chosen path
    std::string text;                ///< the text to hash at the end
  };

  void open(node self);
  [[nodiscard]] related_nodes find_related(node self);
  [[nodiscard]] std::string hash_related(node related, const dataset::quad& q, std::size_t position);
  [[nodiscard]] std::optional<node> advance(frame& at);
  void begin_group(frame& at);
  void end_group(frame& at);
  void begin_order(frame& at);
  void end_order(frame& at);
  [[nodiscard]] static bool cannot_be_smallest(const frame& at);
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
