// Start tags for the tests of single parts: lexed, rewritten and read by libxml2, as the reader does, without the reader.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/rdf/rdfxml/xml/sax_tags.hpp"
#include "core/rdf/rdfxml/xml/tag_rewriter.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"
#include "core/rdf/rdfxml/xml/xml_text.hpp"

namespace laundromat::rdfxml::testing {

/// Makes tags within an rdf:RDF that declares the prefixes `rdf` and `e`. One tag at a time.
class made_tag {
 public:
  made_tag() {
    constexpr std::string_view root =
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\">";
    make(root);
  }

  /// Reads `text`, which is a whole tag, as if it began at `begin` of the document.
  void make(std::string_view text, std::uint64_t begin = 0) {
    text_ = text;
    const auto token = next_xml_token(text_, true, xml_section::content, {}, lexed);
    ASSERT_EQ(token.length, text_.size()) << "no whole tag";
    const bool is_empty = token.kind == xml_token_kind::empty_tag;
    const auto tag =
        rewriter.rewrite({text_, token.name, begin, is_empty, false}, lexed, errc::bad_attribute);
    shown = tag.text;
    element = rewriter.name_fault() == errc::ok ? sax_.open(tag) : nullptr;
    source = {.begin = begin,
              .end = begin + text_.size(),
              .attributes = rewriter.attributes(),
              .faults = rewriter.faults(),
              .lost = rewriter.lost()};
  }

  xml_text_decoder decoder{1'000, 1'000, wash_profile::standard};
  tag_rewriter rewriter{decoder, 1'000};
  xml_tag lexed;
  std::string shown;                     ///< to libxml2
  const sax_element* element = nullptr;  ///< as libxml2 read it
  tag_source source;

 private:
  std::string text_;
  sax_tags sax_;
};

}  // namespace laundromat::rdfxml::testing
