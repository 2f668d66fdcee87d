// What a reconciliation service proposes for a name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace laundromat {

struct entity_type {
  std::string id, name;

  friend bool operator==(const entity_type&, const entity_type&) = default;
};

struct reconciliation_candidate {
  std::string id;  ///< mostly an IRI
  std::string name;
  double score = 0;    ///< of services of this program from 0 to 100; others have their own scale
  bool match = false;  ///< the service is sure
  std::vector<entity_type> types;

  friend bool operator==(const reconciliation_candidate&, const reconciliation_candidate&) = default;
};

}  // namespace laundromat
