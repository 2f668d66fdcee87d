// The blank nodes of the pages of a copy, which are joined to one document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// Appends a page of N-Triples in which the labels of blank nodes differ from those of all other pages: a label is local to an answer (RDF 1.1 N-Triples section 2.4),
/// and the same label on two pages may be two nodes. Labels by which Virtuoso names the same node in every answer, `_:vb42`, stay.
void append_page(std::string_view page, std::uint64_t id, std::string& out);

}  // namespace laundromat
