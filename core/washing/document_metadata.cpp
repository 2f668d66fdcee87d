// Writes one description in two formats.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/document_metadata.hpp"

#include <memory_resource>

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {

namespace {

/// The metadata of a document of at most this size are written faster than another thread is asked.
constexpr std::uint64_t most_alone_bytes = std::uint64_t{64} << 10;
constexpr std::size_t usual_description_bytes = std::size_t{48} << 10;

result<std::string> pack(std::string_view text) {
  string_sink packed;
  block_gzip_sink gzip{packed};
  if (auto written = gzip.write(text); !written) return tl::unexpected(written.error());
  if (auto closed = gzip.finish(); !closed) return tl::unexpected(closed.error());
  return std::move(packed.text);
}

}  // namespace

result<std::array<std::string, 2>> make_metadata_files(const document_facts& document, worker_pool& workers) {
  std::pmr::monotonic_buffer_resource room{usual_description_bytes};
  static const metadata_names names;
  const auto described = describe_document(document, names, &room);
  if (document.content.bytes <= most_alone_bytes) {
    auto quads = pack(to_nquads(described, names.graph));
    if (!quads) return tl::unexpected(quads.error());
    return std::array{*std::move(quads), to_json(described)};
  }
  auto json = workers.run_small([&] { return to_json(described); });
  auto quads = pack(to_nquads(described, names.graph));
  workers.wait(json);
  if (!quads) return tl::unexpected(quads.error());
  return std::array{*std::move(quads), json.get()};
}

}  // namespace laundromat
