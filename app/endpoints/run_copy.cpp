// Drives the protocol of core/endpoints over the network.
// SPDX-License-Identifier: Apache-2.0
#include "app/endpoints/run_copy.hpp"

#include <atomic>
#include <ostream>

#include "app/endpoints/copy_files.hpp"
#include "app/requests/polite_requester.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/temporary_folder.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/wash/wash_files.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/endpoints/copy_promise.hpp"
#include "core/endpoints/endpoint_copy.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri_characters.hpp"
#include "net/hop_verdict.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/steering_store.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t most_page_bytes = std::uint64_t{256} << 20;  // a larger answer is requested in parts
constexpr milliseconds between_lines{10'000}, between_live_lines{100};
constexpr seconds long_wait{10};  // is told

std::string uri_of_query(const std::string& endpoint, const std::string& query) {
  auto out = endpoint.substr(0, endpoint.find('#'));
  out += out.find('?') == std::string::npos ? "?query=" : "&query=";
  for (const char c : query)
    if (is_unreserved(c))
      out += c;
    else
      append_percent_encoded(out, c);
  return out;
}

/// A name for the document: what is copied, in characters that any file system has.
std::string file_name_of(const copy_options& options) {
  auto name = options.endpoint.substr(options.endpoint.find("://") + 3);
  if (!options.graph.empty()) name += "-" + options.graph;
  for (auto& c : name)
    if (!is_alpha(c) && !is_digit(c) && c != '.' && c != '-' && c != '_') c = '-';
  constexpr std::size_t most_chars = 100;
  return name.substr(0, most_chars) + ".nt";
}

std::uint64_t received_triples(const copy_state& state) {
  std::uint64_t sum = 0;
  for (const auto& part : state.parts) sum += part.is_received ? part.sum.triples : 0;
  if (state.phase != copy_phase::ended)
    for (const auto& page : state.received) sum += page.rows;
  return sum;
}

std::string progress_text(const copy_state& state) {
  std::uint64_t all = 0;
  for (const auto& part : state.parts) all += part.sum.triples;
  auto out = number_of(state.requests, "request") + ", ";
  if (state.parts.empty()) return out + number_of(state.listed.size(), "predicate") + " listed";
  out += human_count(received_triples(state)) + " of " + number_of(all, "triple");
  if (state.repeated > 0) out += ", " + human_count(state.repeated) + " repeated";
  return out;
}

/// One live line on a terminal; elsewhere a line from time to time.
class copy_display {
 public:
  explicit copy_display(console& io) : io_(io) {}
  void update(const copy_state& state) {
    const bool is_live = io_.err_terminal.interactive;
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_at_ < (is_live ? between_live_lines : between_lines)) return;
    shown_at_ = now;
    if (is_live) wipe_line(io_.err);
    io_.err << "harvest: " << progress_text(state) << (is_live ? "" : "\n") << std::flush;
    is_shown_ = is_live;
  }
  void finish() {
    if (std::exchange(is_shown_, false)) wipe_line(io_.err);
  }
  void print(const std::string& line) {
    finish();
    io_.err << "harvest: " << harmless(line) << '\n' << std::flush;
  }

 private:
  console& io_;
  std::chrono::steady_clock::time_point shown_at_ = std::chrono::steady_clock::now();
  bool is_shown_ = false;
};

/// The rules of the operator in the data folder of the campaign, also those that are made meanwhile.
class operator_rules {
 public:
  /// Without a journal there are none. Errors: those of the journal.
  result<void> open(const fs::path& data) {
    std::error_code none;
    if (!fs::exists(data_layout{data}.journal(), none)) return {};
    auto opened = open_journal_to_read(data);
    if (!opened) return tl::unexpected(opened.error());
    db_ = *std::move(opened);
    return {};
  }
  /// Rules that cannot be read now stay as they were.
  steering_verdict judge(const std::string& uri) {
    if (!db_) return {};
    steering_store store{*db_};
    if (const auto version = store.version(); version && *version != version_)
      if (auto rules = store.rules()) {
        rules_ = steering_rules{*std::move(rules)};
        version_ = *version;
      }
    return rules_.judge(uri);
  }

 private:
  std::optional<journal> db_;
  std::int64_t version_ = -1;
  steering_rules rules_;
};

class endpoint_copy_run {
 public:
  endpoint_copy_run(const campaign& settings, const copy_options& options, copy_files& files,
                    operator_rules& rules, const std::atomic<bool>& is_stopping, console& io)
      : options_(options),
        files_(files),
        rules_(rules),
        display_(io),
        requester_(settings, requester_of(settings, is_stopping)) {
    auto state = files.stored().value_or(copy_state{});
    state.source.graph = options.graph;
    state.limits.page_rows = options.page_rows;
    protocol_ = endpoint_copy{std::move(state)};
  }

  /// Until the copy has ended. Errors: `cancelled`, why the host refuses the requests, those of the files.
  result<void> run() {
    if (files_.stored()) display_.print("continues after " + progress_text(state()));
    while (const auto request = protocol_.next()) {
      auto answer = ask(*request);
      if (!answer) return save_and(tl::unexpected(answer.error()));
      const auto step = protocol_.take(*answer);
      if (step.keep_as)
        if (auto kept = files_.keep_page(*step.keep_as, answer->body); !kept) return kept;
      protocol_.note_hosts(requester_.hosts());
      files_.drop_pages(step.drop);
      if (auto noted = files_.note(state()); !noted) return noted;
      if (step.verdict.worth == answer_worth::later) display_.print(step.verdict.detail);
      display_.update(state());
      if (step.wait)
        if (auto waited = requester_.wait_until(wall_now() + *step.wait, "the endpoint is busy"); !waited)
          return save_and(waited);
    }
    display_.finish();
    return save();
  }

  [[nodiscard]] const copy_state& state() const { return protocol_.state(); }

 private:
  requester_options requester_of(const campaign& settings, const std::atomic<bool>& is_stopping) {
    requester_options out;
    out.delay = options_.delay;
    out.body_bytes = std::min<std::uint64_t>(settings.network.max_body_mib << 20, most_page_bytes);
    out.is_stopping = [&is_stopping] { return is_stopping.load(); };
    out.now = wall_now;
    out.judge = [this](const std::string& uri) { return rules_.judge(uri); };
    out.hosts = files_.stored().value_or(copy_state{}).hosts;
    out.on_wait = [this](timestamp until, const std::string& why) -> result<void> {
      if (until - wall_now() < long_wait) return {};
      auto saved = save();  // a process that is killed meanwhile must not forget it
      display_.print("waits until " + timestamp_text(until) + (why.empty() ? "" : ": " + why));
      return saved;
    };
    return out;
  }

  result<void> save() {
    protocol_.note_hosts(requester_.hosts());
    return files_.save(state());
  }

  result<void> save_and(result<void> why) {
    if (auto saved = save(); !saved) return saved;
    return why;
  }

  result<endpoint_answer> ask(const copy_request& request) {
    auto got = requester_.get(uri_of_query(options_.endpoint, request.query), request.accept);
    if (!got) return tl::unexpected(got.error());
    endpoint_answer out;
    out.cause = got->hop.error;
    out.detail = got->hop.detail;
    out.http_status = status_number(got->hop.status);
    out.sql_state = header_of(got->hop, "X-SQL-State");
    out.retry_after = parse_retry_after(header_of(got->hop, "Retry-After"), wall_now());
    out.body = std::move(got->body);
    return out;
  }

  const copy_options& options_;
  copy_files& files_;
  operator_rules& rules_;
  copy_display display_;
  polite_requester requester_;
  endpoint_copy protocol_{copy_state{}};
};

void print_summary(const copy_options& options, const copy_state& state, console& io) {
  const auto promise = promise_of(state);
  auto& out = options.output == "-" ? io.err : io.out;
  if (!options.json) {
    out << harmless(promise_text(state)) << '\n'
        << number_of(state.requests, "request") << ", of which " << human_count(state.repeated)
        << " had an answer that could not be used.\n";
    return;
  }
  json_fact fact{{"endpoint", options.endpoint},    {"graph", options.graph},
                 {"complete", promise.is_complete}, {"one_state", promise.is_one_state},
                 {"triples", promise.triples},      {"blank_triples", promise.blank_triples},
                 {"changing", promise.changing},    {"unsettled", promise.unsettled},
                 {"failed", promise.failed},        {"requests", state.requests},
                 {"repeated", state.repeated},      {"promise", promise_text(state)}};
  print_fact(out, fact);
}

/// Washes the pages as one document, which is named after what was copied.
int wash_pages(const copy_options& options, const copy_files& files, const copy_state& state,
               const fs::path& folder, console& io) {
  const auto joined = folder / file_name_of(options);
  const auto bytes = files.join_pages(state, joined);
  if (!bytes) {
    io.err << "laundromat: " << harmless(message_of(bytes.error())) << '\n';
    return exit_code_of(bytes.error());
  }
  if (*bytes == 0 && !promise_of(state).is_complete) return exit_some_failed;  // nothing was received
  wash_options wash;
  wash.inputs = {joined.string()};
  wash.output = options.output;
  wash.format = "n-triples";
  wash.base = options.graph.empty() ? options.endpoint : options.graph;
  wash.are_temporary = true;
  wash.json = options.json;
  return wash_files(wash);
}

int copy_with(const campaign& settings, const copy_options& options, const fs::path& folder, console& io) {
  auto files = copy_files::open(options.state.empty() ? folder / "state" : fs::path{options.state},
                                options.endpoint, options.graph);
  const auto refuse = [&](failure why) {
    if (why.detail.empty()) why.detail = meaning_of(why.code);
    io.err << "laundromat: harvest: " << harmless(message_of(why)) << '\n';
    return exit_code_of(why);
  };
  if (!files) return refuse(files.error());
  operator_rules rules;
  if (auto opened = rules.open(settings.data); !opened) return refuse(opened.error());
  std::optional<failure> failed;
  copy_state state;
  {
    std::atomic<bool> is_stopping = false;
    const stop_signals stopping{[&is_stopping] { is_stopping = true; }};
    endpoint_copy_run copy{settings, options, *files, rules, is_stopping, io};
    if (const auto done = copy.run(); !done) failed = done.error();
    state = copy.state();
  }
  if (failed) {
    if (failed->code != errc::cancelled) {
      const auto code = refuse(*failed);
      return is_machine_fault(failed->code) || failed->code == errc::io_failed ? code : exit_some_failed;
    }
    io.err << "laundromat: harvest: stopped after " << progress_text(state)
           << (options.state.empty() ? "" : "; the same command continues it") << '\n';
    return exit_interrupted;
  }
  const auto washed = wash_pages(options, *files, state, folder, io);
  print_summary(options, state, io);
  if (washed != exit_ok) return washed;
  const auto promise = promise_of(state);
  if (promise.is_complete && promise.triples == 0)
    io.err << "laundromat: harvest: "
           << harmless(options.graph.empty()
                           ? "the default graph has no triples; name another one with --graph"
                           : "the endpoint has no triples in the graph " + options.graph)
           << '\n';
  return promise.is_complete && promise.triples > 0 ? exit_ok : exit_some_failed;
}

}  // namespace

int run_copy(const campaign& settings, const copy_options& options, console& io) {
  const auto folder = make_temporary_folder();
  if (!folder) {
    io.err << "laundromat: " << harmless(message_of(folder.error())) << '\n';
    return exit_code_of(folder.error());
  }
  return copy_with(settings, options, folder->path(), io);
}

}  // namespace laundromat
