// Gives the terms of a specification the datatypes that it states for their fields.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/extraction/spec/record_spec.hpp"

namespace laundromat {

/// A literal that is the value of one field has the datatype of the type of the field: xsd:date, xsd:time, xsd:dateTime, xsd:gYear; a value of the
/// type `iri` is an IRI. Types of numbers and booleans are seen by their values.
void type_terms(record_spec& spec);

}  // namespace laundromat
