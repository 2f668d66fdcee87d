// What the tests of the parser's parts share: a text with its tokens, the parts that need no grammar, and a sink that remembers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/turtle/recovery/lost_declarations.hpp"
#include "core/rdf/turtle/recovery/skip_region.hpp"
#include "core/rdf/turtle/recovery/string_watch.hpp"
#include "core/rdf/turtle/state/graph_scope.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/turtle/state/parser_context.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::testing {

/// A text on which one part is tested without the parser. The test takes the parser's place: it reads tokens and accepts them.
struct parser_parts {
  explicit parser_parts(std::string_view text, rdf_format format = rdf_format::trig,
                        wash_profile profile = wash_profile::standard, bool is_closed = true)
      : all(format, options_of(profile), shown(text, is_closed), sink) {}

  /// The next token, which becomes the last one with `accept`.
  turtle::token next() {
    EXPECT_EQ(all.tokens.skip_gap(), turtle::token_cursor::gap_end::token);
    last = all.tokens.next();
    return last;
  }
  void accept() { all.tokens.advance(last); }
  /// Reads and accepts a token.
  turtle::token take() {
    const auto found = next();
    accept();
    return found;
  }
  /// The next token begins a statement with this subject and predicate; neither is part of the text.
  void begin_statement() {
    static_cast<void>(next());
    all.now.start(all.tokens.offset(), all.tokens.is_first_on_line(), all.tokens.indent());
    strings.begin_statement(all.now.begin);
    all.now.frames.statement().subject_kind = term_kind::iri;
    all.now.frames.statement().subject = "a:s";
    all.now.frames.statement().predicate = "a:p";
  }
  /// A complete object, as if it had been read.
  void set_object(std::string_view iri) {
    all.now.object.text = iri;
    all.now.object.view = {term_kind::iri, all.now.object.text, {}, {}};
    all.now.has_object = true;
    all.now.skips_object = false;
  }
  /// `treatment begin+length` of each defect so far.
  std::vector<std::string> defects() {
    all.reports.report_waiting();
    std::vector<std::string> lines;
    for (const auto& one : sink.defects)
      lines.push_back(std::string(to_string(one.done)) + ' ' + std::to_string(one.offset_bytes) + '+' +
                      std::to_string(one.length_bytes));
    return lines;
  }
  /// `kind length` of each span.
  std::vector<std::string> spans() {
    all.out.finish();
    std::vector<std::string> lines;
    for (const auto& [kind, length] : sink.spans)
      lines.push_back(std::string(to_string(kind)) + ' ' + std::to_string(length));
    return lines;
  }
  const std::vector<std::string>& lines() const { return sink.lines; }

  remembering_sink sink;
  turtle::text_window window;
  turtle::parser_context all;
  turtle::string_watch strings{window, all.is_trig()};
  turtle::lost_declarations declarations{window, all.terms, all.now};
  turtle::graph_scope graphs{all.is_trig(), window, all.out, all.reports};
  turtle::skip_merger merger{all.reports};
  turtle::skip_region region{all.now, all.out, all.reports, merger};
  turtle::nested_writer nested{all.now, all.out};
  turtle::token last;

 private:
  static reader_options options_of(wash_profile profile) {
    reader_options options{base};
    options.profile = profile;
    return options;
  }
  turtle::text_window& shown(std::string_view text, bool is_closed) {
    window.append(text);
    if (is_closed) window.close();
    return window;
  }
};

}  // namespace laundromat::testing
