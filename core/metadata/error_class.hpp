// Which class of LOD Laundromat's errors a defect or cause belongs to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/errc.hpp"
#include "core/metadata/metadata_vocabulary.hpp"
#include "core/rdf/model/format.hpp"

namespace laundromat {

/// The most special class that holds for every occurrence. `format` is that of the document a reader found it in, `http_status` the last
/// status of a download; both may be unknown.
[[nodiscard]] vocabulary::class_name error_class_of(errc code, rdf_format format = rdf_format::unknown,
                                                    std::string_view http_status = {});

}  // namespace laundromat
