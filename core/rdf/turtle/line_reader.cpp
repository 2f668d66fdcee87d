// Splitting into lines, and the way of a line: clean, parse, emit or skip.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/line_reader.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct collector final : parse_target {
  explicit collector(statement_buffer& b) : buffer(b) {}
  void on_parsed(const statement_view& statement) override { buffer.add(statement); }
  statement_buffer& buffer;
};

}  // namespace

line_reader::line_reader(rdf_format format, reader_options options, statement_sink& sink)
    : format_(format),
      options_(std::move(options)),
      environment_{options_.base_iri, {}},
      sink_(sink),
      cleaner_(text_dialect::lines, options_.limits),
      parser_(text_dialect::lines, environment_, options_.limits) {
  cleaner_.set_base(options_.base_iri);
}

result<void> line_reader::push(std::string_view bytes) {
  while (!bytes.empty()) {
    if (after_cr_) {
      after_cr_ = false;
      if (bytes.front() == '\n') {
        position_.advance(bytes.substr(0, 1));
        bytes.remove_prefix(1);
        continue;
      }
    }
    const auto end = bytes.find_first_of("\r\n");
    if (end == bytes.npos) {
      keep_part(bytes);
      return {};
    }
    result<void> done;
    if (pending_.empty() && lost_bytes_ == 0) {
      done = end_line(bytes.substr(0, end));
    } else {
      keep_part(bytes.substr(0, end));
      done = end_line(pending_);
    }
    if (!done) return done;
    pending_.clear();
    after_cr_ = bytes[end] == '\r';
    position_.advance(bytes.substr(end, 1));
    bytes.remove_prefix(end + 1);
  }
  return {};
}

result<void> line_reader::finish() {
  if (pending_.empty() && lost_bytes_ == 0) return {};
  auto done = end_line(pending_);
  pending_.clear();
  return done;
}

void line_reader::keep_part(std::string_view part) {
  if (lost_bytes_ == 0 && pending_.size() + part.size() <= options_.limits.line_bytes) {
    pending_.append(part);
    return;
  }
  lost_bytes_ += pending_.size() + part.size();
  pending_.clear();
}

result<void> line_reader::end_line(std::string_view line) {
  result<void> done;
  if (lost_bytes_ != 0 || line.size() > options_.limits.line_bytes) {
    const auto length = lost_bytes_ != 0 ? lost_bytes_ : line.size();
    sink_.on_defect({errc::statement_too_long, position_.offset_bytes, length, position_.line,
                     position_.column, "a line of " + std::to_string(length) + " bytes"});
    position_.offset_bytes += lost_bytes_;
    lost_bytes_ = 0;
  } else {
    if (position_.offset_bytes == 0 && line.starts_with(byte_order_mark)) {
      position_.offset_bytes = byte_order_mark.size();
      line.remove_prefix(byte_order_mark.size());
    }
    done = read_line(line);
  }
  position_.offset_bytes += line.size();
  return done;
}

result<void> line_reader::read_line(std::string_view line) {
  cleaner_.clean(line);
  if (!cleaner_.fatal()) report(line, cleaner_.repairs());
  if (const auto& fatal = cleaner_.fatal()) {
    skip_line(line, fatal->rule, fatal->offset, fatal->message);
    return {};
  }
  if (cleaner_.is_blank()) return {};
  found_.clear();
  collector into(found_);
  if (const auto fault = parser_.parse(cleaner_.text(), into)) {
    skip_line(line, fault->rule, cleaner_.raw_offset(fault->line, fault->column), fault->message);
    return {};
  }
  parser_.commit();
  return emit(line);
}

result<void> line_reader::emit(std::string_view line) {
  if (found_.size() == 0) skip_line(line, errc::syntax_error, 0, "no statement");
  if (found_.size() > 1)
    report(line, {{errc::syntax_error, 0, line.size(), "more than one statement on a line, kept"}});
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const auto statement = found_[i];
    if (format_ == rdf_format::n_triples && statement.graph.kind != term_kind::none)
      report(line, {{errc::syntax_error, 0, line.size(), "a quad in N-Triples, kept"}});
    if (auto taken = sink_.on_statement(statement); !taken) return taken;
  }
  return {};
}

void line_reader::report(std::string_view line, const std::vector<text_fault>& faults) {
  report_faults(sink_, position_, line, faults);
}

void line_reader::skip_line(std::string_view line, errc rule, std::size_t fault_at, std::string message) {
  auto at = position_;
  at.advance(line.substr(0, std::min(fault_at, line.size())));
  sink_.on_defect({rule, position_.offset_bytes, line.size(), at.line, at.column, std::move(message)});
}

}  // namespace laundromat
