// The Reconciliation Service API over a file of labels, which OpenRefine and `laundromat reconcile` ask.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/reconciliation/reconciliation_service.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

inline constexpr std::string_view reconciliation_path = "/api/v1/reconcile";

/// May be used by several threads.
class reconciliation_route {
 public:
  /// `name`: of the service, for people.
  reconciliation_route(label_index labels, std::string name);

  /// The manifest, or the answers to the batch in the parameter `queries` of the query or of a form. Errors: 400 for queries that cannot be read, 405, 415 for a body that is no form.
  /// Source: Reconciliation Service API 0.2, sections 3 and 4.
  [[nodiscard]] http_response answer(const http_request& request) const;

 private:
  label_index labels_;
  reconciliation_service service_;
};

}  // namespace laundromat
