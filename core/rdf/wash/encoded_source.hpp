// A clean document in the terms of RDF 1.1, made when it is published.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/rdf/model/rdf_forms.hpp"
#include "core/rdf/sort/run_store.hpp"
#include "core/rdf/wash/convert.hpp"

namespace laundromat {

/// Makes a store for the lines of one document.
using run_store_maker = std::function<std::unique_ptr<run_store>()>;

/// The clean document of `open` with its triple terms and base directions in the forms, as `wash` writes it with the same options: sorted, each
/// statement once, the new nodes named by their statements. Blank nodes of the document keep the names that it has, so that a document with
/// both may name the new ones otherwise than `wash` does. A document without what the forms change is `open` itself; to know that, it is read
/// once more. Adds the number of base directions that were dropped to `dropped`.
/// Memory: for sorting as `wash_document`; the result is in a store of `make_runs`, which the source owns.
/// Errors: those of `open` and of the stores, and `syntax_error` for a document that is not clean.
[[nodiscard]] result<byte_source_ptr> make_encoded_source(const document_opener& open, const rdf_forms& forms,
                                                          const run_store_maker& make_runs,
                                                          std::uint64_t& dropped);

}  // namespace laundromat
