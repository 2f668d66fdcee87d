// The reader of each format.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json_ld_reader.hpp"
#include "core/rdf/lines/line_reader.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfa/rdfa_reader.hpp"
#include "core/rdf/rdfxml/rdf_xml_reader.hpp"
#include "core/rdf/turtle/turtle_reader.hpp"

namespace laundromat {

namespace {

/// The format of the rest after a directive in a line format: Turtle for N-Triples, TriG for N-Quads.
turtle_factory turtle_factory_for(rdf_format lines) {
  const auto format = lines == rdf_format::n_triples ? rdf_format::turtle : rdf_format::trig;
  return [format](reader_options options, statement_sink& sink) {
    return make_reader(format, std::move(options), sink).value();
  };
}

json_ld_options json_ld_options_for(direction_form form) {
  json_ld_options more;
  if (form == direction_form::compound_literal) more.direction = rdf_direction::compound_literal;
  if (form == direction_form::i18n_datatype) more.direction = rdf_direction::i18n_datatype;
  return more;
}

}  // namespace

result<std::unique_ptr<reader>> make_reader(rdf_format format, reader_options options, statement_sink& sink) {
  switch (format) {
    case rdf_format::n_triples:
    case rdf_format::n_quads:
      return make_line_reader(format, std::move(options), sink, turtle_factory_for(format));
    case rdf_format::turtle:
    case rdf_format::trig:
      return make_turtle_reader(format, std::move(options), sink);
    case rdf_format::json_ld:
      return make_json_ld_reader(std::move(options), json_ld_options_for(options.directions), sink);
    case rdf_format::rdf_xml:
      return make_rdf_xml_reader(std::move(options), sink);
    case rdf_format::rdfa:
      return make_rdfa_reader(std::move(options), make_reader, sink);
    default:
      return fail(errc::no_reader, "there is no reader for " + std::string(to_string(format)));
  }
}

}  // namespace laundromat
