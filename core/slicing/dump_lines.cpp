// Lines are views into chunks; only one that spans two chunks is copied.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/dump_lines.hpp"

namespace laundromat {

result<std::unique_ptr<dump_lines>> dump_lines::open(const dump_opener& dump, worker_pool& workers) {
  auto source = dump();
  if (!source) return tl::unexpected(source.error());
  auto opened = std::make_unique<dump_lines>(*std::move(source), workers);
  if (auto first = opened->advance(); !first) return tl::unexpected(first.error());
  return opened;
}

result<void> dump_lines::advance() {
  line_ = {};
  held_.clear();
  for (;;) {
    const auto feed = left_.find('\n');
    if (feed != left_.npos) {
      const auto here = left_.substr(0, feed + 1);
      left_.remove_prefix(here.size());
      line_ = held_.empty() ? here : std::string_view(held_.append(here));
      break;
    }
    held_.append(left_);
    left_ = {};
    auto next = ahead_.next();
    if (!next) return tl::unexpected(next.error());
    chunk_ = *std::move(next);
    if (chunk_) left_ = *chunk_;
    if (left_.empty()) break;
  }
  const bool is_end = line_.empty() && held_.empty();
  if (!is_end && !(line_.starts_with('<') && line_.ends_with(" .\n")))
    return fail(errc::syntax_error, "a line of the dump is not a canonical statement");
  return {};
}

}  // namespace laundromat
