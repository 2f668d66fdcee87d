// Inflates clean documents.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/clean_lines.hpp"

#include "core/codec/archive/filters.hpp"
#include "core/rdf/delta/line_stream.hpp"

namespace laundromat {

namespace {

class undamaged_source final : public byte_source {
 public:
  explicit undamaged_source(byte_source_ptr compressed) {
    unpack_budget budget;
    budget.bytes = ~std::uint64_t{0};
    budget.ratio = ~std::uint32_t{0};
    lines_ = make_decoder(layer_kind::gzip, std::move(compressed), budget, warnings_);
  }
  result<std::size_t> read(std::span<char> buffer) override {
    auto n = lines_->read(buffer);
    if (n && !warnings_.rows().empty()) return fail(errc::archive_damaged, warnings_.rows().front().message);
    return n;
  }

 private:
  warning_log warnings_;
  byte_source_ptr lines_;
};

}  // namespace

byte_source_ptr make_undamaged_source(byte_source_ptr compressed) {
  return std::make_unique<undamaged_source>(std::move(compressed));
}

result<byte_source_ptr> open_clean_lines(const clean_store& store, const content_digest& document) {
  auto compressed = store.open(document);
  if (!compressed) return compressed;
  return make_undamaged_source(*std::move(compressed));
}

result<void> each_clean_line(const clean_store& store, const content_digest& document,
                             const std::function<result<void>(std::string_view line)>& take) {
  auto source = open_clean_lines(store, document);
  if (!source) return tl::unexpected(source.error());
  line_stream lines{**source, "the clean document " + document.hex()};
  for (;;) {
    const auto more = lines.advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    if (auto taken = take(lines.line().substr(0, lines.line().size() - 1)); !taken) return taken;
  }
}

}  // namespace laundromat
