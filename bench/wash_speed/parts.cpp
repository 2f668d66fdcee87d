// Measures the cost of parts of a wash: the whole on one thread, and the same without one of them.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/rdf/wash/wash_document.hpp"

namespace laundromat::bench {
namespace {

struct null_sink final : byte_sink {
  result<void> write(std::string_view) override { return {}; }
};

struct counter final : line_observer {
  void on_lines(std::string_view lines) override { meter.add(lines); }
  statistics_meter meter;
};

struct variant {
  std::string part;  ///< that is left out
  bool has_names = true, has_statistics = true, has_ledger = true;
};

bool wash(const std::string& packed, rdf_format format, const variant& how) {
  warning_log warnings;
  const auto open = [&] { return make_gzip_source(make_memory_source(packed), warnings); };
  null_sink out, ledger_out;
  block_gzip_sink gzip{out}, ledger_gzip{ledger_out};
  ledger_writer ledger{ledger_gzip, format};
  counter counts;
  wash_document_options options;
  options.base_iri = "http://base.example/";
  if (how.has_statistics) options.observer = &counts;
  if (how.has_ledger) options.ledger = &ledger;
  if (!how.has_names) options.naming.records = 0;
  const auto runs = make_memory_run_store();
  const auto text = open();
  const auto washed = wash_document(*text, format, options, *runs, gzip);
  if (!washed || !gzip.finish()) return false;
  if (how.has_statistics) static_cast<void>(counts.meter.finish());
  if (!how.has_ledger || ledger.is_empty()) return true;
  if (ledger.needs_document() && !ledger.restore(*open())) return false;
  ledger_subject about;
  about.digest = washed->decoded.digest;
  about.bytes = washed->decoded.bytes;
  about.format = format;
  return ledger.finish(about) && ledger_gzip.finish();
}

double median(std::vector<double> all) {
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::ranges::nth_element(all, middle);
  return *middle;
}

/// The median share of each part in the wash of the same round, because successive runs have the same machine speed; each
/// round begins with another variant.
bool measure(const std::string& path, rdf_format format, unsigned rounds) {
  const std::vector<variant> variants{
      {"whole"}, {"names", false}, {"statistics", true, false}, {"ledger", true, true, false}};
  std::ostringstream packed;
  packed << std::ifstream(path, std::ios::binary).rdbuf();
  std::vector<std::vector<double>> all(variants.size());
  for (unsigned round = 0; round < rounds; ++round)
    for (std::size_t turn = 0; turn < variants.size(); ++turn) {
      const auto i = (round + turn) % variants.size();
      const auto begun = std::clock();
      if (!wash(packed.str(), format, variants[i])) return false;
      all[i].push_back(static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
    }
  nlohmann::json out{{"seconds", median(all[0])}};
  for (std::size_t i = 1; i < variants.size(); ++i) {
    std::vector<double> shares;
    for (unsigned round = 0; round < rounds; ++round) shares.push_back(1 - all[i][round] / all[0][round]);
    out[variants[i].part] = median(shares);
  }
  std::cout << out << '\n';
  return true;
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  CLI::App app{
      "The share of naming blank nodes, statistics and the ledger in the processor time of a wash on one "
      "thread"};
  std::string file, format = "n-triples";
  unsigned rounds = 3;
  app.add_option("FILE", file, "A document in gzip")->required();
  app.add_option("--format", format, "The key of its format")->capture_default_str();
  app.add_option("--rounds", rounds, "Runs of each, in turns")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const auto known = laundromat::format_from_name(format);
  if (!known) {
    std::cerr << "bench_wash_parts: no format has the key " << format << '\n';
    return 2;
  }
  if (laundromat::bench::measure(file, *known, rounds)) return 0;
  std::cerr << "bench_wash_parts: " << file << " cannot be washed: is it a document in gzip?\n";
  return 1;
}
