// Reads JSON-LD 1.1 as statements, an element of the outermost array at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/rdf/jsonld/context/json_ld_options.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Deserialises JSON-LD 1.1 to RDF (JSON-LD 1.1 API section 8.1), without framing.
/// Shape: one JSON text, or several one after another (NDJSON-LD, RFC 7464), each a document of its own with the blank nodes of all.
/// Elements of the outermost array, and of the array `@graph` or `@included` of a root object, are read one by one and forgotten.
/// An element that is longer than `limits.node_object_bytes`, or has more keys and values than one for each 16 of these bytes, is skipped
/// as `statement_too_long`.
/// Memory: three times `limits.node_object_bytes`, and what may wait for the end of a root object: only there
/// it is known whether `@id`, or `@context`, still follows `@graph`. A root that grows beyond is taken at its word: what follows the
/// array of it is a defect then. Remote contexts: bundled ones, then `reader_options::contexts`.
/// Defects: `json_ld_invalid` with the error code of the specification as message; it costs the value at fault, in `strict` the element.
[[nodiscard]] std::unique_ptr<reader> make_json_ld_reader(reader_options options, json_ld_options more,
                                                          statement_sink& sink);

}  // namespace laundromat
