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

/// What a service says of itself, as far as a client needs it. Source: section 3.
struct reconciliation_manifest {
  std::string name;
  std::string identifier_space;  ///< before the ids that are no IRIs
};
/// Errors: `bad_response` for what is no manifest, and for a service that has neither version 0.1 nor 0.2 of the API.
[[nodiscard]] result<reconciliation_manifest> read_reconciliation_manifest(std::string_view json);

/// The IRI of an entity: its id, behind the identifier space where it is no absolute IRI.
[[nodiscard]] std::string iri_of_entity(const reconciliation_manifest& manifest, std::string_view id);

/// The answer to one query.
struct reconciliation_answer {
  std::vector<reconciliation_candidate> candidates;  ///< best first
  std::string problem;                               ///< why there is no answer; empty: there is one
};
/// Gives candidates their IRIs. One that has no IRI of http or https, or one with characters that IRIs cannot have, is left out, and the first is the
/// problem of the answer. Source: RFC 3987.
void name_candidates(const reconciliation_manifest& manifest, reconciliation_answer& answer);

/// The answers to the queries of a batch, in the order of the batch. A query that the service left out or answers twice, or whose answer is malformed,
/// has a problem; a candidate without an id, or with one of more than 2,000 bytes, makes its answer malformed. Of candidates with the same id the best
/// stays. Names are cut after 300 bytes. Types may be objects or ids.
/// Errors: `bad_response` for what is no answer at all, as JSON nested deeper than 64, and an error that the service reports, with its message.
[[nodiscard]] result<std::vector<reconciliation_answer>> read_reconciliation_answer(std::string_view json,
                                                                                    std::size_t batch_size);

}  // namespace laundromat
