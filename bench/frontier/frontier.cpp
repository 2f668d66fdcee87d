// Measures a list of seeds of any length: what a seed costs to enlist, to pass when it is known, and to select when it is due.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <future>

#include "bench/required.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using clock_of_bench = std::chrono::steady_clock;

constexpr timestamp listed_at = from_ms(1'780'000'000'000);
constexpr timestamp asked_at = from_ms(1'790'000'000'000);

struct settings {
  fs::path folder;
  std::uint64_t seeds = 10'000'000;
  std::uint64_t hosts = 1'000'000;
  std::uint64_t queries = 2'000;
  bool steps = false;
};

double seconds_since(clock_of_bench::time_point begun) {
  return std::chrono::duration<double>(clock_of_bench::now() - begun).count();
}

/// The time that this process has computed, in all its threads.
double computed_s() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// The most memory that this process has had, in MiB.
double peak_mib() {
  std::ifstream status{"/proc/self/status"};
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}

/// The host of a seed; neighbours have different ones.
std::uint64_t host_of(const settings& s, std::uint64_t seed) {
  return seed * 0x9E3779B97F4A7C15U % s.hosts;
}

std::string uri_of(const settings& s, std::uint64_t seed) {
  return "http://host" + std::to_string(host_of(s, seed)) + ".example.org/dump/d" +
         std::to_string(seed / 1'000) + "/file" + std::to_string(seed) + ".ttl";
}

void write_list(const settings& s, const fs::path& to) {
  std::ofstream list{to, std::ios::binary};
  for (std::uint64_t i = 0; i < s.seeds; ++i) list << uri_of(s, i) << '\n';
  require("write the list", static_cast<bool>(list.flush()));
}

void print_row(const std::string& what, double figure, const char* unit, const char* bar, bool holds) {
  std::printf("| %-58s | %12.1f %-9s | %-16s | %-4s |\n", what.c_str(), figure, unit, bar,
              holds ? "yes" : "no");
  std::fflush(stdout);
}

/// Prints what one step costs a seed.
template <class Step>
void time_step(const char* name, const std::vector<std::string>& uris, Step step) {
  std::size_t sum = 0;
  const auto begun = computed_s();
  for (const auto& uri : uris) sum += step(uri);
  const auto each_ns = (computed_s() - begun) * 1e9 / static_cast<double>(uris.size());
  std::printf("%-36s %8.0f ns a seed (%zu)\n", name, each_ns, sum % 10);
}

void time_steps(const settings& s) {
  std::vector<std::string> uris;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(s.seeds, 300'000); ++i) uris.push_back(uri_of(s, i));
  time_step("normalize_seed", uris, [](const std::string& uri) { return normalize_seed(uri).size(); });
  time_step("md5", uris, [](const std::string& uri) { return std::size_t{md5(uri).bytes[0]}; });
  time_step("seed_hash", uris, [](const std::string& uri) { return std::size_t{seed_hash(uri).bytes[0]}; });
  time_step("classify_seed", uris,
            [](const std::string& uri) { return classify_seed(uri).suggestion.size(); });
  time_step("authority_key", uris, [](const std::string& uri) { return authority_key(uri)->size(); });
}

/// A piece of the list, without the seeds that the journal has.
struct list_piece {
  seed_batch batch;
  std::uint64_t known = 0;
  bool is_last = false;
};

/// Reads the list as the engine does.
class list_reader {
 public:
  list_reader(const fs::path& list, const fs::path& journal_file)
      : lines_(list, std::ios::binary),
        known_by_(required("open", journal::open(journal_file, journal_mode::read_only))) {}

  list_piece next(std::size_t limit) {
    list_piece piece{seed_batch{limit}};
    for (std::string line; !piece.batch.is_full();) {
      piece.is_last = !std::getline(lines_, line);
      if (piece.is_last) break;
      piece.batch.add(line, seconds{86'400}, 0, {});
    }
    piece.known = required("compare", piece.batch.leave_out_known(&known_by_, last_));
    last_ = piece.batch.sorted_hashes();
    return piece;
  }

 private:
  std::ifstream lines_;
  journal known_by_;
  std::vector<record_hash> last_;
};

/// Has the journal store a piece, as its actor does.
enlisted_counts store(journal& db, list_piece piece) {
  enlisted_counts sum;
  if (piece.batch.is_empty()) return sum;
  const auto writer = make_batch_writer(std::move(piece.batch));
  for (bool more = true; more;) {
    require("begin", db.begin().has_value());
    more = required("add", db.add_seeds(*writer, listed_at));
    require("commit", db.commit().has_value());
  }
  while (required("tidy", db.tidy_seeds(piece.is_last))) {
  }
  sum = counts_of(*writer);
  return sum;
}

/// Enlists as the engine does: a piece is read while another is stored. Prints the rate of each piece.
enlisted_counts enlist_all(const settings& s, journal& db, list_reader from, double& slowest_tenth) {
  enlisted_counts sum;
  std::uint64_t next = s.seeds / 10, before = 0;
  auto since = clock_of_bench::now();
  slowest_tenth = 1e18;
  std::future<enlisted_counts> stored;
  std::size_t limit = 2'000;
  const auto add = [&](const enlisted_counts& more) {
    sum.added += more.added;
    sum.known += more.known;
  };
  for (bool is_last = false; !is_last;) {
    auto piece = from.next(limit);
    limit = seed_batch::next_limit(limit, piece.batch.size());
    is_last = piece.is_last;
    sum.known += piece.known;
    if (stored.valid()) add(stored.get());
    stored = std::async(std::launch::async,
                        [&db, piece = std::move(piece)]() mutable { return store(db, std::move(piece)); });
    if (is_last) add(stored.get());
    const auto passed = sum.added + sum.known;
    if (passed < next) continue;
    const auto rate = static_cast<double>(passed - before) / seconds_since(since);
    std::printf("%10llu seeds: %9.0f/s\n", static_cast<unsigned long long>(passed), rate);
    std::fflush(stdout);
    slowest_tenth = std::min(slowest_tenth, rate);
    since = clock_of_bench::now();
    before = passed;
    next = passed + s.seeds / 10;
  }
  return sum;
}

struct selection_times {
  double p99_ms = 0, computed_p99_ms = 0;  ///< the second without what other programs took
};

double p99_of(std::vector<double>& all) {
  std::ranges::sort(all);
  return all[all.size() * 99 / 100];
}

/// The times of the slowest selection but one in a hundred.
selection_times select_p99(const settings& s, journal& db, const authority_set& excluded,
                           std::size_t& selected) {
  constexpr std::size_t per_host = 4;  // as the engine asks where a host allows one connection
  std::vector<double> took, computed;
  selected = 0;
  for (std::uint64_t i = 0; i < s.queries; ++i) {
    const seed_set live{record_hash{}};
    const auto begun = clock_of_bench::now();
    const auto computed_before = computed_s();
    selected += required("due", db.due_seeds(asked_at, 256, excluded, live, per_host)).size();
    took.push_back(seconds_since(begun) * 1e3);
    computed.push_back((computed_s() - computed_before) * 1e3);
  }
  return {p99_of(took), p99_of(computed)};
}

authority_set hosts_before(const settings& s, std::uint64_t end) {
  authority_set all;
  for (std::uint64_t i = 0; i < std::min(end, s.hosts); ++i)
    all.insert("host" + std::to_string(i) + ".example.org:80");
  return all;
}

void select_all(const settings& s, journal& db) {
  for (const auto& [what, excluded] : {std::pair{"due seeds, no host waits", std::uint64_t{0}},
                                       {"due seeds, a tenth of the hosts waits", s.hosts / 10},
                                       {"due seeds, nine tenths of the hosts wait", s.hosts / 10 * 9},
                                       {"due seeds, all hosts but one wait", s.hosts - 1}}) {
    std::size_t selected = 0;
    const auto p99 = select_p99(s, db, hosts_before(s, excluded), selected);
    print_row(what + std::string(", ") + std::to_string(selected / s.queries) + " a time", p99.p99_ms,
              "ms p99", "below 5", p99.p99_ms < 5);
    print_row("  computing", p99.computed_p99_ms, "ms p99", "", true);
  }
}

/// The longest time from a rule of the operator until it is in force: the journal writer reads the rules twice a second.
void pause_a_host(journal& db, const fs::path& file) {
  constexpr double between_readings_ms = 500;
  const auto begun = clock_of_bench::now();
  auto by_operator = required("open", journal::open(file, journal_mode::read_write));
  const auto rule = required("rule", make_rule(steering_kind::pause_host, "host7.example.org", "", asked_at));
  require("it is new", required("pause", steering_store{by_operator}.add(rule)));
  steering_store in_engine{db};
  required("version", in_engine.version());
  const steering_rules rules{required("rules", in_engine.rules())};
  require("it is obeyed", rules.judge("http://host7.example.org/").code == errc::paused);
  const auto longest_ms = seconds_since(begun) * 1e3 + between_readings_ms;
  print_row("a pause of a host is in force after", longest_ms, "ms", "below 1000", longest_ms < 1'000);
}

void measure(const settings& s) {
  const auto list = s.folder / "seeds.txt", file = s.folder / "journal.sqlite";
  fs::create_directories(s.folder);
  for (const auto* end : {"", "-wal", "-shm"}) fs::remove(file.string() + end);
  write_list(s, list);
  const auto count = static_cast<double>(s.seeds);
  double new_tenth = 0, known_tenth = 0;
  auto begun = clock_of_bench::now();
  auto computed = computed_s();
  {
    auto db = required("open", journal::open(file, journal_mode::read_write));
    const auto sum = enlist_all(s, db, list_reader{list, file}, new_tenth);
    require("all are new", sum.added == s.seeds);
  }
  const auto new_rate = count / seconds_since(begun), new_cost = (computed_s() - computed) * 1e6 / count;
  std::printf("| %-58s | %-22s | %-16s | holds|\n",
              (std::to_string(s.seeds) + " seeds, " + std::to_string(s.hosts) + " hosts").c_str(), "figure",
              "bar");
  print_row("new seeds", new_rate, "/s", "100000 or more", new_rate >= 100'000);
  print_row("new seeds, slowest tenth", new_tenth, "/s", "100000 or more", new_tenth >= 100'000);
  print_row("computing for a new seed, all threads", new_cost, "us", "", true);
  begun = clock_of_bench::now();
  auto db = required("open", journal::open(file, journal_mode::read_write));
  required("recover", db.recover(asked_at));
  const authority_set none;
  required("first", db.due_seeds(asked_at, 256));
  const auto start = seconds_since(begun);
  print_row("start", start, "s", "below 5", start < 5);
  begun = clock_of_bench::now();
  computed = computed_s();
  const auto sum = enlist_all(s, db, list_reader{list, file}, known_tenth);
  require("all are known", sum.known == s.seeds);
  const auto known_rate = count / seconds_since(begun), known_cost = (computed_s() - computed) * 1e6 / count;
  print_row("known seeds", known_rate, "/s", "300000 or more", known_rate >= 300'000);
  print_row("computing for a known seed, all threads", known_cost, "us", "", true);
  print_row("memory (VmHWM), until here", peak_mib(), "MiB", "below 300", peak_mib() < 300);
  select_all(s, db);
  pause_a_host(db, file);
  print_row("memory (VmHWM), with the names of the waiting hosts", peak_mib(), "MiB", "below 300",
            peak_mib() < 300);
  std::printf("journal: %.0f bytes a seed\n", static_cast<double>(fs::file_size(file)) / count);
}

}  // namespace
}  // namespace laundromat

int main(int argc, char** argv) {
  laundromat::settings s;
  CLI::App app{"Measures a list of seeds of any length in the journal."};
  app.add_option("folder", s.folder, "Where the list and the journal are written")->required();
  app.add_option("--seeds", s.seeds, "How many")->capture_default_str();
  app.add_option("--hosts", s.hosts, "Of how many hosts")->capture_default_str();
  app.add_option("--queries", s.queries, "How many selections of each kind")->capture_default_str();
  app.add_flag("--steps", s.steps, "Only print what the steps before the journal cost");
  CLI11_PARSE(app, argc, argv);
  if (s.steps)
    laundromat::time_steps(s);
  else
    laundromat::measure(s);
}
