// Measures imports into a large graph: bench_merge FOLDER --graph N --dump N --small N
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "bench/required.hpp"
#include "core/rdf/merge/line_buffer_source.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {
namespace {

/// Subjects in their order, `per_subject` statements each; every `step`-th one, with `changed` of its values different.
class made_statements final : public line_buffer_source {
 public:
  made_statements(std::uint64_t subjects, std::uint64_t per_subject, std::uint64_t step,
                  std::uint64_t changed)
      : subjects_(subjects), per_subject_(per_subject), step_(step), changed_(changed) {}

 private:
  result<bool> add_lines(std::string& to) override {
    if (subject_ >= subjects_) return false;
    char line[256];
    for (std::uint64_t p = 0; p < per_subject_; ++p) {
      const int length = std::snprintf(
          line, sizeof line,
          "<http://data.example/observation/%010llu> <http://data.example/vocabulary#p%llu> \"value "
          "%llu of %llu%s\" .\n",
          static_cast<unsigned long long>(subject_), static_cast<unsigned long long>(p),
          static_cast<unsigned long long>(p), static_cast<unsigned long long>(subject_),
          p < changed_ ? " now" : "");
      to.append(line, static_cast<std::size_t>(length));
    }
    subject_ += step_;
    return true;
  }
  std::uint64_t subjects_, per_subject_, step_, changed_, subject_ = 0;
};

std::uint64_t peak_mib() {
  std::ifstream status{"/proc/self/status"};
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) / 1024;
  return 0;
}

class merge_bench {
 public:
  merge_bench(const std::filesystem::path& folder, std::uint64_t per_subject)
      : per_subject_(per_subject),
        folder_(required("open the folder", safe_folder::named(folder))),
        db_(required("open the journal", journal::open(folder / "journal.sqlite", journal_mode::read_write))),
        provider_(required("register", graph_records{db_}.add_provider("bench", "http://data.example/graph",
                                                                       "http://data.example/void"))) {}

  void import(const char* what, std::uint64_t subjects, std::uint64_t step, std::uint64_t changed) {
    const document_opener dump = [=, this]() -> result<byte_source_ptr> {
      return std::make_unique<made_statements>(subjects, per_subject_, step, changed);
    };
    const auto begun = std::chrono::steady_clock::now();
    auto graph = open();
    const auto made = required("import", graph.import_dump(dump, absent_subjects::stay, workers_));
    graph_import import;
    const bool is_new = !made.files.empty();
    import.outcome = is_new ? import_outcome::imported : import_outcome::unchanged;
    import.version = is_new ? provider_.version + 1 : 0;
    import.statements = made.statements;
    (void)required("commit",
                   graph_records{db_}.commit(provider_.id, {import, {}, made.files, provider_.version}));
    print(what, begun,
          std::to_string(made.changes.removed) + " removed, " + std::to_string(made.changes.added) +
              " added, " + std::to_string(made.statements) + " statements");
    provider_ = required("read", graph_records{db_}.provider("bench"));
  }

  void tidy(const char* what) {
    const auto begun = std::chrono::steady_clock::now();
    int steps = 0;
    while (required("tidy", open().tidy(workers_))) ++steps;
    print(what, begun, std::to_string(steps) + " steps");
  }

  /// Returns false where the graph has another number of statements than the journal says.
  bool read(const char* what) {
    const auto begun = std::chrono::steady_clock::now();
    auto source = required("read", open().read(provider_.version));
    std::string buffer(std::size_t{1} << 17, '\0');
    std::uint64_t lines = 0;
    while (const auto n = required("read", source->read(buffer)))
      lines += static_cast<std::uint64_t>(
          std::count(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(n), '\n'));
    print(what, begun, std::to_string(lines) + " statements");
    return lines == provider_.statements;
  }

 private:
  static void print(const char* what, std::chrono::steady_clock::time_point begun,
                    const std::string& result) {
    const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    std::printf("%-28s %8.2f s  peak %llu MiB  %s\n", what, took, static_cast<unsigned long long>(peak_mib()),
                result.c_str());
    std::fflush(stdout);
  }
  versioned_graph open() {
    return {required("open the graph", graph_folder::open(folder_, "bench")), db_, provider_};
  }

  std::uint64_t per_subject_;
  safe_folder folder_;
  journal db_;
  stored_provider provider_;
  worker_pool workers_{2};
};

}  // namespace
}  // namespace laundromat

int main(int count, char** words) {
  using namespace laundromat;
  std::uint64_t graph = 100'000'000, dump = 1'000'000, small = 1'000, per_subject = 10;
  std::string folder;
  CLI::App app{"Imports into a large graph: a partial dump, and a small one"};
  app.add_option("FOLDER", folder, "New folder for the graph")->required();
  app.add_option("--graph", graph, "Statements of the graph");
  app.add_option("--dump", dump, "Statements of the partial dump");
  app.add_option("--small", small, "Statements of the small dump");
  app.add_option("--per-subject", per_subject, "Statements about each subject");
  CLI11_PARSE(app, count, words)
  const auto subjects = graph / per_subject;
  const auto step = [&](std::uint64_t statements) {
    return std::max<std::uint64_t>(1, subjects / std::max<std::uint64_t>(1, statements / per_subject));
  };
  merge_bench bench{folder, per_subject};
  bench.import("the first import", subjects, 1, 0);
  bench.import("a partial dump", subjects, step(dump), per_subject / 2);
  bench.tidy("merging changes");
  bench.import("a small dump", subjects, step(small), per_subject / 2 + 2);
  bench.tidy("merging changes");
  return bench.read("reading the newest version") ? 0 : 1;
}
