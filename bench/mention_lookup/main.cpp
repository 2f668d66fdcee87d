// Measures look-ups in an index of mentions: size, and times with and without the cache of the system.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "storage/mentions/mention_run.hpp"
#include "tests/storage/forget_file.hpp"

namespace laundromat {
namespace {

using steady = std::chrono::steady_clock;

/// Uniform hashes; each document has a hundred IRIs.
std::vector<mention> made_mentions(std::uint64_t count, std::uint32_t first_document, std::uint64_t seed) {
  constexpr std::uint64_t of_document = 100;
  std::mt19937_64 random{seed};
  std::vector<mention> all;
  all.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i)
    all.push_back({static_cast<std::uint32_t>(random()),
                   first_document + static_cast<std::uint32_t>(i / of_document), 0,
                   static_cast<std::uint8_t>(1 + i % 15)});
  sort_mentions(all);
  return all;
}

struct bench_settings {
  std::filesystem::path folder;
  std::uint64_t mentions = 100'000'000;
  std::uint32_t runs = 12;
  std::uint32_t lookups = 1'000;
};

void forget(const std::filesystem::path& folder) {
  for (const auto& one : std::filesystem::directory_iterator{folder}) test::forget_file(one.path());
}

/// Reads all, as far as the system keeps it in memory.
void remember(const std::vector<mention_run>& runs) {
  for (const auto& run : runs) {
    mention_run::reader reader{run};
    mention next;
    while (reader.next(next).value()) {
    }
  }
}

/// Milliseconds of each look-up in all runs, sorted.
std::vector<double> look_up(const std::vector<mention_run>& runs, const bench_settings& settings,
                            bool is_cold) {
  std::mt19937_64 random{17};
  std::vector<double> times;
  for (std::uint32_t i = 0; i < settings.lookups; ++i) {
    if (is_cold) forget(settings.folder);
    const auto iri = static_cast<std::uint32_t>(random());
    const auto begun = steady::now();
    for (const auto& run : runs) (void)run.find(iri, 0, 1'000).value();
    times.push_back(std::chrono::duration<double, std::milli>(steady::now() - begun).count());
  }
  std::ranges::sort(times);
  return times;
}

nlohmann::json percentiles(const std::vector<double>& times) {
  return {{"median_ms", times[times.size() / 2]},
          {"p99_ms", times[times.size() * 99 / 100]},
          {"most_ms", times.back()}};
}

void run(const bench_settings& settings) {
  const auto folder = safe_folder::make(settings.folder).value();
  std::vector<mention_run> runs;
  std::uint64_t written = 0;
  const auto begun = steady::now();
  const auto each = settings.mentions / settings.runs;
  for (std::uint32_t i = 0; i < settings.runs; ++i) {
    const auto name = std::to_string(i) + ".run";
    auto writer = mention_run_writer::begin(folder, name).value();
    for (const auto& one : made_mentions(each, static_cast<std::uint32_t>(i * each / 100), i + 1))
      if (!writer.add(one)) throw std::runtime_error("the run cannot be written");
    written += writer.finish().value();
    runs.push_back(mention_run::open(folder, name).value());
  }
  const std::chrono::duration<double> writing = steady::now() - begun;
  std::uint64_t bytes = 0;
  for (const auto& one : std::filesystem::directory_iterator{settings.folder}) bytes += one.file_size();
  auto cold = settings;
  cold.lookups = std::min<std::uint32_t>(100, settings.lookups);
  const auto cold_times = look_up(runs, cold, true);
  remember(runs);
  std::cout << nlohmann::json{{"mentions", written},
                              {"runs", settings.runs},
                              {"bytes_per_mention",
                               static_cast<double>(bytes) / static_cast<double>(written)},
                              {"writing_s", writing.count()},
                              {"cold", percentiles(cold_times)},
                              {"warm", percentiles(look_up(runs, settings, false))}}
                   .dump(1)
            << '\n';
}

}  // namespace
}  // namespace laundromat

int main(int count, char** words) {
  laundromat::bench_settings settings;
  CLI::App app{"Measures look-ups in an index of mentions that it makes in a folder"};
  app.add_option("FOLDER", settings.folder, "A new folder")->required();
  app.add_option("--mentions", settings.mentions, "In all runs");
  app.add_option("--runs", settings.runs, "As many as an index may have");
  app.add_option("--lookups", settings.lookups, "Of random hashes");
  CLI11_PARSE(app, count, words);
  laundromat::run(settings);
}
