// A record with everything that came from it, drawn as a tree: seed, downloads, archives, entries, clean documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/commands/cli.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

struct tree_limits {
  std::size_t children = 20;                  ///< below each node; what is left out is counted
  std::size_t nodes = 100;                    ///< of the whole tree
  std::size_t depth = 64;                     ///< of archives in archives; those below are not shown
  crawl_scope crawls = crawl_scope::present;  ///< of a seed
};

/// A line of the tree.
struct tree_node {
  std::size_t depth = 0;  ///< below the record at the top, which has 0
  std::string_view kind;  ///< `seed`, `download`, `entry`, `clean`, or `more`
  std::string hash;       ///< empty for `more`
  std::string status;
  errc cause = errc::ok;
  std::string detail;  ///< of the cause
  std::string name;    ///< URI or path; nothing for clean documents
  rdf_format format = rdf_format::unknown;
  std::uint64_t count = 0;  ///< statements of a clean document, or how many more there are
  bool is_last = true;      ///< of its parent
};

/// Gives the nodes from the top down. A clean document has its sources above it: it is shown below the seeds that led to it.
/// Memory: the path to a node, and a page of children for each step of it. Errors: the journal's.
[[nodiscard]] result<void> walk_tree(journal& from, const record_ref& top, tree_limits limits,
                                     const std::function<void(const tree_node&)>& take);

/// The record at which the tree of a whole download begins: its seed is left out. A seed and a clean document are their own.
[[nodiscard]] result<record_ref> top_of_tree(journal& from, const record_ref& record);

/// Prints nodes as they come.
class tree_printer {
 public:
  explicit tree_printer(console& io) : io_(io) {}
  void print(const tree_node& node);

 private:
  console& io_;
  std::vector<bool> open_;  ///< of each depth above: whether more follows there
};

void print_node_as_json(const tree_node& node, console& io);

}  // namespace laundromat
