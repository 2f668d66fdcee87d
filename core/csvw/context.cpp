// The prefixes of the context of metadata, and IRIs made of them.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/context.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/web/uri.hpp"

namespace laundromat::csvw {

namespace {

struct prefix_row {
  std::string_view name, iri;
};

constexpr prefix_row prefixes[] = {
    {"as", "https://www.w3.org/ns/activitystreams#"},
    {"cc", "http://creativecommons.org/ns#"},
    {"csvw", "http://www.w3.org/ns/csvw#"},
    {"ctag", "http://commontag.org/ns#"},
    {"dc", "http://purl.org/dc/terms/"},
    {"dc11", "http://purl.org/dc/elements/1.1/"},
    {"dcat", "http://www.w3.org/ns/dcat#"},
    {"dcterms", "http://purl.org/dc/terms/"},
    {"dctypes", "http://purl.org/dc/dcmitype/"},
    {"dqv", "http://www.w3.org/ns/dqv#"},
    {"duv", "https://www.w3.org/ns/duv#"},
    {"foaf", "http://xmlns.com/foaf/0.1/"},
    {"gr", "http://purl.org/goodrelations/v1#"},
    {"grddl", "http://www.w3.org/2003/g/data-view#"},
    {"ical", "http://www.w3.org/2002/12/cal/icaltzd#"},
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
    {"time", "http://www.w3.org/2006/time#"},
    {"v", "http://rdf.data-vocabulary.org/#"},
    {"vcard", "http://www.w3.org/2006/vcard/ns#"},
    {"void", "http://rdfs.org/ns/void#"},
    {"wdr", "http://www.w3.org/2007/05/powder#"},
    {"wdrs", "http://www.w3.org/2007/05/powder-s#"},
    {"wrds", "http://www.w3.org/2007/05/powder-s#"},
    {"xhv", "http://www.w3.org/1999/xhtml/vocab#"},
    {"xml", "http://www.w3.org/XML/1998/namespace"},
    {"xsd", "http://www.w3.org/2001/XMLSchema#"},
};

constexpr std::array<std::string_view, 13> classes = {
    "Cell", "Column", "Datatype", "Dialect",    "Direction",      "ForeignKey",    "NumericFormat",
    "Row",  "Schema", "Table",    "TableGroup", "TableReference", "Transformation"};

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Decodes what is unreserved, and writes other codes in upper case.
std::string with_usual_codes(std::string_view text) {
  const auto value_of = [](char c) { return c <= '9' ? c - '0' : lower(c) - 'a' + 10; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_code = text[i] == '%' && i + 2 < text.size() &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
                         std::isxdigit(static_cast<unsigned char>(text[i + 2])) != 0;
    if (!is_code) {
      out += text[i];
      continue;
    }
    const int code = value_of(text[i + 1]) * 16 + value_of(text[i + 2]);
    if (code < 128 && (std::isalnum(code) != 0 ||
                       std::string_view("-._~").find(static_cast<char>(code)) != std::string_view::npos))
      out += static_cast<char>(code);
    else
      for (std::size_t k = 0; k < 3; ++k)
        out += static_cast<char>(std::toupper(static_cast<unsigned char>(text[i + k])));
    i += 2;
  }
  return out;
}

}  // namespace

std::string expand_prefix(std::string_view name) {
  const auto colon = name.find(':');
  if (colon == std::string_view::npos || name.substr(colon + 1).starts_with("//")) return std::string(name);
  const auto* const found = std::ranges::find(prefixes, name.substr(0, colon), &prefix_row::name);
  if (found == std::end(prefixes)) return std::string(name);
  return std::string(found->iri) + std::string(name.substr(colon + 1));
}

std::optional<std::string> expand_property(std::string_view name) {
  auto iri = expand_prefix(name);
  if (!is_absolute(iri) || iri.find(' ') != std::string::npos) return std::nullopt;
  return iri;
}

std::optional<std::string> expand_class(std::string_view name) {
  if (std::ranges::find(classes, name) != classes.end())
    return std::string(csvw_namespace) + std::string(name);
  return expand_property(name);
}

std::string comparable_url(std::string_view url) {
  const auto plain = resolve(url, with_usual_codes(url));
  auto parts = split_uri(plain);
  if (!parts.scheme || !parts.authority) return plain;
  std::string scheme(*parts.scheme), authority(*parts.authority);
  std::ranges::transform(scheme, scheme.begin(), lower);
  const auto user = authority.rfind('@');
  std::transform(authority.begin() + static_cast<std::ptrdiff_t>(user == std::string::npos ? 0 : user + 1),
                 authority.end(),
                 authority.begin() + static_cast<std::ptrdiff_t>(user == std::string::npos ? 0 : user + 1),
                 lower);
  if (const auto port = default_port(scheme)) {
    const auto suffix = ":" + std::to_string(*port);
    if (authority.ends_with(suffix)) authority.resize(authority.size() - suffix.size());
  }
  if (authority.ends_with(':')) authority.pop_back();
  parts.scheme = scheme;
  parts.authority = authority;
  if (parts.path.empty()) parts.path = "/";
  return recompose(parts);
}

}  // namespace laundromat::csvw
