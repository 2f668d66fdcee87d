// Any text is read as an RML mapping: what is wrong has a line of the text, and what can be used reads any document, whatever the chunks.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string_view>

#include "core/rml/read_rml.hpp"
#include "core/rml/rml_reader.hpp"
#include "fuzz/fuzz_reading.hpp"
#include "fuzz/require_places.hpp"

using namespace laundromat;

namespace {

constexpr std::string_view documents[] = {
    "id,name,a\n1,Ann,2\n2,\"Bob\n\",3\n3\n",
    R"({"items": [{"id": 1, "name": "Ann", "a": [1, {"b": null}]}, {"id": 2, "name": {"a": "x"}}]})",
    "<r><item id='1'><name>Ann</name><a><b>2</b></a></item><item><name>Bob</item></r>",
};

void read_document(const std::shared_ptr<const rml_mapping>& mapping, std::string_view path,
                   std::string_view document) {
  rml_limits limits;
  limits.join_bytes = std::uint64_t{16} << 20;
  fuzz::reading first, second;
  const auto whole = make_rml_reader(mapping, path, {}, limits, first);
  const auto cut = make_rml_reader(mapping, path, {}, limits, second);
  require(whole.has_value() == cut.has_value(), "the same mapping makes the same reader");
  if (!whole) return;  // a join with another document
  const bool is_for_it = fuzz::read_records(**whole, document, document.size());
  require(fuzz::read_records(**cut, document, 7) == is_for_it && second == first, "chunks have no effect");
  if (is_for_it) fuzz::require_account(first, document, wash_profile::standard);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  auto made = read_rml_mapping(text, "http://e.org/");
  if (!made) {
    fuzz::require_places(made.error(), text);
    return 0;
  }
  const auto mapping = std::make_shared<const rml_mapping>(*std::move(made));
  for (const auto& path : mapping->paths())
    for (const auto document : documents) read_document(mapping, path, document);
  return 0;
}
