// The reader of RDFa is the same however its input is cut; its spans add up, and what it lets through reads back as itself.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/write/canonical.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

struct reading final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    append_canonical(lines, statement, "http://skolem.example/");
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  void on_span(span_kind kind, std::uint64_t length) override { spans.emplace_back(kind, length); }

  std::string lines;
  std::vector<defect> defects;
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
};

/// The first bits choose profile, media type and how small the limits are.
reader_options choose_options(unsigned bits) {
  static constexpr const char* types[] = {"", "text/html", "application/xhtml+xml", "application/xml"};
  reader_options options{"http://base.example/d"};
  options.profile = static_cast<wash_profile>(bits % 3);
  options.media_type = types[(bits / 3) % 4];
  if ((bits & 0x40u) != 0) {
    options.limits.nesting = 8;
    options.limits.start_tag_bytes = 200;
    options.limits.attributes = 4;
    options.limits.term_bytes = 100;
    options.limits.statement_bytes = 2000;
    options.limits.entity_bytes = 100;
  }
  return options;
}

reading read(const reader_options& options, std::string_view document, std::size_t cut) {
  reading sink;
  const auto from = make_reader(rdf_format::rdfa, options, sink).value();
  for (std::size_t at = 0; at < document.size(); at += cut)
    require(from->push(document.substr(at, cut)).has_value(), "push");
  require(from->finish().has_value(), "finish");
  return sink;
}

void check_spans(const reading& one, std::size_t size) {
  std::uint64_t sum = 0;
  bool has_skip = false, has_quarantine = false;
  for (const auto& [kind, length] : one.spans) {
    require(length > 0, "no span is empty");
    sum += length;
    has_quarantine = has_quarantine || kind == span_kind::quarantine;
  }
  require(sum == size, "spans add up");
  for (const auto& found : one.defects) {
    has_skip = has_skip || found.done == treatment::skip;
    require(found.offset_bytes + found.length_bytes <= size, "defects lie in the document");
    require(find_rule(found.rule) != nullptr, "rules are in the taxonomy");
  }
  require(has_skip || !has_quarantine, "a defect explains the quarantine");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const auto options = choose_options(bytes[0]);
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 2, size - 2};
  const auto whole = read(options, document, document.size() + 1);
  const auto pieces = read(options, document, 1u + bytes[1] % 64);
  require(whole.lines == pieces.lines, "chunking does not change statements");
  require(whole.defects == pieces.defects, "chunking does not change defects");
  require(whole.spans == pieces.spans, "chunking does not change spans");
  check_spans(whole, document.size());
  require(find_bad_utf8(whole.lines) == std::string_view::npos, "output is UTF-8");
  return 0;
}
