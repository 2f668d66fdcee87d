// Implements resource_choice: the rules of RDFa Core 1.1, section 7.5, steps 5, 6 and 11, with those of HTML+RDFa 1.1, section 3.1.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/resource_choice.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

bool has_curie(const attribute_value& list) {
  return list.text.find(':') != list.text.npos;
}

/// HTML+RDFa 1.1, section 3.1, rule 7: beside `property`, `rel` and `rev` count when they have a CURIE or IRI.
void choose_relations(const attribute_set& attributes, host_language host, chosen_resources& chosen) {
  chosen.has_rel = attributes.has(attr::rel);
  chosen.has_rev = attributes.has(attr::rev);
  if (!has_html_rules(host) || !attributes.has(attr::property)) return;
  chosen.has_rel = chosen.has_rel && has_curie(attributes[attr::rel]);
  chosen.has_rev = chosen.has_rev && has_curie(attributes[attr::rev]);
}

/// What the rules of step 5 and 6 start from.
struct choice_input {
  const element_view& element;
  host_language host;
  resource_id base, parent_object;
  resource_table& resources;
  [[nodiscard]] bool has(attr which) const { return element.attributes.has(which); }
};

/// Step 5.1: an element with `property` whose object is a literal, or the resource that it types.
void choose_for_property(const choice_input& from, chosen_resources& chosen) {
  chosen.new_subject = chosen.about != no_resource ? chosen.about
                       : from.element.is_root      ? from.base
                                                   : from.parent_object;
  if (!from.has(attr::typeof_)) return;
  if (chosen.about != no_resource || from.element.is_root) {
    chosen.typed = chosen.new_subject;
  } else {
    chosen.typed = chosen.target != no_resource ? chosen.target : from.resources.add_blank();
    chosen.object = chosen.typed;
  }
}

/// Step 5.
void choose_without_relation(const choice_input& from, chosen_resources& chosen) {
  const auto kind = from.element.kind;
  const bool is_head_or_body =
      has_html_elements(from.host) && (kind == html_tag::head || kind == html_tag::body);
  const bool has_type = from.has(attr::typeof_);
  if (from.has(attr::property) && !from.has(attr::content) && !from.has(attr::datatype))
    return choose_for_property(from, chosen);
  if (chosen.about != no_resource) {
    chosen.new_subject = chosen.about;
  } else if (chosen.target != no_resource) {
    chosen.new_subject = chosen.target;
  } else if (from.element.is_root) {
    chosen.new_subject = from.base;
  } else if (is_head_or_body) {
    chosen.new_subject = from.parent_object;
  } else if (has_type) {
    chosen.new_subject = from.resources.add_blank();
  } else {
    chosen.new_subject = from.parent_object;
    chosen.skips = !from.has(attr::property);
  }
  if (has_type) chosen.typed = chosen.new_subject;
}

/// Step 6.
void choose_with_relation(const choice_input& from, chosen_resources& chosen) {
  const bool has_type = from.has(attr::typeof_);
  const bool has_about = chosen.about != no_resource;
  chosen.new_subject = has_about ? chosen.about : from.element.is_root ? from.base : from.parent_object;
  chosen.object = chosen.target != no_resource ? chosen.target
                  : has_type && !has_about     ? from.resources.add_blank()
                                               : no_resource;
  if (has_type) chosen.typed = has_about ? chosen.about : chosen.object;
}

}  // namespace

chosen_resources choose_resources(const element_view& element, host_language host, resource_id base,
                                  resource_id parent_object, resource_table& resources) {
  chosen_resources chosen;
  const auto& attributes = element.attributes;
  choose_relations(attributes, host, chosen);
  if (attributes.has(attr::about)) chosen.about = resources.read(attributes[attr::about], true, base);
  for (const auto which : {attr::resource_, attr::href, attr::src})
    if (chosen.target == no_resource && attributes.has(which))
      chosen.target = resources.read(attributes[which], which == attr::resource_, base);
  const choice_input from{element, host, base, parent_object, resources};
  if (chosen.has_rel || chosen.has_rev)
    choose_with_relation(from, chosen);
  else
    choose_without_relation(from, chosen);
  return chosen;
}

resource_id object_of_property(const element_view& element, host_language host,
                               const chosen_resources& chosen) {
  const auto& attributes = element.attributes;
  if (attributes.has_any(attr::content, attr::datatype)) return no_resource;
  const bool has_data = element.kind == html_tag::data && attributes.has(attr::value);
  if (has_html_rules(host) && (attributes.has(attr::datetime) || has_data)) return no_resource;
  if (!chosen.has_rel && !chosen.has_rev && chosen.target != no_resource) return chosen.target;
  return attributes.has(attr::typeof_) && !attributes.has(attr::about) ? chosen.typed : no_resource;
}

}  // namespace laundromat::rdfa
