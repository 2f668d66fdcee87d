// Implements read_rml: triples maps, and how they refer to each other.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/read_rml.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/edit_distance.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rml/logical_source_parser.hpp"
#include "core/rml/mapping_problems.hpp"
#include "core/rml/rml_vocabulary.hpp"
#include "core/rml/term_map_parser.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace rml {

namespace {

class mapping_reader {
 public:
  explicit mapping_reader(const mapping_graph& graph)
      : graph_(graph), sources_(graph, problems_), terms_(graph, sources_, problems_) {}

  [[nodiscard]] tl::expected<rml_mapping, std::vector<line_problem>> read();

 private:
  void check_properties();
  void find_maps();
  void read_source(std::size_t number);
  void read_map(std::size_t number);
  void read_subject(const node_place& at, triples_map& into);
  void read_classes(const node_place& at, triples_map& into);
  [[nodiscard]] predicate_object_map read_property(const node_place& at, std::size_t number);
  void read_parent(const node_place& at, std::size_t number, std::vector<parent_reference>& into);
  [[nodiscard]] bool read_join(const node_place& at, std::size_t child, std::size_t parent,
                               parent_reference& into);

  const mapping_graph& graph_;
  mapping_problems problems_;
  logical_source_parser sources_;
  term_map_parser terms_;
  rml_mapping mapping_;
  std::vector<node_place> nodes_;               ///< of the maps
  std::vector<bool> has_source_;                ///< of the maps
  std::map<std::string, std::size_t> numbers_;  ///< of the maps, by node
};

tl::expected<rml_mapping, std::vector<line_problem>> mapping_reader::read() {
  check_properties();
  find_maps();
  if (nodes_.empty())
    problems_.add("the document has no triples map: write one with rml:logicalSource and rml:subjectMap", 1);
  for (std::size_t i = 0; i < nodes_.size(); ++i) read_source(i);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (has_source_[i]) read_map(i);
  if (!problems_.is_empty()) return tl::unexpected(problems_.take());
  mapping_.sources = sources_.take();
  return std::move(mapping_);
}

/// A property that is not known may be a mistyped one, whose absence gives other statements. Of several values of a property that has one, it is
/// not known which is meant.
void mapping_reader::check_properties() {
  for (const auto& one : graph_.statements()) {
    const auto name = word(one.predicate.value);
    if (!name.empty() && std::ranges::find(single_properties(), name) != single_properties().end() &&
        graph_.first(one.subject, name)->object != one.object)
      problems_.add(
          graph_.name_of(one.subject) + ": rml:" + std::string(name) + " has several values: write one",
          one.line);
    if (name.empty() || std::ranges::find(known_properties(), name) != known_properties().end()) continue;
    const auto instead = instead_of(name);
    const auto what = graph_.name_of(one.subject) + ": rml:" + std::string(name);
    problems_.add(instead.empty()
                      ? what + " is no property of RML-Core" + did_you_mean(name, known_properties())
                      : what + " is not supported: " + std::string(instead),
                  one.line);
  }
}

void mapping_reader::find_maps() {
  for (const auto& one : graph_.statements()) {
    const auto name = word(one.predicate.value);
    const bool is_typed = one.predicate.value == iris::rdf_type && word(one.object.value) == "TriplesMap";
    if (!is_typed && name != "logicalSource" && name != "subjectMap" && name != "predicateObjectMap")
      continue;
    if (!numbers_.emplace(readable_node(one.subject), nodes_.size()).second) continue;
    nodes_.push_back({&one.subject, readable_node(one.subject), one.line});
  }
  mapping_.maps.resize(nodes_.size());
  has_source_.resize(nodes_.size());
}

void mapping_reader::read_source(std::size_t number) {
  const auto& at = nodes_[number];
  const auto all = graph_.find(*at.node, "logicalSource");
  if (all.size() != 1) {
    problems_.add(at, all.empty() ? "the triples map has no rml:logicalSource: write one"
                                  : "the triples map has several of rml:logicalSource: write one");
    return;
  }
  const auto source = sources_.read(at.inner(*all[0], "logicalSource"));
  has_source_[number] = source.has_value();
  if (source) mapping_.maps[number].source = *source;
}

void mapping_reader::read_map(std::size_t number) {
  const auto& at = nodes_[number];
  auto& into = mapping_.maps[number];
  into.name = at.name;
  if (const auto* const base = graph_.first(*at.node, "baseIRI")) {
    into.base_iri = base->object.value;
    if (!is_absolute(into.base_iri))
      problems_.add(at, "rml:baseIRI is an absolute IRI, as <http://example.com/>", base->line);
  }
  read_subject(at, into);
  for (const auto* const said : graph_.find(*at.node, "predicateObjectMap"))
    into.properties.push_back(read_property(at.inner(*said, "predicateObjectMap"), number));
}

void mapping_reader::read_subject(const node_place& at, triples_map& into) {
  const auto maps = graph_.find(*at.node, "subjectMap"), constants = graph_.find(*at.node, "subject");
  if (maps.size() + constants.size() != 1) {
    problems_.add(at,
                  maps.empty() && constants.empty()
                      ? "the triples map has no subject: write `rml:subjectMap [ rml:template \"…\" ]`"
                      : "the triples map has several subjects: write one rml:subjectMap, and another triples "
                        "map for each other subject");
    return;
  }
  auto all = terms_.read_all(at, "subjectMap", "subject", term_role::subject, into.source);
  if (all.size() == 1) into.subject = std::move(all[0]);
  if (maps.empty()) return;
  const auto node = at.inner(*maps[0], "subjectMap");
  read_classes(node, into);
  into.graphs = terms_.read_all(node, "graphMap", "graph", term_role::graph, into.source);
}

void mapping_reader::read_classes(const node_place& at, triples_map& into) {
  for (const auto* const said : graph_.find(*at.node, "class")) {
    if (said->object.kind != term_kind::iri)
      problems_.add(at, "rml:class is an IRI, as foaf:Person", said->line);
    into.classes.push_back(said->object);
  }
}

predicate_object_map mapping_reader::read_property(const node_place& at, std::size_t number) {
  const auto source = mapping_.maps[number].source;
  predicate_object_map made;
  made.predicates = terms_.read_all(at, "predicateMap", "predicate", term_role::predicate, source);
  made.graphs = terms_.read_all(at, "graphMap", "graph", term_role::graph, source);
  made.objects = terms_.read_all(at, {}, "object", term_role::object, source);
  std::size_t maps = 0;
  for (const auto* const said : graph_.find(*at.node, "objectMap")) {
    ++maps;
    const auto node = at.inner(*said, "objectMap");
    if (graph_.first(said->object, "parentTriplesMap") != nullptr)
      read_parent(node, number, made.parents);
    else if (auto object = terms_.read(node, term_role::object, source))
      made.objects.push_back(*std::move(object));
  }
  if (graph_.first(*at.node, "predicateMap") == nullptr && graph_.first(*at.node, "predicate") == nullptr)
    problems_.add(at, "it has no predicate: write `rml:predicate foaf:name`");
  if (maps == 0 && graph_.first(*at.node, "object") == nullptr)
    problems_.add(at, "it has no object: write `rml:objectMap [ rml:reference \"…\" ]`");
  return made;
}

void mapping_reader::read_parent(const node_place& at, std::size_t number,
                                 std::vector<parent_reference>& into) {
  const auto* const said = graph_.first(*at.node, "parentTriplesMap");
  const auto found = numbers_.find(readable_node(said->object));
  if (found == numbers_.end() || !has_source_[found->second])
    return problems_.add(at,
                         "the parent " + readable_node(said->object) +
                             " is no triples map of this document that can be used: write the IRI of one",
                         said->line);
  parent_reference made{found->second, {}};
  bool is_right = true;
  for (const auto* const join : graph_.find(*at.node, "joinCondition"))
    is_right = read_join(at.inner(*join, "joinCondition"), number, made.parent, made) && is_right;
  if (!is_right) return;
  if (made.joins.empty() && mapping_.maps[made.parent].source != mapping_.maps[number].source)
    return problems_.add(
        at,
        "the parent " + readable_node(said->object) +
            " has another logical source: write a rml:joinCondition, or the same logical source",
        said->line);
  into.push_back(std::move(made));
}

bool mapping_reader::read_join(const node_place& at, std::size_t child, std::size_t parent,
                               parent_reference& into) {
  const auto read_side = [&](std::string_view property, std::string_view shortcut, std::size_t map,
                             term_map& side) {
    const auto source = mapping_.maps[map].source;
    std::vector<term_map> all;
    for (const auto* const said : graph_.find(*at.node, property))
      if (auto made = terms_.read(at.inner(*said, property), term_role::join, source))
        all.push_back(*std::move(made));
    for (const auto* const said : graph_.find(*at.node, shortcut))
      if (const auto reference = sources_.number_of_reference(source, said->object.value, at, said->line)) {
        term_map made{term_map::kind::reference, rml_term_type::literal, {}, {{{}, reference}}, {}, {}};
        all.push_back(std::move(made));
      }
    if (all.size() == 1) return side = std::move(all[0]), true;
    problems_.add(at, "a join condition has one rml:" + std::string(shortcut) +
                          ": write `rml:" + std::string(shortcut) + " \"…\"`");
    return false;
  };
  join_condition made;
  const bool has_child = read_side("childMap", "child", child, made.child);
  if (!read_side("parentMap", "parent", parent, made.parent) || !has_child) return false;
  into.joins.push_back(std::move(made));
  return true;
}

}  // namespace

}  // namespace rml

std::vector<std::string> rml_mapping::paths() const {
  std::vector<std::string> all;
  for (const auto& source : sources)
    if (std::ranges::find(all, source.path) == all.end()) all.push_back(source.path);
  return all;
}

tl::expected<rml_mapping, std::vector<line_problem>> read_rml(const mapping_graph& graph) {
  return rml::mapping_reader(graph).read();
}

tl::expected<rml_mapping, std::vector<line_problem>> read_rml_mapping(std::string_view turtle,
                                                                      std::string_view base_iri) {
  const auto graph = read_mapping_graph(turtle, base_iri);
  if (!graph) return tl::unexpected(graph.error());
  return read_rml(*graph);
}

}  // namespace laundromat
