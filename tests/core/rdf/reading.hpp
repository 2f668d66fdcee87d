// What the reader tests share: a sink that remembers, and reading with chosen cuts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/canonical.hpp"
#include "core/rdf/reader.hpp"

namespace laundromat::testing {

/// Blank nodes are printed as `<b:label>`.
struct remembering_sink final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    std::string line;
    append_canonical(line, statement, "b:");
    line.pop_back();
    lines.push_back(line);
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }

  std::vector<std::string> lines;
  std::vector<defect> defects;
};

inline const std::string base = "http://example.org/dir/doc";

/// Reads `text` in pieces of `piece` bytes; 0 is one piece.
inline remembering_sink read_text(rdf_format format, std::string_view text, std::size_t piece = 0,
                                  reader_options options = {base, {}}) {
  remembering_sink sink;
  auto reader = make_reader(format, std::move(options), sink);
  if (!reader) return sink;
  if (piece == 0) piece = text.size() + 1;
  for (std::size_t at = 0; at < text.size(); at += piece)
    if (!(*reader)->push(text.substr(at, piece))) sink.lines.push_back("push failed");
  if (!(*reader)->finish()) sink.lines.push_back("finish failed");
  return sink;
}

}  // namespace laundromat::testing
