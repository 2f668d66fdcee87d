// Finds the statements about a URI in a clean document of the store.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/rdf/wash/mention_search.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// Passes on the lines with the subject `iri`, without their line feeds. Reads the blocks that contain them, and at most one more. Errors: those of the store
/// and of `consume`; `not_found` for a document without a file.
[[nodiscard]] result<void> find_subject(const clean_store& store, const content_digest& document,
                                        std::string_view iri,
                                        const std::function<result<void>(std::string_view line)>& consume);

/// Passes on the lines in which `iri` is any other term, see `read_mentions`. Reads the whole document. Errors: likewise, and that of damage.
[[nodiscard]] result<void> find_mentions(const clean_store& store, const content_digest& document,
                                         std::string_view iri,
                                         const std::function<result<void>(std::string_view line)>& consume);

}  // namespace laundromat
