// Makes a delta: reads both published documents and merges them.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/kept_delta.hpp"

#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/delta/delta_writer.hpp"

namespace laundromat {

namespace {

/// Remembers failed writes: a failed read concerns the previous document and gives no delta, a failed write is an error.
class watched_sink final : public byte_sink {
 public:
  explicit watched_sink(byte_sink& out) : out_(out) {}
  result<void> write(std::string_view bytes) override {
    auto written = out_.write(bytes);
    if (!written) problem = written.error();
    return written;
  }

  std::optional<failure> problem;

 private:
  byte_sink& out_;
};

/// The lines of a document; one without statements has no file.
template <class Open>
result<byte_source_ptr> open_lines(const content_digest& digest, warning_log& warnings, Open open) {
  if (digest == sha256("")) return make_memory_source("");
  auto file = open();
  if (!file) return file;
  return make_gzip_source(*std::move(file), warnings);
}

}  // namespace

result<staged_delta> stage_delta(const content_digest& previous, const clean_record& clean,
                                 std::string_view staged, const washing_ports& ports) {
  if (previous.is_null() || previous == clean.hash || !ports.open_clean || !ports.open_staged)
    return staged_delta{};
  warning_log warnings;
  const auto before = open_lines(previous, warnings, [&] { return ports.open_clean(previous); });
  const auto after = open_lines(clean.hash, warnings, [&] { return ports.open_staged(staged); });
  if (!before || !after) return staged_delta{};
  auto file = ports.make_output();
  if (!file) return tl::unexpected(file.error());
  watched_sink watched{**file};
  block_gzip_sink sink{watched};
  const metadata_names names;
  const auto writer = make_delta_writer(delta_format::rdf_patch,
                                        {names.id(previous.hex()), names.id(clean.hash.hex())}, sink);
  auto done = compare(**before, **after,
                      [&](delta_sign sign, std::string_view line) { return writer->take(sign, line); });
  if (done && warnings.rows().empty()) {
    auto ended = writer->finish();
    if (ended) ended = sink.finish();
    if (!ended) return tl::unexpected(ended.error());
    auto name = (*file)->finish({});
    if (!name) return tl::unexpected(name.error());
    return staged_delta{previous, *std::move(name)};
  }
  if (watched.problem) return tl::unexpected(*watched.problem);
  return staged_delta{};
}

}  // namespace laundromat
