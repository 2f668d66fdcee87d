// How a document of records is read, as a job of washing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/wash/wash_input.hpp"
#include "core/extraction/read/record_plan.hpp"
#include "core/records/jobs.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

/// `found`: the encoding that the document shows; the specification may state another one.
[[nodiscard]] inline parse_job record_job(const input_document& leaf, const std::string& found,
                                          const record_plan& plan) {
  const auto& stated = plan.spec().encoding;
  return {0,
          {},
          leaf.content,
          stated.empty() ? found : stated,
          rdf_format::records,
          std::string{base_of(leaf.address)},
          leaf.media_type,
          {},
          leaf.charset,
          1,
          leaf.damage,
          leaf.input_bytes,
          leaf.name};
}

}  // namespace laundromat
