// The error class of LOD Laundromat for a defect or cause.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/errc.hpp"
#include "core/metadata/metadata_vocabulary.hpp"
#include "core/rdf/model/format.hpp"

namespace laundromat {

/// The most specific class that is true of every occurrence. `format` is that of the document with the defect, `http_status` the last
/// status of a download; both may be unknown.
[[nodiscard]] vocabulary::class_name error_class_of(errc code, rdf_format format = rdf_format::unknown,
                                                    std::string_view http_status = {});

}  // namespace laundromat
