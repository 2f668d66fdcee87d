// Implements make_rml_reader.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_reader.hpp"

#include <string>
#include <utility>

namespace laundromat {

namespace {

class rml_reader final : public reader {
 public:
  rml_reader(std::shared_ptr<const rml_mapping> mapping, const reader_options& options,
             const rml_limits& limits, statement_sink& sink)
      : mapping_(std::move(mapping)), mapper_(*mapping_, options, limits.join_bytes, sink) {}
  [[nodiscard]] result<void> begin(std::string_view path, wash_profile profile, const rml_limits& limits,
                                   statement_sink& sink) {
    auto made = rml_document::make(*mapping_, path, profile, limits, mapper_, sink);
    if (!made) return tl::unexpected(made.error());
    document_ = *std::move(made);
    return {};
  }

  result<void> push(std::string_view bytes) override { return document_->push(bytes); }
  result<void> finish() override { return document_->finish(); }

 private:
  std::shared_ptr<const rml_mapping> mapping_;
  rml_mapper mapper_;
  std::unique_ptr<rml_document> document_;
};

/// The join of the document with another one; null when there is none.
const triples_map* find_other_parent(const rml_mapping& mapping, std::string_view path) {
  const auto path_of = [&](const triples_map& map) -> std::string_view {
    return mapping.sources[map.source].path;
  };
  for (const auto& map : mapping.maps)
    for (const auto& property : map.properties)
      for (const auto& parent : property.parents)
        if (path_of(map) == path && path_of(mapping.maps[parent.parent]) != path)
          return &mapping.maps[parent.parent];
  return nullptr;
}

}  // namespace

result<std::unique_ptr<reader>> make_rml_reader(std::shared_ptr<const rml_mapping> mapping,
                                                std::string_view path, reader_options options,
                                                const rml_limits& limits, statement_sink& sink) {
  const auto paths = mapping->paths();
  if (path.empty() && paths.size() != 1)
    return fail(errc::configuration, "the mapping has several documents: name the one that is read");
  const std::string document(path.empty() ? std::string_view(paths[0]) : path);
  if (const auto* const other = find_other_parent(*mapping, document))
    return fail(errc::configuration, "the mapping joins " + document + " with " +
                                         mapping->sources[other->source].path + ", by " + other->name +
                                         ": make the statements of both documents together");
  auto made = std::make_unique<rml_reader>(std::move(mapping), options, limits, sink);
  if (auto begun = made->begin(document, options.profile, limits, sink); !begun)
    return tl::unexpected(begun.error());
  return made;
}

}  // namespace laundromat
