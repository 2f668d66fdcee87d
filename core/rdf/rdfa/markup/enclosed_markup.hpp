// What markup that a comment may have enclosed would be.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/model/reader.hpp"

namespace laundromat::rdfa {

struct enclosed_markup {
  bool is_balanced = true;       ///< each start tag has its end tag, and no other element is closed
  bool has_rdfa = false;         ///< a tag has attributes of RDFa
  bool changes_subject = false;  ///< so has one that lacks its end tag
  bool sets_names = false;       ///< and some of these are about names, references or texts
};

/// Looks into a span of HTML or XML that was not read as such. An end tag that HTML allows to be left out is missed, too.
[[nodiscard]] enclosed_markup examine_inside(std::string_view text, const reader_limits& limits, bool is_xml);

}  // namespace laundromat::rdfa
