// Asks a service of the Reconciliation Service API which entities are meant: what is sent and what comes back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/reconciliation/reconciliation_candidate.hpp"

namespace laundromat {

/// A further value that the entity should have.
struct query_property {
  std::string id, value;
};

struct reconciliation_query {
  std::string text;
  std::string type;         ///< id of the type of entities; empty: any
  std::uint32_t limit = 0;  ///< of candidates; 0: the service decides
  std::vector<query_property> properties;
};

/// A batch as the JSON object of the form field `queries`: the keys are `q0`, `q1` and so on. Source: Reconciliation Service API 0.2, section 4.
[[nodiscard]] std::string reconciliation_queries(std::span<const reconciliation_query> batch);
/// The body of the POST request, application/x-www-form-urlencoded.
[[nodiscard]] std::string reconciliation_form(std::string_view queries_json);

/// The candidates of each query of a batch, in the order of the batch; best first, as the service sent them. A query without an answer has none.
/// Types may be objects or ids. Errors: `bad_response` for what is no such answer, with the key of the query.
[[nodiscard]] result<std::vector<std::vector<reconciliation_candidate>>> read_reconciliation_answer(
    std::string_view json, std::size_t batch_size);

}  // namespace laundromat
