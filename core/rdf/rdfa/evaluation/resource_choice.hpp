// Which resources an element is about: steps 5 and 6 of RDFa Core 1.1, section 7.5.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/rdfa/evaluation/host_language.hpp"
#include "core/rdf/rdfa/evaluation/resource_table.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"

namespace laundromat::rdfa {

/// An element as its start tag has it.
struct element_view {
  const raw_tag& tag;
  const attribute_set& attributes;
  html_tag kind = html_tag::other;  ///< `other` outside of HTML and XHTML
  bool is_root = false;
};

/// The local values of section 7.5; `no_resource` is null there.
struct chosen_resources {
  bool has_rel = false, has_rev = false;  ///< `rel` and `rev` as far as they count
  bool skips = false;                     ///< "skip element": the element adds nothing to what it inherits
  resource_id about = no_resource, target = no_resource;
  resource_id new_subject = no_resource, object = no_resource, typed = no_resource;
};

/// Chooses the resources of an element, and adds those that it names to `resources`. `base` is the base within the element,
/// `parent_object` what the element inherits.
[[nodiscard]] chosen_resources choose_resources(const element_view& element, host_language host,
                                                resource_id base, resource_id parent_object,
                                                resource_table& resources);

/// The resource that is the object of `property` in such an element; `no_resource` when that is a literal (step 11).
[[nodiscard]] resource_id object_of_property(const element_view& element, host_language host,
                                             const chosen_resources& chosen);

}  // namespace laundromat::rdfa
