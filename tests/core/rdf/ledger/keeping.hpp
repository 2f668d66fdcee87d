// Reads a document and keeps its ledger, as bytes and loaded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "core/rdf/ledger/ledger_reader.hpp"
#include "core/rdf/ledger/ledger_writer.hpp"
#include "tests/core/rdf/reading.hpp"
#include "tests/core/slow_source.hpp"

namespace laundromat::testing {

/// Passes everything to two other sinks.
struct ledger_keeper final : statement_sink {
  explicit ledger_keeper(ledger_writer& to) : writer(to) {}
  result<void> on_statement(const statement_view& statement) override {
    return remembered.on_statement(statement);
  }
  void on_defect(const defect& found) override {
    remembered.on_defect(found);
    writer.on_defect(found);
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    remembered.on_span(kind, length_bytes);
    writer.on_span(kind, length_bytes);
  }

  ledger_writer& writer;
  remembering_sink remembered;
};

struct kept {
  remembering_sink read;
  std::string bytes;  ///< of the ledger
  content_meta written;
  bool is_empty = false;
};

/// Reads and copies the document in chunks of `chunk` bytes.
inline kept keep_ledger(rdf_format format, std::string_view text, reader_options options = {base},
                        ledger_limits limits = {}, std::size_t chunk = 1 << 20) {
  kept all;
  string_sink out;
  ledger_writer writer{out, format, limits};
  ledger_keeper sink{writer};
  options.limits.excerpt_bytes = limits.repair_bytes;
  auto reader = make_reader(format, options, sink);
  if (!reader) return all;
  for (std::size_t at = 0; at < text.size(); at += chunk)
    EXPECT_TRUE((*reader)->push(text.substr(at, chunk)));
  EXPECT_TRUE((*reader)->finish());
  all.is_empty = writer.is_empty();
  slow_source again{std::string(text), chunk};
  EXPECT_TRUE(!writer.needs_document() || writer.restore(again));
  auto written = writer.finish({sha256(text),
                                text.size(),
                                format,
                                options.profile,
                                options.base_iri,
                                "UTF-8",
                                options.media_type,
                                "test",
                                {}});
  EXPECT_TRUE(written);
  if (written) all.written = *written;
  all.read = std::move(sink.remembered);
  all.bytes = std::move(out.text);
  return all;
}

inline loaded_ledger load(const std::string& bytes) {
  auto source = make_memory_source(bytes);
  auto loaded = load_ledger(*source);
  EXPECT_TRUE(loaded) << (loaded ? "" : to_string(loaded.error()));
  return loaded ? *std::move(loaded) : loaded_ledger{};
}

/// The quarantine as restored from the ledger: offset and bytes.
struct remembering_quarantine final : quarantine_sink {
  result<void> on_quarantine(std::uint64_t offset, std::string_view bytes) override {
    if (!all.empty() && all.back().first + all.back().second.size() == offset)
      all.back().second += bytes;
    else
      all.emplace_back(offset, bytes);
    return {};
  }
  std::vector<std::pair<std::uint64_t, std::string>> all;
};

}  // namespace laundromat::testing
