// An element as a record without a specification, as XML::Simple of Perl would have it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/extraction/markup/tree/markup_tree.hpp"
#include "core/extraction/model/data_record.hpp"

namespace laundromat::markup {

/// Adds an element as the value `name`. Attributes and child elements are members, in the order of their first appearance, and repeated
/// ones a list; an element with nothing but text is that text, and without content null; text beside attributes or elements is the member
/// `content`, a list where elements are between its pieces. White space at the ends of texts is cut off; within HTML it is joined. Prefixes are dropped from names, unless two names of one
/// element would be the same without them; declarations of namespaces are left out.
/// The element nests at most as deep as the tree that it is in; the caller limits that.
void add_natural(const markup_tree& tree, node_index at, bool is_html, std::string_view name,
                 data_record& record);

}  // namespace laundromat::markup
