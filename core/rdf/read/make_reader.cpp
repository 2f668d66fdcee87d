// Which reader reads which format.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfa/rdfa_reader.hpp"
#include "core/rdf/turtle/line_reader.hpp"
#include "core/rdf/turtle/turtle_reader.hpp"

namespace laundromat {

result<std::unique_ptr<reader>> make_reader(rdf_format format, reader_options options, statement_sink& sink) {
  switch (format) {
    case rdf_format::n_triples:
    case rdf_format::n_quads:
      return std::make_unique<line_reader>(format, std::move(options), sink);
    case rdf_format::turtle:
    case rdf_format::trig:
      return std::make_unique<turtle_reader>(format, std::move(options), sink);
    case rdf_format::rdfa:
      return make_rdfa_reader(std::move(options), make_reader, sink);
    default:
      return fail(errc::no_reader, "no reader for " + std::string(to_string(format)));
  }
}

}  // namespace laundromat
