// Writes the description statement by statement.
// SPDX-License-Identifier: Apache-2.0
#include "core/fragments/fragment_page.hpp"

#include <set>

#include "core/http/query_text.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::string_view hydra = "http://www.w3.org/ns/hydra/core#",
                           void_space = "http://rdfs.org/ns/void#",
                           rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
                           sd = "http://www.w3.org/ns/sparql-service-description#",
                           dcterms = "http://purl.org/dc/terms/", foaf = "http://xmlns.com/foaf/0.1/",
                           integer = "http://www.w3.org/2001/XMLSchema#integer";
constexpr std::array<std::string_view, positions> names{"subject", "predicate", "object", "graph"};

std::string iri(std::string_view text) {
  std::string out;
  append_canonical_term(out, {term_kind::iri, text, {}, {}});
  return out;
}
std::string iri(std::string_view space, std::string_view local) {
  return iri(std::string{space}.append(local));
}
std::string text_of(std::string_view value, std::string_view datatype = {}) {
  std::string out;
  append_canonical_term(out, {term_kind::literal, value, datatype, {}});
  return out;
}

/// Collects statements in one graph.
class description {
 public:
  explicit description(std::string graph) : graph_(std::move(graph)) {}
  void add(const std::string& subject, const std::string& predicate, const std::string& object) {
    text_.append(subject).append(" ").append(predicate).append(" ").append(object);
    if (!graph_.empty()) text_.append(" ").append(graph_);
    text_.append(" .\n");
  }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  std::string graph_, text_;
};

/// The form: which URL to make of a pattern.
void add_form(description& to, const fragment_page& page, const std::string& dataset) {
  const std::string form = "_:form";
  to.add(dataset, iri(hydra, "search"), form);
  to.add(form, iri(hydra, "template"), text_of(page.dataset + "{?subject,predicate,object,graph}"));
  to.add(form, iri(hydra, "variableRepresentation"), iri(hydra, "ExplicitRepresentation"));
  for (std::size_t i = 0; i < positions; ++i) {
    const auto name = "_:" + std::string{names[i]};
    to.add(form, iri(hydra, "mapping"), name);
    to.add(name, iri(hydra, "variable"), text_of(names[i]));
    to.add(name, iri(hydra, "property"),
           iri(static_cast<position>(i) == position::graph ? sd : rdf, names[i]));
  }
}

}  // namespace

std::string fragment_url(const std::string& dataset, const quad_pattern& pattern, std::uint64_t page,
                         const std::string& from) {
  std::vector<query_pair> query;
  for (std::size_t i = 0; i < positions; ++i)
    if (!pattern.terms[i].empty()) query.emplace_back(names[i], requested_text(pattern.terms[i]));
  if (page > 1) query.emplace_back("page", std::to_string(page));
  if (!from.empty()) query.emplace_back("from", from);
  return query.empty() ? dataset : dataset + '?' + write_query(query);
}

std::string describe_page(const fragment_page& page, bool has_own_graph) {
  const auto type = iri(rdf, "type"), subset = iri(void_space, "subset");
  const auto dataset = iri(page.dataset + "#dataset"), url = iri(page.url), fragment = iri(page.fragment);
  const auto about = iri(page.url + "#metadata");
  description to{has_own_graph ? about : std::string{}};
  // Clients recognise the graph of the description by one of these: some by the page, some by what has the page as a subset.
  for (const auto& topic : std::set{url, fragment, dataset}) to.add(about, iri(foaf, "primaryTopic"), topic);
  to.add(dataset, type, iri(void_space, "Dataset"));
  to.add(dataset, type, iri(hydra, "Collection"));
  to.add(dataset, iri(dcterms, "title"), text_of(page.title));
  to.add(dataset, subset, url);
  to.add(dataset, iri(sd, "defaultGraph"), iri(requested_default_graph));
  add_form(to, page, dataset);
  if (page.fragment != page.url) {
    to.add(dataset, subset, fragment);
    to.add(fragment, subset, url);
  }
  to.add(url, type, iri(hydra, "PartialCollectionView"));
  to.add(url, iri(dcterms, "source"), dataset);
  const auto matches = text_of(std::to_string(page.matches), integer);
  to.add(url, iri(hydra, "totalItems"), matches);
  to.add(url, iri(void_space, "triples"), matches);
  to.add(url, iri(hydra, "itemsPerPage"), text_of(std::to_string(page.page_size), integer));
  to.add(url, iri(hydra, "first"), fragment);
  if (!page.previous.empty()) to.add(url, iri(hydra, "previous"), iri(page.previous));
  if (!page.next.empty()) to.add(url, iri(hydra, "next"), iri(page.next));
  return std::move(to).text();
}

}  // namespace laundromat
