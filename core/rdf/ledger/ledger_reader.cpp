// Implements ledger_reader: reads one subject at a time, with our own reader of N-Quads.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/ledger_reader.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/rdf/ledger/ledger_terms.hpp"
#include "core/rdf/ledger/span_runs.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 18;
constexpr std::string_view xsd_hex = "http://www.w3.org/2001/XMLSchema#hexBinary";

template <class Value>
result<Value> find_name(std::string_view name, std::initializer_list<Value> among) {
  for (const auto value : among)
    if (to_string(value) == name) return value;
  return fail(errc::syntax_error, "unknown property of a ledger: `" + std::string(name) + "`");
}

result<std::uint64_t> to_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return fail(errc::syntax_error, "not a number: " + std::string(text.substr(0, 40)));
  return number;
}

/// The properties of the current subject.
struct record {
  std::optional<ledger_class> what;
  ledger_row row;
  ledger_subject about;
  std::uint64_t offset = 0, count = 0;
  std::string text;  ///< runs, or bytes
};

class record_reader final : public statement_sink {
 public:
  explicit record_reader(ledger_sink& into) : into_(into) {}

  result<void> on_statement(const statement_view& statement) override {
    if (statement.subject.value != subject_) {
      if (auto done = emit(); !done) return done;
      subject_ = statement.subject.value;
    }
    const auto term = ledger_term_from_iri(statement.predicate.value);
    return term ? take(*term, statement.object)
                : result<void>{};  // properties added by newer programs are ignored
  }
  void on_defect(const defect& found) override {
    if (found.done != treatment::note && !fault_)
      fault_ = failure{errc::syntax_error,
                       "line " + std::to_string(found.line) + " is not a valid line of a ledger"};
  }

  result<ledger_subject> finish() {
    if (auto done = emit(); !done) return tl::unexpected(done.error());
    if (fault_) return tl::unexpected(*fault_);
    if (!about_) return fail(errc::syntax_error, "this is not a ledger, or its end is missing");
    return *std::move(about_);
  }

 private:
  result<void> emit() {
    if (!now_.what) return {};
    auto done = emit(*now_.what);
    now_ = {};
    return done;
  }

  result<void> emit(ledger_class what) {
    switch (what) {
      case ledger_class::defect:
        now_.row.found.offset_bytes = now_.offset;
        return into_.on_row(now_.row);
      case ledger_class::spans:
        return emit_spans();
      case ledger_class::bytes:
        return into_.on_bytes(now_.offset, now_.text);
      case ledger_class::count:
        return into_.on_count({now_.row.layer, now_.row.found.rule, now_.row.found.done, now_.count});
      case ledger_class::document:
        about_ = std::move(now_.about);
        return {};
    }
    return {};
  }

  result<void> emit_spans() {
    result<void> done;
    auto read = each_run(now_.text, [&](span_kind kind, std::uint64_t length) {
      if (done) done = into_.on_span(kind, length);
    });
    return read ? done : read;
  }

  result<void> take(ledger_term term, const term_view& object) {
    switch (term) {
      case ledger_term::type:
        if (const auto what = ledger_class_from_iri(object.value)) now_.what = what;
        return {};
      case ledger_term::rule:
        return take_rule(object.value);
      case ledger_term::done:
        return take_name(now_.row.found.done, object.value,
                         {treatment::note, treatment::repair, treatment::skip});
      case ledger_term::layer:
        return take_name(now_.row.layer, object.value, {ledger_layer::document, ledger_layer::stream});
      case ledger_term::profile:
        return take_name(now_.about.profile, object.value,
                         {wash_profile::strict, wash_profile::standard, wash_profile::max_recall});
      case ledger_term::format:
        for (const auto& row : format_table())
          if (row.iri == object.value) now_.about.format = row.format;
        if (object.value == records_format) now_.about.format = rdf_format::records;
        return {};
      case ledger_term::digest:
        return take_digest(object.value);
      case ledger_term::is_edit:
        now_.row.is_edit = object.value != "false";
        return {};
      default:
        break;
    }
    if (auto* number = number_of(term)) return take_number(*number, object.value);
    if (auto* text = text_of(term)) return take_text(*text, object);
    return {};
  }

  std::uint64_t* number_of(ledger_term term) {
    auto& found = now_.row.found;
    switch (term) {
      case ledger_term::offset:
        return &now_.offset;
      case ledger_term::length:
        return &found.length_bytes;
      case ledger_term::token:
        return &found.token_offset_bytes;
      case ledger_term::line:
        return &found.line;
      case ledger_term::column:
        return &found.column;
      case ledger_term::count:
        return &now_.count;
      case ledger_term::bytes:
        return &now_.about.bytes;
      case ledger_term::statement_bytes:
        return &now_.about.spans.statement_bytes;
      case ledger_term::syntax_bytes:
        return &now_.about.spans.syntax_bytes;
      case ledger_term::quarantine_bytes:
        return &now_.about.spans.quarantine_bytes;
      case ledger_term::rows_left_out:
        return &now_.about.cut.rows_left_out;
      case ledger_term::bytes_left_out:
        return &now_.about.cut.bytes_left_out;
      case ledger_term::copied_to:
        return &now_.about.cut.copied_to;
      case ledger_term::mixed_bytes:
        return &now_.about.cut.mixed_bytes;
      default:
        return nullptr;
    }
  }

  std::string* text_of(ledger_term term) {
    auto& found = now_.row.found;
    switch (term) {
      case ledger_term::message:
        return &found.message;
      case ledger_term::before:
        return &found.before;
      case ledger_term::after:
        return &found.after;
      case ledger_term::runs:
      case ledger_term::content:
        return &now_.text;
      case ledger_term::base_iri:
        return &now_.about.base_iri;
      case ledger_term::encoding:
        return &now_.about.encoding;
      case ledger_term::media_type:
        return &now_.about.media_type;
      case ledger_term::program:
        return &now_.about.program;
      default:
        return nullptr;
    }
  }

  template <class Value>
  static result<void> take_name(Value& into, std::string_view name, std::initializer_list<Value> among) {
    auto found = find_name(name, among);
    if (!found) return tl::unexpected(found.error());
    into = *found;
    return {};
  }

  static result<void> take_number(std::uint64_t& into, std::string_view text) {
    auto number = to_number(text);
    if (!number) return tl::unexpected(number.error());
    into = *number;
    return {};
  }

  static result<void> take_text(std::string& into, const term_view& object) {
    if (object.datatype != xsd_hex) {
      into = object.value;
      return {};
    }
    auto bytes = from_hex(object.value);
    if (!bytes) return fail(errc::syntax_error, "bytes that are not hexadecimal");
    into = *std::move(bytes);
    return {};
  }

  result<void> take_rule(std::string_view iri) {
    const auto rule =
        iri.starts_with(rule_base) ? errc_from_name(iri.substr(rule_base.size())) : std::nullopt;
    if (!rule) return fail(errc::syntax_error, "unknown rule: " + std::string(iri.substr(0, 80)));
    now_.row.found.rule = *rule;
    return {};
  }

  result<void> take_digest(std::string_view hex) {
    const auto digest = content_digest::from_hex(hex);
    if (!digest) return fail(errc::syntax_error, "a digest that is not a SHA-256");
    now_.about.digest = *digest;
    return {};
  }

  ledger_sink& into_;
  std::string subject_;
  record now_;
  std::optional<ledger_subject> about_;
  std::optional<failure> fault_;
};

/// Stores everything.
class loading_sink final : public ledger_sink {
 public:
  result<void> on_row(const ledger_row& row) override {
    all.rows.push_back(row);
    return {};
  }
  result<void> on_span(span_kind kind, std::uint64_t length_bytes) override {
    all.spans.emplace_back(kind, length_bytes);
    return {};
  }
  result<void> on_bytes(std::uint64_t offset, std::string_view bytes) override {
    all.chunks.emplace_back(offset, bytes);
    return {};
  }
  result<void> on_count(const ledger_count& count) override {
    all.counts.push_back(count);
    return {};
  }

  loaded_ledger all;
};

}  // namespace

result<ledger_subject> read_ledger(byte_source& nquads, ledger_sink& into) {
  record_reader records{into};
  auto reader = make_reader(rdf_format::n_quads, {}, records);
  if (!reader) return tl::unexpected(reader.error());
  std::vector<char> buffer(chunk_bytes);
  for (;;) {
    const auto n = nquads.read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    if (auto pushed = (*reader)->push({buffer.data(), *n}); !pushed) return tl::unexpected(pushed.error());
  }
  if (auto done = (*reader)->finish(); !done) return tl::unexpected(done.error());
  return records.finish();
}

result<loaded_ledger> load_ledger(byte_source& nquads) {
  loading_sink sink;
  auto subject = read_ledger(nquads, sink);
  if (!subject) return tl::unexpected(subject.error());
  sink.all.subject = *std::move(subject);
  return std::move(sink.all);
}

std::string loaded_ledger::bytes_at(std::uint64_t offset, std::uint64_t length_bytes) const {
  std::string out;
  auto chunk = std::ranges::upper_bound(chunks, offset, {}, [](const auto& one) { return one.first; });
  if (chunk != chunks.begin()) --chunk;
  for (; chunk != chunks.end() && out.size() < length_bytes; ++chunk) {
    const auto from = offset + out.size();
    if (chunk->first > from || from - chunk->first >= chunk->second.size()) break;
    out += chunk->second.substr(from - chunk->first, length_bytes - out.size());
  }
  return out.size() == length_bytes ? out : std::string{};
}

result<void> quarantine_sink::on_span(span_kind kind, std::uint64_t length_bytes) {
  if (kind == span_kind::quarantine) spans_.emplace_back(end_, end_ + length_bytes);
  end_ += length_bytes;
  return {};
}

result<void> quarantine_sink::on_bytes(std::uint64_t offset, std::string_view bytes) {
  const auto end = offset + bytes.size();
  while (next_ < spans_.size() && spans_[next_].second <= offset) ++next_;
  for (auto i = next_; i < spans_.size() && spans_[i].first < end; ++i) {
    const auto from = std::max(spans_[i].first, offset), to = std::min(spans_[i].second, end);
    if (auto taken = on_quarantine(from, bytes.substr(from - offset, to - from)); !taken) return taken;
  }
  return {};
}

}  // namespace laundromat
