// Prints facts, progress and totals of a run.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/run_display.hpp"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <ios>
#include <iostream>
#include <sstream>

#include "app/extraction/describe_counters.hpp"
#include "app/run/work_left.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/log_lines.hpp"
#include "core/base/http_status_of.hpp"
#include "core/records/cause_name.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

/// The time since `then`. Counts arrive only after changes, so times are computed here.
milliseconds since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - then);
}

/// `no new crawl begins: less free space than …`; empty when crawls begin.
std::string intake_pause(const run_counts& counts) {
  return counts.intake.empty() ? std::string{} : "no new crawl begins: " + counts.intake;
}

progress to_progress(const run_counts& counts) {
  progress p;
  for (std::size_t i = 0; i < p.active.size(); ++i) p.active[i] = counts.stages[i].active;
  p.queued = counts.waiting;
  p.done = counts.cleaned + counts.unchanged;
  p.failed = counts.failed;
  p.refused = counts.refused;
  p.bytes = counts.bytes;
  p.statements = counts.statements;
  p.elapsed = counts.elapsed;
  p.waits_for = counts.trouble.empty() ? intake_pause(counts) : counts.trouble;
  p.hosts = describe_waits(counts.waits);
  return p;
}

/// The text of one fact: `parsed  http://…  206 statements`.
std::string in_words(const reported_transition& fact) {
  const bool again = fact.what.on == event::retry_later || fact.what.on == event::put_off;
  std::string line{again ? "later" : to_string(fact.what.to)};
  line.append(std::max<std::size_t>(1, 12 - line.size()), ' ').append(harmless(fact.uri));
  if (fact.what.to == status::parsed) line.append("  ").append(number_of(fact.statements, "statement"));
  line.append(counters_in_words(fact.counters));
  if (fact.cause != errc::ok)
    line.append("  ").append(cause_name(fact.cause, fact.detail)).append(": ").append(meaning_of(fact.cause));
  if (!fact.detail.empty() && http_status_of(fact.cause, fact.detail).empty())
    line.append(fact.cause == errc::ok ? "  " : " (")
        .append(harmless(fact.detail))
        .append(fact.cause == errc::ok ? "" : ")");
  return line;
}

}  // namespace

json_fact fact_of(const reported_transition& fact) {
  json_fact row{{"time", to_iso8601(fact.at)},       {"kind", to_string(fact.what.kind)},
                {"hash", fact.hash.hex()},           {"event", to_string(fact.what.on)},
                {"status", to_string(fact.what.to)}, {"uri", fact.uri}};
  if (fact.cause != errc::ok) row["cause"] = to_string(fact.cause);
  if (!fact.detail.empty()) row["detail"] = fact.detail;
  if (fact.format != rdf_format::unknown) row["format"] = to_string(fact.format);
  if (fact.size_bytes > 0) row["bytes"] = fact.size_bytes;
  if (fact.what.to == status::parsed) row["statements"] = fact.statements;
  add_document_counters(row, fact.counters);
  return row;
}

namespace {

/// Passes log lines to the display, so that they do not mix with the live line.
class display_sink final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit display_sink(std::shared_ptr<console_observer> observer) : observer_(std::move(observer)) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    observer_->print_log_line(std::string{line.data(), line.size() - 1});
  }
  void flush_() override {}

  std::shared_ptr<console_observer> observer_;
};

/// Sets the format of the log's lines and the least level that is printed.
void format_log(const run_options& options) {
  spdlog::set_formatter(log_formatter(reader_of(2)));
  spdlog::set_level(options.quiet ? spdlog::level::warn : spdlog::level::from_str(options.log_level));
}

}  // namespace

std::string describe_waits(const waiting_requests& waits) {
  constexpr std::size_t time_of_day = 11, minutes_bytes = 5;  // in `2026-11-24T18:40:15.123Z`
  std::string out;
  std::uint64_t shown = 0;
  for (const auto& host : waits.longest) {
    shown += host.requests;
    out.append(out.empty() ? "" : ", ").append(human_count(host.requests));
    out.append(host.requests == 1 ? " waits for " : " wait for ").append(harmless(host.authority));
    out.append(" until ").append(to_iso8601(host.until).substr(time_of_day, minutes_bytes));
    if (!host.reason.empty()) out.append(" (").append(harmless(host.reason)).append(")");
  }
  if (waits.requests > shown)
    out.append(", ")
        .append(human_count(waits.requests - shown))
        .append(" for ")
        .append(number_of(waits.hosts - waits.longest.size(), "other host"));
  return out;
}

console_observer::console_observer(const run_options& options, const std::filesystem::path& data)
    : waits_(data),
      options_(options),
      terminal_(inspect_terminal(2)),
      reader_(reader_of(2)),
      display_(std::cerr, terminal_, options.quiet, progress_prefix(reader_)) {}

void console_observer::on_fact(const reported_transition& fact) {
  const std::lock_guard lock{mutex_};
  if (options_.json) {
    std::ostringstream line;
    print_fact(line, fact_of(fact));
    print_json_line(line.str());
  } else if (fact.what.to == status::unchanged && options_.log_level != "debug" && is_routine_ &&
             is_routine_(fact.uri)) {
    return;
  } else if (!options_.quiet && (!terminal_.interactive || fact.cause != errc::ok)) {
    display_.print(fact_prefix(reader_, fact.at, fact.cause != errc::ok) + in_words(fact));
  }
}

void console_observer::leave_out_unchanged(std::function<bool(std::string_view uri)> is_routine) {
  const std::lock_guard lock{mutex_};
  is_routine_ = std::move(is_routine);
}

void console_observer::on_counts(const run_counts& counts) {
  const std::lock_guard lock{mutex_};
  last_ = to_progress(counts);
  counted_at_ = std::chrono::steady_clock::now();
  documents_.add(counts.elapsed, counts.documents);
  crawls_.add(counts.elapsed, counts.ended_crawls);
  last_.documents_per_s = documents_.per_second();
  if (const auto all = due_seeds_ + counts.added_seeds; options_.once && all > counts.ended_crawls)
    last_.left = crawls_.time_for(all - counts.ended_crawls);
  if (options_.json) print_json_line({});
  if (last_.waits_for != to_progress(counts_).waits_for) waits_.write(harmless(last_.waits_for));
  display_.update(last_);
  if (on_counted_) on_counted_(lasting_line(last_));
  counts_ = counts;
}

/// Writes and flushes a fact, until the reader is gone.
void console_observer::print_json_line(const std::string& line) {
  if (is_output_gone_) return;
  try {
    std::cout << line;
    if (line.empty()) std::cout.flush();
  } catch (const std::ios_base::failure&) {
    is_output_gone_ = true;
  }
  if ((is_output_gone_ = is_output_gone_ || !std::cout) && on_output_gone_) on_output_gone_();
}

void console_observer::when_output_is_gone(std::function<void()> act) {
  const std::lock_guard lock{mutex_};
  on_output_gone_ = std::move(act);
  if (is_output_gone_ && on_output_gone_) on_output_gone_();
}

void console_observer::when_counted(std::function<void(std::string)> act) {
  const std::lock_guard lock{mutex_};
  on_counted_ = std::move(act);
}

bool console_observer::is_output_gone() {
  const std::lock_guard lock{mutex_};
  return is_output_gone_;
}

run_counts console_observer::current_counts() {
  const std::lock_guard lock{mutex_};
  return counts_;
}

std::string console_observer::in_one_line() {
  const std::lock_guard lock{mutex_};
  auto current = last_;
  current.elapsed += since(counted_at_);
  return progress_line(current, {});
}

void console_observer::print_log_line(const std::string& line) {
  const std::lock_guard lock{mutex_};
  if (options_.quiet)
    std::cerr << line << '\n';  // the log has only warnings and errors then
  else
    display_.print(line);
}

void console_observer::finish() {
  const std::lock_guard lock{mutex_};
  rate_meter whole;
  whole.add(counts_.elapsed, counts_.documents);
  last_.documents_per_s = whole.per_second();
  last_.active = {};
  last_.left.reset();
  display_.finish(last_);
}

void log_to(const std::shared_ptr<console_observer>& observer, const run_options& options) {
  spdlog::set_default_logger(
      std::make_shared<spdlog::logger>("laundromat", std::make_shared<display_sink>(observer)));
  format_log(options);
}

void log_to_stderr(const run_options& options) {
  spdlog::set_default_logger(std::make_shared<spdlog::logger>(
      "laundromat", std::make_shared<spdlog::sinks::ostream_sink_mt>(std::cerr, true)));
  format_log(options);
}

namespace {

json_fact summary_from(const std::vector<status_count>& rows, const run_counts& counts,
                       const std::optional<pending_work>& left) {
  json_fact out{{"kind", "summary"},
                {"elapsed_ms", counts.elapsed.count()},
                {"bytes", counts.bytes},
                {"statements", counts.statements}};
  add_counters_by_specification(out, counts.counters);
  for (const auto& row : rows) {
    out["records"].push_back({{"kind", to_string(row.kind)},
                              {"status", to_string(row.current)},
                              {"cause", cause_name(row.cause, {})},
                              {"count", row.count}});
    if (!row.http_status.empty()) out["records"].back()["http_status"] = row.http_status;
  }
  if (left) add_work_left(out, *left);
  if (!counts.intake.empty()) out["waits_for"] = intake_pause(counts);
  return out;
}

}  // namespace

result<json_fact> summary_of(journal& db, const run_counts& counts, const std::optional<pending_work>& left) {
  const auto rows = journal_reader{db}.counts();
  if (!rows) return tl::unexpected(rows.error());
  return summary_from(*rows, counts, left);
}

/// Prints the counts of the journal after the run, as a table or as one object.
void sum_up(journal& db, const run_options& options, const run_counts& counts,
            const std::optional<pending_work>& left) {
  journal_reader reader{db};
  const auto rows = reader.counts();
  if (!rows) {
    std::cerr << "laundromat: " << harmless(to_string(rows.error())) << '\n';
    return;
  }
  if (options.json) return print_fact(std::cout, summary_from(*rows, counts, left));
  if (options.quiet) return;
  text_table table{{{"record"}, {"status"}, {"cause"}, {"count", text_table::align::right}}};
  for (const auto& row : *rows)
    table.add_row({std::string{to_string(row.kind)}, std::string{to_string(row.current)},
                   cause_name(row.cause, row.http_status), human_count(row.count)});
  table.print(std::cout, inspect_terminal(1));
  std::cout << number_of(counts.cleaned, "document") << " washed in this run, "
            << number_of(counts.statements, "statement") << ", " << human_bytes(counts.bytes)
            << " received, in " << human_duration(counts.elapsed) << '\n';
  print_counters(counts.counters, std::cout, inspect_terminal(1));
  if (const auto relative = reader.relative_seeds(); relative && *relative > 0)
    std::cout << human_count(*relative)
              << (*relative == 1 ? " seed is a relative URI" : " seeds are relative URIs")
              << ": accepted, counted, never fetched\n";
  if (!counts.trouble.empty())
    std::cout << "the run was stopped while it paused because of this machine: " << harmless(counts.trouble)
              << '\n';
  if (left) std::cout << describe_work_left(*left, harmless(intake_pause(counts)));
}

}  // namespace laundromat
