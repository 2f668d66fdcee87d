// Puts the look for a base before the document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/rdfa_reader.hpp"

#include <optional>

#include "core/rdf/rdfa/base_finder.hpp"
#include "core/rdf/rdfa/document.hpp"

namespace laundromat {

namespace {

class rdfa_reader final : public reader {
 public:
  rdfa_reader(reader_options options, embedded_reader_factory factory, statement_sink& sink)
      : document_(options, std::move(factory), sink) {
    finder_.emplace(options);
  }

  result<void> push(std::string_view bytes) override {
    while (finder_ && !bytes.empty()) {
      const auto slice = bytes.substr(0, slice_bytes);
      bytes.remove_prefix(slice.size());
      waiting_.append(slice);
      finder_->push(slice);
      if (finder_->is_done()) begin();
    }
    document_.push(bytes);
    return document_.outcome();
  }

  result<void> finish() override {
    if (finder_) begin();
    document_.finish();
    return document_.outcome();
  }

 private:
  static constexpr std::size_t slice_bytes = std::size_t{64} << 10;

  void begin() {
    if (!finder_->base().empty()) document_.set_base(finder_->base());
    finder_.reset();
    document_.push(waiting_);
    waiting_ = {};
  }

  markup_document document_;
  std::optional<base_finder> finder_;
  std::string waiting_;  // what the finder has read
};

}  // namespace

std::unique_ptr<reader> make_rdfa_reader(reader_options options, embedded_reader_factory factory,
                                         statement_sink& sink) {
  return std::make_unique<rdfa_reader>(std::move(options), std::move(factory), sink);
}

}  // namespace laundromat
