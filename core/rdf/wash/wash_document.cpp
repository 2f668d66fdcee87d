// The sink between reader and sorter, and the final writing.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/wash_document.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <new>
#include <utility>

#include "core/base/string_pool.hpp"
#include "core/rdf/ledger/excerpt.hpp"
#include "core/rdf/sort/line_sorter.hpp"
#include "core/rdf/wash/rdf_1_1_encoder.hpp"
#include "core/rdf/wash/read_ahead.hpp"
#include "core/rdf/wash/version_watch.hpp"
#include "core/rdf/write/canonical.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

/// What statements that wait for the names of their blank nodes may need beside the memory of the sorter. More is taken from that.
constexpr std::uint64_t names_beside = std::uint64_t{32} << 20;

/// Turns statements into canonical lines, and counts them.
class washer final : public statement_sink {
 public:
  washer(const wash_document_options& options, line_sorter& lines, washed_document& report)
      : options_(options),
        lines_(lines),
        report_(report),
        prefix_(options.known_document ? skolem_prefix(*options.known_document) : late_skolem_prefix()),
        namer_(prefix_, options.naming, options.name_runs) {}

  /// `bytes_read` bytes of the document were read: they determine the limit of its statements. Errors: those of the sorter.
  result<void> allow(std::uint64_t bytes_read) {
    allowed_bytes_ = options_.free_statement_bytes + options_.statement_ratio * bytes_read;
    const auto names = namer_.memory_bytes();
    return lines_.lend(names - std::min(names, names_beside));
  }

  result<void> on_statement(const statement_view& statement) override {
    ++report_.read;
    if (line_bytes_ + namer_.text_bytes() > allowed_bytes_)
      return fail(errc::limit_exceeded,
                  "the statements are longer than the document by a factor of more than " +
                      std::to_string(options_.statement_ratio) + " (limits.statement_ratio)");
    for (const auto* term : {&statement.subject, &statement.predicate, &statement.object, &statement.graph})
      if (term->kind == term_kind::iri && is_genid(term->value)) [[unlikely]] {
        mentions_genids_ = true;
        namer_.avoid(term->value);
      }
    if (mentions_blank(statement) && !namer_.is_beyond_limits()) return namer_.take(statement, line_adder());
    begin_subject(statement);
    const auto to = lines_.room(plain_rest_bytes(statement, prefix_));
    if (!to) return tl::unexpected(to.error());
    if (const auto* end = write_plain_rest(*to, statement, prefix_)) {
      count_rest(static_cast<std::size_t>(end - *to));
      return {};
    }
    return add_escaped(statement);
  }
  void on_defect(const defect& found) override {
    if (report_.defects.size() < options_.defect_details) keep(found);
    ++counts_[found.rule];
    if (found.done == treatment::repair) ++report_.repairs;
    if (found.done == treatment::skip) ++report_.skips;
    if (options_.ledger) options_.ledger->on_defect(found);
  }

  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    report_.spans.add(kind, length_bytes);
    if (options_.ledger) options_.ledger->on_span(kind, length_bytes);
  }

  /// Passes the statements that waited for their names to the sorter.
  result<void> finish_names() { return namer_.finish(skolem_prefix(report_.document), line_adder()); }
  [[nodiscard]] bool has_document_names() const { return namer_.has_document_names(); }
  [[nodiscard]] bool has_late_digits() const { return !options_.known_document && namer_.is_beyond_limits(); }
  /// False if the digest is known from the start: the order of lines is then final.
  [[nodiscard]] bool may_be_out_of_order() const { return has_late_digits() && mentions_genids_; }
  [[nodiscard]] std::vector<defect_count> counts() const {
    std::vector<defect_count> all;
    for (const auto& [rule, count] : counts_) all.push_back({rule, count});
    return all;
  }

 private:
  /// The excerpts kept in memory are shorter than those of a ledger.
  void keep(const defect& found) {
    auto& kept = report_.defects.emplace_back(found);
    for (auto* text : {&kept.before, &kept.after})
      text->resize(cut_excerpt(*text, reader_limits{}.excerpt_bytes).size());
  }

  /// Statements with one subject mostly follow one another.
  void begin_subject(const statement_view& statement) {
    const auto& subject = statement.subject;
    if (subject.kind == subject_kind_ && subject.value == subject_) return;
    subject_kind_ = subject.kind;
    subject_.assign(subject.value);
    key_.clear();
    text_.resize(plain_subject_bytes(statement, prefix_));
    if (const auto* end = write_plain_subject(text_.data(), statement, prefix_))
      return begin_key({text_.data(), static_cast<std::size_t>(end - text_.data())});
    text_.clear();
    append_canonical_subject(text_, statement, prefix_);
    begin_key(text_);
  }

  result<void> add_escaped(const statement_view& statement) {
    text_.clear();
    append_canonical_rest(text_, statement, prefix_);
    return add_rest(text_);
  }

  /// Takes finished lines.
  blank_namer::line_consumer line_adder() {
    return [this](std::string_view key, std::string_view rest) {
      if (key != key_) {
        subject_kind_ = term_kind::none;
        key_.assign(key);
        begin_key(key_);
      }
      return add_rest(rest);
    };
  }

  result<void> add_rest(std::string_view rest) {
    const auto to = lines_.room(rest.size());
    if (!to) return tl::unexpected(to.error());
    std::memcpy(*to, rest.data(), rest.size());
    count_rest(rest.size());
    return {};
  }

  void count_rest(std::size_t bytes) {
    lines_.add_rest(bytes);
    line_bytes_ += key_bytes_ + bytes;
  }

  void begin_key(std::string_view key) {
    key_bytes_ = key.size();
    lines_.begin_key(key);
  }

  const wash_document_options& options_;
  line_sorter& lines_;
  washed_document& report_;
  std::string prefix_, text_;
  /// The last one: a term, or a key of finished lines.
  std::string subject_, key_;
  term_kind subject_kind_ = term_kind::none;
  std::map<errc, std::uint64_t> counts_;
  blank_namer namer_;
  bool mentions_genids_ = false;
  std::uint64_t line_bytes_ = 0, allowed_bytes_ = 0;
  std::size_t key_bytes_ = 0;
};

result<void> read_document(byte_source& utf8, worker_pool& workers, reader& into, washer& sink,
                           content_meta& decoded) {
  content_meter meter;
  read_ahead ahead(utf8, workers);
  task_sequence metering(workers);
  const auto measure = [&](const read_ahead::chunk& one, bool is_small) {
    if (is_small) return meter.update(*one);
    metering.submit([&meter, one] { meter.update(*one); });
  };
  for (std::uint64_t bytes = 0;;) {
    const auto chunk = ahead.next();
    if (!chunk) return tl::unexpected(chunk.error());
    if ((*chunk)->empty()) break;
    bytes += (*chunk)->size();
    measure(*chunk, bytes <= read_ahead::small_bytes);
    if (auto allowed = sink.allow(bytes); !allowed) return allowed;
    if (auto pushed = into.push(**chunk); !pushed) return pushed;
  }
  metering.wait();
  decoded = meter.finish();
  return into.finish();
}

/// Writes the lines, while workers count and observe them.
class final_writer {
 public:
  final_writer(const wash_document_options& options, worker_pool& workers, const washer& seen,
               washed_document& report, byte_sink& out)
      : out_(out),
        observer_(options.observer),
        digits_(skolem_digits(report.document)),
        report_(report),
        measuring_(workers),
        observing_(workers) {
    if (seen.has_document_names())
      nameless_.emplace(seen.has_late_digits() ? late_skolem_prefix() : skolem_prefix(report.document));
  }

  /// Null where lines are written unchanged and not observed one by one.
  line_sorter::line_writer line_writer() {
    if (!nameless_) return {};
    return [this](const line_parts& line, bool is_new, std::string& batch) { write(line, is_new, batch); };
  }

  result<void> take(std::string& lines) {
    const bool is_small = !has_begun_ && lines.size() < read_ahead::chunk_bytes;
    has_begun_ = true;
    const auto batch = pool_.share(std::exchange(lines, pool_.take()));
    if (is_small) {
      meter_.update(*batch);
      observe(*batch);
    } else {
      measuring_.submit([this, batch] { meter_.update(*batch); });
      observing_.submit([this, batch] { observe(*batch); }, most_unobserved);
    }
    return out_.write(*batch);
  }
  void finish() {
    measuring_.wait();
    observing_.wait();
    report_.content = meter_.finish();
    report_.identity = nameless_ ? dataset_identity{nameless_->finish(), identity_kind::candidate}
                                 : dataset_identity{report_.content.digest, identity_kind::exact};
  }

 private:
  void write(const line_parts& line, bool is_new, std::string& batch) {
    const bool has_names = nameless_->add(line.key, is_new, line.rest);
    if (is_new) {
      key_.clear();
      append_with_digits(key_, line.key, digits_);
    }
    if (!has_names && key_.size() == line.key.size()) return append_line(batch, line);
    batch.append(key_);
    append_with_digits(batch, line.rest, digits_);
  }

  void observe(std::string_view lines) {
    if (observer_) observer_->on_lines(lines);
  }

  /// Batches that may wait for the observer, which is slow while its tables grow.
  static constexpr std::size_t most_unobserved = 24;

  byte_sink& out_;
  line_observer* observer_;
  bool has_begun_ = false;
  std::string digits_;  ///< for lines with a place for digits
  std::string key_;     ///< the last one, with the digits
  washed_document& report_;
  content_meter meter_;
  std::optional<nameless_hash> nameless_;
  string_pool pool_;
  task_sequence measuring_, observing_;  ///< last, so that they are destroyed first
};

}  // namespace

result<washed_document> wash_document(byte_source& utf8, rdf_format format,
                                      const wash_document_options& options, run_store& runs,
                                      byte_sink& out) try {
  washed_document report;
  worker_pool alone(1);
  auto& workers = options.workers ? *options.workers : alone;
  line_sorter lines(runs, {options.memory_bytes, &workers});
  washer sink(options, lines, report);
  reader_options given{options.base_iri, options.limits, options.profile, options.media_type,
                       options.contexts};
  given.used_base = &report.used_base;
  given.directions = options.forms.directions;
  declared_prefixes prefixes;
  given.prefixes = &prefixes;
  rdf_1_1_encoder encoder(options.forms, sink);
  statement_sink& taker = needs_encoder(options.forms) ? static_cast<statement_sink&>(encoder) : sink;
  version_watch watch(options.media_type, taker);
  auto reader =
      options.make ? options.make(std::move(given), watch) : make_reader(format, std::move(given), watch);
  if (!reader) return tl::unexpected(reader.error());
  if (auto done = read_document(utf8, workers, **reader, sink, report.decoded); !done)
    return tl::unexpected(done.error());
  report.document =
      report.used_base ? sha256(report.decoded.digest.hex() + " " + options.base_iri) : report.decoded.digest;
  report.defect_counts = sink.counts();
  report.prefixes = prefixes.lines();
  report.needs_second_pass = sink.may_be_out_of_order();
  if (report.needs_second_pass) return report;
  if (auto named = sink.finish_names(); !named) return tl::unexpected(named.error());
  final_writer writer(options, workers, sink, report, out);
  auto done = lines.finish([&](std::string& batch) { return writer.take(batch); }, writer.line_writer());
  writer.finish();
  if (!done) return tl::unexpected(done.error());
  report.statements = lines.unique_lines();
  report.duplicates = report.read - report.statements;
  return report;
} catch (const std::bad_alloc&) {
  return fail(errc::out_of_memory, "the system has no more memory");
}

}  // namespace laundromat
