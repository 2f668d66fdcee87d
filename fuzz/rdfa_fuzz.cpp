// The RDFa reader has the properties of readers with every host language and with limits that are reached.
// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses profile, media type and limits, the second the chunks.
#include "fuzz/fuzz_reading.hpp"

using namespace laundromat;

namespace {

reader_options choose_options(unsigned bits) {
  static constexpr const char* types[] = {"", "text/html", "application/xhtml+xml", "application/xml"};
  reader_options options{"http://base.example/d"};
  options.profile = static_cast<wash_profile>(bits % 3);
  options.media_type = types[(bits / 3) % 4];
  if ((bits & 0x40u) != 0) {
    options.limits.nesting = 8;
    options.limits.start_tag_bytes = 200;
    options.limits.attributes = 4;
    options.limits.hanging_relations = 2;
    options.limits.microdata_bytes = 3'000;
    options.limits.itemref_elements = 20;
    options.limits.term_bytes = 100;
    options.limits.statement_bytes = 2000;
    options.limits.entity_bytes = 100;
  }
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const auto options = choose_options(bytes[0]);
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 2, size - 2};
  const auto read = [&](std::size_t cut) {
    fuzz::reading got;
    fuzz::read_in_chunks(*make_reader(rdf_format::rdfa, options, got).value(), document, cut);
    return got;
  };
  const auto whole = read(document.size() + 1);
  require(read(1u + bytes[1] % 64) == whole, "chunks have no effect");
  fuzz::require_account(whole, document, options.profile);
  fuzz::require_round_trip(whole,
                           [](auto& sink) { return make_reader(rdf_format::n_quads, {}, sink).value(); });
  return 0;
}
