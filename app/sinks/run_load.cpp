// Sends, waits, compares, repairs.
// SPDX-License-Identifier: Apache-2.0
#include "app/sinks/run_load.hpp"

#include <algorithm>
#include <atomic>
#include <ostream>
#include <thread>

#include "app/sinks/load_cursor.hpp"
#include "app/sinks/load_report.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/temporary_folder.hpp"
#include "app/terminal/terminal.hpp"
#include "app/wash/wash_input.hpp"
#include "core/base/count_words.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace {

constexpr milliseconds between_looks{100};
constexpr seconds longest_pause{60};

store_failure locally(failure why) {
  return {store_fault::local, std::move(why)};
}

/// Without names of errors: in the words of the store where it has answered.
std::string said_by_store(const store_failure& why) {
  const auto& [code, detail] = why.cause;
  if (code == errc::http_status || code == errc::invalid_argument) return detail;
  return std::string{meaning_of(code)} + (detail.empty() ? "" : ": " + detail);
}

class graph_load {
 public:
  graph_load(const load_options& options, store_credentials credentials, const load_input& input,
             load_cursor& cursor, scratch_store& scratch, const std::atomic<bool>& is_stopping, console& io)
      : options_(options),
        input_(input),
        cursor_(cursor),
        scratch_(scratch),
        is_stopping_(is_stopping),
        io_(io),
        store_(options.place, client_options(std::move(credentials)), options.limits) {}

  store_result<load_outcome> run() {
    load_outcome out;
    if (!options_.is_only_compared) {
      auto sent = again_and_again<sent_statements>([this] { return send(); });
      if (!sent) return tl::unexpected(sent.error());
      cursor_.finish();
      out.sent = *std::move(sent);
    }
    if (!options_.compare && !options_.repair) return out;
    return compare(std::move(out));
  }

 private:
  store_client_options client_options(store_credentials credentials) const {
    store_client_options out;
    out.user_agent = wash_user_agent();
    out.ca_file = options_.ca_file;
    out.credentials = std::move(credentials);
    out.idle = seconds{options_.timeout_s};
    out.is_stopping = [this] { return is_stopping_.load(); };
    return out;
  }

  store_result<sent_statements> send() {
    const auto keep = [this](std::uint64_t next) {
      attempts_ = 0;
      return cursor_.keep(next);
    };
    if (options_.is_patch) return store_.apply(options_.graph, input_.changes(), cursor_.next(), keep);
    if (auto some = is_wanted_empty() ? result<bool>{true} : has_statements(); !some || !*some)
      return fail_locally(some ? failure{errc::invalid_argument,
                                         "nothing of the document can be sent as the graph " +
                                             options_.graph + ": the graph in the store stays as it is"}
                               : some.error());
    return store_.put_graph(options_.graph, document(), cursor_.next(), keep);
  }

  /// Whether the document has nothing that could be sent, and that is what is to be in the store.
  bool is_wanted_empty() const {
    if (!options_.may_be_empty) return false;
    auto lines = input_.open();
    if (!lines) return false;
    const auto head = read_head(**lines, 1);
    return head && head->empty();
  }

  /// Whether a statement of the document can be sent: a graph is not emptied by a wrong name or an empty file.
  result<bool> has_statements() const {
    auto lines = input_.open();
    if (!lines) return tl::unexpected(lines.error());
    batch_totals unused;
    const auto head = read_head(*make_sendable_source(*std::move(lines), options_.graph, unused), 1);
    if (!head) return tl::unexpected(head.error());
    return !head->empty();
  }

  document_opener document() const {
    return [this] { return input_.open(); };
  }

  std::unique_ptr<run_store> new_runs() const {
    return make_scratch_runs([this] { return scratch_.create_run(); });
  }

  store_result<load_outcome> compare(load_outcome out) {
    auto differences =
        new_runs();  // one run: the delta that repairs the store, as an RDF Patch without a head
    auto run = differences->create();
    if (!run) return tl::unexpected(locally(run.error()));
    answer_check_options checking;
    if (options_.repair)
      checking.take = [&](delta_sign sign, std::string_view line) {
        ++out.repairs;
        return (*run)->write(std::string(sign == delta_sign::added ? "A " : "D ").append(line));
      };
    auto found = again_and_again<store_differences>([&] {
      const auto pages = new_runs(), sorting = new_runs();
      return store_.check(options_.graph, document(), *pages, *sorting, checking);
    });
    if (!found) return tl::unexpected(found.error());
    out.differences = *std::move(found);
    if (out.repairs == 0) return out;
    return repair(std::move(out), *differences);
  }

  store_result<load_outcome> repair(load_outcome out, run_store& differences) {
    const delta_source changes = [&](const delta_consumer& take) -> result<void> {
      const auto text = differences.open(0);
      if (!text) return tl::unexpected(text.error());
      line_stream lines{**text, "the differences", line_stream::order::any};
      while (true) {
        const auto more = lines.advance();
        if (!more) return tl::unexpected(more.error());
        if (!*more) return {};
        const auto row = lines.line();
        if (auto taken = take(row[0] == 'A' ? delta_sign::added : delta_sign::removed, row.substr(2)); !taken)
          return taken;
      }
    };
    auto sent = again_and_again<sent_statements>([&] { return store_.apply(options_.graph, changes); });
    if (!sent) return tl::unexpected(sent.error());
    const auto pages = new_runs(), sorting = new_runs();
    auto found = store_.check(options_.graph, document(), *pages, *sorting);
    if (!found) return tl::unexpected(found.error());
    out.differences = *std::move(found);
    return out;
  }

  /// Calls `action` until it succeeds, fails for good, or has failed too often without progress.
  template <class T, class Action>
  store_result<T> again_and_again(const Action& action) {
    for (attempts_ = 1;; ++attempts_) {
      auto done = action();
      if (done || !done.error().is_for_later() || attempts_ >= options_.attempts) return done;
      const auto pause = pause_after(done.error());
      io_.err << "load: " << to_string(done.error().fault) << ": " << harmless(said_by_store(done.error()))
              << "; again in " << pause.count() << " s\n"
              << std::flush;
      if (!wait(pause)) return tl::unexpected(store_failure{store_fault::cancelled, {errc::cancelled, ""}});
    }
  }

  [[nodiscard]] seconds pause_after(const store_failure& why) const {
    const seconds doubled{std::int64_t{1} << std::min<std::uint32_t>(attempts_, 6)};
    return std::min(std::max(why.retry_after.value_or(seconds{0}), doubled), longest_pause);
  }

  bool wait(seconds pause) const {
    const auto end = std::chrono::steady_clock::now() + pause;
    while (std::chrono::steady_clock::now() < end && !is_stopping_)
      std::this_thread::sleep_for(between_looks);
    return !is_stopping_;
  }

  const load_options& options_;
  const load_input& input_;
  load_cursor& cursor_;
  scratch_store& scratch_;
  const std::atomic<bool>& is_stopping_;
  console& io_;
  sparql_store store_;
  std::uint32_t attempts_ = 0;
};

result<store_credentials> credentials_of(const load_options& options) {
  store_credentials out;
  out.user = options.user;
  const bool has_token = !options.token.environment.empty() || !options.token.file.empty();
  auto secret = read_secret(has_token ? options.token : options.password);
  if (!secret) return tl::unexpected(secret.error());
  out.secret = *std::move(secret);
  out.login = has_token              ? store_login::bearer
              : options.user.empty() ? store_login::none
                                     : store_login_from_name(options.login).value_or(store_login::any);
  return out;
}

int refuse(const failure& why, console& io) {
  io.err << "laundromat: load: " << harmless(message_of(why)) << '\n';
  return exit_code_of(why);
}

/// What to check when a store refuses the login. Never the secret.
std::string login_to_check(const load_options& options) {
  const auto where = [](const secret_place& place) -> std::string {
    if (!place.environment.empty()) return "from the variable " + place.environment;
    return place.file.empty() ? "not given" : "from the file " + place.file;
  };
  const bool has_token = !options.token.environment.empty() || !options.token.file.empty();
  if (has_token) return "check the token, which is " + where(options.token);
  return "check --user, which is " + (options.user.empty() ? "not given" : options.user) +
         ", and the password, which is " + where(options.password);
}

int finish(const store_result<load_outcome>& done, const load_options& options, const load_cursor& cursor,
           console& io) {
  if (done) {
    print_outcome(options, *done, io);
    const bool is_all =
        done->sent.totals.unsent.sum() == 0 && (!done->differences || done->differences->is_same());
    return is_all ? exit_ok : exit_some_failed;
  }
  const auto& why = done.error();
  if (why.fault == store_fault::cancelled) {
    io.err << "laundromat: load: stopped after " << number_of(cursor.next(), "batch", "batches")
           << (options.cursor.empty() ? "" : "; the same command continues") << '\n';
    return exit_interrupted;
  }
  if (why.fault == store_fault::local) return refuse(why.cause, io);
  io.err << "laundromat: load: " << to_string(why.fault) << ": " << harmless(said_by_store(why));
  if (cursor.next() > 0)
    io.err << "; " << number_of(cursor.next(), "batch", "batches") << " sent"
           << (options.cursor.empty() ? "" : ", and the same command continues");
  if (why.fault == store_fault::refused_credentials) io.err << "; " << harmless(login_to_check(options));
  io.err << '\n';
  return exit_some_failed;
}

int load_from(const load_options& options, const std::filesystem::path& folder, console& io) {
  auto credentials = credentials_of(options);
  if (!credentials) return refuse(credentials.error(), io);
  const auto input = prepare_input(options, folder, io.in);
  if (!input) return refuse(input.error(), io);
  auto cursor = load_cursor::open(options, *input);
  if (!cursor) return refuse(cursor.error(), io);
  auto scratch = scratch_store::at(folder / "scratch");
  if (!scratch) return refuse(scratch.error(), io);
  std::atomic<bool> is_stopping = false;
  const stop_signals stopping{[&is_stopping] { is_stopping = true; }};
  graph_load load{options, *std::move(credentials), *input, *cursor, *scratch, is_stopping, io};
  return finish(load.run(), options, *cursor, io);
}

}  // namespace

std::string refusal_of(const load_options& o) {
  if (o.graph.empty()) return "--graph is required: the IRI of the graph in the store";
  if (!is_sendable_iri(o.graph)) return "--graph: " + o.graph + " is no absolute IRI";
  if (o.is_only_compared && !o.repair) {
    if (o.place.query.empty())
      return "--compare-only needs --query, the address of SPARQL queries, which counts the statements";
  } else if (o.place.graph_store.empty() && o.place.update.empty()) {
    return "name the store with --graph-store, --update or both";
  }
  if (o.is_patch && o.place.update.empty()) return "--patch needs --update, the address of SPARQL Update";
  if (o.is_patch && (o.compare || o.repair))
    return "--compare and --repair need the whole graph, and a patch has only its changes";
  if ((o.compare || o.repair) && o.place.query.empty())
    return "--compare and --repair need --query, the address of SPARQL queries, which counts the statements";
  if (o.repair && o.place.update.empty()) return "--repair needs --update, the address of SPARQL Update";
  const auto is_given = [](const secret_place& place) {
    return !place.environment.empty() || !place.file.empty();
  };
  if (is_given(o.token) && (is_given(o.password) || !o.user.empty()))
    return "a token is sent without --user and a password";
  if (is_given(o.password) != !o.user.empty()) return "--user goes with --password-env or --password-file";
  return {};
}

int run_load(const load_options& options, console& io) {
  const auto folder = make_temporary_folder();
  if (!folder) return refuse(folder.error(), io);
  return load_from(options, folder->path(), io);
}

}  // namespace laundromat
