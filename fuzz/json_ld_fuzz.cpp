// JSON-LD: under any profile and limit a reading ends, is the same however it is cut, accounts for every byte, and gives valid UTF-8.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/rdf/jsonld/json_ld_reader.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/write/canonical.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

class recording_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view& statement) override {
    append_canonical(lines, statement, "http://skolem.example/");
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans.emplace_back(kind, length_bytes);
  }

  std::string lines;
  std::vector<defect> defects;
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
};

/// Answers every name with a context that names another.
class endless_contexts final : public context_loader {
 public:
  result<std::string> load(std::string_view iri) override {
    return "{\"@context\": [{\"t\": \"http://t.example/\"}, \"" + std::string(iri.substr(0, 64)) + "x\"]}";
  }
};

recording_sink read(const reader_options& options, std::string_view document, std::size_t cut) {
  recording_sink sink;
  const auto reading = make_json_ld_reader(options, {}, sink);
  for (std::size_t at = 0; at < document.size(); at += cut)
    require(reading->push(document.substr(at, cut)).has_value(), "push");
  require(reading->finish().has_value(), "finish");
  return sink;
}

void check_account(const recording_sink& read, std::size_t size) {
  std::uint64_t sum = 0;
  bool is_quarantined = false;
  for (std::size_t i = 0; i < read.spans.size(); ++i) {
    require(read.spans[i].second > 0, "no empty span");
    require(i == 0 || read.spans[i - 1].first != read.spans[i].first, "spans are maximal");
    sum += read.spans[i].second;
    is_quarantined = is_quarantined || read.spans[i].first == span_kind::quarantine;
  }
  require(sum == size, "spans add up");
  const bool is_skipped =
      std::ranges::any_of(read.defects, [](const defect& one) { return one.done == treatment::skip; });
  require(!is_quarantined || is_skipped, "a defect explains quarantine");
  for (const auto& one : read.defects)
    require(one.offset_bytes + one.length_bytes <= size, "a defect stands in the document");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 2, size - 2};
  endless_contexts contexts;
  reader_options options{"http://base.example/d"};
  options.profile = static_cast<wash_profile>(bytes[1] % 3);
  if ((bytes[1] & 0x40) != 0) options.limits.node_object_bytes = 64 + bytes[0];
  if ((bytes[1] & 0x80) != 0) options.contexts = &contexts;
  const auto whole = read(options, document, std::max<std::size_t>(1, document.size()));
  const auto pieces = read(options, document, 1 + bytes[0] % 32);
  require(whole.lines == pieces.lines, "cutting changes no statement");
  require(whole.defects == pieces.defects, "cutting changes no defect");
  require(whole.spans == pieces.spans, "cutting changes no span");
  require(find_bad_utf8(whole.lines) == std::string_view::npos, "output is UTF-8");
  check_account(whole, document.size());
  return 0;
}
