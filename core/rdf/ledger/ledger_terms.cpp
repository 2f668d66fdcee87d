// Implements ledger_terms: the IRIs of the vocabulary, in the order of the enumerations.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/ledger_terms.hpp"

#include <cstddef>
#include <iterator>
#include <span>

namespace laundromat {

namespace {

#define LAUNDROMAT_LEDGER "https://lodlaundromat.org/ledger#"
#define LAUNDROMAT_ERROR "http://lodlaundromat.org/error/ontology/"
// NOLINTBEGIN(bugprone-suspicious-missing-comma): each term is a namespace and a name
constexpr std::string_view terms[] = {
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    LAUNDROMAT_LEDGER "rule",
    LAUNDROMAT_LEDGER "done",
    LAUNDROMAT_LEDGER "layer",
    LAUNDROMAT_LEDGER "offset",
    LAUNDROMAT_LEDGER "length",
    LAUNDROMAT_LEDGER "token",
    LAUNDROMAT_ERROR "line",
    LAUNDROMAT_ERROR "column",
    LAUNDROMAT_ERROR "message",
    LAUNDROMAT_LEDGER "before",
    LAUNDROMAT_LEDGER "after",
    LAUNDROMAT_LEDGER "isEdit",
    LAUNDROMAT_LEDGER "runs",
    LAUNDROMAT_LEDGER "content",
    LAUNDROMAT_LEDGER "count",
    LAUNDROMAT_LEDGER "sha256",
    LAUNDROMAT_LEDGER "bytes",
    LAUNDROMAT_LEDGER "base",
    LAUNDROMAT_LEDGER "format",
    LAUNDROMAT_LEDGER "profile",
    LAUNDROMAT_LEDGER "encoding",
    LAUNDROMAT_LEDGER "mediaType",
    LAUNDROMAT_LEDGER "program",
    LAUNDROMAT_LEDGER "statementBytes",
    LAUNDROMAT_LEDGER "syntaxBytes",
    LAUNDROMAT_LEDGER "quarantineBytes",
    LAUNDROMAT_LEDGER "rowsLeftOut",
    LAUNDROMAT_LEDGER "bytesLeftOut",
    LAUNDROMAT_LEDGER "copiedTo",
    LAUNDROMAT_LEDGER "mixedBytes",
};
constexpr std::string_view classes[] = {
    LAUNDROMAT_LEDGER "Defect", LAUNDROMAT_LEDGER "Spans",    LAUNDROMAT_LEDGER "Bytes",
    LAUNDROMAT_LEDGER "Count",  LAUNDROMAT_LEDGER "Document",
};
// NOLINTEND(bugprone-suspicious-missing-comma)
#undef LAUNDROMAT_LEDGER
#undef LAUNDROMAT_ERROR

static_assert(std::size(terms) == static_cast<std::size_t>(ledger_term::mixed_bytes) + 1);
static_assert(std::size(classes) == static_cast<std::size_t>(ledger_class::document) + 1);

template <class Value>
std::optional<Value> find(std::span<const std::string_view> iris, std::string_view iri) {
  for (std::size_t i = 0; i < iris.size(); ++i)
    if (iris[i] == iri) return static_cast<Value>(i);
  return std::nullopt;
}

}  // namespace

std::string_view iri_of(ledger_term term) {
  return terms[static_cast<std::size_t>(term)];
}

std::string_view iri_of(ledger_class what) {
  return classes[static_cast<std::size_t>(what)];
}

std::optional<ledger_term> ledger_term_from_iri(std::string_view iri) {
  return find<ledger_term>(terms, iri);
}

std::optional<ledger_class> ledger_class_from_iri(std::string_view iri) {
  return find<ledger_class>(classes, iri);
}

}  // namespace laundromat
