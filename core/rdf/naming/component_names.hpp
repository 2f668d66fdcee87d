// The names of the nodes of components that are named by their statements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/naming/component_digests.hpp"

namespace laundromat {

/// A name is `<{genid_base}{component}/{number}>`; equal components get different numbers. Memory: 20 bytes a component.
class component_names {
 public:
  using node = components::node;

  /// `may_name` is asked for each component, with the digits of its digest; when it is empty, each may be named. The other arguments outlive this object.
  component_names(const components& parts, const component_ranks& ranks, const component_digests& digests,
                  const std::function<bool(std::string_view)>& may_name);

  /// Whether the component's nodes have names.
  [[nodiscard]] bool has(std::uint32_t component) const { return first_numbers_[component] != nameless; }
  [[nodiscard]] bool has_all() const { return has_all_; }
  [[nodiscard]] std::uint32_t component_of(node n) const { return parts_.of(n); }
  /// What precedes the number in names of a component, with `<`. `to` is empty or has the prefix of another one.
  void assign_prefix(std::string& to, std::uint32_t component) const;
  /// The number of a node of a component whose first number is `first`.
  [[nodiscard]] std::uint64_t number_of(node n, std::uint64_t first) const { return first + ranks_.of(n); }
  [[nodiscard]] std::uint64_t first_number_of(std::uint32_t component) const {
    return first_numbers_[component];
  }

 private:
  static constexpr std::uint32_t nameless = ~std::uint32_t{0};

  const components& parts_;
  const component_ranks& ranks_;
  const component_digests& digests_;
  std::vector<std::uint32_t> first_numbers_;
  bool has_all_ = true;
};

}  // namespace laundromat
