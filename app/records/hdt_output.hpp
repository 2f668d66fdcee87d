// Writes clean documents as HDT.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/rdf/wash/convert.hpp"

namespace laundromat {

struct hdt_resources {
  std::uint64_t memory_bytes = hdt_options::default_memory_bytes;
  unsigned threads = 0;  ///< 0: one for each processor
};

/// Writes canonical N-Quads as HDT, with a header about `dataset`. What does not fit into memory is in unlinked files in a folder for temporary files (`TMPDIR`), which is made when
/// it is needed. Errors: those of `convert_to_hdt` and `make_temporary_folder`.
[[nodiscard]] result<void> write_hdt(const document_opener& open, std::string dataset,
                                     hdt_resources resources, byte_sink& out);

}  // namespace laundromat
