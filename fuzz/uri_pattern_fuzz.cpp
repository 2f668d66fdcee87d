// Any text is refused as a pattern, or names valid numbers of URIs, each of which is made again from a stored position.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/uri_pattern.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string text{reinterpret_cast<const char*>(bytes), size};
  if (size > 0 && bytes[0] % 2 == 0) text = "http://e/" + text;
  const uri_pattern_limits limits{.uris = 10'000, .uri_bytes = 200};
  const auto pattern = uri_pattern::parse(text, limits);
  if (!pattern) {
    require(!pattern.error().detail.empty(), "a refusal says why");
    return 0;
  }
  require(pattern->count() >= 1 && pattern->count() <= limits.uris, "the number of URIs is within the limit");
  uri_generator uris{*pattern};
  for (std::uint64_t number = 0; number < std::min<std::uint64_t>(pattern->count(), 50); ++number) {
    auto stored = uri_generator::resume(*pattern, uris.position());
    const auto uri = uris.next();
    require(stored && uri && stored->next() == uri && *uri == pattern->at(number),
            "a position leads to the same URI");
    require(uri->size() <= limits.uri_bytes, "a URI is within the limit");
  }
  auto end = uri_generator::resume(
      *pattern, std::to_string(pattern->count()) + uris.position().substr(uris.position().find('/')));
  require(end && !end->next(), "behind the last URI is none");
  return 0;
}
