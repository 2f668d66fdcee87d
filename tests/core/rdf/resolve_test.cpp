// The resolver against the examples of RFC 3986 section 5.4.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/resolve.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

struct resolution {
  std::string_view reference, expected;
};

TEST(resolve_iri, gives_the_examples_of_rfc3986_5_4) {
  constexpr resolution cases[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  };
  for (const auto& c : cases)
    EXPECT_EQ(resolve_iri("http://a/b/c/d;p?q", c.reference), c.expected) << c.reference;
}

TEST(resolve_iri, needs_a_base_with_a_scheme) {
  EXPECT_EQ(resolve_iri("", "g"), "");
  EXPECT_EQ(resolve_iri("dir/", "g"), "");
  EXPECT_EQ(resolve_iri("http://a", "g"), "http://a/g");
  EXPECT_EQ(resolve_iri("", "urn:x"), "urn:x");
}

}  // namespace
}  // namespace laundromat
