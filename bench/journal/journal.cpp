// Measures what a small document costs in the journal: bytes by table and index, statements of SQL, and bytes of the write-ahead log.
// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "bench/required.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_schema.hpp"

namespace laundromat {
namespace {

std::uint64_t statements_run = 0;

/// The text of a trigger's program is a comment.
int count_statement(unsigned, void*, void*, void* text) {
  if (!std::string_view{static_cast<const char*>(text)}.starts_with("--")) ++statements_run;
  return 0;
}

/// Counts the statements of each connection that is opened from now on.
int watch_connection(sqlite3* db, const char**, const sqlite3_api_routines*) {
  return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, count_statement, nullptr);
}

/// The frames that commits have appended to the log, from the header of its index (SQLite, walformat.html).
class log_meter {
 public:
  explicit log_meter(std::string index) : index_(std::move(index)) {}

  void after_commit() {
    std::uint32_t frames = 0;
    std::ifstream file{index_, std::ios::binary};
    if (!file.seekg(16).read(reinterpret_cast<char*>(&frames), sizeof frames)) return;
    sum_ += frames >= last_ ? frames - last_ : frames;
    last_ = frames;
  }
  [[nodiscard]] std::uint64_t frames() const { return sum_; }

 private:
  std::string index_;
  std::uint32_t last_ = 0;
  std::uint64_t sum_ = 0;
};

struct settings {
  std::filesystem::path file;
  std::uint64_t documents = 100'000;
  std::uint64_t seeds = 0;  ///< at least as many as documents
  std::uint64_t group = 64;
};

std::string uri_of(std::uint64_t number) {
  return "http://127.0.0.1:8080/d" + std::to_string(number / 1'000) + '/' + std::to_string(number) + ".nt";
}

void add_seeds(journal& db, std::uint64_t documents, timestamp at) {
  for (std::uint64_t i = 0; i < documents;) {
    require("begin", db.begin().has_value());
    for (std::uint64_t end = std::min(documents, i + 10'000); i < end; ++i)
      required("add", enlist(db, {uri_of(i)}, false, at));
    require("commit", db.commit().has_value());
  }
}

change change_of(record_kind kind, const record_hash& hash, event on, timestamp at) {
  change c;
  c.kind = kind;
  c.hash = hash;
  c.on = on;
  c.at = at;
  return c;
}

struct document {
  seed_record seed;
  record_hash root;
  timestamp at{};
  std::uint64_t number = 0;
};

change fetched(const document& d) {
  auto c = change_of(record_kind::entry, d.root, event::body_stored, d.at + milliseconds{12});
  fetch_outcome f;
  f.on = c.on;
  f.raw_path = "000001.warc.gz:" + std::to_string(700 * d.number) + ":412";
  f.final_uri = d.seed.uri;
  f.media_type = "application/n-triples";
  f.wire = {newline_style::lf, 1'003, 1'003, 11, sha256(d.seed.uri)};
  f.begun = d.at;
  f.ended = c.at;
  http_hop hop;
  hop.uri = d.seed.uri;
  hop.status = "200";
  hop.version_major = hop.version_minor = 1;
  hop.begun = d.at + milliseconds{3};
  hop.walltime = std::chrono::microseconds{912};
  hop.wire_bytes = hop.decoded_bytes = 1'003;
  hop.address = "127.0.0.1";
  f.hops = {hop};
  c.fact = f;
  return c;
}

/// The first crawl of a seed, from `came_due` to its end.
std::vector<change> crawl_of(const document& d) {
  const auto at = d.at + milliseconds{16};
  auto due = change_of(record_kind::seed, d.seed.hash, event::came_due, d.at);
  due.fact = download_fact{d.root};
  const auto claim = change_of(record_kind::entry, d.root, event::claimed, d.at + milliseconds{13});
  auto leaf = change_of(record_kind::entry, d.root, event::leaf_found, at),
       format = change_of(record_kind::entry, d.root, event::format_found, at),
       parsed = change_of(record_kind::entry, d.root, event::statements_stored, at);
  unpack_outcome u;
  u.on = leaf.on;
  u.encoding = "UTF-8";
  u.encodings = {{evidence_kind::encoding, "validity", "UTF-8", 4, true, "only ASCII"}};
  leaf.fact = u;
  guess_outcome g;
  g.on = format.on;
  g.format = rdf_format::n_triples;
  g.formats = {{evidence_kind::format, "content", "N-Triples", 1, true, ""},
               {evidence_kind::format, "media_type", "N-Triples", 2, false, ""}};
  format.fact = g;
  parse_outcome p;
  p.on = parsed.on;
  p.clean.hash = sha256("clean " + std::to_string(d.number));
  p.clean.statements = 11;
  p.clean.content = {newline_style::lf, 1'003, 1'003, 11, p.clean.hash};
  p.clean.identity = {p.clean.hash, identity_kind::exact};
  p.clean.compressed_bytes = 160;
  p.clean.place = {1, 160 * d.number, 160};
  p.read = 11;
  p.decoded = {newline_style::lf, 1'003, 1'003, 11, sha256(d.seed.uri)};
  p.spans = {1'003, 0, 0};
  parsed.fact = p;
  const auto end = change_of(record_kind::seed, d.seed.hash, event::crawl_ended, at);
  return {due, fetched(d), claim, leaf, claim, format, claim, parsed, end};
}

/// Crawls one window of seeds, in one group of commits, as the engine does it.
void crawl_window(journal& db, const settings& s, std::uint64_t& done, log_meter& log) {
  const auto now = from_ms(1'790'000'000'000 + static_cast<std::int64_t>(done) / 5);
  std::vector<document> all;
  for (auto& seed : required("due", db.due_seeds(now, std::min(s.group, s.documents - done)))) {
    const auto root = download_hash(seed.hash, now);
    all.push_back({std::move(seed), root, now, done++});
  }
  require("begin", db.begin().has_value());
  for (const auto& d : all) required("apply", db.apply(crawl_of(d)));
  require("save", db.save_segment(segment_kind::clean, {1, 160 * done}).has_value());
  require("commit", db.commit().has_value());
  log.after_commit();
}

void print_sizes(const settings& s) {
  sqlite3* db = nullptr;
  require("open", sqlite3_open_v2(s.file.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
  const auto row = [](void* documents, int, char** cells, char**) {
    std::printf("%-28s %8.1f\n", cells[0], std::atof(cells[1]) / *static_cast<double*>(documents));
    return 0;
  };
  double documents = static_cast<double>(s.documents);
  std::printf("bytes a document\n");
  char* why = nullptr;
  if (sqlite3_exec(db,
                   "SELECT * FROM (SELECT name, sum(pgsize) FROM dbstat GROUP BY name HAVING sum(pgsize) > "
                   "20000 ORDER BY 2 DESC) UNION ALL SELECT 'all', sum(pgsize) FROM dbstat",
                   row, &documents, &why) != SQLITE_OK)
    std::fprintf(stderr, "%s\n", why);
  sqlite3_close(db);
}

void measure(const settings& s) {
  std::filesystem::remove(s.file);
  sqlite3_auto_extension(reinterpret_cast<void (*)()>(&watch_connection));
  auto db = required("open", journal::open(s.file, journal_mode::read_write));
  add_seeds(db, std::max(s.seeds, s.documents), from_ms(1'780'000'000'000));
  log_meter log{s.file.string() + "-shm"};
  log.after_commit();
  const auto before = statements_run;
  const auto begun = std::chrono::steady_clock::now();
  std::uint64_t done = 0, tenth = s.documents / 10, frames = log.frames();
  auto since = begun;
  for (std::uint64_t next = tenth; done < s.documents;) {
    crawl_window(db, s, done, log);
    if (done < next) continue;
    const auto now = std::chrono::steady_clock::now();
    std::printf("%9llu documents: %8.0f documents/s, %7.0f bytes of log a document\n",
                static_cast<unsigned long long>(done),
                static_cast<double>(tenth) / std::chrono::duration<double>(now - since).count(),
                static_cast<double>((log.frames() - frames) * (journal_page_bytes + 24)) /
                    static_cast<double>(tenth));
    std::fflush(stdout);
    frames = log.frames();
    since = now;
    next += tenth;
  }
  std::printf("statements of SQL a document: %.2f\n",
              static_cast<double>(statements_run - before) / static_cast<double>(s.documents));
  require("checkpoint", db.checkpoint().has_value());
  print_sizes(s);
}

}  // namespace
}  // namespace laundromat

int main(int argc, char** argv) {
  laundromat::settings s;
  CLI::App app{"Measures what a small document costs in the journal."};
  app.add_option("file", s.file, "The journal to write")->required();
  app.add_option("--documents", s.documents, "How many")->capture_default_str();
  app.add_option("--seeds", s.seeds, "How many seeds, of which only the documents are crawled; 0: as many");
  app.add_option("--group", s.group, "Documents that are committed together")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  laundromat::measure(s);
}
