// Implements the reader of RDFa: runs the searches ahead, for a base and for end tags, before the document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/rdfa_reader.hpp"

#include <optional>
#include <utility>

#include "core/rdf/rdfa/document/base_finder.hpp"
#include "core/rdf/rdfa/document/end_tag_watch.hpp"
#include "core/rdf/rdfa/document/markup_document.hpp"

namespace laundromat {

namespace {

class rdfa_reader final : public reader {
 public:
  rdfa_reader(reader_options options, embedded_reader_factory factory, statement_sink& sink)
      : document_(options, std::move(factory), sink) {
    finder_.emplace(options);
    watch_.emplace(options);
    document_.use_watch(&*watch_);
  }

  result<void> push(std::string_view bytes) override {
    while (finder_ && !bytes.empty()) {
      const auto slice = take_slice(bytes);
      waiting_.append(slice);
      finder_->push(slice);
      if (finder_->is_done()) begin();
    }
    read(bytes);
    return document_.outcome();
  }

  result<void> finish() override {
    if (finder_) begin();
    if (watch_) watch_->finish();
    document_.push(waiting_);
    document_.finish();
    return document_.outcome();
  }

 private:
  static constexpr std::size_t slice_bytes = std::size_t{64} << 10;

  static std::string_view take_slice(std::string_view& bytes) {
    const auto slice = bytes.substr(0, slice_bytes);
    bytes.remove_prefix(slice.size());
    return slice;
  }

  void begin() {
    if (!finder_->base().empty() || finder_->is_unreadable()) document_.set_base(finder_->base());
    finder_.reset();
    read(std::exchange(waiting_, {}));
  }

  void read(std::string_view bytes) {
    while (watch_ && !bytes.empty()) {
      const auto slice = take_slice(bytes);
      waiting_.append(slice);
      watch_->push(slice);
      release();
    }
    document_.push(bytes);
  }

  void release() {
    const auto known = watch_->is_needed() ? watch_->known_bytes() - released_bytes_ : waiting_.size();
    document_.push(std::string_view(waiting_).substr(0, known));
    waiting_.erase(0, known);
    released_bytes_ += known;
    if (watch_->is_needed()) return;
    document_.use_watch(nullptr);
    watch_.reset();
  }

  rdfa::markup_document document_;
  std::optional<rdfa::base_finder> finder_;
  std::optional<rdfa::end_tag_watch> watch_;
  std::string waiting_;  // what the finder or the watch has read, and the document has not
  std::uint64_t released_bytes_ = 0;
};

}  // namespace

std::unique_ptr<reader> make_rdfa_reader(reader_options options, embedded_reader_factory factory,
                                         statement_sink& sink) {
  return std::make_unique<rdfa_reader>(std::move(options), std::move(factory), sink);
}

}  // namespace laundromat
