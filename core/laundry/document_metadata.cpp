// One description, written twice.
// SPDX-License-Identifier: Apache-2.0
#include "core/laundry/document_metadata.hpp"

#include "core/codec/block_gzip.hpp"

namespace laundromat {

result<std::array<std::string, 2>> make_metadata_files(const document_facts& document) {
  const auto described = describe_document(document);
  string_sink packed;
  block_gzip_sink gzip{packed};
  if (auto written = gzip.write(to_nquads(described, metadata_names{}.graph)); !written)
    return tl::unexpected(written.error());
  if (auto closed = gzip.finish(); !closed) return tl::unexpected(closed.error());
  return std::array{std::move(packed.text), to_json(described)};
}

}  // namespace laundromat
