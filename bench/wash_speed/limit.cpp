// Measures the minimum work of a wash: inflating a document, reading it, and deflating it, each alone and on one thread.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::bench {
namespace {

struct null_sink final : byte_sink {
  result<void> write(std::string_view) override { return {}; }
};

struct null_reader_sink final : statement_sink {
  result<void> on_statement(const statement_view&) override { return {}; }
  void on_defect(const defect&) override {}
};

template <class Work>
double processor_seconds_of(Work work) {
  const auto begun = std::clock();
  work();
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

bool measure(const std::string& path, rdf_format format) {
  std::ostringstream packed;
  packed << std::ifstream(path, std::ios::binary).rdbuf();
  constexpr std::uint64_t most_bytes = std::uint64_t{16} << 30;
  warning_log warnings;
  bool is_good = true;
  nlohmann::json out;
  out["inflate_seconds"] = processor_seconds_of([&] {
    const auto source = make_gzip_source(make_memory_source(packed.str()), warnings);
    std::string chunk(std::size_t{1} << 18, '\0');
    while (source->read(chunk).value_or(0) > 0) {
    }
  });
  const auto text =
      read_all(*make_gzip_source(make_memory_source(packed.str()), warnings), most_bytes).value_or("");
  out["read_seconds"] = processor_seconds_of([&] {
    null_reader_sink sink;
    const auto reader = make_reader(format, {"http://base.example/"}, sink);
    is_good = is_good && reader && (*reader)->push(text) && (*reader)->finish();
  });
  out["deflate_seconds"] = processor_seconds_of([&] {
    null_sink sink;
    block_gzip_sink gzip{sink};
    is_good = is_good && gzip.write(text) && gzip.finish();
  });
  std::cout << out << '\n';
  return is_good;
}

}  // namespace
}  // namespace laundromat::bench

int main(int argc, char** argv) {
  CLI::App app{"Times the minimum work of a wash"};
  std::string file, format = "n-triples";
  app.add_option("FILE", file, "A document in gzip")->required();
  app.add_option("--format", format, "The key of its format")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const auto known = laundromat::format_from_name(format);
  if (!known) return 2;
  return laundromat::bench::measure(file, *known) ? 0 : 1;
}
