// Measures the speed of the readers compared with libserd and libraptor; `bench/readers` runs it.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "bench/reader_speed/bars.hpp"
#include "bench/reader_speed/documents.hpp"
#include "bench/reader_speed/measure.hpp"
#include "bench/reader_speed/peers.hpp"
#include "tests/core/tsv_rows.hpp"

namespace laundromat::bench {
namespace {

struct document {
  std::string text, base_iri;
};

/// One row: the input, and the expected results.
struct task {
  std::string name;
  rdf_format format{};
  std::string media_type;
  double least_ratio = 0;      ///< to the peer
  double least_megabytes = 0;  ///< per second, where there is no peer
  std::vector<document> documents;
  std::size_t left_out = 0;  ///< files for which the peer has another result, and which differ in work
  std::uint64_t judged_bytes = ~std::uint64_t{0};  ///< total size of different files
};

struct measured {
  std::string name;
  std::uint64_t bytes = 0, statements = 0, peer_statements = 0, skipped = 0;
  double seconds = 0, forgetful_seconds = 0, peer_seconds = 0, line_count_seconds = 0, recording_cost = 0;
  std::size_t left_out = 0;
  bool has_reader = false, has_peer = false, is_judged = true, holds = false;

  [[nodiscard]] double speed(double of) const { return of > 0 ? static_cast<double>(bytes) / 1e6 / of : 0; }
};

measured measure(const task& given, unsigned rounds) {
  measured out;
  out.name = given.name;
  out.left_out = given.left_out;
  out.is_judged = given.judged_bytes >= least_real_bytes;
  for (const auto& one : given.documents) out.bytes += one.text.size();
  const auto options = [&](const document& one) {
    reader_options made{one.base_iri};
    made.media_type = given.media_type;
    return made;
  };
  counting_sink probe;
  out.has_reader = make_reader(given.format, {}, probe).has_value();
  out.has_peer = !peer_of(given.format).empty();
  std::vector<double> ours, forgetful, peer, lines, cost;
  std::uint64_t line_count = 0;
  recording_sink record;
  for (unsigned round = 0; round < rounds; ++round) {
    out.statements = out.peer_statements = out.skipped = 0;
    if (out.has_reader) {
      forgetful.push_back(time_of([&] {
        for (const auto& one : given.documents) {
          counting_sink sink;
          if (!read_with_ours(given.format, one.text, options(one), sink)) out.has_reader = false;
          out.skipped += sink.skipped;
        }
      }));
      ours.push_back(time_of([&] {
        for (const auto& one : given.documents) {
          record.forget();
          if (!read_with_ours(given.format, one.text, options(one), record)) out.has_reader = false;
          out.statements += record.statements;
        }
      }));
      cost.push_back(ours.back() / forgetful.back() - 1);
    }
    if (out.has_peer)
      peer.push_back(time_of([&] {
        for (const auto& one : given.documents)
          out.peer_statements += read_with_peer(given.format, one.text, one.base_iri);
      }));
    lines.push_back(time_of([&] {
      for (const auto& one : given.documents) line_count += count_lines(one.text);
    }));
  }
  if (line_count == 0) std::cerr << "the document has no lines\n";
  out.seconds = median(ours);
  out.forgetful_seconds = median(forgetful);
  out.peer_seconds = median(peer);
  out.line_count_seconds = median(lines);
  out.recording_cost = median(cost);
  const auto ratio = out.has_peer && out.seconds > 0 ? out.peer_seconds / out.seconds : 0;
  out.holds = out.has_reader && ratio >= given.least_ratio &&
              out.speed(out.seconds) >= given.least_megabytes && out.recording_cost <= most_recording_cost;
  return out;
}

bool reads_as_peer(const task& given, const document& one) {
  if (peer_of(given.format).empty()) return true;
  reader_options options{one.base_iri};
  options.media_type = given.media_type;
  counting_sink sink;
  return read_with_ours(given.format, one.text, options, sink) &&
         sink.statements == read_with_peer(given.format, one.text, one.base_iri);
}

/// The files of a format that `manifest.tsv` marks as neither dirty nor compressed and that the peer reads as we do, repeated until they
/// are `bytes` long in total.
void read_corpus(task& into, const std::string& folder, std::uint64_t bytes) {
  auto& found = into.documents;
  std::uint64_t sum = 0;
  for (auto& row : read_tsv_rows(folder + "/manifest.tsv")) {
    const auto actual = row["actual_format"] == "HTML+RDFa" ? "RDFa" : row["actual_format"];
    if (row["packed"] != "no" || row["condition"] == "dirty" || format_from_name(actual) != into.format)
      continue;
    document one{read_file(folder + "/" + row["file"]), row["base_iri"]};
    if (!reads_as_peer(into, one)) {
      ++into.left_out;
      continue;
    }
    sum += one.text.size();
    found.push_back(std::move(one));
  }
  into.judged_bytes = sum;
  const auto once = found.size();
  while (once > 0 && sum > 0 && sum < bytes)
    for (std::size_t i = 0; i < once; ++i) {
      sum += found[i].text.size();
      found.push_back(found[i]);
    }
}

void print(const measured& m) {
  if (!m.has_reader) {
    std::printf("%-22s  %6.0f  %9s  %9s  %9.1f  no reader\n", m.name.c_str(),
                static_cast<double>(m.bytes) / 1e6, "-", "-", m.speed(m.peer_seconds));
    std::fflush(stdout);
    return;
  }
  std::printf("%-22s  %6.0f  %10llu  %9.1f  ", m.name.c_str(), static_cast<double>(m.bytes) / 1e6,
              static_cast<unsigned long long>(m.statements), m.speed(m.seconds));
  if (m.has_peer)
    std::printf("%9.1f  %6.2f  ", m.speed(m.peer_seconds), m.peer_seconds / m.seconds);
  else
    std::printf("%9s  %6s  ", "-", "-");
  std::printf("%7.1f %%  %7.1f %%  %s", 100 * m.line_count_seconds / m.seconds, 100 * m.recording_cost,
              m.holds       ? "yes"
              : m.is_judged ? "NO"
                            : "-");
  if (m.has_peer && m.peer_statements != m.statements)
    std::printf("  (the peer has %llu statements)", static_cast<unsigned long long>(m.peer_statements));
  if (m.left_out > 0) std::printf("  (%zu files left out)", m.left_out);
  if (m.skipped > 0) std::printf("  (%llu defects with a loss)", static_cast<unsigned long long>(m.skipped));
  std::printf("\n");
  std::fflush(stdout);
}

nlohmann::json to_json(const measured& m) {
  return {{"name", m.name},
          {"bytes", m.bytes},
          {"statements", m.statements},
          {"ours_mb_per_s", m.speed(m.seconds)},
          {"ours_without_recording_mb_per_s", m.speed(m.forgetful_seconds)},
          {"peer_mb_per_s", m.speed(m.peer_seconds)},
          {"ratio", m.seconds > 0 ? m.peer_seconds / m.seconds : 0},
          {"share_of_line_count", m.seconds > 0 ? m.line_count_seconds / m.seconds : 0},
          {"recording_cost", m.recording_cost},
          {"has_reader", m.has_reader},
          {"judged", m.is_judged},
          {"files_left_out", m.left_out},
          {"holds", m.holds}};
}

struct arguments {
  std::string format, corpus, json;
  std::uint64_t megabytes = 200;
  unsigned rounds = 5;
};

int run(const arguments& given) {
  std::printf("%-22s  %6s  %10s  %9s  %9s  %6s  %9s  %9s  %s\n", "format", "MB", "statements", "ours MB/s",
              "peer MB/s", "ratio", "of wc -l", "recording", "pass");
  nlohmann::json rows = nlohmann::json::array();
  bool all_hold = true, any = false;
  const auto take = [&](const task& one) {
    if (one.documents.empty()) return;
    any = true;
    const auto m = measure(one, given.rounds);
    print(m);
    rows.push_back(to_json(m));
    all_hold = all_hold && (m.holds || !m.is_judged);
  };
  for (const auto& k : bars) {
    if (!given.format.empty() && format_from_name(given.format) != k.format) continue;
    task generated{std::string(k.name), k.format,          std::string(k.media_type),
                   k.least_ratio,       k.least_megabytes, {}};
    generated.documents.push_back(
        {make_document(k.format, given.megabytes * 1'000'000), "http://data.example.org/document"});
    take(generated);
    if (given.corpus.empty() || k.media_type == "application/xhtml+xml") continue;
    task real{std::string(k.name) + ", real",
              k.format,
              std::string(k.media_type),
              k.least_real_ratio,
              k.least_megabytes,
              {}};
    read_corpus(real, given.corpus, given.megabytes * 1'000'000 / 4);
    take(real);
  }
  if (!any) std::fprintf(stderr, "readers: unknown format %s\n", given.format.c_str());
  if (!given.json.empty())
    std::ofstream(given.json) << nlohmann::json{{"rows", rows}, {"holds", all_hold && any}}.dump(2) << '\n';
  return !any ? 2 : all_hold ? 0 : 1;
}

std::string number(double value) {
  std::array<char, 16> text{};
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%g", value))};
}

/// The bars, as a sentence.
std::string describe_bars() {
  std::string out;
  for (const auto& k : bars) {
    out += (out.empty() ? "" : ", ") + std::string(k.name) + " ";
    const auto peer = peer_of(k.format);
    if (peer.empty()) {
      out += number(k.least_megabytes) + " MB/s";
      continue;
    }
    out += number(k.least_ratio) + " times " + std::string(peer);
    if (k.least_real_ratio != k.least_ratio) out += " (real files " + number(k.least_real_ratio) + ")";
  }
  return out + "; recording at most " + number(100 * most_recording_cost) + " %";
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  laundromat::bench::arguments given;
  bool is_quick = false;
  CLI::App app{
      "Reads generated documents, and real ones of a corpus, with the readers of this program and with "
      "libserd and libraptor, in turns "
      "from memory. Figures are megabytes a second of processor time, medians of the rounds; `recording` is "
      "the cost of storing all "
      "defects and spans, `of wc -l` is the time that counting the lines takes as a share of the time of "
      "reading. Exits 0 only when "
      "every format reaches its target: " +
      laundromat::bench::describe_bars() +
      ". Real files in which the peer finds another number of statements are left out, and where the others "
      "are smaller than " +
      std::to_string(laundromat::bench::least_real_bytes / 1000) + " kB in total they are shown only."};
  app.add_option("--format", given.format, "only this format, for example n-triples");
  app.add_option("--size", given.megabytes, "size of each generated document, in MB")->capture_default_str();
  app.add_option("--rounds", given.rounds, "number of rounds, whose median is reported")
      ->capture_default_str()
      ->check(CLI::Range(1, 99));
  app.add_option("--corpus", given.corpus, "a folder with manifest.tsv, whose clean files are also read");
  app.add_option("--json", given.json, "also write the figures to this file");
  app.add_flag("--quick", is_quick, "20 MB and 3 rounds");
  CLI11_PARSE(app, argc, argv);
  if (is_quick) {
    given.megabytes = 20;
    given.rounds = 3;
  }
  return laundromat::bench::run(given);
}
