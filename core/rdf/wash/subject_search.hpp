// The statements about one subject, without reading the whole clean document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/block_index.hpp"

namespace laundromat {

/// Passes on the lines of a clean document whose subject is `iri`, in whole lines and in order; no call when there are none. Reads the
/// blocks that contain them, and at most one more. `compressed` is the document with this index, and seekable.
/// Errors: those of `read_block` and of `consume`.
[[nodiscard]] result<void> read_subject(const block_index& index, byte_source& compressed,
                                        std::string_view iri,
                                        const std::function<result<void>(std::string_view lines)>& consume);

}  // namespace laundromat
