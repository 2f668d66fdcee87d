// Implements make_json_ld_reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json_ld_reader.hpp"

#include <utility>

#include "core/rdf/jsonld/document/json_document_reader.hpp"

namespace laundromat {

std::unique_ptr<reader> make_json_ld_reader(reader_options options, json_ld_options more,
                                            statement_sink& sink) {
  return std::make_unique<jsonld::json_document_reader>(std::move(options), std::move(more), sink);
}

}  // namespace laundromat
