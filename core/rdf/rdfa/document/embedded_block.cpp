// Implements embedded_block: passes the content of a block to the reader of its format.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/embedded_block.hpp"

#include <algorithm>

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::size_t most_of_line = 16;

}  // namespace

rdf_format block_format(std::string_view type) {
  type = trim_html(type.substr(0, type.find(';')));
  const auto found = format_from_media_type(type);
  return found && *found != rdf_format::rdfa ? *found : rdf_format::unknown;
}

result<void> embedded_block::open(rdf_format format, const reader_options& options,
                                  const embedded_reader_factory& factory) {
  if (!factory) return fail(errc::no_reader, "no readers for blocks");
  auto made = factory(format, options, *this);
  if (!made) return tl::unexpected<failure>(made.error());
  reader_ = std::move(*made);
  has_begun_ = has_section_ = false;
  is_first_line_ = true;
  line_.clear();
  marks_.clear();
  pushed_bytes_ = 0;
  prefix_ = "s" + std::to_string(++number_) + ".";
  return {};
}

void embedded_block::push(std::string_view piece, const std::function<text_position()>& locate) {
  if (!has_begun_) {
    begin_ = locate();
    const auto skipped = static_cast<std::size_t>(
        std::find_if_not(piece.begin(), piece.end(), [](char c) { return is_html_space(c); }) -
        piece.begin());
    begin_.advance(piece.substr(0, skipped));
    account_->reach(begin_.offset_bytes, span_kind::syntax);
    piece.remove_prefix(skipped);
    if (piece.empty()) return;
    has_begun_ = true;
  }
  read(piece);
}

void embedded_block::read(std::string_view piece) {
  const auto last_break = piece.rfind('\n');
  if (last_break != piece.npos) {
    is_first_line_ = false;
    line_.clear();
  }
  const auto line = last_break == piece.npos ? piece : piece.substr(last_break + 1);
  line_.append(line.substr(0, most_of_line - std::min(most_of_line, line_.size())));
  pushed_bytes_ += piece.size();
  if (auto done = reader_->push(piece); !done) output_->stop(std::move(done.error()));
}

bool embedded_block::pass_section_mark(std::string_view mark) {
  const auto opener = trim_html(line_);
  const bool is_comment = opener == "//" || opener == "/*" || opener == "#";
  const bool is_begin = mark == "<![CDATA[";
  const bool fits = is_begin ? is_first_line_ && !has_section_ : mark == "]]>" && has_section_;
  if (!fits || !is_comment || line_.size() >= most_of_line) return false;
  has_section_ = is_begin;
  marks_.push_back(pushed_bytes_);
  read(mark);
  return true;
}

void embedded_block::close() {
  if (has_begun_) {
    if (auto done = reader_->finish(); !done) output_->stop(std::move(done.error()));
    account_->reach(begin_.offset_bytes + pushed_bytes_, span_kind::syntax);
  }
  reader_.reset();
}

term_view embedded_block::rename(const term_view& term, std::string& storage) const {
  if (term.kind != term_kind::blank) return term;
  storage.assign(prefix_).append(term.value);
  return {term_kind::blank, storage, {}, {}};
}

result<void> embedded_block::on_statement(const statement_view& statement) {
  output_->pass({rename(statement.subject, labels_[0]), rename(statement.predicate, labels_[1]),
                 rename(statement.object, labels_[2]), rename(statement.graph, labels_[3])});
  return output_->outcome();
}

void embedded_block::on_defect(const defect& found) {
  auto moved = found;
  move_by(moved, begin_.offset_bytes);
  if (moved.line == 1) moved.column += begin_.column - 1;
  moved.line += begin_.line - 1;
  const auto is_within = [&](std::uint64_t mark) {
    return found.offset_bytes <= mark && mark < found.offset_bytes + found.length_bytes;
  };
  const bool hides_section = found.rule == errc::lenient_json && found.done == treatment::repair &&
                             std::ranges::any_of(marks_, is_within);
  if (hides_section) {
    // Without it the page would not be XML any more: nothing to repair.
    moved.rule = errc::tag_soup;
    moved.done = treatment::note;
    moved.message = "a comment that hides a section of XML";
    moved.after.clear();
  }
  sink_->on_defect(moved);
}

void embedded_block::on_span(span_kind kind, std::uint64_t length_bytes) {
  account_->reach(account_->end_bytes() + length_bytes, kind);
}

}  // namespace laundromat::rdfa
