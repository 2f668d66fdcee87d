// The version of libxml2: a number with what a distribution added behind it, such as `20914-GITv2.9.14`.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_library.hpp"

#include <libxml/parser.h>

#include <cstdlib>

namespace laundromat {

library_version xml_library() {
  const auto number = std::strtoul(xmlParserVersion, nullptr, 10);
  return {"libxml2", dotted_version(number / 10'000, number / 100 % 100, number % 100)};
}

}  // namespace laundromat
