// Writes the metadata of a document in two formats.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/document_metadata.hpp"

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {

namespace {

/// The metadata of a document of at most this size are written faster than another thread is asked.
constexpr std::uint64_t most_alone_bytes = std::uint64_t{64} << 10;
constexpr std::size_t usual_packed_bytes = 3000;

result<std::string> pack(std::string text) {
  string_sink packed;
  packed.text.reserve(usual_packed_bytes);
  block_gzip_sink gzip{packed};
  if (auto written = gzip.take(std::move(text)); !written) return tl::unexpected(written.error());
  if (auto closed = gzip.finish(); !closed) return tl::unexpected(closed.error());
  return std::move(packed.text);
}

}  // namespace

result<std::array<std::string, 2>> make_metadata_files(const document_facts& document, worker_pool& workers) {
  static const metadata_names names;
  if (document.content.bytes <= most_alone_bytes) {
    auto quads = pack(document_to_nquads(document, names));
    if (!quads) return tl::unexpected(quads.error());
    return std::array{*std::move(quads), document_to_json(document, names)};
  }
  auto json = workers.run_small([&] { return document_to_json(document, names); });
  auto quads = pack(document_to_nquads(document, names));
  workers.wait(json);
  if (!quads) return tl::unexpected(quads.error());
  return std::array{*std::move(quads), json.get()};
}

}  // namespace laundromat
