// For any detected encoding, the recoded text is valid UTF-8.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "core/rdf/model/utf8.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string document{reinterpret_cast<const char*>(bytes), size};
  const auto decided = detect_encoding(document, true, "");
  if (decided.problem != errc::ok) return 0;
  warning_log warnings;
  auto source = make_utf8_source(make_memory_source(document), decided.chosen, warnings);
  require(source.has_value(), "a chosen encoding can be converted");
  const auto text = read_all(**source, size * 8 + 16);
  require(text.has_value(), "recoding ends");
  if (decided.chosen != "UTF-8" && decided.chosen != "US-ASCII")
    require(find_bad_utf8(*text) == std::string_view::npos, "recoded text is UTF-8");
  return 0;
}
