// Gives the terms of a specification the datatypes that it states for their fields.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/extraction/spec/record_spec.hpp"

namespace laundromat {

/// Gives a term that is the value of one field what its type says; false when the type says nothing.
/// An `iri` is an IRI. Other values are literals: `date`, `time`, `dateTime` and `year` of xsd:date, xsd:time, xsd:dateTime and xsd:gYear; numbers of the types `integer`,
/// `decimal` and `number` of xsd:integer, xsd:decimal and xsd:double.
bool type_term(term_spec& term, field_type type);

/// The same for all terms of a specification.
void type_terms(record_spec& spec);

}  // namespace laundromat
