// Composes the layers over an opened view.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/leaf_text.hpp"

#include "core/codec/open_view.hpp"
#include "core/codec/text/encoding_watch.hpp"
#include "core/codec/text/recode.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

namespace {

class cancellable_source final : public byte_source {
 public:
  cancellable_source(byte_source_ptr below, const std::atomic<bool>* cancelled)
      : below_(std::move(below)), cancelled_(cancelled) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (cancelled_ && *cancelled_) return fail(errc::cancelled, "the engine is stopping");
    return below_->read(buffer);
  }
  result<void> seek(std::uint64_t offset) override { return below_->seek(offset); }
  [[nodiscard]] bool is_seekable() const override { return below_->is_seekable(); }
  [[nodiscard]] std::uint64_t size_bytes() const override { return below_->size_bytes(); }

 private:
  byte_source_ptr below_;
  const std::atomic<bool>* cancelled_;
};

}  // namespace

byte_source_ptr make_cancellable(byte_source_ptr source, const std::atomic<bool>* cancelled) {
  return std::make_unique<cancellable_source>(std::move(source), cancelled);
}

treatment treatment_of_warning(errc code) {
  return treatment_of(code, wash_profile::standard);
}

std::vector<defect> to_defects(const warning_log& warnings) {
  std::vector<defect> out;
  for (const auto& w : warnings.rows())
    out.push_back({w.code, w.offset_bytes, 0, w.line, w.column, w.message, treatment_of_warning(w.code)});
  return out;
}

result<byte_source_ptr> open_text(const view& content, const std::string& encoding,
                                  const std::string& charset, const washing_ports& ports,
                                  warning_log& warnings, std::optional<std::string_view> decoded) {
  auto bytes = decoded ? make_view_source(*decoded)
                       : open_view(content, *ports.raw, *ports.scratch, ports.limits, warnings);
  if (!bytes) return bytes;
  auto source = make_cancellable(std::move(*bytes), ports.cancelled);
  return make_utf8_source(watch_encoding(std::move(source), encoding, charset, warnings), encoding, warnings);
}

}  // namespace laundromat
