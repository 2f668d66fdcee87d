// A file that is read as text, whatever it is written in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "app/extraction/read_named_file.hpp"
#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// The text of a file in UTF-8, in the encoding that its first bytes show, as for a document. `warnings`, which outlives the source, gets
/// what cannot be decoded. Errors: those of `open_named_file`, and `no_encoding` for bytes that are no text.
[[nodiscard]] result<byte_source_ptr> open_text_file(const std::filesystem::path& file, warning_log& warnings,
                                                     file_roots roots = nullptr);

}  // namespace laundromat
