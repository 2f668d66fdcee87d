// Prints a record and its descendants as a tree: seed, downloads, archives, entries, clean documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/commands/cli.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

struct tree_limits {
  std::size_t children = 20;                  ///< shown below each node; the others are counted
  std::size_t nodes = 100;                    ///< shown in the whole tree
  std::size_t depth = 64;                     ///< nesting of archives; deeper ones are not shown
  crawl_scope crawls = crawl_scope::present;  ///< crawls of a seed that are shown
};

/// A line of the tree.
struct tree_node {
  std::size_t depth = 0;  ///< 0 for the record at the top
  std::string_view kind;  ///< `seed`, `download`, `entry`, `clean`, `uri` of what is no seed, or `more`
  std::string hash;       ///< empty for `more`
  std::string status;
  errc cause = errc::ok;
  std::string detail;  ///< detail of the cause
  std::string name;    ///< URI or path; empty for clean documents
  rdf_format format = rdf_format::unknown;
  std::uint64_t count = 0;  ///< statements of a clean document, or the number of nodes left out
  bool is_last = true;      ///< last child of its parent
};

/// Visits the nodes from the top. A clean document is shown below its sources and their seeds.
/// Memory: the path to a node, and one page of children per level. Errors: the journal's.
[[nodiscard]] result<void> walk_tree(journal& from, const record_ref& top, tree_limits limits,
                                     const std::function<void(const tree_node&)>& take);

/// The root of a record's tree: the download of an entry; a seed or clean document itself.
[[nodiscard]] result<record_ref> top_of_tree(journal& from, const record_ref& record);

/// The seeds whose documents led to the seed of a tree, from one of the list on.
[[nodiscard]] result<std::vector<announcement_row>> path_above(journal& from, const record_ref& top);
/// The line of an announcer: its seed, and as what and by what it announces the next line.
[[nodiscard]] tree_node node_of(const announcement_row& above, std::size_t depth);

/// Prints each node when it is visited.
class tree_printer {
 public:
  explicit tree_printer(console& io) : io_(io) {}
  void print(const tree_node& node);

 private:
  console& io_;
  std::vector<bool> open_;  ///< for each depth above: whether more nodes follow
};

void print_node_as_json(const tree_node& node, console& io);

}  // namespace laundromat
