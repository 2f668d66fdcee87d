// JSON-LD: with any profile and limit, reading ends, does not depend on chunks, accounts for every byte, and its output is read back.
// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses the chunks and the limit of an item; the second the profile, whether that limit applies, and whether there are
// contexts to load.
#include <string>

#include "core/rdf/jsonld/json_ld_reader.hpp"
#include "core/rdf/lines/line_reader.hpp"
#include "fuzz/fuzz_reading.hpp"

using namespace laundromat;

namespace {

/// Returns for every name a context that refers to another one.
class endless_contexts final : public context_loader {
 public:
  result<std::string> load(std::string_view iri) override {
    return "{\"@context\": [{\"t\": \"http://t.example/\"}, \"" + std::string(iri.substr(0, 64)) + "x\"]}";
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 2, size - 2};
  endless_contexts contexts;
  reader_options options{"http://base.example/d"};
  options.profile = static_cast<wash_profile>(bytes[1] % 3);
  if ((bytes[1] & 0x40) != 0) options.limits.node_object_bytes = 64 + bytes[0];
  if ((bytes[1] & 0x80) != 0) options.contexts = &contexts;
  const auto read = [&](std::size_t cut) {
    fuzz::reading got;
    fuzz::read_in_chunks(*make_json_ld_reader(options, {}, got), document, cut);
    return got;
  };
  const auto whole = read(document.size() + 1);
  require(read(1 + bytes[0] % 32) == whole, "chunks have no effect");
  fuzz::require_account(whole, document, options.profile);
  reader_options lines;
  lines.limits.iri_bytes += 64;  // an IRI made from a label is longer than the label
  fuzz::require_round_trip(whole,
                           [&](auto& sink) { return make_line_reader(rdf_format::n_quads, lines, sink); });
  return 0;
}
