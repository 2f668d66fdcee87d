// Writes the command for an endpoint.
// SPDX-License-Identifier: Apache-2.0
#include "app/planning/endpoint_hint.hpp"

namespace laundromat {

bool has_only_endpoints(const announced_dataset& d) {
  return !d.endpoints.empty() && d.dumps.empty() && d.samples.empty() && d.prefixes.empty();
}

std::string endpoint_hint(const announced_dataset& d) {
  if (!has_only_endpoints(d)) return {};
  const auto& one = d.endpoints.front();
  auto out = "laundromat harvest " + one.uri + " --campaign FILE";
  if (!one.graph.empty() && one.graph != "*") out += " --graph " + one.graph;
  return out + " --state FILE -o DIR";
}

}  // namespace laundromat
