// The parts of the RDFa evaluator on their own: start tags are scanned, but no document is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/resource_table.hpp"
#include "core/rdf/rdfa/evaluation/statement_output.hpp"
#include "core/rdf/rdfa/evaluation/term_mapper.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"
#include "core/rdf/rdfa/markup/fault_log.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfa {

using testing::remembering_sink;

/// Has the scanner keep what it is given, so that places can be computed.
struct keeping_handler final : markup_handler {
  void on_start_tag(const raw_tag&) override {}
  void on_end_tag(const raw_tag&) override {}
  void on_long_tag(const text_position&, std::uint64_t, std::string_view, bool, bool) override {}
  [[nodiscard]] bool wants_more() const override { return std::exchange(takes_bytes, false); }

  mutable bool takes_bytes = false;  ///< asked once to take bytes, and then again to read them
};

/// What the parts report to and write to. `page` collects the markup that was examined; offsets are those of it.
struct evaluation_parts : ::testing::Test {
  explicit evaluation_parts(reader_options with = {testing::base}) : options(std::move(with)) {}

  /// Examines more markup; returns where it is.
  raw_place examine(std::string_view markup) {
    const auto& kept = page.emplace_back(markup);
    const raw_place place{end_bytes, kept.size()};
    end_bytes += kept.size();
    handler.takes_bytes = true;
    scanner.push(kept);
    faults.examine(place.offset_bytes, kept);
    output.begin_chunk();
    return place;
  }
  /// Examines a start tag and reads its attributes, until the next call.
  const attribute_set& read_tag(std::string_view markup) {
    const auto place = examine(markup);
    scan.restart();
    (void)scan.scan(page.back());
    tag = scan.tag(page.back(), place.offset_bytes);
    attributes.read(tag, false, decoder, [](const reference_fault&) {});
    resources.begin_tag(place);
    return attributes;
  }
  /// Adds a resource for an IRI.
  resource_id add_iri(std::string_view iri) {
    attribute_value from;
    from.text = iri;
    return resources.add({mapped_word::outcome::iri, iri}, from, iri);
  }
  /// The rules of the reported defects, in order.
  [[nodiscard]] std::vector<errc> rules() const {
    std::vector<errc> found;
    for (const auto& one : sink.defects) found.push_back(one.rule);
    return found;
  }

  reader_options options;
  remembering_sink sink;
  keeping_handler handler;
  markup_scanner scanner{options.limits, handler};
  fault_log faults{options, sink, scanner};
  byte_account account{sink};
  statement_output output{options, sink, faults};
  term_mapper mapper{options.base_iri, nullptr};
  resource_table resources{options.limits, output, faults, mapper};
  reference_decoder decoder{options.profile, options.limits.entity_bytes};
  tag_scan scan{options.limits.attributes};
  raw_tag tag;
  attribute_set attributes;
  std::deque<std::string> page;
  std::uint64_t end_bytes = 0;
};

}  // namespace laundromat::rdfa
