// The tables of forms.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/document_form.hpp"

#include <algorithm>
#include <array>

#include "core/http/accept.hpp"

namespace laundromat {

namespace {

// A client that reads RDF 1.2 may say so; one that does not names no version, and takes the same.
constexpr document_form as_nq{"nq", "application/n-quads", "application/n-quads;version=1.2;charset=utf-8",
                              rdf_format::n_quads, "N-Quads"};
constexpr document_form as_nt{"nt", "application/n-triples",
                              "application/n-triples;version=1.2;charset=utf-8", rdf_format::n_triples,
                              "N-Triples"};
constexpr document_form as_ttl{"ttl", "text/turtle;charset=utf-8", "text/turtle;version=1.2;charset=utf-8",
                               rdf_format::turtle, "Turtle"};
constexpr document_form as_trig{"trig", "application/trig", "application/trig;version=1.2;charset=utf-8",
                                rdf_format::trig, "TriG"};
constexpr document_form as_json_ld{"jsonld", "application/ld+json",
                                   "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#expanded\"",
                                   rdf_format::json_ld, "JSON-LD"};
constexpr document_form as_html{"html", "text/html;charset=utf-8", "text/html;charset=utf-8",
                                rdf_format::unknown, "HTML"};
constexpr document_form as_packed{"nq.gz", "application/gzip", {}, rdf_format::unknown, "gzip of N-Quads"};
constexpr document_form as_hdt{"hdt", "application/vnd.hdt", "application/vnd.hdt", rdf_format::unknown,
                               "HDT"};
constexpr document_form as_json{"json", "application/json", "application/json", rdf_format::unknown, "JSON"};

constexpr std::array of_documents{as_nq, as_nt, as_ttl, as_trig, as_json_ld, as_html, as_hdt, as_packed};
constexpr std::array of_metadata{as_ttl, as_nq, as_json_ld, as_json};
constexpr std::array of_ledgers{as_nq};

}  // namespace

std::span<const document_form> document_forms() {
  return of_documents;
}

std::span<const document_form> metadata_forms() {
  return of_metadata;
}

std::span<const document_form> ledger_forms() {
  return of_ledgers;
}

std::optional<document_form> choose_form(std::span<const document_form> among, std::string_view extension,
                                         std::string_view accept) {
  if (!extension.empty()) {
    const auto found = std::ranges::find(among, extension, &document_form::extension);
    return found == among.end() ? std::nullopt : std::optional{*found};
  }
  std::vector<std::string_view> offered;
  for (const auto& form : among)
    if (!form.accepted_as.empty()) offered.push_back(form.accepted_as);
  const auto chosen = choose_media_type(offered, accept);
  if (!chosen) return std::nullopt;
  return *std::ranges::find(among, offered[*chosen], &document_form::accepted_as);
}

std::string list_forms(std::span<const document_form> forms) {
  std::string list;
  for (const auto& form : forms)
    list.append(list.empty() ? "" : ", ")
        .append(form.media_type.substr(0, form.media_type.find(';')))
        .append(" (.")
        .append(form.extension)
        .append(")");
  return list;
}

}  // namespace laundromat
