// The version of ISA-L that this program was built with.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/codec_version.hpp"

#include <isa-l.h>

namespace laundromat {

#define LAUNDROMAT_TEXT(value) #value
#define LAUNDROMAT_VERSION_TEXT(major, minor, patch) \
  LAUNDROMAT_TEXT(major) "." LAUNDROMAT_TEXT(minor) "." LAUNDROMAT_TEXT(patch)

std::string_view codec_version() {
  return "isa-l " LAUNDROMAT_VERSION_TEXT(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION);
}

}  // namespace laundromat
