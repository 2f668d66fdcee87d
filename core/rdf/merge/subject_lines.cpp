// Finds the block of each subject, and in it the first line.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/subject_lines.hpp"

#include "core/codec/compression/block_gzip.hpp"
#include "core/rdf/delta/merge_side.hpp"
#include "core/rdf/merge/line_buffer_source.hpp"

namespace laundromat {

namespace {

class selected_lines final : public line_buffer_source {
 public:
  selected_lines(block_file file, byte_source_ptr dump)
      : file_(std::move(file)), dump_source_(std::move(dump)), dump_(*dump_source_, "the dump") {}

 private:
  /// The lines about the next subject.
  result<bool> add_lines(std::string& to) override {
    const auto more = next_subject();
    if (!more || !*more || file_.index->blocks.empty()) return more && !*more ? false : more;
    if (auto found = find_block(); !found) return tl::unexpected(found.error());
    for (;;) {
      at_ = first_line_from(at_);
      while (at_ < block_.size() && statement(at_).starts_with(subject_)) {
        const auto end = end_of_line(at_);
        to.append(block_, at_, end - at_);
        at_ = end;
      }
      if (at_ < block_.size() || !file_.index->may_go_on(number_ + 1, subject_)) return true;
      if (auto loaded = load(number_ + 1); !loaded) return tl::unexpected(loaded.error());
    }
  }

  /// False at the end of the dump.
  result<bool> next_subject() {
    do {
      if (auto moved = dump_.advance(); !moved) return tl::unexpected(moved.error());
      if (!dump_.has_line()) return false;
    } while (!subject_.empty() && dump_.line().starts_with(subject_));
    subject_ = dump_.line().substr(0, dump_.line().find(' ') + 1);
    return true;
  }

  /// Loads the first block that may have lines about the subject, unless a line of the present one follows or equals it.
  result<void> find_block() {
    if (is_loaded_ && at_ < block_.size() && !(statement(last_line()) < subject_)) return {};
    const auto first = file_.index->find_first(subject_);
    return is_loaded_ && first <= number_ ? result<void>{} : load(first);
  }

  result<void> load(std::size_t number) {
    auto block = read_block(*file_.compressed, *file_.index, number);
    if (!block) return tl::unexpected(block.error());
    block_ = std::move(*block);
    number_ = number;
    at_ = 0;
    is_loaded_ = true;
    return {};
  }

  [[nodiscard]] std::size_t end_of_line(std::size_t begin) const {
    const auto feed = block_.find('\n', begin);
    return feed == block_.npos ? block_.size() : feed + 1;
  }
  [[nodiscard]] std::size_t begin_of_line(std::size_t inside) const {
    if (inside == 0) return 0;
    const auto feed = block_.rfind('\n', inside - 1);
    return feed == block_.npos ? 0 : feed + 1;
  }
  [[nodiscard]] std::size_t last_line() const { return begin_of_line(block_.size() - 1); }
  [[nodiscard]] std::string_view statement(std::size_t begin) const {
    return std::string_view{block_}.substr(std::min(begin + file_.front_bytes, block_.size()));
  }

  /// The first line from `low`, the beginning of a line, that does not come before the subject: in steps that double, then by halves.
  [[nodiscard]] std::size_t first_line_from(std::size_t low) const {
    std::size_t high = low, step = 512;
    while (high < block_.size() && statement(high) < subject_) {
      low = end_of_line(high);
      high = begin_of_line(std::min(low + step, block_.size()));
      if (high < low) high = low;
      step *= 2;
    }
    while (low < high) {
      const auto middle = std::max(begin_of_line(low + (high - low) / 2), low);
      if (statement(middle) < subject_)
        low = end_of_line(middle);
      else
        high = middle;
    }
    return low;
  }

  block_file file_;
  byte_source_ptr dump_source_;
  merge_side dump_;
  std::string subject_;  ///< with the space behind it, so that it is the beginning of no other subject
  std::string block_;
  std::size_t number_ = 0, at_ = 0;  ///< the loaded block, and the first line that was not passed
  bool is_loaded_ = false;
};

}  // namespace

byte_source_ptr make_subject_lines(block_file file, byte_source_ptr dump) {
  return std::make_unique<selected_lines>(std::move(file), std::move(dump));
}

}  // namespace laundromat
