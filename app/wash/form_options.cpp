// Implements the options of forms.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/form_options.hpp"

namespace laundromat {

void form_options::add_to(cli_command& command, const std::string& dropped_as) {
  command
      .option("--triple-terms", triple_terms,
              "Triple terms of RDF 1.2: kept, or for readers of RDF 1.1, which refuse them, as blank nodes "
              "(basic-encoding)")
      .one_of({"kept", "basic-encoding"})
      .metavar("FORM")
      .shows_default();
  command
      .option("--directions", directions,
              "Base directions of RDF 1.2: kept, or for readers of RDF 1.1, which refuse them, in a form of "
              "JSON-LD, or dropped " +
                  dropped_as)
      .one_of({"kept", "compound-literal", "i18n-datatype", "dropped"})
      .metavar("FORM")
      .shows_default();
}

rdf_forms form_options::read() const {
  return {triple_term_form_from_name(triple_terms).value_or(triple_term_form::kept),
          direction_form_from_name(directions).value_or(direction_form::kept)};
}

}  // namespace laundromat
