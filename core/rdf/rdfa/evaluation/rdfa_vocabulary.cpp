// Implements the initial contexts of RDFa as sorted tables.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"

#include <algorithm>
#include <span>

#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

struct name_row {
  std::string_view name, iri;
};

// Sorted by name.
constexpr name_row prefixes[] = {
    {"as", "https://www.w3.org/ns/activitystreams#"},
    {"cc", "http://creativecommons.org/ns#"},
    {"csvw", "http://www.w3.org/ns/csvw#"},
    {"ctag", "http://commontag.org/ns#"},
    {"dc", "http://purl.org/dc/terms/"},
    {"dc11", "http://purl.org/dc/elements/1.1/"},
    {"dcat", "http://www.w3.org/ns/dcat#"},
    {"dcterms", "http://purl.org/dc/terms/"},
    {"dqv", "http://www.w3.org/ns/dqv#"},
    {"duv", "https://www.w3.org/ns/duv#"},
    {"foaf", "http://xmlns.com/foaf/0.1/"},
    {"gr", "http://purl.org/goodrelations/v1#"},
    {"grddl", "http://www.w3.org/2003/g/data-view#"},
    {"ical", "http://www.w3.org/2002/12/cal/icaltzd#"},
    {"jsonld", "http://www.w3.org/ns/json-ld#"},
    {"ldp", "http://www.w3.org/ns/ldp#"},
    {"ma", "http://www.w3.org/ns/ma-ont#"},
    {"oa", "http://www.w3.org/ns/oa#"},
    {"odrl", "http://www.w3.org/ns/odrl/2/"},
    {"og", "http://ogp.me/ns#"},
    {"org", "http://www.w3.org/ns/org#"},
    {"owl", "http://www.w3.org/2002/07/owl#"},
    {"prov", "http://www.w3.org/ns/prov#"},
    {"qb", "http://purl.org/linked-data/cube#"},
    {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
    {"rdfa", "http://www.w3.org/ns/rdfa#"},
    {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
    {"rev", "http://purl.org/stuff/rev#"},
    {"rif", "http://www.w3.org/2007/rif#"},
    {"rr", "http://www.w3.org/ns/r2rml#"},
    {"schema", "http://schema.org/"},
    {"sd", "http://www.w3.org/ns/sparql-service-description#"},
    {"sioc", "http://rdfs.org/sioc/ns#"},
    {"skos", "http://www.w3.org/2004/02/skos/core#"},
    {"skosxl", "http://www.w3.org/2008/05/skos-xl#"},
    {"sosa", "http://www.w3.org/ns/sosa/"},
    {"ssn", "http://www.w3.org/ns/ssn/"},
    {"time", "http://www.w3.org/2006/time#"},
    {"v", "http://rdf.data-vocabulary.org/#"},
    {"vcard", "http://www.w3.org/2006/vcard/ns#"},
    {"void", "http://rdfs.org/ns/void#"},
    {"wdr", "http://www.w3.org/2007/05/powder#"},
    {"wdrs", "http://www.w3.org/2007/05/powder-s#"},
    {"xhv", "http://www.w3.org/1999/xhtml/vocab#"},
    {"xml", "http://www.w3.org/XML/1998/namespace"},
    {"xsd", "http://www.w3.org/2001/XMLSchema#"},
};

// Sorted by name. Those of Open Graph objects are in nearly every page that has them without a declaration.
constexpr name_row habitual_prefixes[] = {
    {"article", "http://ogp.me/ns/article#"}, {"book", "http://ogp.me/ns/book#"},
    {"fb", "http://ogp.me/ns/fb#"},           {"music", "http://ogp.me/ns/music#"},
    {"product", "http://ogp.me/ns/product#"}, {"profile", "http://ogp.me/ns/profile#"},
    {"video", "http://ogp.me/ns/video#"},     {"website", "http://ogp.me/ns/website#"},
};

constexpr name_row core_terms[] = {
    {"describedby", "http://www.w3.org/2007/05/powder-s#describedby"},
    {"license", "http://www.w3.org/1999/xhtml/vocab#license"},
    {"role", "http://www.w3.org/1999/xhtml/vocab#role"},
};

#define LAUNDROMAT_XHV(name) \
  { #name, "http://www.w3.org/1999/xhtml/vocab#" #name }
constexpr name_row xhtml_terms[] = {
    LAUNDROMAT_XHV(alternate),  LAUNDROMAT_XHV(appendix),   LAUNDROMAT_XHV(bookmark),
    LAUNDROMAT_XHV(chapter),    LAUNDROMAT_XHV(cite),       LAUNDROMAT_XHV(contents),
    LAUNDROMAT_XHV(copyright),  LAUNDROMAT_XHV(first),      LAUNDROMAT_XHV(glossary),
    LAUNDROMAT_XHV(help),       LAUNDROMAT_XHV(icon),       LAUNDROMAT_XHV(index),
    LAUNDROMAT_XHV(itsRules),   LAUNDROMAT_XHV(last),       LAUNDROMAT_XHV(meta),
    LAUNDROMAT_XHV(next),       LAUNDROMAT_XHV(p3pv1),      LAUNDROMAT_XHV(prev),
    LAUNDROMAT_XHV(previous),   LAUNDROMAT_XHV(section),    LAUNDROMAT_XHV(start),
    LAUNDROMAT_XHV(stylesheet), LAUNDROMAT_XHV(subsection), LAUNDROMAT_XHV(top),
    LAUNDROMAT_XHV(up),
};
#undef LAUNDROMAT_XHV

constexpr std::string_view schemes[] = {
    "about", "acct",       "ark",  "bitcoin", "cid", "data", "did",   "doi",  "file",
    "ftp",   "geo",        "git",  "gopher",  "hdl", "http", "https", "info", "irc",
    "isbn",  "javascript", "ldap", "mailto",  "mid", "news", "nntp",  "oid",  "sip",
    "skype", "sms",        "ssh",  "tag",     "tel", "urn",  "ws",    "wss",  "xmpp"};

std::string_view find_name(std::span<const name_row> rows, std::string_view name) {
  const auto found = std::ranges::lower_bound(rows, name, {}, &name_row::name);
  return found != rows.end() && found->name == name ? found->iri : std::string_view{};
}

std::string_view find_term(std::span<const name_row> rows, std::string_view term) {
  for (const auto& row : rows)
    if (row.name == term) return row.iri;
  for (const auto& row : rows)
    if (row.name.size() == term.size() &&
        std::ranges::equal(row.name, term, [](char a, char b) { return to_lower(a) == to_lower(b); }))
      return row.iri;
  return {};
}

}  // namespace

std::string_view find_initial_prefix(std::string_view prefix) {
  return find_name(prefixes, prefix);
}

std::string_view find_habitual_prefix(std::string_view prefix) {
  const auto found = find_name(habitual_prefixes, prefix);
  return found.empty() ? well_known_namespace(prefix) : found;
}

std::string_view find_initial_term(std::string_view term, host_language host) {
  const auto found = find_term(core_terms, term);
  return found.empty() && has_xhtml_terms(host) ? find_term(xhtml_terms, term) : found;
}

bool is_usual_scheme(std::string_view scheme) {
  return std::ranges::any_of(schemes,
                             [&](std::string_view one) { return equals_ignoring_case(scheme, one); });
}

}  // namespace laundromat::rdfa
