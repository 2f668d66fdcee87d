// Joins datasets with their distributions, services and graphs, and announces all ways to them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/discovery/catalogue/catalogue_graph.hpp"
#include "core/discovery/catalogue/document_announcements.hpp"

namespace laundromat {

/// An object that is announced whatever its subject is.
struct direct_announcement {
  const catalogue_property* property = nullptr;  ///< null: one of the followed properties
  std::string uri, by;
  std::uint64_t line = 0;
};

/// The URI that a fact states: an IRI, or a literal with an absolute URI, as many catalogues have it.
[[nodiscard]] std::string_view uri_in(const catalogue_fact& fact);
/// Appends a value that is neither empty nor there.
void put_once(std::vector<std::string>& all, std::string_view value);

class dataset_builder {
 public:
  dataset_builder(const catalogue_graph& graph, const document_announcement_options& options,
                  announcements& found);

  /// Announces the nodes of the graph, and then `others`. Call it once.
  void build(const std::vector<direct_announcement>& others);

 private:
  struct data_file {
    std::string uri, media_type, by;
    std::uint64_t bytes = 0, line = 0;
    announced_as kind{};
  };

  void find_endpoints();
  void add_service(const catalogue_node& service);
  void add_served(const catalogue_node& service);
  void add_endpoint(std::string_view dataset, std::string_view uri, std::string_view graph);
  [[nodiscard]] bool is_dataset(const catalogue_node& node) const;
  void add_dataset(const catalogue_node& node);
  void add_ways(const catalogue_node& node, announced_dataset& into);
  void describe(const catalogue_node& node, announced_dataset& into) const;
  void join_distribution(const catalogue_node& dataset, const catalogue_fact& fact, announced_dataset& into);
  void list_files(const catalogue_node& node, std::vector<data_file>& files);
  void withdraw(const catalogue_node& node, const announced_dataset& of);
  void add_rest(const catalogue_node& node);
  [[nodiscard]] std::string name_of(const catalogue_fact& fact) const;
  [[nodiscard]] std::string media_type_in(const catalogue_node& node) const;
  [[nodiscard]] bool is_sparql(const catalogue_node& service, std::string_view uri) const;
  /// False for what is not announced: own output, the document itself.
  bool emit(std::string uri, announced_as kind, const announced_dataset* of, std::string media_type,
            std::string_view by, std::uint64_t line, std::uint64_t bytes = 0);

  const catalogue_graph& graph_;
  const document_announcement_options& options_;
  announcements& found_;
  keyed_map<std::string, bool> emitted_;  ///< by kind and URI: whether it can be used
  keyed_set<std::string> joined_;         ///< distributions and services that belong to a dataset
  keyed_map<std::string, std::vector<announced_endpoint>> endpoints_;  ///< by the IRI of their dataset
  std::string_view address_;
};

}  // namespace laundromat
