// A reader ends, does not depend on chunks, accounts for every byte, and its output is read back unchanged.
// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses profile and chunks.
#include "fuzz/fuzz_reading.hpp"

using namespace laundromat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr auto format = rdf_format::LAUNDROMAT_FUZZ_FORMAT;
  if (size < 1) return 0;
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 1, size - 1};
  reader_options options{"http://base.example/d"};
  options.profile = static_cast<wash_profile>(bytes[0] % 3);
  const auto read = [&](std::size_t cut) {
    fuzz::reading got;
    fuzz::read_in_chunks(*make_reader(format, options, got).value(), document, cut);
    return got;
  };
  const auto whole = read(document.size() + 1);
  require(read(1 + bytes[0] / 3) == whole, "chunks have no effect");
  if constexpr (format == rdf_format::turtle || format == rdf_format::trig) {
    options.takes_fast_path = false;
    require(read(document.size() + 1) == whole, "the fast path has no effect");
  }
  fuzz::require_account(whole, document, options.profile);
  fuzz::require_round_trip(whole,
                           [](auto& sink) { return make_reader(rdf_format::n_quads, {}, sink).value(); });
  return 0;
}
