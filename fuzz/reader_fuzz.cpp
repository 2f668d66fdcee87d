// A reader ends, is the same however its input is cut, accounts for every byte, and what it lets through reads back as itself.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/write/canonical.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

class line_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view& statement) override {
    append_canonical(lines, statement, "http://skolem.example/");
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans.emplace_back(kind, length_bytes);
  }
  [[nodiscard]] bool has_skipped() const {
    return std::ranges::any_of(defects, [](const defect& d) { return d.done == treatment::skip; });
  }
  std::string lines;
  std::vector<defect> defects;
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
};

line_sink read(rdf_format format, std::string_view document, std::size_t cut, wash_profile profile) {
  line_sink sink;
  auto reading = make_reader(format, {"http://base.example/d", {}, profile}, sink).value();
  for (std::size_t at = 0; at < document.size(); at += cut)
    require(reading->push(document.substr(at, cut)).has_value(), "push");
  require(reading->finish().has_value(), "finish");
  return sink;
}

void require_account(const line_sink& read, std::size_t size) {
  std::uint64_t sum = 0;
  bool is_quarantined = false;
  for (std::size_t i = 0; i < read.spans.size(); ++i) {
    require(read.spans[i].second > 0, "a span has a length");
    require(i == 0 || read.spans[i].first != read.spans[i - 1].first, "spans are maximal");
    sum += read.spans[i].second;
    is_quarantined = is_quarantined || read.spans[i].first == span_kind::quarantine;
  }
  require(sum == size, "the spans add up to the input");
  require(!is_quarantined || read.has_skipped(), "a defect explains what is in quarantine");
  for (const auto& one : read.defects)
    require(one.offset_bytes + one.length_bytes <= size, "a defect lies in the document");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr auto format = rdf_format::LAUNDROMAT_FUZZ_FORMAT;
  if (size < 1) return 0;
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 1, size - 1};
  const auto profile = static_cast<wash_profile>(bytes[0] % 3);
  const auto whole = read(format, document, std::max<std::size_t>(1, document.size()), profile);
  const auto pieces = read(format, document, 1 + bytes[0], profile);
  require(whole.lines == pieces.lines && whole.defects == pieces.defects && whole.spans == pieces.spans,
          "chunking changes nothing");
  require_account(whole, document.size());
  const auto again = read(rdf_format::n_quads, whole.lines, 4096, wash_profile::standard);
  require(again.lines == whole.lines, "canonical output reads back as itself");
  require(!again.has_skipped(), "nothing of the canonical output is skipped");
  return 0;
}
