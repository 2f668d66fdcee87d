// The sink between reader and sorter, and the final writing.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/launder.hpp"

#include <map>

#include "core/rdf/ledger/excerpt.hpp"
#include "core/rdf/write/canonical.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

constexpr std::size_t chunk_bytes = 1 << 18;

/// Turns statements into canonical lines, and counts what goes by.
class washer final : public statement_sink {
 public:
  washer(const launder_options& options, sorted_set& lines, laundered& report)
      : options_(options),
        lines_(lines),
        report_(report),
        prefix_(options.known_document ? skolem_prefix(*options.known_document)
                                       : placeholder_skolem_prefix()) {}

  result<void> on_statement(const statement_view& statement) override {
    ++report_.read;
    for (const auto* term : {&statement.subject, &statement.predicate, &statement.object, &statement.graph}) {
      has_blanks_ = has_blanks_ || term->kind == term_kind::blank;
      mentions_genids_ =
          mentions_genids_ || (term->kind == term_kind::iri && term->value.starts_with(genid_base));
    }
    line_.clear();
    append_canonical(line_, statement, prefix_);
    return lines_.add(line_);
  }
  void on_defect(const defect& found) override {
    if (report_.defects.size() < options_.defect_details) keep(found);
    ++counts_[found.rule];
    if (options_.ledger) options_.ledger->on_defect(found);
  }

  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    report_.spans.add(kind, length_bytes);
    if (options_.ledger) options_.ledger->on_span(kind, length_bytes);
  }

  /// With the digest in place from the start, order is never at stake.
  [[nodiscard]] bool may_be_out_of_order() const {
    return !options_.known_document && has_blanks_ && mentions_genids_;
  }
  [[nodiscard]] std::vector<defect_count> counts() const {
    std::vector<defect_count> all;
    for (const auto& [rule, count] : counts_) all.push_back({rule, count});
    return all;
  }

 private:
  /// What is kept in memory is shorter than what a ledger wants to know of a repair.
  void keep(const defect& found) {
    auto& kept = report_.defects.emplace_back(found);
    for (auto* text : {&kept.before, &kept.after})
      text->resize(cut_excerpt(*text, reader_limits{}.excerpt_bytes).size());
  }

  const launder_options& options_;
  sorted_set& lines_;
  laundered& report_;
  std::string prefix_, line_;
  std::map<errc, std::uint64_t> counts_;
  bool has_blanks_ = false, mentions_genids_ = false;
};

result<void> read_document(byte_source& utf8, reader& into, content_meta& decoded) {
  content_meter meter;
  std::vector<char> buffer(chunk_bytes);
  for (;;) {
    const auto n = utf8.read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    const std::string_view bytes(buffer.data(), *n);
    meter.update(bytes);
    if (auto pushed = into.push(bytes); !pushed) return pushed;
  }
  decoded = meter.finish();
  return into.finish();
}

/// Whether a canonical line has a fourth term: the one after the object that begins with `<` and is no
/// datatype.
bool is_quad(std::string_view line) {
  if (!line.ends_with("> .\n")) return false;
  const auto last = line.rfind('<');
  if (last == 0 || line[last - 1] != ' ') return false;
  const auto predicate = line.find(' ') + 1;
  const auto object = line.find(' ', predicate) + 1;
  return last > object;
}

/// Writes in batches, and meters what it writes.
class final_writer {
 public:
  final_writer(byte_sink& out, std::string digest_hex, laundered& report)
      : out_(out), digest_hex_(std::move(digest_hex)), report_(report) {}

  result<void> take(std::string_view line) {
    ++report_.statements;
    if (is_quad(line)) ++report_.quads;
    append_with_digest(batch_, line, digest_hex_);
    return batch_.size() < chunk_bytes ? result<void>{} : flush();
  }
  result<void> finish() {
    auto flushed = flush();
    report_.content = meter_.finish();
    return flushed;
  }

 private:
  result<void> flush() {
    meter_.update(batch_);
    auto written = batch_.empty() ? result<void>{} : out_.write(batch_);
    batch_.clear();
    return written;
  }

  byte_sink& out_;
  std::string digest_hex_, batch_;
  laundered& report_;
  content_meter meter_;
};

}  // namespace

result<laundered> launder(byte_source& utf8, rdf_format format, const launder_options& options,
                          run_store& runs, byte_sink& out) {
  laundered report;
  sorted_set lines(runs, options.memory_bytes);
  washer sink(options, lines, report);
  auto reader = make_reader(
      format, {options.base_iri, options.limits, options.profile, options.media_type, options.contexts},
      sink);
  if (!reader) return tl::unexpected(reader.error());
  if (auto done = read_document(utf8, **reader, report.decoded); !done) return tl::unexpected(done.error());
  report.defect_counts = sink.counts();
  report.needs_second_pass = sink.may_be_out_of_order();
  if (report.needs_second_pass) return report;
  final_writer writer(out, report.decoded.digest.hex(), report);
  auto done = lines.finish([&](std::string_view line) { return writer.take(line); });
  if (done) done = writer.finish();
  if (!done) return tl::unexpected(done.error());
  report.duplicates = lines.duplicates();
  return report;
}

}  // namespace laundromat
