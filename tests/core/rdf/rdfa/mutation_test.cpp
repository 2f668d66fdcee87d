// Good documents with random damage: every reader keeps its promises on them.
// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "tests/core/rdf/cases.hpp"

namespace laundromat::testing {
namespace {

std::string damage(std::string text, std::mt19937_64& random) {
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
  for (auto n = 1 + below(4); n > 0 && !text.empty(); --n) {
    const auto at = below(text.size()), length = 1 + below(20);
    switch (below(5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text[at] = static_cast<char>(below(256));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), length));
        break;
      case 3:
        text.insert(at, 1, "<>\"'&=/[]: \n"[below(12)]);
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

TEST(rdfa_mutation, damaged_documents_keep_the_properties_of_a_reader) {
  std::vector<std::string> seeds;
  for (const auto& path : list_cases("tests/core/rdf/rdfa/cases")) seeds.push_back(read_case_file(path));
  ASSERT_FALSE(seeds.empty());
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    reader_options options{base};
    options.profile = static_cast<wash_profile>(random() % 3);
    options.limits.nesting = 12;
    options.limits.start_tag_bytes = 400;
    options.limits.attributes = 6;
    options.limits.hanging_relations = 2;
    options.limits.microdata_bytes = 3'000;
    options.limits.itemref_elements = 20;
    options.limits.term_bytes = 300;
    const auto text = damage(seeds[random() % seeds.size()], random);
    (void)read_with_properties(rdf_format::rdfa, text, options);
    ASSERT_FALSE(::testing::Test::HasFailure()) << printable(text);
  }
}

}  // namespace
}  // namespace laundromat::testing
