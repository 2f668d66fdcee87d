// The delta between two crawls of one document, stored with the newer one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/outcomes.hpp"
#include "core/washing/ports.hpp"

namespace laundromat {

/// Stages what changed from `previous` to the document that was just staged as `staged` (empty when it has no statements), as RDF Patch
/// compressed by gzip. Nothing when they are equal, the older one is gone or damaged, or `ports` has no deltas.
/// Errors: those of writing.
[[nodiscard]] result<staged_delta> stage_delta(const content_digest& previous, const clean_record& clean,
                                               std::string_view staged, const washing_ports& ports);

}  // namespace laundromat
