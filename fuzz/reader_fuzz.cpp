// A reader ends, is the same however its input is cut, and what it lets through reads back as itself.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "core/rdf/write/canonical.hpp"
#include "core/rdf/model/reader.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

class line_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view& statement) override {
    append_canonical(lines, statement, "http://skolem.example/");
    return {};
  }
  void on_defect(const defect&) override { ++defects; }
  std::string lines;
  std::size_t defects = 0;
};

line_sink read(rdf_format format, std::string_view document, std::size_t cut) {
  line_sink sink;
  auto reading = make_reader(format, {"http://base.example/d", {}}, sink).value();
  for (std::size_t at = 0; at < document.size(); at += cut)
    require(reading->push(document.substr(at, cut)).has_value(), "push");
  require(reading->finish().has_value(), "finish");
  return sink;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr auto format = rdf_format::LAUNDROMAT_FUZZ_FORMAT;
  if (size < 1) return 0;
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 1, size - 1};
  const auto whole = read(format, document, std::max<std::size_t>(1, document.size()));
  const auto pieces = read(format, document, 1 + bytes[0]);
  require(whole.lines == pieces.lines && whole.defects == pieces.defects, "chunking changes nothing");
  const auto again = read(rdf_format::n_quads, whole.lines, 4096);
  require(again.lines == whole.lines, "canonical output reads back as itself");
  require(again.defects == 0, "canonical output has no defect");
  return 0;
}
