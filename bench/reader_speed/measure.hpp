// Measures the processor time of one reading, and the median of several.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <map>
#include <string_view>
#include <vector>

#include "core/rdf/ledger/span_runs.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::bench {

/// Seconds of processor time used by this process, all threads together.
[[nodiscard]] inline double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class Work>
[[nodiscard]] double time_of(Work work) {
  const auto begun = cpu_seconds();
  work();
  return cpu_seconds() - begun;
}

[[nodiscard]] inline double median(std::vector<double> all) {
  if (all.empty()) return 0;
  std::ranges::sort(all);
  return all[all.size() / 2];
}

/// Counts only.
class counting_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view&) override {
    ++statements;
    return {};
  }
  void on_defect(const defect& found) override { skipped += found.done == treatment::skip ? 1 : 0; }
  std::uint64_t statements = 0, skipped = 0;
};

/// Stores what a ledger stores of one document: each defect, the counts by rule, and the spans. The next document reuses the memory.
class recording_sink final : public statement_sink {
 public:
  void forget() {
    statements = 0;
    counts.clear();
    defects.clear();
    runs.clear();
  }
  result<void> on_statement(const statement_view&) override {
    ++statements;
    return {};
  }
  void on_defect(const defect& found) override {
    ++counts[found.rule];
    defects.push_back(found);
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override { append_run(runs, kind, length_bytes); }
  std::uint64_t statements = 0;
  std::map<errc, std::uint64_t> counts;
  std::vector<defect> defects;
  std::string runs;
};

/// Reads with our reader in chunks of 64 KiB; false when there is none, or it failed.
[[nodiscard]] inline bool read_with_ours(rdf_format format, std::string_view text, reader_options options,
                                         statement_sink& sink) {
  auto reading = make_reader(format, std::move(options), sink);
  if (!reading) return false;
  constexpr std::size_t chunk = 1 << 16;
  for (std::size_t at = 0; at < text.size(); at += chunk)
    if (!(*reading)->push(text.substr(at, chunk))) return false;
  return (*reading)->finish().has_value();
}

}  // namespace laundromat::bench
