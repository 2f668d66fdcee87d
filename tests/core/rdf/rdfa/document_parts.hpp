// The parts of a markup document on their own: elements are opened by the test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/rdfa/document/literal_input.hpp"
#include "core/rdf/rdfa/document/markup_damage.hpp"
#include "core/rdf/rdfa/document/markup_dialect.hpp"
#include "core/rdf/rdfa/document/open_elements.hpp"
#include "core/rdf/rdfa/document/skipped_range.hpp"
#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {

struct document_parts : evaluation_parts {
  explicit document_parts(wash_profile profile = wash_profile::standard)
      : evaluation_parts([&] {
          reader_options with{testing::base};
          with.profile = profile;
          return with;
        }()) {}

  /// Decides the language by a root element, and opens that.
  void open_root(std::string_view markup) {
    (void)read_tag(markup);
    dialect.decide(&tag);
    open_tag(markup, true);
  }
  /// Opens an element by its start tag.
  void open(std::string_view markup) {
    (void)read_tag(markup);
    open_tag(markup, false);
  }
  void close() { elements.pop(end_bytes, dialect.is_xml(), true); }

  evaluator evaluation{options, output, faults, account};
  microdata items{options, evaluation, output, faults, account};
  skipped_range skips{faults, account};
  open_elements elements{evaluation, items, account};
  markup_dialect dialect{options, scanner, decoder, evaluation};
  markup_damage damage{faults, skips, dialect, elements, evaluation};
  literal_input input{evaluation, items, decoder, account, [this](const reference_fault& fault) {
                        faults.report({fault.offset, fault.length}, {fault.rule, fault.done});
                      }};

 private:
  void open_tag(std::string_view markup, bool is_root) {
    open_element one;
    one.hash = name_hash(tag.name, true);
    one.tag = find_html_tag(one.hash);
    one.traits = traits_of(one.tag);
    one.begin = {{end_bytes - markup.size(), 0}};
    one.rdfa = evaluation.open({tag, attributes, one.tag, is_root}, elements.context());
    elements.push(std::move(one));
  }
};

}  // namespace laundromat::rdfa
