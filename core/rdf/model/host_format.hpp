// The formats of pages and drawings that statements are written in, where RDF has no file of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "core/rdf/model/format.hpp"

namespace laundromat {

/// The names of the host languages of a format, as `SVG`; empty for a format whose files have nothing else.
[[nodiscard]] std::span<const std::string_view> host_formats(rdf_format format);

}  // namespace laundromat
