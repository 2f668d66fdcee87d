// Implements the elements of Semantic Sitemaps, and the rules that their claims have to keep.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/discovery/sitemap/announcing_records.hpp"
#include "core/discovery/sitemap/uri_space.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::sitemaps {

namespace {

enum class semantic_role : std::uint8_t {
  none,
  label,
  iri,
  prefix,
  sample,
  endpoint,
  graph,
  dump,
  fragment_dump,
  authority,
  sub_sitemap,
  parent_sitemap
};

struct semantic_element {
  std::string_view name;  ///< in lower case
  std::string_view shown;
  semantic_role role;
};
/// Both spellings (seed-features, finding 9). `dataFragmentDumpLocation` is of the schema only: a dump that is cut into the served documents.
constexpr auto semantic_elements = std::to_array<semantic_element>({
    {"datasetlabel", "sc:datasetLabel", semantic_role::label},
    {"dataseturi", "sc:datasetURI", semantic_role::iri},
    {"linkeddataprefix", "sc:linkedDataPrefix", semantic_role::prefix},
    {"sampleuri", "sc:sampleURI", semantic_role::sample},
    {"sparqlendpoint", "sc:sparqlEndpoint", semantic_role::endpoint},
    {"sparqlendpointlocation", "sc:sparqlEndpointLocation", semantic_role::endpoint},
    {"sparqlgraphname", "sc:sparqlGraphName", semantic_role::graph},
    {"datadump", "sc:dataDump", semantic_role::dump},
    {"datadumplocation", "sc:dataDumpLocation", semantic_role::dump},
    {"datafragmentdumplocation", "sc:dataFragmentDumpLocation", semantic_role::fragment_dump},
    {"authority", "sc:authority", semantic_role::authority},
    {"subsitemap", "sc:subSitemap", semantic_role::sub_sitemap},
    {"parentsitemap", "sc:parentSitemap", semantic_role::parent_sitemap},
});

constexpr std::size_t longest_key_bytes = 1'000;

const semantic_element& element_of(const record_field& field) {
  static constexpr semantic_element nothing{"", "", semantic_role::none};
  const auto* found = std::ranges::find(semantic_elements, field.name, &semantic_element::name);
  return found == semantic_elements.end() ? nothing : *found;
}

announced_as kind_of(semantic_role role) {
  switch (role) {
    case semantic_role::sample:
      return announced_as::sample;
    case semantic_role::endpoint:
      return announced_as::endpoint;
    case semantic_role::iri:
    case semantic_role::authority:
      return announced_as::description;
    case semantic_role::sub_sitemap:
    case semantic_role::parent_sitemap:
      return announced_as::sitemap;
    default:
      return announced_as::dump;
  }
}

/// Builds one dataset from its record.
class dataset_builder {
 public:
  dataset_builder(const record& one, reading_state& state) : record_(one), state_(state) {}

  void run() {
    set_.line = record_.own.line;
    set_.label = single_text(semantic_role::label);
    set_.iri = single_uri(semantic_role::iri);
    set_.modified = date_of(record_.find("lastmod"), false, state_);
    set_.change_interval = interval_of(record_.find("changefreq"), state_);
    choose_key();
    for (const auto& field : record_.fields) take(field);
    judge_graph();
    auto uris = std::move(uris_);
    if (!state_.out.add_dataset(std::move(set_))) return;
    for (auto& uri : uris) state_.out.add_of_dataset(std::move(uri));
  }

 private:
  void break_rule(std::uint64_t line, std::string message) {
    state_.out.defect(errc::dataset_rule, line, std::move(message));
  }

  /// The first field of this role. Others that say something else break the rule that there is one.
  const record_field* single(semantic_role role) {
    const record_field* first = nullptr;
    for (const auto& field : record_.fields) {
      if (element_of(field).role != role || !field.is_sure) continue;
      if (first == nullptr)
        first = &field;
      else if (plain_text(field.text) != plain_text(first->text))
        break_rule(field.line, "a dataset has at most one `" + std::string(element_of(field).shown) +
                                   "`; this one is not used");
    }
    return first;
  }
  std::string single_text(semantic_role role) {
    const auto* field = single(role);
    return field == nullptr ? std::string{} : plain_text(field->text);
  }
  std::string single_uri(semantic_role role) {
    const auto* field = single(role);
    if (field == nullptr) return {};
    const auto uri = read_uri(*field);
    if (!uri) return {};
    set_.descriptions.push_back(*uri);
    announce(*uri, *field);
    return *uri;
  }

  void choose_key() {
    const auto number = "#" + std::to_string(++state_.datasets);
    set_.key = !set_.iri.empty() ? set_.iri : set_.label;
    if (set_.key.empty() || set_.key.size() > longest_key_bytes || state_.dataset_keys.contains(set_.key))
      set_.key = number;
    state_.dataset_keys.insert(set_.key);
    for (auto& uri : uris_) uri.dataset = set_.key;
  }

  std::optional<std::string> read_uri(const record_field& field) {
    return state_.out.read_uri({field.text, element_of(field).shown, state_.base, field.line, field.is_sure});
  }
  void announce(std::string uri, const record_field& field) {
    const auto& element = element_of(field);
    uris_.push_back({.uri = std::move(uri),
                     .kind = kind_of(element.role),
                     .dataset = set_.key,
                     .by = std::string(element.shown),
                     .line = field.line});
  }

  void take(const record_field& field) {
    const auto role = element_of(field).role;
    switch (role) {
      case semantic_role::prefix:
      case semantic_role::sample:
      case semantic_role::endpoint:
      case semantic_role::dump:
      case semantic_role::fragment_dump:
        return take_way(field, role);
      case semantic_role::authority:
      case semantic_role::sub_sitemap:
      case semantic_role::parent_sitemap:
        return break_rule(field.line, "`" + std::string(element_of(field).shown) +
                                          "` belongs to the sitemap, not to a dataset; it is not used");
      default:
        return;
    }
  }

  /// A way to the data. What is announced twice is one way.
  void take_way(const record_field& field, semantic_role role) {
    auto uri = read_uri(field);
    if (!uri || !state_.out.reserve(uri->size(), field.line)) return;
    const auto slicing = slicing_of(field, role);
    if (role == semantic_role::prefix) {
      if (std::ranges::find(set_.prefixes, *uri, &linked_data_prefix::prefix) == set_.prefixes.end())
        set_.prefixes.push_back({std::move(*uri), slicing});
      return;
    }
    if (!seen_.insert(std::string(1, static_cast<char>('a' + static_cast<int>(role))) + *uri).second) return;
    if (role == semantic_role::dump) set_.dumps.push_back(*uri);
    if (role == semantic_role::sample) set_.samples.push_back(*uri);
    if (role == semantic_role::endpoint) set_.endpoints.push_back({*uri, {}, slicing});
    announce(std::move(*uri), field);
  }

  slicing_method slicing_of(const record_field& field, semantic_role role) {
    const auto value = field.attribute("slicing");
    if (value.empty()) return slicing_method::unknown;
    if (role != semantic_role::prefix && role != semantic_role::endpoint) {
      break_rule(field.line, "`sc:slicing` describes how documents are cut, and `" +
                                 std::string(element_of(field).shown) + "` has none; it is not used");
      return slicing_method::unknown;
    }
    const auto method = slicing_from_name(value);
    if (!method)
      state_.out.defect(errc::announcement_value, field.line,
                        "`sc:slicing` names no known method: `" + std::string(value.substr(0, 60)) + "`");
    return method.value_or(slicing_method::unknown);
  }

  /// The rules of `sc:sparqlGraphName` (M10): one at most, only with an endpoint, `*` for several graphs, the default graph when it is omitted. Where the
  /// graph is not certain, the endpoint remains announced, but not as a way to this dataset: its default graph may be something else.
  void judge_graph() {
    std::vector<std::string> names;
    std::uint64_t line = 0;
    bool is_bad = false;
    for (const auto& field : record_.fields) {
      if (element_of(field).role != semantic_role::graph) continue;
      if (line == 0) line = field.line;
      const auto name = plain_text(field.text);
      is_bad = is_bad || !field.is_sure || (name != "*" && (!is_absolute(name) || !parse_uri(name)));
      if (std::ranges::find(names, name) == names.end() && names.size() < 2) names.push_back(name);
    }
    if (names.empty()) return;
    if (std::ranges::none_of(record_.fields, [](const auto& field) {
          return element_of(field).role == semantic_role::endpoint;
        }))
      return break_rule(line, "`sc:sparqlGraphName` needs an endpoint in the same dataset; it is not used");
    if (names.size() == 1 && !is_bad) {
      for (auto& endpoint : set_.endpoints) endpoint.graph = names.front();
      return;
    }
    set_.endpoints.clear();
    break_rule(line, names.size() > 1
                         ? "a dataset has at most one `sc:sparqlGraphName`: its endpoints are not used for it"
                         : "`sc:sparqlGraphName` is neither an IRI nor `*`: the endpoints of the dataset are "
                           "not used for it");
  }

  const record& record_;
  reading_state& state_;
  announced_dataset set_;
  std::vector<announcement> uris_;
  std::set<std::string> seen_;
};

}  // namespace

void take_dataset(const record& one, reading_state& state) {
  if (one.whose != vocabulary::semantic)
    state.out.defect(errc::announcement_syntax, one.own.line,
                     "`dataset` is not in the namespace of Semantic Sitemaps; it is read all the same");
  dataset_builder{one, state}.run();
}

void take_semantic_field(const record_field& one, reading_state& state) {
  const auto& element = element_of(one);
  switch (element.role) {
    case semantic_role::none:
      return;
    case semantic_role::authority:
      if (state.authorities.empty() || (state.authorities.size() < 2 &&
                                        plain_text(state.authorities.front().text) != plain_text(one.text)))
        state.authorities.push_back(one);
      return;
    case semantic_role::sub_sitemap:
    case semantic_role::parent_sitemap:
      break;
    case semantic_role::label:
    case semantic_role::prefix:
    case semantic_role::graph:
      return state.out.defect(
          errc::dataset_rule, one.line,
          "`" + std::string(element.shown) + "` is outside of any dataset; it is not used");
    default:
      state.out.defect(
          errc::dataset_rule, one.line,
          "`" + std::string(element.shown) + "` is outside of any dataset; its URI is announced alone");
  }
  auto uri = state.out.read_uri({one.text, element.shown, state.base, one.line, one.is_sure});
  if (uri)
    state.out.add_of_dataset({.uri = std::move(*uri),
                              .kind = kind_of(element.role),
                              .by = std::string(element.shown),
                              .line = one.line});
}

void take_authority(reading_state& state) {
  if (state.authorities.empty()) return;
  const auto& first = state.authorities.front();
  if (state.authorities.size() > 1)
    return state.out.defect(errc::dataset_rule, state.authorities.back().line,
                            "a sitemap has one `sc:authority`, and this one names several: none is used");
  auto uri = state.out.read_uri({first.text, "sc:authority", state.base, first.line, first.is_sure});
  if (!uri) return;
  if (!is_in_uri_space(state.uri, *uri))
    return state.out.defect(errc::outside_uri_space, first.line,
                            "`sc:authority` is outside of the URI space of its sitemap; it is not used");
  state.out.found().authority = *uri;
  state.out.add_of_dataset(
      {.uri = std::move(*uri), .kind = announced_as::description, .by = "sc:authority", .line = first.line});
}

}  // namespace laundromat::sitemaps
