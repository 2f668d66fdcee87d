// TriG output is read back as the same dataset; canonical forms do not depend on labels and order.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "core/rdf/identity/isomorphism.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/write/turtle_writer.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

namespace {

struct term {
  term_kind kind = term_kind::none;
  std::string value, datatype, language;
  /// Views of a term of kind `none` are ignored: their content is undefined.
  explicit term(const term_view& t) : kind(t.kind) {
    if (kind == term_kind::none) return;
    value = t.value;
    datatype = t.datatype;
    language = t.language;
  }
  [[nodiscard]] term_view view() const { return {kind, value, datatype, language}; }
};

struct quad_sink final : statement_sink {
  result<void> on_statement(const statement_view& s) override {
    quads.push_back({term{s.subject}, term{s.predicate}, term{s.object}, term{s.graph}});
    data.add(s);
    return {};
  }
  void on_defect(const defect&) override {}
  std::vector<std::vector<term>> quads;
  dataset data;
};

quad_sink read(rdf_format format, std::string_view document) {
  quad_sink sink;
  auto reading = make_reader(format, {}, sink).value();
  require(reading->push(document) && reading->finish(), "read");
  return sink;
}

statement_view view(const std::vector<term>& quad) {
  return {quad[0].view(), quad[1].view(), quad[2].view(), quad[3].view()};
}

/// The result, or true where the comparison would take too long.
bool same(const dataset& one, const dataset& other) {
  const auto answer = are_isomorphic(one, other, {hash_algorithm::sha256, 2'000});
  return !answer || *answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto first = read(rdf_format::n_quads, {reinterpret_cast<const char*>(bytes), size});
  prefix_finder finder;
  for (const auto& quad : first.quads) finder.examine(view(quad));
  string_sink out;
  turtle_writer writer{rdf_format::trig, finder.find(), out};
  for (const auto& quad : first.quads) require(writer.write(view(quad)).has_value(), "write");
  require(writer.finish().has_value(), "finish");
  const auto again = read(rdf_format::trig, out.text);
  if (again.data.quads().size() != first.data.quads().size()) std::fputs(out.text.c_str(), stderr);
  require(again.data.quads().size() == first.data.quads().size(), "as many quads");
  require(same(first.data, again.data), "the same dataset");

  dataset mixed;
  for (auto at = first.quads.rbegin(); at != first.quads.rend(); ++at) {
    auto quad = *at;
    for (auto& t : quad)
      if (t.kind == term_kind::blank) std::ranges::reverse(t.value);
    mixed.add(view(quad));
  }
  require(same(first.data, mixed), "labels and order have no effect");
  return 0;
}
