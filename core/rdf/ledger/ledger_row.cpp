// Implements the names of ledger layers.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/ledger_row.hpp"

namespace laundromat {

std::string_view to_string(ledger_layer layer) {
  return layer == ledger_layer::stream ? "stream" : "document";
}

}  // namespace laundromat
