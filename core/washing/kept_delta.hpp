// The delta between two crawls of one document, kept beside the newer one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/outcomes.hpp"
#include "core/washing/ports.hpp"

namespace laundromat {

/// Stages what changed from `previous` to the document that has just been staged under `staged`, which is empty when the document is, as
/// RDF Patch compressed by gzip. Nothing when they are the same, the older one is gone or damaged, or the ports keep none.
/// Errors: those of writing.
[[nodiscard]] result<staged_delta> stage_delta(const content_digest& previous, const clean_record& clean,
                                               std::string_view staged, const washing_ports& ports);

}  // namespace laundromat
