// Measures the memory of a reader alone: documents are generated while they are read, and the kernel reports the peak.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/reader_speed/documents.hpp"
#include "bench/reader_speed/measure.hpp"

namespace laundromat::bench {
namespace {

constexpr double most_mebibytes = 64;

/// `VmHWM` of this process. It never decreases, so the formats are read in the order of their memory.
double peak_mebibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}

struct row {
  std::string name;
  std::uint64_t bytes = 0, statements = 0, skipped = 0;
  double seconds = 0, peak = 0;
  bool holds = false;
};

row read_made_up(rdf_format format, std::uint64_t bytes) {
  row out{std::string(to_string(format))};
  counting_sink sink;
  auto reading = make_reader(format, {"http://data.example.org/document"}, sink);
  if (!reading) return out;
  bool is_whole = true;
  out.seconds = time_of([&] {
    document_writer writer(format);
    std::string text;
    writer.begin(text);
    while (is_whole && out.bytes < bytes) {
      while (text.size() < (1 << 16)) writer.add(text);
      out.bytes += text.size();
      is_whole = (*reading)->push(text).has_value();
      text.clear();
    }
    writer.end(text);
    out.bytes += text.size();
    is_whole = is_whole && (*reading)->push(text).has_value() && (*reading)->finish().has_value();
  });
  out.statements = sink.statements;
  out.skipped = sink.skipped;
  out.peak = peak_mebibytes();
  out.holds = is_whole && out.peak < most_mebibytes && out.skipped == 0;
  return out;
}

/// A literal far beyond the limit of a line: it is skipped without buffering, and the next line is read.
row read_long_literal(std::uint64_t bytes) {
  row out{"a literal"};
  counting_sink sink;
  auto reading = make_reader(rdf_format::n_triples, {"http://data.example.org/document"}, sink);
  if (!reading) return out;
  bool is_whole = true;
  out.seconds = time_of([&] {
    const std::string line = "<http://data.example.org/s> <http://data.example.org/p> \"", text(1 << 16, 'x');
    is_whole = (*reading)->push(line).has_value();
    for (; is_whole && out.bytes < bytes; out.bytes += text.size())
      is_whole = (*reading)->push(text).has_value();
    is_whole = is_whole && (*reading)->push("\" .\n" + line + "\" .\n").has_value() &&
               (*reading)->finish().has_value();
  });
  out.statements = sink.statements;
  out.skipped = sink.skipped;
  out.peak = peak_mebibytes();
  out.holds = is_whole && out.peak < most_mebibytes && out.skipped == 1 && out.statements == 1;
  return out;
}

int run(const std::string& format, double share, const std::string& json) {
  struct part {
    rdf_format format;
    std::uint64_t megabytes;
  };
  constexpr part parts[] = {
      {rdf_format::n_triples, 2000}, {rdf_format::n_quads, 2000}, {rdf_format::turtle, 500}};
  std::printf("%-10s  %6s  %11s  %9s  %8s  %s\n", "format", "MB", "statements", "seconds", "peak MiB",
              "pass");
  nlohmann::json rows = nlohmann::json::array();
  bool all_hold = true;
  const auto take = [&](const row& r) {
    std::printf("%-10s  %6.0f  %11llu  %9.2f  %8.1f  %s\n", r.name.c_str(),
                static_cast<double>(r.bytes) / 1e6, static_cast<unsigned long long>(r.statements), r.seconds,
                r.peak, r.holds ? "yes" : "NO");
    std::fflush(stdout);
    rows.push_back({{"name", r.name},
                    {"bytes", r.bytes},
                    {"statements", r.statements},
                    {"skipped", r.skipped},
                    {"peak_mib", r.peak},
                    {"holds", r.holds}});
    all_hold = all_hold && r.holds;
  };
  const auto part_of = [&](std::uint64_t megabytes) {
    return static_cast<std::uint64_t>(static_cast<double>(megabytes) * share * 1e6);
  };
  for (const auto& one : parts)
    if (format.empty() || format_from_name(format) == one.format)
      take(read_made_up(one.format, part_of(one.megabytes)));
  if (format.empty()) take(read_long_literal(part_of(200)));
  if (!json.empty())
    std::ofstream(json) << nlohmann::json{{"rows", rows}, {"holds", all_hold}}.dump(2) << '\n';
  return all_hold && !rows.empty() ? 0 : 1;
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  std::string format, json;
  double share = 1;
  CLI::App app{
      "Reads 2 GB of N-Triples, 2 GB of N-Quads and 500 MB of Turtle that are generated while they are read. "
      "Exits 0 only when "
      "everything was read and the process always used less than 64 MiB."};
  app.add_option("--format", format, "only this format, for example turtle");
  app.add_option("--share", share, "share of these sizes, for example 0.1")->capture_default_str();
  app.add_option("--json", json, "also write the figures to this file");
  CLI11_PARSE(app, argc, argv);
  return laundromat::bench::run(format, share, json);
}
