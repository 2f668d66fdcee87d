// Spills a document that grows beyond the limit.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/slice_assembly.hpp"

#include "core/slicing/clean_statement.hpp"

namespace laundromat {

result<void> slice_assembly::begin(std::string_view term) {
  if (auto ended = end(); !ended) return ended;
  term_.assign(term);
  return {};
}

result<void> slice_assembly::add(std::string_view line) {
  text_.append(line);
  ++statements_;
  has_graphs_ = has_graphs_ || !graph_of(line).empty();
  return text_.size() < most_held_bytes_ ? result<void>{} : spill();
}

result<void> slice_assembly::spill() {
  if (!spilled_) {
    auto made = spool_.create();
    if (!made) return tl::unexpected(made.error());
    spilled_ = *made;
    ++spools_;
  }
  if (auto written = spilled_->write(text_); !written) return written;
  spilled_bytes_ += text_.size();
  text_.clear();
  return {};
}

result<void> slice_assembly::end() {
  if (statements_ == 0) {
    is_cut_ = false;
    return {};
  }
  ++documents_;
  cut_documents_ += is_cut_ ? 1 : 0;
  all_statements_ += statements_;
  slice one{std::string_view(term_).substr(1, term_.size() - 2), statements_, text_.size(), has_graphs_,
            is_cut_};
  result<void> done;
  if (!spilled_) {
    done = to_.take(one, text_);
  } else {
    if (auto last = spill(); !last) return last;
    one.bytes = spilled_bytes_;
    done = to_.take_long(one, [this] { return spool_.open(spools_ - 1); });
    spool_.remove(spools_ - 1);
  }
  text_.clear();
  statements_ = spilled_bytes_ = 0;
  spilled_ = nullptr;
  has_graphs_ = is_cut_ = false;
  return done;
}

}  // namespace laundromat
