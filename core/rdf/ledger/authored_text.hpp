// What an author would write in the place of a defect.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/rdf/model/defect.hpp"

namespace laundromat {

/// The text that replaces the span of a repair in its document. A ledger shows the IRI that was read; a relative reference stays relative in the
/// document, so that only its own characters are repaired. Nothing where that is not known, and for text with a base that no author gives.
[[nodiscard]] std::optional<std::string> authored_text(const defect& repaired);

}  // namespace laundromat
