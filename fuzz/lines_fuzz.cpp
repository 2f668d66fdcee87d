// The line reader alone: all kernels, any chunks and several threads give the same result, and the properties of readers are true.
// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses format, profile and chunks; the limits are small, so that they are reached.
#include "core/rdf/lines/line_reader.hpp"
#include "core/rdf/lines/parallel_line_reader.hpp"
#include "fuzz/fuzz_reading.hpp"

using namespace laundromat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view document{reinterpret_cast<const char*>(bytes) + 1, size - 1};
  const auto format = bytes[0] % 2 == 0 ? rdf_format::n_triples : rdf_format::n_quads;
  reader_options options{"http://base.example/d"};
  options.profile = static_cast<wash_profile>(bytes[0] / 2 % 3);
  options.limits.iri_bytes = 200;
  options.limits.term_bytes = 300;
  options.limits.line_bytes = 600;
  options.limits.literal_lines = 4;
  options.limits.excerpt_bytes = 50;
  const auto read = [&](line_kernel kernel, std::size_t cut) {
    fuzz::reading got;
    fuzz::read_in_chunks(*make_line_reader(format, options, got, {}, kernel), document, cut);
    return got;
  };
  const auto whole = read(line_kernel::avx2, document.size() + 1);
  const std::size_t cut = 1 + bytes[0] / 6;
  require(read(line_kernel::avx2, cut) == whole, "chunks have no effect");
  require(read(line_kernel::scalar, document.size() + 1) == whole, "kernels give the same result");
  if (bytes[0] % 8 == 0) {
    fuzz::reading got;
    options.threads = 2;
    parallel_line_reader several(format, options, got, {}, line_kernel::avx2, 40 + cut);
    fuzz::read_in_chunks(several, document, 64);
    require(got == whole, "threads give the same result");
  }
  fuzz::require_account(whole, document, options.profile);
  fuzz::require_round_trip(whole, [](auto& sink) { return make_line_reader(rdf_format::n_quads, {}, sink); });
  return 0;
}
