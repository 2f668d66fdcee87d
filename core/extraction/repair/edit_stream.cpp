// Implements edit_stream.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/repair/edit_stream.hpp"

namespace laundromat {

result<void> edit_stream::write(std::string_view bytes) {
  waiting_.append(bytes);
  return pass(false);
}

result<void> edit_stream::finish() {
  return pass(true);
}

result<void> edit_stream::pass(bool is_last) {
  const auto mismatch = [](const text_edit& edit) {
    return fail(errc::digest_mismatch,
                "the text is not that of the repair at byte " + std::to_string(edit.offset_bytes));
  };
  const std::string_view text = waiting_;
  std::size_t at = 0;
  while (!edits_.empty()) {
    const auto& edit = edits_.front();
    const bool is_forth = direction_ == edit_direction::apply;
    const auto& gone = is_forth ? edit.before : edit.after;
    const auto place = is_forth ? edit.offset_bytes : edit.offset_bytes - removed_ + added_;
    if (place < read_ + at) return mismatch(edit);
    const auto kept = place - read_ - at;
    if (kept > text.size() - at || gone.size() > text.size() - at - kept) {
      if (is_last) return mismatch(edit);
      break;
    }
    if (text.substr(at + kept, gone.size()) != gone) return mismatch(edit);
    if (auto done = out_.write(text.substr(at, kept)); !done) return done;
    if (auto done = out_.write(is_forth ? edit.after : edit.before); !done) return done;
    at += kept + gone.size();
    removed_ += edit.before.size();
    added_ += edit.after.size();
    edits_ = edits_.subspan(1);
  }
  auto end = text.size();
  if (!edits_.empty()) {
    const auto offset = edits_.front().offset_bytes;
    const auto place = direction_ == edit_direction::apply ? offset : offset - removed_ + added_;
    end = std::min<std::uint64_t>(end, place - read_);
  }
  if (auto done = out_.write(text.substr(at, end - at)); !done) return done;
  waiting_.erase(0, end);
  read_ += end;
  return {};
}

}  // namespace laundromat
