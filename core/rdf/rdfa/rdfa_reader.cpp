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
    if (!finder_) {
      document_.push(bytes);
      return document_.outcome();
    }
    waiting_.append(bytes);
    finder_->push(bytes);
    if (finder_->is_done()) begin();
    return document_.outcome();
  }

  result<void> finish() override {
    if (finder_) begin();
    document_.finish();
    return document_.outcome();
  }

 private:
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
