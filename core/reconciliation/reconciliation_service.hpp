// A service of the Reconciliation Service API over labels: what it answers, without HTTP.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/reconciliation/label_index.hpp"
#include "core/reconciliation/reconciliation_candidate.hpp"

namespace laundromat {

struct service_description {
  std::string name;
  std::string identifier_space;  ///< an IRI that identifies the ids, mostly their common beginning
  std::string schema_space;      ///< the same for types and properties
  entity_type type;              ///< of all entities
  std::string view_url;          ///< of an entity, with `{{id}}` in place of its id; empty: none
};

struct service_limits {
  std::size_t queries = 100;        ///< of one batch
  std::size_t query_bytes = 1'000;  ///< of one name
  std::uint32_t default_candidates = 5;
  std::uint32_t candidates = 100;  ///< that a query may ask for
};

/// A candidate is a match when its label is the name in normal form and no other entity has as high a score.
class reconciliation_service {
 public:
  /// `labels` is built, and outlives the service.
  reconciliation_service(service_description description, const label_index& labels,
                         service_limits limits = {})
      : description_(std::move(description)), labels_(labels), limits_(limits) {}

  /// The answer to a request without queries. Source: Reconciliation Service API 0.2, section 3.
  [[nodiscard]] std::string manifest() const;
  /// The answer to a batch, the value of the form field `queries`. Properties of queries have no effect on the score; a query for a type
  /// that the service does not have gets no candidates, nor does one that has properties only. Source: section 4.
  /// Errors: `syntax_error` for what is no JSON object, `invalid_argument` for a query without text, `limit_exceeded` for a batch or a name that is
  /// larger than the limit.
  [[nodiscard]] result<std::string> answer_queries(std::string_view queries_json) const;

 private:
  service_description description_;
  const label_index& labels_;
  service_limits limits_;
};

}  // namespace laundromat
