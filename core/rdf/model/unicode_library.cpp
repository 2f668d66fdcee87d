// The version of libunistring: major, minor and patch level; a patch level of 0 is left out, as in the names of its releases.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/unicode_library.hpp"

#include <unistring/version.h>

namespace laundromat {

library_version unicode_library() {
  const auto number = static_cast<unsigned>(::_libunistring_version);
  auto version = dotted_version(number >> 16, number >> 8 & 0xFF, number & 0xFF);
  if ((number & 0xFF) == 0) version.resize(version.rfind('.'));
  return {"libunistring", std::move(version)};
}

}  // namespace laundromat
