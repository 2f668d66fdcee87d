// The parts of the JSON-LD walk on their own: JSON is parsed, but no document is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/nodes/literal_maker.hpp"
#include "core/rdf/jsonld/nodes/object_reader.hpp"
#include "core/rdf/jsonld/nodes/statement_emitter.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat::testing {

/// Remembers what a walk reports; statements as canonical lines.
struct remembering_log final : jsonld::walk_log {
  void on_walk_defect(jsonld::unplaced_defect found) override { defects.push_back(std::move(found)); }
  void on_lost(std::uint64_t begin, std::uint64_t end) override { lost.emplace_back(begin, end); }
  bool on_walk_statement(const statement_view& statement) override {
    std::string line;
    append_canonical(line, statement, "b:");
    line.pop_back();
    lines.push_back(line);
    return lines.size() < most;
  }
  [[nodiscard]] std::vector<std::string> messages() const {
    std::vector<std::string> found;
    for (const auto& one : defects) found.push_back(one.message);
    return found;
  }

  std::vector<std::string> lines;
  std::vector<jsonld::unplaced_defect> defects;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> lost;
  std::size_t most = 1000;  ///< statements; the last of them ends the walk
};

struct walk_parts : ::testing::Test {
  explicit walk_parts(wash_profile profile = wash_profile::standard)
      : options([&] {
          reader_options with{"http://base/"};
          with.profile = profile;
          return with;
        }()) {}

  /// Parses a value, which lives as long as the test.
  const jsonld::json_node& parse(std::string_view text) {
    auto& kept = documents.emplace_back();
    kept.text = text;
    EXPECT_TRUE(parser.parse(kept.text, jsonld::json_chunk::value, kept.tree)) << text;
    terms.read_from({kept.text, 0});
    return kept.tree.root();
  }
  /// The context that a JSON text describes.
  jsonld::context_ptr context(std::string_view text) {
    auto made = contexts.enter(contexts.initial(), text);
    EXPECT_TRUE(made) << text;
    return made ? *made : contexts.initial();
  }
  /// A property that is a term of a context.
  const jsonld::expanded_key& property(const jsonld::context_ptr& in, std::string_view term) {
    return jsonld::expand_text(*in, term, objects.spill());
  }
  [[nodiscard]] static term_view iri(std::string_view text) { return {term_kind::iri, text, {}, {}}; }
  /// The target for values of a property.
  [[nodiscard]] static jsonld::walk_target to_property() {
    jsonld::walk_target to;
    to.how = jsonld::walk_target::kind::property;
    to.node = iri("http://s/s");
    to.predicate = iri("http://p/p");
    return to;
  }

  reader_options options;
  json_ld_options more;
  remembering_log log;
  std::list<jsonld::json_document> documents;
  jsonld::json_parser parser{options.profile, options.limits};
  jsonld::context_processor contexts{options, more};
  jsonld::term_maker terms{options, log};
  jsonld::statement_emitter emitter{options.profile, terms, log};
  jsonld::object_reader objects{contexts, terms, emitter};
  jsonld::literal_maker literals{more, terms, emitter, objects};
};

}  // namespace laundromat::testing
