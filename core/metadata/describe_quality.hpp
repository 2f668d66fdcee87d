// Describes the quality of the documents of a host.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/metadata/description.hpp"
#include "core/records/host_quality.hpp"

namespace laundromat {

/// Measurements of the Data Quality Vocabulary (W3C DQV, 2016): for each rule the number of defects and of documents with one, for each cause the number of documents
/// that failed, each of them a metric in a dimension of LDQD (`syntacticValidity`, `availability`; http://www.w3.org/2016/05/ldqd). `host`: as in its URLs, with a port.
[[nodiscard]] description describe_quality(std::string_view host, const host_quality& known,
                                           const metadata_names& names);

}  // namespace laundromat
