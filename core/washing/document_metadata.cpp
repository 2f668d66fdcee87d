// Writes one description in two formats.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/document_metadata.hpp"

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {

namespace {

result<std::string> pack(std::string_view text) {
  string_sink packed;
  block_gzip_sink gzip{packed};
  if (auto written = gzip.write(text); !written) return tl::unexpected(written.error());
  if (auto closed = gzip.finish(); !closed) return tl::unexpected(closed.error());
  return std::move(packed.text);
}

}  // namespace

result<std::array<std::string, 2>> make_metadata_files(const document_facts& document, worker_pool& workers) {
  const auto described = describe_document(document);
  auto json = workers.run_small([&] { return to_json(described); });
  auto quads = pack(to_nquads(described, metadata_names{}.graph));
  workers.wait(json);
  if (!quads) return tl::unexpected(quads.error());
  return std::array{*std::move(quads), json.get()};
}

}  // namespace laundromat
