// Reads a document of records as statements, so that it is washed like any other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "core/extraction/plan/record_counter.hpp"
#include "core/extraction/plan/record_plan.hpp"

namespace laundromat {

/// Makes the reader of a document of which `hints` are known.
using hinted_reader_maker = std::function<result<std::unique_ptr<reader>>(
    const document_hints& hints, reader_options options, statement_sink& sink)>;

/// What is said about the records of a specification: its `rdf`, or else all fields with properties named `#field`.
[[nodiscard]] resource_spec rdf_of(const record_plan& plan);

/// Without `rdf` in the specification each record is a blank node, and its fields are properties named `base#field`; then the base matters.
/// Errors: none; the type is that of `hinted_reader_maker`. `plan`, and `counter`, which may be null and counts the records, outlive the reader.
[[nodiscard]] result<std::unique_ptr<reader>> make_record_reader(const record_plan& plan,
                                                                 const document_hints& hints,
                                                                 reader_options options, statement_sink& sink,
                                                                 record_counter* counter = nullptr);

}  // namespace laundromat
