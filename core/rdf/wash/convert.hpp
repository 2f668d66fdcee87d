// Converts a clean document to another format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "core/base/byte_source.hpp"
#include "core/base/result.hpp"
#include "core/rdf/hdt/hdt_writer.hpp"
#include "core/rdf/model/declared_prefixes.hpp"
#include "core/rdf/model/format.hpp"

namespace laundromat {

/// Opens the same clean document again, uncompressed.
using document_opener = std::function<result<byte_source_ptr>()>;

/// Whether `convert_clean` supports it: N-Triples, N-Quads, Turtle, TriG, JSON-LD.
[[nodiscard]] bool is_written(rdf_format format);
/// Whether named graphs can be written in it: N-Quads, TriG, JSON-LD.
[[nodiscard]] bool has_graphs(rdf_format format);
/// Whether canonical N-Quads contain a triple term, which JSON-LD does not have. Reads until the first one. Errors: those of the
/// source.
[[nodiscard]] result<bool> has_triple_terms(byte_source& lines);

/// Writes canonical N-Quads as `format` to `out`: line formats without change, Turtle and TriG with the used prefixes, from those
/// that the document declared and the well-known ones, JSON-LD in expanded form. A first pass finds the prefixes, and what the format does not
/// have. Memory: one statement, and `declared`.
/// Errors: `quad_in_triples` at the first named graph where the format has none; `triple_term_out_of_place` for a triple term in JSON-LD; `syntax_error` for a document that is not clean;
/// `no_reader` for a format that is not written; those of the ports.
[[nodiscard]] result<void> convert_clean(const document_opener& open, rdf_format format, byte_sink& out,
                                         std::span<const prefix> declared = {});

/// Writes canonical N-Quads as HDT, see `hdt_writer`, in one pass over them. Nothing is written before the last statement is read. Errors: those of the writer, without a named graph, triple term or
/// zero byte; `syntax_error` for a document that is not clean; those of the ports.
[[nodiscard]] result<void> convert_to_hdt(const document_opener& open, hdt_options options,
                                          const run_store_maker& make_runs, byte_sink& out);

}  // namespace laundromat
