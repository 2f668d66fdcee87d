// Measures the speed of counting canonical lines: four kinds of generated documents, in batches as from the writer.
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/rdf/metrics/statistics_meter.hpp"

namespace laundromat {
namespace {

constexpr std::size_t document_bytes = std::size_t{100} << 20;
constexpr std::size_t batch_bytes = std::size_t{1} << 18;
constexpr std::string_view xsd = "http://www.w3.org/2001/XMLSchema#";

using append = void (*)(std::string&, std::mt19937_64&, std::uint64_t subject);

void line(std::string& out, const std::string& subject, std::string_view predicate,
          const std::string& object) {
  out.append("<").append(subject).append("> <").append(predicate).append("> ").append(object).append(" .\n");
}

/// A thing with a class, a label, numbers, a date and links, as in most documents.
void append_thing(std::string& out, std::mt19937_64& random, std::uint64_t number) {
  const std::string base = "http://data.example.org/resource/";
  const auto subject = base + "thing-" + std::to_string(10'000'000 + number);
  const auto typed = [](const std::string& value, std::string_view type) {
    return "\"" + value + "\"^^<" + std::string(xsd) + std::string(type) + ">";
  };
  line(out, subject, "http://purl.org/dc/terms/created",
       typed("2014-0" + std::to_string(1 + random() % 9) + "-1" + std::to_string(random() % 10), "date"));
  for (int i = 0; i < 3; ++i)
    line(out, subject, "http://schema.example.org/vocab#linked",
         "<" + base + "thing-" + std::to_string(10'000'000 + i * 300'000 + random() % 300'000) + ">");
  line(out, subject, "http://schema.example.org/vocab#weight",
       typed(std::to_string(random() % 100'000), "integer"));
  line(out, subject, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
       "<http://schema.example.org/vocab#Kind" + std::to_string(random() % 20) + ">");
  line(out, subject, "http://www.w3.org/2000/01/rdf-schema#label",
       "\"The thing that has the number " + std::to_string(number) + "\"@en");
}

/// Texts of several hundred characters, some with non-ASCII characters.
void append_text(std::string& out, std::mt19937_64& random, std::uint64_t number) {
  std::string text = "\"";
  for (auto words = 20 + random() % 60; words > 0; --words)
    text += words % 9 == 0 ? "caf\xC3\xA9 \\\"au lait\\\" " : "laundry ";
  line(out, "http://data.example.org/text/" + std::to_string(10'000'000 + number),
       "http://purl.org/dc/terms/abstract", text + std::to_string(number) + "\"@fr");
}

/// Two short links a subject: almost all terms are new.
void append_links(std::string& out, std::mt19937_64& random, std::uint64_t number) {
  const auto subject = "http://e.org/" + std::to_string(10'000'000 + number);
  line(out, subject, "http://e.org/a", "<http://e.org/x" + std::to_string(random()) + ">");
  line(out, subject, "http://e.org/b", "<http://e.org/y" + std::to_string(random()) + ">");
}

/// Sensor readings in named graphs.
void append_quads(std::string& out, std::mt19937_64& random, std::uint64_t number) {
  const auto subject = "http://sensors.example.org/reading/" + std::to_string(10'000'000 + number);
  const auto graph = " <http://sensors.example.org/day/" + std::to_string(random() % 365) + ">";
  line(out, subject, "http://www.w3.org/ns/sosa/hasSimpleResult",
       "\"" + std::to_string(random() % 40) + "." + std::to_string(1 + random() % 9) + "\"^^<" +
           std::string(xsd) + "decimal>" + graph);
  line(out, subject, "http://www.w3.org/ns/sosa/madeBySensor",
       "<http://sensors.example.org/sensor/" + std::to_string(random() % 50) + ">" + graph);
}

std::string make_document(append make) {
  std::string out;
  out.reserve(document_bytes + 4096);
  std::mt19937_64 random(1);
  for (std::uint64_t number = 0; out.size() < document_bytes; ++number) make(out, random, number);
  return out;
}

/// Splits after line ends.
std::vector<std::string_view> cut(std::string_view text) {
  std::vector<std::string_view> batches;
  while (!text.empty()) {
    const auto end = text.size() <= batch_bytes ? text.size() : text.rfind('\n', batch_bytes) + 1;
    batches.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return batches;
}

void count_document(benchmark::State& state, append make) {
  const auto document = make_document(make);
  const auto batches = cut(document);
  document_statistics found;
  for (auto _ : state) {
    statistics_meter meter;
    for (const auto batch : batches) meter.add(batch);
    found = meter.finish();
    benchmark::DoNotOptimize(found);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * document.size()));
  state.counters["statements"] = static_cast<double>(found.statements);
  state.counters["sampled"] = found.sampled_nodes;
}
BENCHMARK_CAPTURE(count_document, things, append_thing)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count_document, texts, append_text)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count_document, links, append_links)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(count_document, quads, append_quads)->Unit(benchmark::kMillisecond);

/// The cost of a document of one statement, relative to others of its size.
void count_small(benchmark::State& state) {
  std::string document;
  std::mt19937_64 random(1);
  append_thing(document, random, 0);
  for (auto _ : state) {
    statistics_meter meter;
    meter.add(document);
    benchmark::DoNotOptimize(meter.finish());
  }
}
BENCHMARK(count_small)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace laundromat
