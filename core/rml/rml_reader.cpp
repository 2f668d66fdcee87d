// Implements make_rml_reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

/// Another document whose records are parents of this one.
struct parent_document {
  std::string path;
  const triples_map* map = nullptr;  ///< one of its maps
};

std::vector<parent_document> parents_of(const rml_mapping& mapping, std::string_view path) {
  const auto path_of = [&](const triples_map& map) -> const std::string& {
    return mapping.sources[map.source].path;
  };
  std::vector<parent_document> found;
  for (const auto& map : mapping.maps) {
    if (path_of(map) != path) continue;
    for (const auto& property : map.properties)
      for (const auto& parent : property.parents) {
        const auto& other = mapping.maps[parent.parent];
        if (path_of(other) != path && std::ranges::find(found, &other, &parent_document::map) == found.end())
          found.push_back({path_of(other), &other});
      }
  }
  return found;
}

/// The sink of a document; of a document that is read for its parents it only counts what is left out.
class document_sink final : public statement_sink {
 public:
  explicit document_sink(statement_sink& sink) : sink_(sink) {}

  result<void> on_statement(const statement_view& statement) override {
    has_statements_ = true;
    return sink_.on_statement(statement);
  }
  void on_defect(const defect& found) override {
    const bool leads_nowhere = found.rule == errc::missing_field || found.rule == errc::no_records;
    if (parent_.empty() && leads_nowhere && missing_.empty()) missing_ = found.message;
    if (parent_.empty()) return sink_.on_defect(found);
    if (found.done == treatment::skip && left_out_++ == 0) first_ = found;
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    if (parent_.empty()) sink_.on_span(kind, length_bytes);
  }

  /// Fails when references or iterators lead to nothing, and nothing is made of the document.
  [[nodiscard]] result<void> check() const {
    if (has_statements_ || missing_.empty()) return {};
    return fail(errc::missing_field, "the mapping makes no statement of the document: " + missing_);
  }

  void begin_parent(const std::string& path) {
    parent_ = path;
    left_out_ = 0;
  }
  void finish_parent() {
    const auto path = std::exchange(parent_, {});
    if (left_out_ == 0) return;
    defect note;
    note.rule = first_.rule;
    note.done = treatment::note;
    note.message = "joins with " + path + " lack what is left out there, in " +
                   number_of(left_out_, "place") + ", as at line " + std::to_string(first_.line) +
                   (first_.message.empty() ? "" : ": " + first_.message);
    sink_.on_defect(note);
  }

 private:
  statement_sink& sink_;
  std::string parent_;  ///< the path of the document that is read for its parents; empty: none
  std::uint64_t left_out_ = 0;
  defect first_;
  bool has_statements_ = false;
  std::string missing_;  ///< the first reference or iterator that leads to nothing
};

class rml_reader final : public reader {
 public:
  rml_reader(std::shared_ptr<const rml_mapping> mapping, const reader_options& options,
             const rml_limits& limits, statement_sink& sink)
      : mapping_(std::move(mapping)), sink_(sink), mapper_(*mapping_, options, limits.join_bytes, sink_) {}

  [[nodiscard]] result<void> begin(std::string_view path, wash_profile profile, const rml_limits& limits,
                                   rml_files* files) {
    std::vector<std::string> read;
    for (const auto& one : parents_of(*mapping_, path)) {
      if (auto may = check_parent(path, one, files); !may) return may;
      if (std::ranges::find(read, one.path) != read.end()) continue;
      read.push_back(one.path);
      if (auto done = read_parent(one.path, profile, limits, *files); !done) return done;
    }
    auto made = rml_document_reader::make(*mapping_, path, profile, limits, mapper_, sink_);
    if (!made) return tl::unexpected(made.error());
    document_ = *std::move(made);
    return {};
  }

  result<void> push(std::string_view bytes) override { return document_->push(bytes); }
  result<void> finish() override {
    auto done = document_->finish();
    return done ? sink_.check() : done;
  }

 private:
  static result<void> check_parent(std::string_view path, const parent_document& parent,
                                   const rml_files* files) {
    const auto joins =
        "the mapping joins " + std::string(path) + " with " + parent.path + ", by " + parent.map->name;
    if (files == nullptr)
      return fail(errc::configuration, joins + ": a document is not joined with another one here");
    if (parent.map->subject.type == rml_term_type::blank)
      return fail(
          errc::configuration,
          joins + ", whose subjects are blank nodes, which have no name in another document: make IRIs");
    return {};
  }
  result<void> read_parent(const std::string& path, wash_profile profile, const rml_limits& limits,
                           rml_files& files) {
    auto source = files.open(path);
    if (!source) return tl::unexpected(source.error());
    sink_.begin_parent(path);
    mapper_.take_parents_only(true);
    auto document = rml_document_reader::make(*mapping_, path, profile, limits, mapper_, sink_);
    if (!document) return tl::unexpected(document.error());
    if (auto done = read_to_end(**source, **document); !done) return done;
    mapper_.take_parents_only(false);
    sink_.finish_parent();
    return {};
  }

  std::shared_ptr<const rml_mapping> mapping_;
  document_sink sink_;
  rml_mapper mapper_;
  std::unique_ptr<rml_document_reader> document_;
};

}  // namespace

result<std::unique_ptr<reader>> make_rml_reader(std::shared_ptr<const rml_mapping> mapping,
                                                std::string_view path, reader_options options,
                                                const rml_limits& limits, statement_sink& sink,
                                                rml_files* files) {
  const auto paths = mapping->paths();
  if (path.empty() && paths.size() != 1)
    return fail(errc::configuration, "the mapping has several documents: name the one that is read");
  const std::string document(path.empty() ? std::string_view(paths[0]) : path);
  auto made = std::make_unique<rml_reader>(std::move(mapping), options, limits, sink);
  if (auto begun = made->begin(document, options.profile, limits, files); !begun)
    return tl::unexpected(begun.error());
  return made;
}

}  // namespace laundromat
