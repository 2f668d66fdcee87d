// The reader of RDFa 1.1 in HTML, XHTML, SVG and other XML, and of RDF blocks in their `script` elements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfa/document/embedded_reader.hpp"

namespace laundromat {

/// A reader for RDFa Core 1.1 with the rules of HTML+RDFa 1.1, XHTML+RDFa 1.1, the Role Attribute 1.0, and property copying; vocabulary
/// expansion and processor graph are left out. The host language is found from the content, with `options.media_type` as a hint.
/// HTML is read by the tree rules of the HTML Living Standard, as far as a stream can keep them (`html_tree`); XHTML that is not
/// well-formed is read as HTML from its first damage on. In other XML, which has no rules for damage, what inherits from an element that
/// lost its end tag is skipped (`end_tag_watch`).
/// Memory: what `limits` allow for one start tag, the open elements, the literals, lists and patterns that are not complete; in XML that
/// is no XHTML, `statement_bytes` of the document.
/// Source: https://www.w3.org/TR/rdfa-core/, https://www.w3.org/TR/html-rdfa/, https://www.w3.org/TR/xhtml-rdfa/.
[[nodiscard]] std::unique_ptr<reader> make_rdfa_reader(reader_options options,
                                                       embedded_reader_factory factory, statement_sink& sink);

}  // namespace laundromat
