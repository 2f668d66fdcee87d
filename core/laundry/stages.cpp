// Unpack, guess, parse.
// SPDX-License-Identifier: Apache-2.0
#include "core/laundry/stages.hpp"

#include <algorithm>

#include "core/codec/block_gzip.hpp"
#include "core/codec/codec_version.hpp"
#include "core/codec/encoding.hpp"
#include "core/codec/encoding_watch.hpp"
#include "core/codec/open_view.hpp"
#include "core/codec/recode.hpp"
#include "core/codec/unpack.hpp"
#include "core/laundry/document_metadata.hpp"
#include "core/laundry/kept_delta.hpp"
#include "core/laundry/kept_ledger.hpp"
#include "core/rdf/guess/guess.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "core/rdf/wash/launder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t head_bytes = 64 * 1024;
constexpr std::size_t excerpt_chars = 1'000;

/// What the engine is to blame for, and a retry may mend; everything else is the document's.
bool is_local(errc code) {
  return code == errc::cancelled || code == errc::io_failed || code == errc::no_space ||
         code == errc::internal;
}

/// Ends with `cancelled` as soon as somebody wishes it.
class cancellable_source final : public byte_source {
 public:
  cancellable_source(byte_source_ptr below, const std::atomic<bool>* cancelled)
      : below_(std::move(below)), cancelled_(cancelled) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (cancelled_ && *cancelled_) return fail(errc::cancelled, "the engine stops");
    return below_->read(buffer);
  }
  result<void> seek(std::uint64_t offset) override { return below_->seek(offset); }
  [[nodiscard]] bool is_seekable() const override { return below_->is_seekable(); }
  [[nodiscard]] std::uint64_t size_bytes() const override { return below_->size_bytes(); }

 private:
  byte_source_ptr below_;
  const std::atomic<bool>* cancelled_;
};

/// The raw store of a laundry that may be stopped in the middle of a large archive.
class cancellable_raw final : public raw_port {
 public:
  explicit cancellable_raw(const laundry_ports& ports) : below_(*ports.raw), cancelled_(ports.cancelled) {}

  result<byte_source_ptr> open(std::string_view raw_path) override {
    auto source = below_.open(raw_path);
    if (!source) return source;
    return std::make_unique<cancellable_source>(std::move(*source), cancelled_);
  }

 private:
  raw_port& below_;
  const std::atomic<bool>* cancelled_;
};

/// Counts what goes by on its way to a file.
class counting_sink final : public byte_sink {
 public:
  explicit counting_sink(byte_sink& below) : below_(below) {}
  result<void> write(std::string_view bytes) override {
    bytes_ += bytes.size();
    return below_.write(bytes);
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  byte_sink& below_;
  std::uint64_t bytes_ = 0;
};

/// What becomes of streams is the same under every profile; damage that the taxonomy does not know costs what it hits.
treatment treatment_of_warning(errc code) {
  return treatment_of(code, wash_profile::standard);
}

std::vector<defect> to_defects(const warning_log& warnings) {
  std::vector<defect> out;
  for (const auto& w : warnings.rows())
    out.push_back({w.code, w.offset_bytes, 0, w.line, w.column, w.message, treatment_of_warning(w.code)});
  return out;
}

/// Stream damage and reader defects are one account.
void add_warnings(parse_outcome& out, const warning_log& warnings, std::size_t detail_limit) {
  for (auto& w : to_defects(warnings))
    if (out.defects.size() < detail_limit) out.defects.push_back(std::move(w));
  for (const auto& [code, count] : warnings.counts()) {
    const auto same = std::find_if(out.defect_counts.begin(), out.defect_counts.end(),
                                   [&](const auto& c) { return c.rule == code; });
    if (same != out.defect_counts.end())
      same->count += count;
    else
      out.defect_counts.push_back({code, count});
  }
}

result<byte_source_ptr> open_text(const view& content, const std::string& encoding,
                                  const std::string& charset, const laundry_ports& ports,
                                  warning_log& warnings) {
  auto bytes = open_view(content, *ports.raw, *ports.scratch, ports.limits, warnings);
  if (!bytes) return bytes;
  auto source = std::make_unique<cancellable_source>(std::move(*bytes), ports.cancelled);
  return make_utf8_source(watch_encoding(std::move(source), encoding, charset, warnings), encoding, warnings);
}

codec_budget to_codec(const unpack_budget& b) {
  return {b.bytes, b.entries, b.depth, b.filters, b.ratio};
}

archive_member to_member(const member_info& m) {
  return {m.ordinal,     m.path,   static_cast<member_kind>(m.type), m.size_bytes, m.modified,
          m.permissions, m.skipped};
}

/// The encoding, or `failed_for_good` when the bytes are no text.
void decide_encoding(unpack_outcome& out, const inspection& seen, const std::string& charset) {
  const auto decided = detect_encoding(seen.sample, seen.sample_is_whole, charset);
  out.on = decided.problem == errc::ok ? event::leaf_found : event::failed_for_good;
  out.cause = decided.problem;
  out.encoding = decided.chosen;
  for (const auto& voice : decided.evidence)
    out.encodings.push_back(
        {evidence_kind::encoding, voice.source, voice.value, voice.rank, voice.chosen, voice.note});
}

/// A failure of the document becomes an outcome; one of the engine stays an error.
template <class Outcome>
result<Outcome> judge(Outcome out, const failure& why) {
  if (is_local(why.code)) return tl::unexpected(why);
  out.on = event::failed_for_good;
  out.cause = why.code;
  out.detail = why.detail;
  return out;
}

std::string excerpt_of(std::string_view text) {
  std::size_t end = 0, chars = 0;
  for (; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && ++chars > excerpt_chars) break;
  return std::string{text.substr(0, end)};
}

/// Which format a text is in; `head` is longer than `head_bytes` when there is more of it.
guess_outcome judge_head(std::string_view head, const std::string& media_type, const std::string& name) {
  guess_outcome out;
  const auto guessed = guess_format(head.substr(0, head_bytes), head.size() <= head_bytes, media_type, name);
  for (const auto& voice : guessed.voices)
    out.formats.push_back(
        {evidence_kind::format, voice.source, voice.value, voice.rank, voice.chosen, voice.note});
  if (guessed.format) {
    out.on = event::format_found;
    out.format = *guessed.format;
    return out;
  }
  out.on = event::not_rdf;
  out.cause = errc::non_rdf_format;
  out.head = excerpt_of(head);
  return out;
}

/// What `guess` will say, unless the sample holds less of the text than it wants to see.
std::optional<guess_outcome> guess_ahead(const unpack_job& job, const std::string& encoding,
                                         inspection& seen) {
  warning_log known_later;
  auto text = make_utf8_source(make_memory_source(std::move(seen.sample)), encoding, known_later);
  if (!text) return std::nullopt;
  const auto head = read_head(**text, head_bytes + 1);
  if (!head || (head->size() <= head_bytes && !seen.sample_is_whole)) return std::nullopt;
  return judge_head(*head, job.media_type, job.name);
}

/// Counts a document while it is written.
class document_counter final : public line_observer {
 public:
  void on_lines(std::string_view sorted_unique_lines) override { meter_.add(sorted_unique_lines); }
  [[nodiscard]] document_statistics finish() { return meter_.finish(); }

 private:
  statistics_meter meter_;
};

result<void> add_metadata(clean_output& file, const document_facts& facts) {
  const auto metadata = make_metadata_files(facts);
  if (!metadata) return tl::unexpected(metadata.error());
  for (std::size_t i = 0; i < metadata->size(); ++i)
    if (auto added = file.add_beside(metadata_file_names[i], (*metadata)[i]); !added) return added;
  return {};
}

/// One document on its way through `launder`, with what is collected beside its statements.
struct washing {
  const parse_job& job;
  const laundry_ports& ports;
  const parse_settings& settings;
  worker_pool workers{settings.threads, ports.helpers};
  document_counter counter = {};
  warning_log warnings = {};
  std::optional<kept_ledger> ledger = {};
};

result<laundered> launder_once(washing& w, const std::optional<content_digest>& known, byte_sink& out) {
  w.warnings = {};
  auto text = open_text(w.job.content, w.job.encoding, w.job.charset, w.ports, w.warnings);
  if (!text) return tl::unexpected(text.error());
  launder_options options;
  options.base_iri = w.job.base_iri;
  options.contexts = w.ports.contexts;
  options.memory_bytes = w.settings.memory_bytes;
  options.workers = &w.workers;
  options.defect_details = w.settings.defect_details;
  options.profile = w.settings.profile;
  options.media_type = w.job.media_type;
  options.known_document = known;
  options.observer = &w.counter;
  if (w.ports.make_ledger) {
    options.ledger = &w.ledger.emplace(w.ports.make_ledger, w.job.format).writer();
    options.limits.excerpt_bytes = ledger_limits{}.repair_bytes;
  }
  const auto runs = w.ports.make_runs();
  return launder(**text, w.job.format, options, *runs, out);
}

/// The second pass knows the document's digest.
result<laundered> launder_document(washing& w, byte_sink& out) {
  auto washed = launder_once(w, std::nullopt, out);
  return washed && washed->needs_second_pass ? launder_once(w, washed->document, out) : std::move(washed);
}

/// What the layers below the text reported.
void add_warnings(ledger_writer& to, const warning_log& warnings) {
  auto more = warnings.counts();
  for (const auto& w : to_defects(warnings)) {
    to.on_stream_defect(w);
    --more[w.rule];
  }
  for (const auto& [code, count] : more) to.count_stream_defects(code, treatment_of_warning(code), count);
}

/// Completes the ledger; the document is opened anew when bytes of it are wanted.
result<staged_ledger> finish_ledger(washing& w, const laundered& washed) {
  if (!w.ledger) return staged_ledger{};
  auto& writer = w.ledger->writer();
  add_warnings(writer, w.warnings);
  if (writer.needs_document()) {
    warning_log known_already;
    auto text = open_text(w.job.content, w.job.encoding, w.job.charset, w.ports, known_already);
    if (!text) return tl::unexpected(text.error());
    if (auto done = writer.restore(**text); !done) return tl::unexpected(done.error());
  }
  return w.ledger->finish({washed.decoded.digest, washed.decoded.bytes, w.job.format, w.settings.profile,
                           washed.used_base ? w.job.base_iri : std::string{}, w.job.encoding,
                           w.job.media_type, "laundromat " + w.settings.tool_version},
                          w.ports.keeps_empty_ledgers);
}

parse_outcome to_outcome(laundered washed, const washing& w, std::uint64_t compressed_bytes) {
  parse_outcome out;
  out.on = event::statements_stored;
  out.read = washed.read;
  out.duplicates = washed.duplicates;
  out.decoded = washed.decoded;
  out.used_base = washed.used_base;
  out.spans = washed.spans;
  out.defects = std::move(washed.defects);
  out.defect_counts = std::move(washed.defect_counts);
  add_warnings(out, w.warnings, w.settings.defect_details);
  const auto stored_bytes = washed.statements == 0 ? 0 : compressed_bytes;
  out.clean = {washed.content.digest, washed.statements, washed.quads, washed.content, stored_bytes, {},
               washed.identity};
  return out;
}

/// Stages the document with its metadata.
result<void> stage_document(clean_output& file, std::string_view index, washing& w, parse_outcome& out) {
  if (auto added =
          add_metadata(file, {out.clean.content, out.clean.compressed_bytes, out.clean.identity,
                              w.counter.finish(), w.settings.tool_version, std::string(codec_version())});
      !added)
    return added;
  auto staged = file.finish(index);
  if (!staged) return tl::unexpected(staged.error());
  out.staged = std::move(*staged);
  return {};
}

/// Stages what is published. An empty document has no file, but may differ from the one before.
result<void> stage_all(clean_output& file, std::string_view index, washing& w, parse_outcome& out) {
  if (out.clean.statements > 0)
    if (auto staged = stage_document(file, index, w, out); !staged) return staged;
  auto delta = stage_delta(w.job.previous, out.clean, out.staged, w.ports);
  if (!delta) return tl::unexpected(delta.error());
  out.delta = *std::move(delta);
  return {};
}

/// What was staged goes again when a later step fails.
void drop_staged(const parse_outcome& out, const laundry_ports& ports) {
  if (!ports.drop_staged) return;
  for (const auto* name : {&out.staged, &out.ledger.staged})
    if (!name->empty()) ports.drop_staged(*name);
}

}  // namespace

result<unpack_outcome> unpack(const unpack_job& job, const laundry_ports& ports,
                              const parse_settings* parsing) {
  unpack_outcome out;
  warning_log warnings;
  cancellable_raw raw{ports};
  auto seen = inspect(job.content, raw, *ports.scratch, to_codec(job.budget), warnings);
  if (!seen) return judge(std::move(out), seen.error());
  out.content = seen->content;
  out.spent_bytes = seen->spent_bytes;
  if (seen->archive) {
    out.warnings = to_defects(warnings);  // those of a leaf come again, and completely, when it is read
    out.on = event::children_found;
    out.archive = *seen->archive;
    for (const auto& m : seen->members) out.members.push_back(to_member(m));
    return out;
  }
  decide_encoding(out, *seen, job.charset);
  if (out.on != event::leaf_found) return out;
  const bool is_small = seen->sample_is_whole && seen->sample.size() <= most_ahead_bytes;
  out.ahead = guess_ahead(job, out.encoding, *seen);
  if (parsing && is_small && out.ahead && out.ahead->on == event::format_found)
    if (auto parsed = parse({job.lease, job.entry, out.content, out.encoding, out.ahead->format, job.base_iri,
                             job.media_type, job.previous, job.charset},
                            ports, *parsing);
        parsed)
      out.ahead->ahead = *std::move(parsed);
  return out;
}

result<guess_outcome> guess(const guess_job& job, const laundry_ports& ports) {
  warning_log warnings;
  auto text = open_text(job.content, job.encoding, {}, ports, warnings);
  if (!text) return judge(guess_outcome{}, text.error());
  const auto head = read_head(**text, head_bytes + 1);
  if (!head) return judge(guess_outcome{}, head.error());
  return judge_head(*head, job.media_type, job.name);
}

result<parse_outcome> parse(const parse_job& job, const laundry_ports& ports,
                            const parse_settings& settings) {
  auto file = ports.make_output();
  if (!file) return tl::unexpected(file.error());
  washing w{job, ports, settings};
  counting_sink counted{**file};
  block_gzip_sink sink{counted, &w.workers};
  auto washed = launder_document(w, sink);
  if (!washed) return judge(parse_outcome{}, washed.error());
  if (auto closed = sink.finish(); !closed) return tl::unexpected(closed.error());
  auto ledger = finish_ledger(w, *washed);
  if (!ledger) return judge(parse_outcome{}, ledger.error());
  auto out = to_outcome(*std::move(washed), w, counted.bytes());
  out.ledger = *std::move(ledger);
  if (auto staged = stage_all(**file, to_bytes(sink.index()), w, out); !staged) {
    drop_staged(out, ports);
    return tl::unexpected(staged.error());
  }
  return out;
}

}  // namespace laundromat
