// Splits into lines, reads each by the fast or the careful half, and accounts for its bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/line_engine.hpp"

#include <algorithm>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/rdf/lines/line_text.hpp"
#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

/// Translates positions reported by a reader of the rest of the document into positions in the document.
class line_engine::turtle_sink final : public statement_sink {
 public:
  turtle_sink(statement_sink& to, span_account& account, std::uint64_t bytes, std::uint64_t lines,
              std::uint64_t columns)
      : to_(&to), account_(&account), bytes_(bytes), lines_(lines), columns_(columns), reached_(bytes) {}
  result<void> on_statement(const statement_view& statement) override { return to_->on_statement(statement); }
  void on_defect(const defect& found) override { to_->on_defect(shifted(found)); }
  void on_version(std::string_view label, const defect& place) override {
    to_->on_version(label, shifted(place));
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    reached_ += length_bytes;
    account_->reach(reached_, kind);
  }

 private:
  [[nodiscard]] defect shifted(defect found) const {
    move_by(found, bytes_);
    if (found.line == 1) found.column += columns_;
    found.line += lines_;
    return found;
  }

  statement_sink* to_;
  span_account* account_;
  std::uint64_t bytes_, lines_;
  std::uint64_t columns_;  ///< before the rest begins, in its first line
  std::uint64_t reached_;
};

line_engine::line_engine(rdf_format format, reader_options options, statement_sink& sink,
                         turtle_factory make_turtle, line_kernel kernel)
    : options_(std::move(options)),
      sink_(&sink),
      account_(sink),
      state_(format, options_, sink, account_),
      read_clean_(clean_lines_with(kernel)),
      careful_(format, options_),
      make_turtle_(std::move(make_turtle)) {}

line_engine::~line_engine() = default;

result<void> line_engine::push(std::string_view bytes) {
  return turtle_ ? turtle_->push(bytes) : take(bytes);
}

result<void> line_engine::finish() {
  while (!turtle_ && (!pending_.empty() || lost_bytes_ != 0 || is_joining())) {
    result<void> done;
    if (!pending_.empty() || lost_bytes_ != 0) {
      std::swap(pending_, taken_);
      pending_.clear();
      done = end_line(taken_, {}, true, false);
    } else {
      done = give_up_joining();
    }
    if (!done) return done;
  }
  result<void> done;
  report_held_end();
  if (turtle_) done = turtle_->finish();
  account_.finish();
  return done;
}

bool line_engine::is_between_lines() const {
  return pending_.empty() && lost_bytes_ == 0 && !is_joining() && !turtle_ && !after_cr_ &&
         !is_after_beginning_ && !held_end_;
}

void line_engine::go_on_from(const line_engine& block) {
  state_.offset_bytes += block.state_.offset_bytes;
  state_.lines += block.state_.lines;
  state_.has_seen_graph = state_.has_seen_graph || block.state_.has_seen_graph;
  marks_ = block.marks_;
  if (first_end_ == line_end_kind::none) first_end_ = block.first_end_;
}

result<void> line_engine::take(std::string_view text) {
  if (has_stopped_) return {};
  text = take_line_feed(text);
  if (!text.empty() && (!pending_.empty() || lost_bytes_ != 0)) {
    if (auto done = take_pending(text); !done) return done;
  }
  while (!text.empty() && !turtle_ && !has_stopped_) {
    if (!is_joining() && !is_after_beginning_) {
      const auto* begin = text.data();
      const auto* next = read_clean(begin, begin + text.size());
      if (!state_.status) return state_.status;
      if (next != begin) {
        last_end_ = span_kind::statement;
        after_cr_ = next[-1] == '\r' && next == begin + text.size();
        text.remove_prefix(static_cast<std::size_t>(next - begin));
      }
    }
    const auto length = find_line_end(text);
    if (length == text.npos) {
      keep_part(text);
      return {};
    }
    const auto end = line_end_at(text, length);
    const bool is_near = length + end.size() + kernel_margin > text.size();
    if (auto done = end_line(text.substr(0, length), end, false, is_near); !done) return done;
    text.remove_prefix(length + end.size());
    after_cr_ = end == "\r" && text.empty();
    if (!after_cr_) report_held_end();
  }
  return turtle_ && !text.empty() ? turtle_->push(text) : result<void>{};
}

const char* line_engine::read_clean(const char* begin, const char* end) {
  const auto lines = state_.lines, both = state_.lines_with_both;
  const auto* const next = read_clean_(state_, begin, end);
  if (next != begin)
    see_clean_ends({begin, static_cast<std::size_t>(next - begin)}, state_.lines - lines,
                   state_.lines_with_both - both);
  return next;
}

/// Removes a LF that belongs to the CR at the end of the last chunk.
std::string_view line_engine::take_line_feed(std::string_view text) {
  if (!after_cr_ || text.empty()) return text;
  after_cr_ = false;
  if (text.front() != '\n') {
    report_held_end();
    return text;
  }
  see_line_feed();
  if (is_joining())
    joined_.push_back('\n');
  else
    account_.reach(++state_.offset_bytes, last_end_);
  return text.substr(1);
}

/// Completes the line that began in earlier chunks, if `text` has its end, and removes that from the front.
result<void> line_engine::take_pending(std::string_view& text) {
  const auto length = find_line_end(text);
  keep_part(text.substr(0, length));
  if (length == text.npos) {
    text = {};
    return {};
  }
  const auto end = line_end_at(text, length);
  text.remove_prefix(length + end.size());
  std::swap(pending_, taken_);
  pending_.clear();
  auto done = end_line(taken_, end, false, true);
  after_cr_ = end == "\r" && text.empty();
  if (!after_cr_) report_held_end();
  return done;
}

void line_engine::keep_part(std::string_view part) {
  if (lost_bytes_ == 0 && pending_.size() + part.size() <= options_.limits.line_bytes) {
    pending_.append(part);
    return;
  }
  lost_bytes_ += pending_.size() + part.size();
  std::string().swap(pending_);
}

/// `is_near`: the fast half has not seen the line, because it is too near to the end of the chunk.
result<void> line_engine::end_line(std::string_view line, std::string_view end, bool is_cut, bool is_near) {
  if (lost_bytes_ != 0 || line.size() > options_.limits.line_bytes) {
    const auto length = std::max<std::uint64_t>(std::exchange(lost_bytes_, 0), line.size());
    while (is_joining())
      if (auto done = give_up_joining(); !done) return done;
    skip_long_line(length, end);
    return {};
  }
  if (is_joining()) return join(line, end, is_cut);
  if (is_near && !end.empty() && !is_after_beginning_) {
    padded_.assign(line).append(end).append(kernel_margin, '\0');
    const auto* next = read_clean(padded_.data(), padded_.data() + padded_.size());
    if (!state_.status) return state_.status;
    if (next != padded_.data()) {
      last_end_ = span_kind::statement;
      return {};
    }
  }
  return read_line(line, end, is_cut);
}

result<void> line_engine::read_line(std::string_view line, std::string_view end, bool is_cut) {
  line = strip_marks(line);
  const bool is_after_beginning = std::exchange(is_after_beginning_, false);
  if (is_turtle_directive(line)) return turn_to_turtle(line, end);
  switch (careful_.judge(line, is_cut)) {
    case line_kind::nothing:
      if (!careful_.version().empty()) announce(line, careful_.version());
      report_comment(line, careful_.content_end());
      close_line(line, end, span_kind::syntax);
      return {};
    case line_kind::statements:
      if (!is_after_beginning || !careful_.may_be_rest()) return emit(line, end);
      skip_line(
          line, end,
          {errc::syntax_error, treatment::skip, 0, 0, 0, "the line may be the rest of the line before"});
      return {};
    case line_kind::broken:
      is_after_beginning_ = careful_.is_beginning();
      skip_line(line, end, careful_.failure_found());
      return {};
    case line_kind::open:
      joined_.assign(line).append(end);
      joined_lines_ = 1;
      join_failure_ = careful_.failure_found();
      return {};
  }
  return {};
}

result<void> line_engine::emit(std::string_view line, std::string_view end) {
  auto kind = span_kind::syntax;
  while (careful_.read_group(group_)) {
    for (const auto& fault : group_.faults) report(line, fault);
    account_.reach(state_.offset_bytes + group_.begin, span_kind::statement);
    kind = group_.statements.empty() ? span_kind::quarantine : span_kind::statement;
    account_.reach(state_.offset_bytes + group_.end, kind);
    for (const auto& statement : group_.statements) {
      state_.has_seen_graph = state_.has_seen_graph || statement.graph.kind != term_kind::none;
      if (auto taken = sink_->on_statement(statement); !taken) return taken;
    }
  }
  const auto content = careful_.content_end();
  report_comment(line, content);
  const bool has_comment = content < line.size();
  close_line(line, end, has_comment || kind == span_kind::quarantine ? span_kind::syntax : kind);
  return {};
}

void line_engine::skip_line(std::string_view line, std::string_view end, const line_fault& failure) {
  auto whole = failure;
  whole.done = treatment::skip;
  whole.offset = 0;
  whole.length = line.size();
  report(line, whole);
  account_.reach(state_.offset_bytes + line.size(), span_kind::quarantine);
  close_line(line, end, span_kind::syntax);
}

/// The position of the line end within the line is not known any more, so the line end is not checked.
void line_engine::skip_long_line(std::uint64_t length, std::string_view end) {
  report_held_end();
  sink_->on_defect({errc::statement_too_long, state_.offset_bytes, length, state_.lines + 1, 1,
                    "a line of " + number_of(length, "byte"), treatment::skip});
  state_.offset_bytes += length;
  account_.reach(state_.offset_bytes, span_kind::quarantine);
  count_line(end.size(), !end.empty(), span_kind::syntax);
}

void line_engine::close_line(std::string_view line, std::string_view end, span_kind kind) {
  see_end(line, end);
  count_line(line.size() + end.size(), !end.empty(), kind);
}

void line_engine::count_line(std::uint64_t bytes, bool has_end, span_kind kind) {
  state_.offset_bytes += bytes;
  state_.lines += has_end ? 1 : 0;
  account_.reach(state_.offset_bytes, kind);
  last_end_ = kind;
  marks_ = 0;
}

/// Byte order marks at the start of a line come from concatenated files.
std::string_view line_engine::strip_marks(std::string_view line) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  for (; line.starts_with(mark); line.remove_prefix(mark.size())) {
    report(line,
           {errc::byte_order_mark, treatment_of(errc::byte_order_mark, options_.profile), 0, mark.size(), 0});
    state_.offset_bytes += mark.size();
    account_.reach(state_.offset_bytes, span_kind::syntax);
    ++marks_;
  }
  return line;
}

/// Bytes of a comment that are not UTF-8 are noted; nothing is lost.
void line_engine::report_comment(std::string_view line, std::size_t from) {
  const auto bad = find_bad_utf8(line.substr(from));
  if (bad == line.npos) return;
  const auto at = from + bad;
  report(line,
         {errc::illegal_utf8, treatment::note, at, next_utf8(line.substr(at)).length, at, "in a comment"});
}

/// `label` is in the line, between quotes.
void line_engine::announce(std::string_view line, std::string_view label) {
  const auto begin = static_cast<std::size_t>(label.data() - line.data()) - 1;
  sink_->on_version(label,
                    describe(line, {errc::version_conflict, treatment::note, begin, label.size() + 2}));
}

void line_engine::report(std::string_view line, const line_fault& fault) {
  sink_->on_defect(describe(line, fault));
}

defect line_engine::describe(std::string_view line, const line_fault& fault) {
  report_held_end();
  if (marked_offset_ != state_.offset_bytes || marker_.offset_bytes > state_.offset_bytes + fault.offset) {
    marked_offset_ = state_.offset_bytes;
    marker_ = {state_.offset_bytes, state_.lines + 1, 1 + marks_};
  }
  const auto seen = static_cast<std::size_t>(marker_.offset_bytes - state_.offset_bytes);
  marker_.advance(line.substr(seen, fault.offset - seen));
  const auto most = options_.limits.excerpt_bytes;
  auto token = marker_;
  if (fault.noticed > fault.offset) token.advance(line.substr(fault.offset, fault.noticed - fault.offset));
  defect found{fault.rule,
               state_.offset_bytes + fault.offset,
               fault.length,
               token.line,
               token.column,
               fault.message,
               fault.done,
               std::string(line.substr(fault.offset, std::min<std::uint64_t>(fault.length, most))),
               readable(fault.after, most),
               fault.noticed > fault.offset ? token.offset_bytes : 0};
  if (found.done == treatment::skip) name_skip(found.rule, found.message, options_.profile);
  return found;
}

result<void> line_engine::turn_to_turtle(std::string_view line, std::string_view end) {
  if (stops_at_directives_) {
    has_stopped_ = true;
    return {};
  }
  line_fault found{errc::turtle_in_lines, treatment_of(errc::turtle_in_lines, options_.profile), 0, 0};
  if (found.done == treatment::skip || !make_turtle_ || state_.has_seen_graph) {
    skip_line(line, end, found);
    return {};
  }
  found.message = "the rest of the document is read as Turtle";
  report(line, found);
  turtle_sink_ = std::make_unique<turtle_sink>(*sink_, account_, state_.offset_bytes, state_.lines, marks_);
  turtle_ = make_turtle_(options_, *turtle_sink_);
  if (auto done = turtle_->push(line); !done) return done;
  return turtle_->push(end);
}

}  // namespace laundromat
