// Writes the queries of a copy.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/page_queries.hpp"

#include <array>
#include <cstdio>

namespace laundromat {

namespace {

// The text that is hashed. A blank node has no STR in SPARQL; Virtuoso gives one, which does not change.
constexpr std::string_view triple_hash =
    R"(MD5(CONCAT(COALESCE(STR(?s),"_:")," ",STR(?p)," ",SUBSTR(COALESCE(STR(?o),"_:"),1,200))))";

std::string braces(const std::string& content) {
  return "{ " + content + " }";
}

// The triples with a predicate, each once: a default graph may be the union of graphs that share triples.
std::string triples(const copy_source& source, std::string_view predicate) {
  const auto filter = predicate.empty() ? std::string{} : " FILTER(?p = <" + std::string{predicate} + ">)";
  if (!source.graph.empty()) return "GRAPH <" + source.graph + "> { ?s ?p ?o }" + filter;
  return "{ SELECT DISTINCT ?s ?p ?o WHERE { ?s ?p ?o" + filter + " } }";
}

std::string digits(std::uint32_t number) {
  std::array<char, 16> out{};
  std::snprintf(out.data(), out.size(), "%08x", static_cast<unsigned>(number));
  return out.data();
}

// `g` is greater than each hexadecimal digit.
std::string range_filter(hash_range range) {
  if (range.is_whole()) return {};
  std::string out = " FILTER(" + std::string{triple_hash} + " >= \"" + digits(range.first) + "\"";
  if (range.last != 0xffff'ffff)
    out += " && " + std::string{triple_hash} + " < \"" + digits(range.last + 1) + "\"";
  return out + ")";
}

constexpr std::string_view sums =
    R"((COUNT(*) AS ?n) (SUM(STRLEN(COALESCE(STR(?o),""))) AS ?len) (SUM(IF(isBlank(?s) || isBlank(?o),1,0)) AS ?blank))";

}  // namespace

std::string list_query(const copy_source& source, std::string_view after, std::uint64_t most,
                       bool with_hash_sums) {
  std::string out =
      "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?p (MD5(STR(?p)) AS ?key) " + std::string{sums};
  if (with_hash_sums)  // hexadecimal letters become the digit 1, so that the first eight digits are a number
    out +=
        " (SUM(xsd:integer(REPLACE(SUBSTR(" + std::string{triple_hash} + R"(,1,8),"[a-f]","1"))) AS ?sum))";
  out += " WHERE " + braces(triples(source, "") +
                            (after.empty() ? "" : " FILTER(MD5(STR(?p)) > \"" + std::string{after} + "\")"));
  return out + " GROUP BY ?p ORDER BY MD5(STR(?p)) LIMIT " + std::to_string(most);
}

std::string total_query(const copy_source& source) {
  return "SELECT " + std::string{sums} + " WHERE " + braces(triples(source, ""));
}

std::string page_query(const copy_source& source, std::string_view predicate, hash_range range) {
  return "CONSTRUCT { ?s ?p ?o } WHERE " + braces(triples(source, predicate) + range_filter(range));
}

std::string count_query(const copy_source& source, std::string_view predicate, hash_range range) {
  return "SELECT (COUNT(*) AS ?n) WHERE " + braces(triples(source, predicate) + range_filter(range));
}

bool is_query_iri(std::string_view iri) {
  for (const char c : iri)
    if (static_cast<unsigned char>(c) <= ' ' ||
        std::string_view{"<>\"{}|^`\\"}.find(c) != std::string_view::npos)
      return false;
  return !iri.empty();
}

}  // namespace laundromat
