// Implements run_rml, for the suites of RML.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_engine.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace laundromat {

namespace {

/// Names the document in each message.
class path_sink final : public statement_sink {
 public:
  explicit path_sink(statement_sink& sink) : sink_(sink) {}
  result<void> on_statement(const statement_view& statement) override {
    return sink_.on_statement(statement);
  }
  void on_defect(const defect& found) override {
    auto named = found;
    named.message = path + (found.message.empty() ? "" : ": " + found.message);
    sink_.on_defect(named);
  }
  std::string path;

 private:
  statement_sink& sink_;
};

/// The order of the documents.
class document_order {
 public:
  explicit document_order(const rml_mapping& mapping) : mapping_(mapping) {
    for (const auto& path : mapping.paths()) add(path);
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(ordered_); }

 private:
  /// A document behind those of its parents, unless they have it as a parent, too.
  void add(const std::string& path) {
    if (std::ranges::find(begun_, path) != begun_.end()) return;
    begun_.push_back(path);
    for (const auto& map : mapping_.maps) {
      if (mapping_.sources[map.source].path != path) continue;
      for (const auto& property : map.properties)
        for (const auto& parent : property.parents)
          add(mapping_.sources[mapping_.maps[parent.parent].source].path);
    }
    ordered_.push_back(path);
  }

  const rml_mapping& mapping_;
  std::vector<std::string> begun_, ordered_;
};

}  // namespace

result<void> run_rml(const rml_mapping& mapping, rml_files& files, const reader_options& options,
                     const rml_limits& limits, statement_sink& sink) {
  path_sink named(sink);
  rml_mapper mapper(mapping, options, limits.join_bytes, named);
  for (auto& path : document_order(mapping).take()) {
    auto source = files.open(path);
    if (!source) return tl::unexpected(source.error());
    named.path = std::move(path);
    auto document = rml_document_reader::make(mapping, named.path, options.profile, limits, mapper, named);
    if (!document) return tl::unexpected(document.error());
    if (auto done = read_to_end(**source, **document); !done) return done;
  }
  return {};
}

}  // namespace laundromat
