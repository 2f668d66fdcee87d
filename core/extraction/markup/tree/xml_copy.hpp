// A part of a tree as a document of libxml2.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <libxml/tree.h>

#include <memory>

#include "core/extraction/markup/tree/markup_tree.hpp"

namespace laundromat::markup {

struct free_xml_document {
  void operator()(xmlDoc* document) const { xmlFreeDoc(document); }
};
using xml_document = std::unique_ptr<xmlDoc, free_xml_document>;

/// A copy of an element with all that is in it, and of the elements around it without what else is in them. `copy` becomes the element; null
/// when memory is short.
[[nodiscard]] xml_document copy_element(const markup_tree& tree, node_index at, xmlNode*& copy);

/// The node of the tree that an element was copied from.
[[nodiscard]] node_index origin_of(const xmlNode& element);

}  // namespace laundromat::markup
