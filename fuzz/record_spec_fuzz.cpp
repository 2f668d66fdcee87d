// Any text is read as a specification of records: what is wrong has a line of the text, and what can be used reads any document.
// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "core/extraction/plan/record_plan.hpp"
#include "core/extraction/spec/read_spec.hpp"
#include "fuzz/require_places.hpp"

using namespace laundromat;

namespace {

struct counted_spans final : record_sink {
  result<void> on_record(data_record&) override { return {}; }
  void on_defect(const defect&) override {}
  void on_span(span_kind /*kind*/, std::uint64_t length_bytes) override { bytes += length_bytes; }
  std::uint64_t bytes = 0;
};

constexpr std::string_view documents[] = {
    "id,name,a\n1,Ann,2\n2,\"Bob\n\",3\n3\n",
    R"({"items": [{"id": 1, "name": "Ann", "a": [1, {"b": null}]}, {"id": 2, "name": {"a": "x"}}]})",
    "<r><item id='1'><name>Ann</name><a><b>2</b></a></item><item><name>Bob</item></r>",
    "<table><tr><td class=a id=i>1<td>2</table><ul class=item><li><a href=x>Ann</a></ul>",
    "- id: 1\n  name: [Ann, Bob]\n- {id: 2}\n",
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  auto spec = read_record_spec(text);
  if (!spec) {
    fuzz::require_places(spec.error(), text);
    return 0;
  }
  const auto plan = record_plan::make(*std::move(spec));
  if (!plan) {
    fuzz::require_places(plan.error(), text);
    return 0;
  }
  for (const auto document : documents) {
    counted_spans got;
    const auto extractor = (*plan)->make_extractor({}, wash_profile::standard, got);
    auto read = extractor->push(document);
    if (read) read = extractor->finish();
    if (!read) {
      const auto& why = read.error();
      require((why.code == errc::configuration || why.code == errc::missing_field ||
               why.code == errc::no_records) &&
                  !why.detail.empty(),
              "a document is read, unless the specification is for another format or document");
      continue;
    }
    require(got.bytes == document.size(), "the spans add up to the document");
  }
  return 0;
}
