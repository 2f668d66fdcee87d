// The parse stage.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "core/codec/codec_version.hpp"
#include "core/discovery/catalogue/document_announcements.hpp"
#include "core/mapping/record_plans.hpp"
#include "core/rdf/metrics/count_quads.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/rdf/wash/wash_document.hpp"
#include "core/washing/document_ledger.hpp"
#include "core/washing/document_metadata.hpp"
#include "core/washing/document_sink.hpp"
#include "core/washing/kept_delta.hpp"
#include "core/washing/stages.hpp"

namespace laundromat {

namespace {

/// Counts a document while it is written. The lines of a small one are only counted when its metadata are needed.
class document_counter final : public line_observer {
 public:
  void on_lines(std::string_view sorted_unique_lines) override {
    if (meter_) return meter_->add(sorted_unique_lines);
    held_.append(sorted_unique_lines);
    if (held_.size() > most_held_bytes) begin();
  }
  [[nodiscard]] document_statistics finish() {
    if (!meter_) begin();
    return meter_->finish();
  }
  /// The statements in named graphs of a document of which no statistics are needed.
  [[nodiscard]] std::optional<std::uint64_t> quads_of_small() const {
    return meter_ ? std::nullopt : std::optional{count_quads(held_)};
  }

 private:
  static constexpr std::size_t most_held_bytes = std::size_t{64} << 10;

  void begin() {
    meter_.emplace();
    meter_->add(std::exchange(held_, {}));
  }

  std::optional<statistics_meter> meter_;
  std::string held_;  ///< lines that are not counted yet
};

/// Shows the lines to the counter, and to what collects announcements.
class line_observers final : public line_observer {
 public:
  line_observers(document_counter& counter, document_announcements* announced)
      : counter_(counter), announced_(announced) {}
  void on_lines(std::string_view sorted_unique_lines) override {
    counter_.on_lines(sorted_unique_lines);
    if (announced_) announced_->add(sorted_unique_lines);
  }

 private:
  document_counter& counter_;
  document_announcements* announced_;
};

result<void> add_metadata(clean_output& file, const document_facts& facts, worker_pool& workers) {
  const auto metadata = make_metadata_files(facts, workers);
  if (!metadata) return tl::unexpected(metadata.error());
  for (std::size_t i = 0; i < metadata->size(); ++i)
    if (auto added = file.add_sidecar(metadata_file_names[i], (*metadata)[i]); !added) return added;
  return {};
}

/// The state of one document in `wash_document`, with what is collected in addition to its statements.
struct washing {
  const parse_job& job;
  const washing_ports& ports;
  const parse_settings& settings;
  std::optional<std::string_view> decoded;
  worker_pool workers{settings.threads, ports.helpers};
  document_counter counter = {};
  std::optional<document_announcements> announced =
      {};                               ///< set for a document whose announcements are collected
  document_statistics statistics = {};  ///< set when the document is written
  warning_log warnings = {};
  std::optional<kept_ledger> ledger = {};
  std::optional<record_counter> records = {};  ///< of a document of records, in the last pass
  /// A small document has no index; one that is small or printed has no metadata. Set when the document is written.
  bool is_small = false, has_metadata = true;
};

result<washed_document> wash_once(washing& w, const std::optional<content_digest>& known, byte_sink& out) {
  auto text = open_document(w.job, w.ports, w.warnings, w.decoded);
  if (!text) return tl::unexpected(text.error());
  wash_document_options options;
  options.base_iri = w.job.base_iri;
  options.contexts = w.ports.contexts;
  options.memory_bytes = w.settings.memory_bytes;
  options.workers = &w.workers;
  options.defect_details = w.settings.defect_details;
  options.profile = w.settings.profile;
  options.forms = w.settings.forms;
  options.statement_ratio = w.settings.statement_ratio;
  options.media_type = w.job.media_type;
  options.known_document = known;
  line_observers observers{w.counter, w.announced ? &*w.announced : nullptr};
  options.observer = &observers;
  if (w.ports.make_ledger) {
    options.ledger =
        &w.ledger.emplace(w.ports.make_ledger, w.job.format, ledger_room_of(w.job, w.settings.ledger))
             .writer();
    options.limits.excerpt_bytes = ledger_limits{}.repair_bytes;
  }
  if (w.job.format == rdf_format::records) {
    const document_hints hints{w.job.media_type, w.job.name, w.job.base_iri, w.job.described_by};
    const auto* spec = w.ports.records ? w.ports.records->find(hints) : nullptr;
    if (spec == nullptr && !w.ports.make_reader)
      return fail(errc::no_reader, "no specification of records claims the document");
    options.make = [hints, spec, &w](reader_options given, statement_sink& sink) {
      return w.ports.make_reader ? w.ports.make_reader(hints, std::move(given), sink)
                                 : spec->make_reader(hints, std::move(given), sink, &w.records);
    };
  }
  const auto runs = w.ports.make_runs(), name_runs = w.ports.make_runs();
  options.naming = w.settings.naming;
  options.name_runs = name_runs.get();
  return wash_document(**text, w.job.format, options, *runs, out);
}

/// The digest of the document is known only in the second pass.
result<washed_document> wash_in_passes(washing& w, byte_sink& out) {
  auto washed = wash_once(w, std::nullopt, out);
  return washed && washed->needs_second_pass ? wash_once(w, washed->document, out) : std::move(washed);
}

parse_outcome to_outcome(washed_document washed, washing& w, std::uint64_t compressed_bytes) {
  parse_outcome out;
  out.on = event::statements_stored;
  out.previous = w.job.previous;
  out.read = washed.read;
  out.duplicates = washed.duplicates;
  out.decoded = washed.decoded;
  out.used_base = washed.used_base;
  out.forms = w.settings.forms;
  if (w.announced) out.announced = w.announced->finish();
  out.spans = washed.spans;
  out.repairs = washed.repairs;
  out.skips = washed.skips;
  out.prefixes = std::move(washed.prefixes);
  out.defects = std::move(washed.defects);
  out.defect_counts = std::move(washed.defect_counts);
  if (w.records) out.counters = w.records->values();
  add_warnings(out, w.warnings, w.settings.defect_details);
  const auto stored_bytes = washed.statements == 0 ? 0 : compressed_bytes;
  out.clean = {washed.content.digest, washed.statements, w.statistics.quads, washed.content, stored_bytes, {},
               washed.identity};
  return out;
}

/// Stages the document with its index and metadata, as far as it has them.
result<void> stage_document(clean_output& file, const document_sink& sink, washing& w, parse_outcome& out) {
  if (w.has_metadata) {
    document_facts facts{out.clean.content,       out.clean.compressed_bytes, out.clean.identity,
                         std::move(w.statistics), w.settings.tool_version,    std::string(codec_version())};
    if (w.ports.describes_reading) {
      if (out.used_base) facts.base_iri = w.job.base_iri;
      facts.forms = w.settings.forms;
    }
    if (auto added = add_metadata(file, facts, w.workers); !added) return added;
  }
  auto staged = file.finish(w.is_small ? std::string{} : sink.index());
  if (!staged) return tl::unexpected(staged.error());
  out.staged = std::move(*staged);
  return {};
}

/// Stages all files. An empty document has no file, but may have a delta.
result<void> stage_all(document_sink& sink, washing& w, parse_outcome& out) {
  if (out.clean.statements > 0 && sink.file())
    if (auto staged = stage_document(*sink.file(), sink, w, out); !staged) return staged;
  auto delta = stage_delta(w.job.previous, out.clean, out.staged, w.ports);
  if (!delta) return tl::unexpected(delta.error());
  out.delta = *std::move(delta);
  return {};
}

/// Removes the staged files when a later step fails.
void drop_staged(const parse_outcome& out, const washing_ports& ports) {
  if (!ports.drop_staged) return;
  for (const auto* name : {&out.staged, &out.ledger.staged})
    if (!name->empty()) ports.drop_staged(*name);
}

}  // namespace

result<parse_outcome> parse(const parse_job& job, const washing_ports& ports, const parse_settings& settings,
                            std::optional<std::string_view> decoded) {
  washing w{job, ports, settings, decoded};
  if (settings.announces) w.announced.emplace(document_announcement_options{job.base_iri, settings.followed});
  document_sink sink{ports, w.workers};
  if (auto begun = ports.printed ? result<void>{} : sink.begin(); !begun)
    return tl::unexpected(begun.error());
  auto washed = wash_in_passes(w, sink);
  if (!washed) return judge(parse_outcome{}, washed.error(), ports);
  if (auto closed = sink.finish(); !closed) return tl::unexpected(closed.error());
  auto ledger = w.ledger ? finish_ledger(*w.ledger, job, ports, settings, w.warnings, washed->decoded,
                                         washed->used_base, decoded)
                         : result<staged_ledger>{};
  if (!ledger) return judge(parse_outcome{}, ledger.error(), ports);
  w.is_small =
      settings.only_large_metadata && is_small_document(sink.compressed_bytes(), washed->content.bytes);
  w.has_metadata = !w.is_small && !ports.printed;
  const auto quads = w.has_metadata ? std::nullopt : w.counter.quads_of_small();
  if (quads)
    w.statistics.quads = *quads;
  else
    w.statistics = w.counter.finish();
  auto out = to_outcome(*std::move(washed), w, sink.compressed_bytes());
  out.ledger = *std::move(ledger);
  if (auto staged = stage_all(sink, w, out); !staged) {
    drop_staged(out, ports);
    return tl::unexpected(staged.error());
  }
  return out;
}

}  // namespace laundromat
