// Entries of the vocabulary registry of microdata: properties that say another one, too.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Each statement with `property` is also one with `also`, whether the registry has it as `subPropertyOf` or as `equivalentProperty`.
/// Source: Microdata to RDF (Second Edition), section 4.
struct property_alias {
  std::string_view vocabulary;  ///< as the registry has it: a prefix of types
  std::string_view property;    ///< a name within it
  std::string_view also;        ///< an absolute IRI
};

}  // namespace laundromat
