// Implements ledger_writer: writes subject after subject: defects and spans as they come, then bytes, counts, and the document itself.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/ledger_writer.hpp"

#include <algorithm>
#include <vector>

#include "core/rdf/ledger/excerpt.hpp"
#include "core/rdf/ledger/span_runs.hpp"
#include "core/rdf/model/hint.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::string_view xsd = "http://www.w3.org/2001/XMLSchema#";
constexpr std::size_t longest_character = 4;

std::string upper_hex(std::string_view bytes) {
  auto hex = to_hex(bytes);
  for (auto& c : hex)
    if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
  return hex;
}

/// Whether the first difference is an escape. If not, `after` is an IRI that was made from a term or a compact IRI, and contains more
/// than the edit.
bool is_escaped(const defect& d) {
  const auto [before, after] = std::ranges::mismatch(d.before, d.after);
  return after == d.after.end() || *after == '%';
}

std::uint64_t bytes_of(const ledger_row& row) {
  const auto& d = row.found;
  return sizeof row + d.message.size() + d.before.size() + d.after.size();
}

}  // namespace

void ledger_writer::begin(ledger_class what) {
  flush(limits_.chunk_bytes);
  constexpr std::string_view letters = "dsbcl";  // labels have no meaning but help people
  subject_ = "_:" + std::string(1, letters[static_cast<std::size_t>(what)]) + std::to_string(++subjects_);
  emit_iri(ledger_term::type, iri_of(what), {});
}

void ledger_writer::emit_iri(ledger_term term, std::string_view base, std::string_view name) {
  batch_.append(subject_).append(" <").append(iri_of(term)).append("> <");
  batch_.append(base).append(name).append("> .\n");
}

void ledger_writer::add_property(ledger_term term, std::string_view text) {
  batch_.append(subject_).append(" <").append(iri_of(term)).append("> ");
  if (find_bad_utf8(text) == text.npos)
    append_canonical_term(batch_, {term_kind::literal, text, {}, {}});
  else
    batch_.append("\"").append(upper_hex(text)).append("\"^^<").append(xsd).append("hexBinary>");
  batch_.append(" .\n");
}

void ledger_writer::add_property(ledger_term term, std::uint64_t number) {
  batch_.append(subject_).append(" <").append(iri_of(term)).append("> \"");
  batch_.append(std::to_string(number)).append("\"^^<").append(xsd).append("integer> .\n");
}

void ledger_writer::on_defect(const defect& found) {
  if (is_full_of(found)) return count_only(found);
  ledger_row row{found};
  const auto& d = row.found;
  const auto is_cut = [&](const std::string& text) {
    return text.size() + longest_character > limits_.repair_bytes;
  };
  const bool is_whole = d.before.size() == d.length_bytes;
  if (d.done == treatment::repair) {
    const bool is_change = !is_whole || d.before != d.after;
    const bool is_made = format_ == rdf_format::json_ld && d.rule == errc::iri_character && !is_escaped(d);
    row.is_edit = is_change && !is_made && !is_cut(d.after) && (is_whole || is_cut(d.before)) &&
                  can_be_applied(d.rule, format_);
    if (!is_whole) wanted_.add({d.offset_bytes, d.offset_bytes + d.length_bytes});
  }
  if (d.done != treatment::repair || !is_whole)
    row.found.before.resize(cut_excerpt(d.before, limits_.excerpt_bytes).size());
  take_row(std::move(row));
}

void ledger_writer::on_stream_defect(const defect& found) {
  take_row({found, ledger_layer::stream, found.done != treatment::repair});
}

void ledger_writer::count_stream_defects(errc rule, treatment done, std::uint64_t more) {
  if (more > 0) counts_[{ledger_layer::stream, rule, done}] += more;
}

void ledger_writer::take_row(ledger_row row) {
  const auto& d = row.found;
  const auto known = counts_[{row.layer, d.rule, d.done}]++;
  if (!has_room(row, known)) {
    ++cut_.rows_left_out;
    return;
  }
  waiting_bytes_ += bytes_of(row);
  waiting_.push_back(std::move(row));
  write_complete_rows(false);
}

/// The first rows of each rule are kept beyond the limit as well, so that each has an example.
bool ledger_writer::has_room(const ledger_row& row, std::uint64_t known) {
  const auto bytes = bytes_of(row) - sizeof row + ledger_bounds::row_bytes;
  const bool is_within = rows_ < limits_.room.rows && row_bytes_ + bytes <= limits_.room.row_bytes;
  constexpr std::uint64_t short_bytes = 4'096;
  if (!is_within && (known >= ledger_bounds::least_rows || bytes > short_bytes)) return false;
  ++rows_;
  row_bytes_ += bytes;
  return true;
}

/// Whether there is no room even for a row without text: then the row is not built.
bool ledger_writer::is_full_of(const defect& found) const {
  if (rows_ < limits_.room.rows && row_bytes_ + ledger_bounds::row_bytes <= limits_.room.row_bytes)
    return false;
  const auto known = counts_.find({ledger_layer::document, found.rule, found.done});
  return known != counts_.end() && known->second >= ledger_bounds::least_rows;
}

void ledger_writer::count_only(const defect& found) {
  ++counts_[{ledger_layer::document, found.rule, found.done}];
  ++cut_.rows_left_out;
}

/// Writes rows in the order of their reports. At the end of the document no row has to wait.
void ledger_writer::write_complete_rows(bool is_end) {
  while (!waiting_.empty()) {
    const bool is_complete = is_end || has_spans(waiting_.front());
    if (!is_complete && waiting_bytes_ <= limits_.held_bytes) return;
    auto row = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= bytes_of(row);
    if (row.found.done == treatment::repair) row.is_edit = row.is_edit && is_complete && is_read(row);
    write_row(row);
  }
}

/// Whether the spans at its position are known. An insertion is before a byte.
bool ledger_writer::has_spans(const ledger_row& row) const {
  const auto& d = row.found;
  return d.done != treatment::repair || !row.is_edit ||
         d.offset_bytes + std::max<std::uint64_t>(d.length_bytes, 1) <= document_end_;
}

bool ledger_writer::is_read(const ledger_row& row) const {
  const auto begin = row.found.offset_bytes;
  const auto end = begin + std::max<std::uint64_t>(row.found.length_bytes, 1);
  if (begin < unread_from_) return false;
  const auto next = std::ranges::upper_bound(unread_, begin, {}, &byte_span::end);
  return next == unread_.end() || next->begin >= end;
}

void ledger_writer::write_row(const ledger_row& row) {
  const auto& d = row.found;
  begin(ledger_class::defect);
  if (const auto alias = alias_of(d.rule); !alias.empty())
    emit_iri(ledger_term::type, error_class_base, alias);
  emit_iri(ledger_term::rule, rule_base, to_string(d.rule));
  add_property(ledger_term::done, to_string(d.done));
  if (row.layer != ledger_layer::document) add_property(ledger_term::layer, to_string(row.layer));
  add_property(ledger_term::offset, d.offset_bytes);
  add_property(ledger_term::length, d.length_bytes);
  if (d.token_offset_bytes > d.offset_bytes) add_property(ledger_term::token, d.token_offset_bytes);
  if (row.layer == ledger_layer::document || d.line > 1 || d.column > 1) {
    add_property(ledger_term::line, d.line);
    add_property(ledger_term::column, d.column);
  }
  if (!d.message.empty()) add_property(ledger_term::message, d.message);
  if (!d.before.empty()) add_property(ledger_term::before, d.before);
  if (!d.after.empty()) add_property(ledger_term::after, d.after);
  if (!row.is_edit) add_property(ledger_term::is_edit, "false");
}

void ledger_writer::on_span(span_kind kind, std::uint64_t length_bytes) {
  add_run(kind, length_bytes);
  spans_.add(kind, length_bytes);
  const byte_span here{document_end_, document_end_ + length_bytes};
  document_end_ = here.end;
  if (kind == span_kind::quarantine) {
    wanted_.add(here);
    if (!unread_.empty() && unread_.back().end == here.begin)
      unread_.back().end = here.end;
    else
      unread_.push_back(here);
  }
  if (unread_.size() > limits_.spans) {
    const auto half = unread_.begin() + static_cast<std::ptrdiff_t>(unread_.size() / 2);
    unread_from_ = (half - 1)->end;
    unread_.erase(unread_.begin(), half);
  }
  write_complete_rows(false);
  if (runs_.size() >= limits_.chunk_bytes) write_runs();
}

void ledger_writer::add_run(span_kind kind, std::uint64_t length_bytes) {
  if (run_bytes_ >= limits_.room.run_bytes) return mix_run(kind, length_bytes);
  const auto before = runs_.size();
  append_run(runs_, kind, length_bytes);
  run_bytes_ += runs_.size() - before;
}

/// Joins neighbouring spans into one range until it is long enough; a span that is already long remains separate.
void ledger_writer::mix_run(span_kind kind, std::uint64_t length_bytes) {
  if (length_bytes >= mixed_from_) {
    write_mixed();
    append_run(runs_, kind, length_bytes);
    return;
  }
  mixed_kind_ = mixed_bytes_ == 0 || mixed_kind_ == kind ? kind : span_kind::mixed;
  mixed_bytes_ += length_bytes;
  if (mixed_bytes_ >= mixed_from_) write_mixed();
}

void ledger_writer::write_mixed() {
  if (mixed_bytes_ == 0) return;
  append_run(runs_, mixed_kind_, mixed_bytes_);
  if (mixed_kind_ == span_kind::mixed) cut_.mixed_bytes += mixed_bytes_;
  mixed_bytes_ = 0;
  if (++mixed_runs_ % most_mixed_runs == 0) mixed_from_ *= 2;
}

void ledger_writer::write_runs() {
  if (runs_.empty()) return;
  begin(ledger_class::spans);
  add_property(ledger_term::offset, runs_begin_);
  add_property(ledger_term::runs, runs_);
  runs_.clear();
  runs_begin_ = document_end_ - mixed_bytes_;
}

result<void> ledger_writer::restore(byte_source& utf8) {
  write_complete_rows(true);
  write_mixed();
  write_runs();  // spans come before the bytes that they explain
  const auto wanted = within_room(wanted_.finish());
  std::vector<char> buffer(static_cast<std::size_t>(limits_.chunk_bytes));
  std::string chunk;
  std::uint64_t at = 0;
  for (auto next = wanted.begin(); next != wanted.end() && state_;) {
    const auto n = utf8.read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return fail(errc::digest_mismatch, "the document is shorter than when it was read");
    const std::string_view bytes(buffer.data(), *n);
    const auto end = at + *n;
    while (next != wanted.end() && next->begin < end) {
      const auto from = std::max(next->begin, at), to = std::min(next->end, end);
      chunk.append(bytes.substr(from - at, to - from));
      write_chunks(chunk, to, to == next->end);
      if (to != next->end) break;
      ++next;
    }
    at = end;
  }
  return state_;
}

/// The first spans that fit into the room. Each has the fixed cost of a row in addition to its bytes.
std::vector<byte_span> ledger_writer::within_room(std::vector<byte_span> wanted) {
  auto left = limits_.room.copied_bytes;
  for (auto one = wanted.begin(); one != wanted.end(); ++one) {
    const auto length = one->end - one->begin;
    const auto room = left - std::min(left, ledger_bounds::row_bytes);
    if (length <= room) {
      left = room - length;
      continue;
    }
    cut_.copied_to = one->begin + room;
    for (auto rest = one; rest != wanted.end(); ++rest) cut_.bytes_left_out += rest->end - rest->begin;
    cut_.bytes_left_out -= room;
    one->end = cut_.copied_to;
    wanted.erase(room == 0 ? one : one + 1, wanted.end());
    break;
  }
  return wanted;
}

/// The ends of chunks depend only on the span, not on how it was read.
void ledger_writer::write_chunks(std::string& waiting, std::uint64_t end_bytes, bool is_whole) {
  while (waiting.size() > limits_.chunk_bytes || (is_whole && !waiting.empty())) {
    const auto chunk = cut_excerpt(waiting, limits_.chunk_bytes);
    begin(ledger_class::bytes);
    add_property(ledger_term::offset, end_bytes - waiting.size());
    add_property(ledger_term::content, chunk);
    waiting.erase(0, chunk.size());
  }
}

void ledger_writer::write_counts() {
  for (const auto& [of, count] : counts_) {
    const auto& [layer, rule, done] = of;
    begin(ledger_class::count);
    add_property(ledger_term::layer, to_string(layer));
    emit_iri(ledger_term::rule, rule_base, to_string(rule));
    add_property(ledger_term::done, to_string(done));
    add_property(ledger_term::count, count);
  }
}

void ledger_writer::write_subject(const ledger_subject& about) {
  begin(ledger_class::document);
  add_property(ledger_term::digest, about.digest.hex());
  add_property(ledger_term::bytes, about.bytes);
  if (const auto* format = find_format(about.format))
    emit_iri(ledger_term::format, format->iri, {});
  else if (about.format == rdf_format::records)
    emit_iri(ledger_term::format, records_format, {});
  add_property(ledger_term::profile, to_string(about.profile));
  if (!about.base_iri.empty()) add_property(ledger_term::base_iri, about.base_iri);
  if (!about.encoding.empty()) add_property(ledger_term::encoding, about.encoding);
  if (!about.media_type.empty()) add_property(ledger_term::media_type, about.media_type);
  if (!about.program.empty()) add_property(ledger_term::program, about.program);
  add_property(ledger_term::statement_bytes, spans_.statement_bytes);
  add_property(ledger_term::syntax_bytes, spans_.syntax_bytes);
  add_property(ledger_term::quarantine_bytes, spans_.quarantine_bytes);
  if (cut_.is_none()) return;
  add_property(ledger_term::rows_left_out, cut_.rows_left_out);
  add_property(ledger_term::bytes_left_out, cut_.bytes_left_out);
  if (cut_.bytes_left_out > 0) add_property(ledger_term::copied_to, cut_.copied_to);
  add_property(ledger_term::mixed_bytes, cut_.mixed_bytes);
}

void ledger_writer::flush(std::uint64_t at_least) {
  if (batch_.size() < at_least || batch_.empty()) return;
  if (state_) {
    meter_.update(batch_);
    state_ = out_->write(batch_);
  }
  batch_.clear();
}

result<content_meta> ledger_writer::finish(const ledger_subject& about) {
  write_complete_rows(true);
  write_mixed();
  write_runs();
  write_counts();
  write_subject(about);
  flush(1);
  if (!state_) return tl::unexpected(state_.error());
  return meter_.finish();
}

}  // namespace laundromat
