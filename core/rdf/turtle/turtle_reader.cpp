// The way of a piece: clean, parse, emit or skip; and what lasts from piece to piece.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/turtle_reader.hpp"

#include <algorithm>

#include "core/rdf/turtle/turtle_directive.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
/// Statements of more text than this are parsed twice instead of being held in memory as quads.
constexpr std::size_t buffered_text_bytes = 1 << 20;

struct collector final : parse_target {
  explicit collector(statement_buffer& b) : buffer(b) {}
  void on_parsed(const statement_view& statement) override { buffer.add(statement); }
  statement_buffer& buffer;
};

struct counter final : parse_target {
  void on_parsed(const statement_view&) override { ++count; }
  std::uint64_t count = 0;
};

/// The cleaned text with a dot of its own: a space keeps it apart from a number, `123.` being misread
/// otherwise.
void end_with_dot(std::string& text) {
  text.append(" .\n");
}

}  // namespace

turtle_reader::turtle_reader(rdf_format format, reader_options options, statement_sink& sink)
    : options_(std::move(options)),
      environment_{options_.base_iri, {}},
      sink_(sink),
      splitter_(format == rdf_format::trig, options_.limits.nesting),
      cleaner_(text_dialect::turtle, options_.limits),
      parser_(text_dialect::turtle, environment_, options_.limits) {}

result<void> turtle_reader::push(std::string_view bytes) {
  buffer_.append(bytes);
  return drain(false);
}

result<void> turtle_reader::finish() {
  auto done = drain(true);
  if (done && is_in_graph_)
    sink_.on_defect({errc::unterminated, position_.offset_bytes, 0, position_.line, position_.column,
                     "the document ends within a graph"});
  return done;
}

result<void> turtle_reader::drain(bool at_end) {
  if (is_at_start_) {
    if (buffer_.size() < byte_order_mark.size() && !at_end) return {};
    skip_byte_order_mark();
  }
  result<void> done;
  for (;;) {
    const auto rest = std::string_view(buffer_).substr(front_);
    const auto p = splitter_.next(rest, at_end);
    if (p.kind == piece_kind::need_more || p.kind == piece_kind::end) break;
    const auto raw = rest.substr(0, p.length);
    done = take(p, raw);
    position_.advance(raw);
    front_ += p.length;
    if (!done) return done;
  }
  buffer_.erase(0, front_);
  front_ = 0;
  drop_what_is_too_long();
  return done;
}

void turtle_reader::skip_byte_order_mark() {
  is_at_start_ = false;
  if (!std::string_view(buffer_).starts_with(byte_order_mark)) return;
  front_ = byte_order_mark.size();
  position_.offset_bytes = byte_order_mark.size();
}

void turtle_reader::drop_what_is_too_long() {
  constexpr auto kept = 2 * turtle_splitter::lookahead_bytes;
  if (buffer_.size() <= options_.limits.statement_bytes + kept) return;
  if (dropped_bytes_ == 0) dropped_from_ = position_;
  const auto length = buffer_.size() - kept;
  position_.advance(std::string_view(buffer_).substr(0, length));
  buffer_.erase(0, length);
  splitter_.drop(length);
  dropped_bytes_ += length;
}

result<void> turtle_reader::take(const piece& p, std::string_view raw) {
  if (dropped_bytes_ != 0 || (raw.size() > options_.limits.statement_bytes && p.kind != piece_kind::trivia)) {
    const auto& from = dropped_bytes_ != 0 ? dropped_from_ : position_;
    const auto length = dropped_bytes_ + raw.size();
    sink_.on_defect(
        {p.is_too_deep ? errc::too_deep_nesting : errc::statement_too_long, from.offset_bytes, length,
         from.line, from.column,
         "a statement of more than " + std::to_string(options_.limits.statement_bytes) + " bytes"});
    dropped_bytes_ = 0;
    if (p.kind == piece_kind::graph_open) {
      is_in_graph_ = true;
      graph_ = graph_state::broken;
    }
    return {};
  }
  switch (p.kind) {
    case piece_kind::trivia:
      read_trivia(raw);
      return {};
    case piece_kind::statement:
      return read_statement(p, raw);
    case piece_kind::directive:
      read_directive(raw);
      return {};
    case piece_kind::graph_open:
      open_graph(raw);
      return {};
    case piece_kind::graph_close:
      close_graph();
      return {};
    default:
      skip(raw, p.rule, p.fault_at, p.message);
      if (p.leaves_graph) close_graph();
      return {};
  }
}

bool turtle_reader::clean(std::string_view raw) {
  cleaner_.clean(raw);
  if (const auto& fatal = cleaner_.fatal()) {
    skip(raw, fatal->rule, fatal->offset, fatal->message);
    return false;
  }
  return true;
}

result<void> turtle_reader::read_statement(const piece& p, std::string_view raw) {
  if (p.is_too_deep) {
    skip(raw, errc::too_deep_nesting, 0,
         "more than " + std::to_string(options_.limits.nesting) + " brackets deep");
    return {};
  }
  if (graph_ == graph_state::broken) {
    skip(raw, errc::syntax_error, 0, "a statement in a graph without a name that can be read");
    return {};
  }
  cleaner_.clean(p.has_dot ? raw.substr(0, raw.size() - 1) : raw);
  if (const auto& fatal = cleaner_.fatal()) {
    skip(raw, fatal->rule, fatal->offset, fatal->message);
    return {};
  }
  if (cleaner_.is_blank()) {
    if (p.has_dot) skip(raw, errc::syntax_error, 0, "a dot that ends nothing");
    return {};
  }
  text_ = cleaner_.text();
  end_with_dot(text_);
  found_.clear();
  collector collect(found_);
  counter count;
  const bool is_large = text_.size() > buffered_text_bytes;
  auto fault = parser_.parse(text_, is_large ? static_cast<parse_target&>(count) : collect);
  if (!fault && count.count + found_.size() == 0)
    fault = parse_fault{errc::syntax_error, "no statement", 1, 1};
  if (fault) {
    skip(raw, fault->rule, cleaner_.raw_offset(fault->line, fault->column), fault->message);
    return {};
  }
  report(raw, cleaner_.repairs());
  if (is_large) return read_large_statement(text_);
  parser_.commit();
  for (std::size_t i = 0; i < found_.size(); ++i)
    if (auto taken = emit(found_[i]); !taken) return taken;
  return {};
}

/// Hands quads on while they are parsed; the text is known to be well-formed.
struct large_statement_target final : parse_target {
  explicit large_statement_target(turtle_reader& r) : reader(r) {}
  void on_parsed(const statement_view& statement) override {
    if (taken) taken = reader.emit(statement);
  }
  turtle_reader& reader;
  result<void> taken;
};

result<void> turtle_reader::read_large_statement(const std::string& text) {
  large_statement_target target(*this);
  const auto fault = parser_.parse(text, target);
  parser_.commit();
  if (fault) return fail(errc::internal, "a text that parsed once did not parse again: " + fault->message);
  return target.taken;
}

result<void> turtle_reader::emit(statement_view statement) {
  if (graph_ == graph_state::named) statement.graph = {graph_kind_, graph_name_, {}, {}};
  return sink_.on_statement(statement);
}

void turtle_reader::read_trivia(std::string_view raw) {
  std::vector<text_fault> faults;
  for (std::size_t at = 0; at < raw.size();) {
    const auto bad = find_bad_utf8(raw.substr(at));
    if (bad == raw.npos) break;
    const auto length = next_utf8(raw.substr(at + bad)).length;
    faults.push_back({errc::illegal_utf8, at + bad, length, "bytes that are not UTF-8 in a comment"});
    at += bad + length;
  }
  report(raw, faults);
}

void turtle_reader::read_directive(std::string_view raw) {
  report(raw, apply_directive(raw, cleaner_, environment_));
  if (is_in_graph_) report(raw, {{errc::syntax_error, 0, raw.size(), "a directive within a graph, kept"}});
}

/// The label is parsed as the subject of a statement that is thrown away.
void turtle_reader::open_graph(std::string_view raw) {
  is_in_graph_ = true;
  graph_ = graph_state::broken;
  if (!clean(raw.substr(0, raw.size() - 1))) return;
  auto label = std::string_view(cleaner_.text());
  label.remove_prefix(std::min(label.find_first_not_of(" \t\n"), label.size()));
  constexpr std::string_view keyword = "graph";
  const bool has_keyword = label.size() >= keyword.size() &&
                           std::ranges::equal(label.substr(0, keyword.size()), keyword, {},
                                              [](char c) { return static_cast<char>(c | 0x20); }) &&
                           (label.size() == keyword.size() ||
                            std::string_view(" \t\n<_[").find(label[keyword.size()]) != label.npos);
  if (has_keyword) label.remove_prefix(keyword.size());
  label.remove_prefix(std::min(label.find_first_not_of(" \t\n"), label.size()));
  report(raw, cleaner_.repairs());
  if (label.empty() && !has_keyword) {
    graph_ = graph_state::none;
    return;
  }
  found_.clear();
  collector collect(found_);
  const auto fault = parser_.parse(std::string(label) + " <x:p> <x:o> .\n", collect);
  if (fault || found_.size() != 1 || label.empty() || label.front() == '(') {
    skip(raw, fault ? fault->rule : errc::syntax_error, 0,
         fault ? fault->message : "this cannot name a graph");
    return;
  }
  parser_.commit();
  const auto subject = found_[0].subject;
  graph_ = graph_state::named;
  graph_kind_ = subject.kind;
  graph_name_ = subject.value;
}

void turtle_reader::close_graph() {
  is_in_graph_ = false;
  graph_ = graph_state::none;
}

void turtle_reader::report(std::string_view raw, const std::vector<text_fault>& faults) {
  report_faults(sink_, position_, raw, faults);
}

void turtle_reader::skip(std::string_view raw, errc rule, std::size_t fault_at, std::string message) {
  auto at = position_;
  at.advance(raw.substr(0, std::min(fault_at, raw.size())));
  sink_.on_defect({rule, position_.offset_bytes, raw.size(), at.line, at.column, std::move(message)});
}

}  // namespace laundromat
