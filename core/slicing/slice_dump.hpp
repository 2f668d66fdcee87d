// Cuts a dump into the documents that the Web would have served.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/worker_pool.hpp"
#include "core/discovery/announcement.hpp"
#include "core/rdf/sort/run_store.hpp"
#include "core/slicing/dump_lines.hpp"
#include "core/slicing/slice_sink.hpp"
#include "core/slicing/slicing_limits.hpp"

namespace laundromat {

struct slicing_settings {
  std::optional<slicing_method> method;  ///< nothing: the graph of a statement names its document
  std::vector<std::string> prefixes;     ///< only resources below one of them get a document; empty: all
  std::uint64_t memory_bytes = std::uint64_t{512} << 20;
  slicing_limits limits = {};
};

struct slicing_ports {
  dump_opener open;
  std::function<std::unique_ptr<run_store>()> make_runs;  ///< called several times
  worker_pool* workers = nullptr;                         ///< outlives the call
};

struct slicing_counts {
  std::uint64_t statements = 0;  ///< of the dump
  std::uint64_t documents = 0, cut_documents = 0;
  std::uint64_t placed = 0;        ///< statements of all documents; one in two documents counts twice
  std::uint64_t left_out = 0;      ///< statements that are in no document
  std::uint64_t large_groups = 0;  ///< see `slicing_limits::group_bytes`
  std::uint64_t reifications_left_out = 0;
};

/// Cuts a clean dump. The documents of a resource X are (Semantic Sitemaps, section 4.3):
/// ```
/// subject          statements with subject X
/// subject-object   statements with subject or object X
/// CBD              statements with subject X; of each blank node object its statements, and so on; of each statement that is
///                  included its reifications, each with its CBD
/// SCBD             the CBD; statements with object X; of each blank node subject of these the statements with it as object, and so on; reifications
///                  of all, each with its CBD
/// MSG              statements with subject or object X, each with all statements that blank nodes connect to it
/// graph            statements in graph X, without their graph
/// ```
/// X is an IRI; Skolem IRIs of clean documents are blank nodes. Graphs do not matter for what is connected.
/// ```
///   dump ─► resources as objects, connected nodes, reifications ─► groups of connected statements ─► pairs (X, statement), sorted ─┐
///     └───────────────────────────────────────────── statements by subject ───────────────────────────────────────────────► merge ─► documents
/// ```
/// Memory: `memory_bytes`, and a few of the longest lines. Errors: those of the ports and the sink; `syntax_error` for a dump that is not clean.
[[nodiscard]] result<slicing_counts> slice_dump(const slicing_settings& settings, const slicing_ports& ports,
                                                slice_sink& to);

}  // namespace laundromat
