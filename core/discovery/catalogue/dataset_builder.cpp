// Announces datasets first, so that a file which belongs to one is announced with its name.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/dataset_builder.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/discovery/catalogue/announced_values.hpp"
#include "core/discovery/dates/announced_date.hpp"
#include "core/discovery/media_hint.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using role = catalogue_role;

std::string_view before_fragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

/// Larger is better: no language, English, any.
int rank_of(std::string_view language) {
  if (language.empty() || language.starts_with("en")) return language.empty() ? 3 : 2;
  return 1;
}

}  // namespace

dataset_builder::dataset_builder(const catalogue_graph& graph, const document_announcement_options& options,
                                 announcements& found)
    : graph_(graph), options_(options), found_(found), address_(before_fragment(options.address)) {}

void dataset_builder::build(const std::vector<direct_announcement>& others) {
  find_endpoints();
  for (const auto& node : graph_.nodes())
    if (is_dataset(node)) add_dataset(node);
  for (const auto& node : graph_.nodes())
    if (!joined_.contains(node.iri)) add_rest(node);
  for (const auto& one : others) {
    const bool is_linked = one.property == nullptr;
    if (is_skolem_iri(one.uri) ||
        (!is_linked && one.property->unless_described && graph_.find(one.uri) != nullptr))
      continue;
    emit(one.uri, is_linked ? announced_as::linked : one.property->kind, nullptr, {}, one.by, one.line);
  }
}

bool dataset_builder::is_dataset(const catalogue_node& node) const {
  for (const auto& fact : node.facts)
    if (fact.property->role <= role::endpoint || fact.property->role == role::distribution ||
        fact.property->role == role::service_endpoint)
      return true;
  return node.is_a(catalogue_class::dataset) && (!node.is_blank || endpoints_.contains(node.iri));
}

void dataset_builder::add_dataset(const catalogue_node& node) {
  if (found_.datasets.size() >= options_.limits.datasets) {
    if (found_.datasets.size() == options_.limits.datasets && found_.left_out++ == 0)
      note(found_, options_.limits,
           {errc::announcement_limit, node.line,
            "only the first " + number_of(options_.limits.datasets, "dataset") + " are used"});
    return;
  }
  announced_dataset one;
  one.line = node.line;
  if (!node.is_blank) one.iri = node.iri;
  describe(node, one);
  one.key = !one.iri.empty()     ? one.iri
            : !one.label.empty() ? one.label
                                 : "#" + std::to_string(found_.datasets.size() + 1);
  add_ways(node, one);
  found_.datasets.push_back(std::move(one));
}

void dataset_builder::describe(const catalogue_node& node, announced_dataset& into) const {
  int rank = 0;
  std::string rights;
  for (const auto& fact : node.facts) {
    switch (fact.property->role) {
      case role::title:
        if (fact.is_literal && rank_of(fact.language) > rank) {
          rank = rank_of(fact.language);
          into.label = trim(fact.value);
        }
        break;
      case role::modified:
        if (const auto date = read_announced_date(fact.value, date_style::w3c).value)
          into.modified = std::max(into.modified, *date);
        break;
      case role::frequency:
        if (const auto length = parse_stated_interval(name_of(fact)))
          into.change_interval = std::min(*length, into.change_interval.value_or(seconds::max()));
        break;
      case role::licence:
        add_licence(into, name_of(fact));
        break;
      case role::rights:
        if (rights.empty() && !fact.is_literal) rights = name_of(fact);
        break;
      case role::publisher:
        if (into.publisher.empty()) into.publisher = name_of(fact);
        break;
      case role::version:
        if (into.version.empty()) into.version = name_of(fact);
        break;
      case role::other_version:
        if (fact.is_literal && into.version.empty()) into.version = trim(fact.value);
        if (!fact.is_literal && !is_skolem_iri(fact.value) && fact.value != node.iri)
          add_related(into.other_versions, fact.value, fact.property->name);
        break;
      case role::mirror:
        if (!fact.is_literal && !is_skolem_iri(fact.value) && fact.value != node.iri)
          add_related(into.mirrors, fact.value, fact.property->name);
        break;
      case role::triples:
        into.triples = std::max(into.triples, parse_stated_count(fact.value));
        break;
      case role::entities:
        into.entities = std::max(into.entities, parse_stated_count(fact.value));
        break;
      case role::documents:
        into.documents = std::max(into.documents, parse_stated_count(fact.value));
        break;
      case role::feature:
        if (!fact.is_literal) put_once(into.features, fact.value);
        break;
      default:
        break;
    }
  }
  if (into.licence.empty()) into.licence = std::move(rights);
}

void dataset_builder::add_ways(const catalogue_node& node, announced_dataset& into) {
  std::string dump_type;
  for (const auto& feature : into.features)
    if (const auto type = media_type_of(feature); !type.empty())
      dump_type = dump_type.empty() ? type : "several";
  if (dump_type == "several") dump_type.clear();
  // First the distributions, which know the type and size of a file that is announced as a dump, too.
  for (const auto& fact : node.facts)
    if (fact.property->role == role::distribution) join_distribution(node, fact, into);
  for (const auto& fact : node.facts) {
    const auto uri = uri_in(fact);
    const auto& by = fact.property->name;
    switch (fact.property->role) {
      case role::dump:
        if (emit(std::string(uri), announced_as::dump, &into, dump_type, by, fact.line))
          add_file(into, uri, dump_type);
        break;
      case role::sample:
        if (emit(std::string(uri), announced_as::sample, &into, {}, by, fact.line))
          put_once(into.samples, uri);
        break;
      case role::prefix:
        if (const auto text = trim(fact.value); is_absolute(text))
          into.prefixes.push_back({std::string(text)});
        break;
      case role::pattern:
        if (auto prefix = prefix_of_pattern(fact.value); !prefix.empty()) {
          const linked_data_prefix one{std::move(prefix)};
          if (std::ranges::find(into.prefixes, one) == into.prefixes.end()) into.prefixes.push_back(one);
        }
        break;
      case role::endpoint:
        add_endpoint(node.iri, uri, {});
        break;
      case role::landing_page:
        emit(std::string(uri), announced_as::access_page, &into, {}, by, fact.line);
        break;
      case role::endpoint_description:
        if (emit(std::string(uri), announced_as::description, &into, {}, by, fact.line))
          put_once(into.descriptions, uri);
        break;
      default:
        break;
    }
  }
  const auto known = endpoints_.find(node.iri);
  if (known == endpoints_.end()) return;
  for (const auto& one : known->second) {
    const auto* fact = node.first(role::endpoint);
    if (fact == nullptr) fact = node.first(role::service_endpoint);
    if (emit(one.uri, announced_as::endpoint, &into, {},
             fact == nullptr ? "sd:endpoint" : fact->property->name,
             fact == nullptr ? node.line : fact->line))
      into.endpoints.push_back(one);
  }
}

/// The IRI or text of a fact; of a blank node its name or value.
std::string dataset_builder::name_of(const catalogue_fact& fact) const {
  if (fact.is_literal || !is_skolem_iri(fact.value)) return std::string(trim(fact.value));
  const auto* node = graph_.find(fact.value);
  if (node == nullptr) return {};
  for (const auto wanted : {role::agent_name, role::value, role::title})
    if (const auto* name = node->first(wanted);
        name != nullptr && (name->is_literal || !is_skolem_iri(name->value)))
      return std::string(trim(name->value));
  return {};
}

std::string dataset_builder::media_type_in(const catalogue_node& node) const {
  for (const auto wanted : {role::media_type, role::format})
    for (const auto& fact : node.facts)
      if (fact.property->role == wanted)
        if (auto type = media_type_of(name_of(fact)); !type.empty()) return type;
  return {};
}

bool dataset_builder::emit(std::string uri, announced_as kind, const announced_dataset* of,
                           std::string media_type, std::string_view by, std::uint64_t line,
                           std::uint64_t bytes) {
  if (uri.empty() || is_skolem_iri(uri)) return false;
  if (!address_.empty() && before_fragment(uri) == address_) return kind == announced_as::dump;
  const auto [at, is_new] = emitted_.try_emplace(std::string(to_string(kind)) + " " + uri, true);
  if (!is_new) return at->second;
  const auto known = found_.defects_found;
  announce(found_, options_.limits,
           {std::move(uri),
            kind,
            of == nullptr ? std::string{} : of->key,
            std::move(media_type),
            std::string(by),
            {},
            {},
            {},
            bytes,
            line});
  at->second = found_.defects_found == known;
  return at->second;
}

}  // namespace laundromat
