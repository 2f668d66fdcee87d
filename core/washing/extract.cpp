// The sink between extractor and writer.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/extract.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "core/base/for_each_chunk.hpp"
#include "core/extraction/plan/record_counter.hpp"
#include "core/washing/document_ledger.hpp"

namespace laundromat {

namespace {

/// Counts records and defects, and passes them on.
class counting_records final : public record_sink {
 public:
  counting_records(extract_outcome& out, const record_plan& plan, std::size_t most_details,
                   ledger_writer* ledger, record_writer& writer)
      : out_(out), counter_(plan.spec()), most_details_(most_details), ledger_(ledger), writer_(writer) {}

  result<void> on_record(data_record& record) override {
    if (record.is_empty()) return {};
    counter_.count(record.root());
    auto written = writer_.write(record.root(), record.place, *this);
    if (!written) writing_failed_ = true;
    return written;
  }
  void on_defect(const defect& found) override {
    if (out_.defects.size() < most_details_) out_.defects.push_back(found);
    ++counts_[found.rule];
    if (found.done == treatment::repair) ++out_.repairs;
    if (found.done == treatment::skip) ++out_.skips;
    if (ledger_) ledger_->on_defect(found);
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    out_.spans.add(kind, length_bytes);
    if (ledger_) ledger_->on_span(kind, length_bytes);
  }
  void finish() {
    out_.counters = counter_.values();
    for (const auto& [rule, count] : counts_) out_.defect_counts.push_back({rule, count});
  }
  /// Whether an error is that of the writer, and not of the document.
  [[nodiscard]] bool writing_failed() const { return writing_failed_; }

 private:
  extract_outcome& out_;
  record_counter counter_;
  std::size_t most_details_;
  ledger_writer* ledger_;
  record_writer& writer_;
  std::map<errc, std::uint64_t> counts_;
  bool writing_failed_ = false;
};

/// Reads the document to its end, and returns what it is measured by.
result<content_meta> read_metered(byte_source& text, reader& into) {
  constexpr std::size_t chunk_bytes = std::size_t{256} << 10;
  content_meter meter;
  auto read = for_each_chunk(text, chunk_bytes, [&](std::string_view bytes) {
    meter.update(bytes);
    return into.push(bytes);
  });
  if (read) read = into.finish();
  if (!read) return tl::unexpected(read.error());
  return meter.finish();
}

}  // namespace

result<extract_outcome> extract(const parse_job& job, const washing_ports& ports,
                                const parse_settings& settings, const record_plan& plan, record_writer& out) {
  extract_outcome made;
  warning_log warnings;
  auto text = open_document(job, ports, warnings, std::nullopt);
  if (!text) return judge(std::move(made), text.error(), ports);
  std::optional<kept_ledger> ledger;
  if (ports.make_ledger) ledger.emplace(ports.make_ledger, job.format, ledger_room_of(job, settings.ledger));
  counting_records records(made, plan, settings.defect_details, ledger ? &ledger->writer() : nullptr, out);
  const auto extractor =
      plan.make_extractor({job.media_type, job.name, job.base_iri}, settings.profile, records, &made.found);
  auto decoded = read_metered(**text, *extractor);
  if (!decoded && records.writing_failed()) return tl::unexpected(decoded.error());
  if (!decoded) return judge(std::move(made), decoded.error(), ports);
  records.finish();
  made.on = event::statements_stored;
  made.decoded = *decoded;
  const bool is_known = std::ranges::count(made.defect_counts, errc::no_records, &defect_count::rule) > 0;
  if (made.records() == 0 && made.decoded.bytes > 0 && made.skips == 0 && !is_known) {
    auto& nothing = made.defects.emplace_back();
    nothing.rule = errc::no_records;
    nothing.done = treatment::note;
    made.defect_counts.push_back({errc::no_records, 1});
    if (ledger) ledger->writer().on_defect(nothing);
  }
  add_warnings(made, warnings, settings.defect_details);
  if (ledger) {
    auto staged = finish_ledger(*ledger, job, ports, settings, warnings, made.decoded, false, std::nullopt);
    if (!staged) return judge(std::move(made), staged.error(), ports);
    made.ledger = *std::move(staged);
  }
  return made;
}

}  // namespace laundromat
