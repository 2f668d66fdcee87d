// Which version of libxml2 reads XML and HTML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/library_version.hpp"

namespace laundromat {

[[nodiscard]] library_version xml_library();

}  // namespace laundromat
