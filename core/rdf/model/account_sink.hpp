// What every reader reports of a document besides its contents: defects, and an account of its bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/model/defect.hpp"
#include "core/rdf/model/span_account.hpp"

namespace laundromat {

/// Takes defects as soon as they are known, and spans in the order of the document.
class account_sink {
 public:
  virtual ~account_sink() = default;
  virtual void on_defect(const defect& found) = 0;
  /// The next `length_bytes` of the document are of this kind; see `span_account` for the shape.
  virtual void on_span(span_kind /*kind*/, std::uint64_t /*length_bytes*/) {}
};

}  // namespace laundromat
