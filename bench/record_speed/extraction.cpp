// Times the extraction of records alone, with and without writing them as JSON: nothing is printed but the figures.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "core/extraction/plan/record_plan.hpp"
#include "core/extraction/write/append_json.hpp"

namespace laundromat::bench {
namespace {

/// Counts records and their values; with `has_json`, writes them into memory that is used again.
struct counting_sink final : record_sink {
  explicit counting_sink(bool with_json) : has_json(with_json) {}

  result<void> on_record(data_record& record) override {
    ++records;
    values += record.size();
    if (!has_json) return {};
    append_json(json, record.root());
    json += '\n';
    if (json.size() < std::size_t{256} << 10) return {};
    json_bytes += json.size();
    json.clear();
    return {};
  }
  void on_defect(const defect&) override { ++defects; }

  bool has_json;
  std::string json;
  std::uint64_t records = 0, values = 0, defects = 0, json_bytes = 0;
};

bool measure(const std::string& file, data_format format, bool has_json) {
  record_spec spec;
  spec.format = format;
  const auto plan = record_plan::make(std::move(spec));
  if (!plan) return false;
  counting_sink sink(has_json);
  std::ifstream in(file, std::ios::binary);
  std::string chunk(std::size_t{256} << 10, '\0');
  std::uint64_t bytes = 0;
  std::clock_t used = 0;
  const auto extractor = (*plan)->make_extractor({}, wash_profile::standard, sink);
  bool is_good = true;
  while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), in.gcount() > 0) {
    const auto begun = std::clock();
    is_good = is_good && extractor->push({chunk.data(), static_cast<std::size_t>(in.gcount())});
    used += std::clock() - begun;
    bytes += static_cast<std::uint64_t>(in.gcount());
  }
  const auto begun = std::clock();
  is_good = is_good && extractor->finish();
  used += std::clock() - begun;
  std::cout << "{\"bytes\":" << bytes << ",\"seconds\":" << static_cast<double>(used) / CLOCKS_PER_SEC
            << ",\"records\":" << sink.records << ",\"values\":" << sink.values
            << ",\"defects\":" << sink.defects << "}\n";
  return is_good;
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  CLI::App app{"Times the extraction of records alone"};
  std::string file, format = "csv";
  bool has_json = false;
  app.add_option("FILE", file, "A document")->required();
  app.add_option("--format", format, "The key of its format")->capture_default_str();
  app.add_flag("--json", has_json, "Records are written as JSON into memory, too");
  CLI11_PARSE(app, argc, argv);
  const auto known = laundromat::data_format_from_key(format);
  if (!known) return 2;
  return laundromat::bench::measure(file, *known, has_json) ? 0 : 1;
}
