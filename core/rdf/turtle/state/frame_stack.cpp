// Implements the stack of brackets: opens and closes frames, and keeps their memory for reuse.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/state/frame_stack.hpp"

namespace laundromat::turtle {

void frame_stack::begin_statement() {
  auto& f = statement();
  f.skips_subject = f.skips_predicate = false;
  f.subject_kind = term_kind::none;
  f.predicate = {};
  f.annotated.clear();
}

frame& frame_stack::open(frame::kind_type kind, std::uint64_t open_at, bool is_subject) {
  auto& around = top();
  around.pin_predicate();
  const bool is_muted = around.is_muted || around.is_bad_whole ||
                        (!is_subject && (around.skips_subject || around.skips_predicate));
  if (brackets_.size() == depth_) brackets_.push_back(std::make_unique<frame>());
  set_depth(depth_ + 1);
  auto& f = top();
  f.kind = kind;
  f.open_at = open_at;
  f.is_muted = is_muted;
  f.is_subject = is_subject;
  f.skips_subject = f.skips_predicate = f.is_bad_whole = false;
  f.is_empty = true;
  f.is_behind_skipped = false;
  f.annotated.clear();
  f.reifier_kind = term_kind::none;
  f.subject_kind = term_kind::blank;
  f.subject.clear();
  f.predicate = {};
  f.head.clear();
  return f;
}

frame& frame_stack::close() {
  constexpr std::size_t kept_bytes = std::size_t{64} << 10;
  auto& closed = top();
  if (closed.annotated.capacity() > kept_bytes) std::string().swap(closed.annotated);
  set_depth(depth_ - 1);
  return closed;
}

void frame_stack::close_all() {
  set_depth(0);
}

std::uint64_t frame_stack::annotated_bytes() const {
  std::uint64_t sum = 0;
  for (std::size_t depth = 0; depth <= depth_; ++depth) sum += at(depth).annotated.size();
  return sum;
}

bool frame_stack::is_in_annotation() const {
  auto depth = depth_;
  while (depth > 0 && at(depth).kind != frame::annotation) --depth;
  return depth > 0;
}

frame_stack::enclosing frame_stack::leave_lists(std::uint64_t object_begin, bool keeps_begin) const {
  enclosing found{depth_, object_begin, false};
  while (found.depth > 0 && (at(found.depth).kind == frame::list || at(found.depth).is_triple())) {
    if (!keeps_begin) found.begin = at(found.depth).open_at;
    --found.depth;
  }
  found.is_subject = found.depth != depth_ && at(found.depth + 1).is_subject;
  return found;
}

void frame_stack::append_marks(std::vector<std::uint64_t>& marks) const {
  for (std::size_t depth = 1; depth <= depth_; ++depth)
    marks.insert(marks.end(), {at(depth).open_at, at(depth).held.end_bytes});
}

}  // namespace laundromat::turtle
