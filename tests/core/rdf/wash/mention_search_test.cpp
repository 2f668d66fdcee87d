// Tests that an IRI is found in every place of a statement, and in no text.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/mention_search.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace laundromat {
namespace {

/// Gives a few bytes at a time.
class slow_source final : public byte_source {
 public:
  slow_source(std::string bytes, std::size_t step) : bytes_(std::move(bytes)), step_(step) {}
  result<std::size_t> read(std::span<char> buffer) override {
    const auto count = std::min({buffer.size(), step_, bytes_.size() - at_});
    bytes_.copy(buffer.data(), count, at_);
    at_ += count;
    return count;
  }

 private:
  std::string bytes_;
  std::size_t step_, at_ = 0;
};

const std::string document =
    "<http://e/1> <http://e/p> \"a <http://e/x> in a text\" .\n"
    "<http://e/2> <http://e/p> \"a \\\" <http://e/x>\" <http://e/x> .\n"
    "<http://e/3> <http://e/p> <<( <http://e/x> <http://e/p> \"o\" )>> .\n"
    "<http://e/4> <http://e/p> <http://e/x2> .\n"
    "<http://e/5> <http://e/x> \"o\" .\n"
    "<http://e/6> <http://e/p> \"o\"^^<http://e/x> .\n"
    "<http://e/x> <http://e/p> <http://e/x> .\n"
    "<http://e/y> <http://e/p> \"\\\\\" <http://e/x> .\n";

TEST(mention_search, finds_an_iri_in_every_place_and_in_no_text_M33) {
  for (const std::size_t step : {1U, 7U, 64U, 100'000U}) {
    std::string found;
    slow_source source{document, step};
    const auto read =
        read_mentions(source, "http://e/x", [&](std::string_view line, mention_place place) -> result<void> {
          found += line.substr(9, 3);
          found += place == mention_place::subject ? 's' : '-';
          EXPECT_TRUE(line.ends_with(" ."));
          return {};
        });
    ASSERT_TRUE(read);
    EXPECT_EQ(found, "/2>-/3>-/5>-/6>-/x>s/y>-") << step;
  }
}

TEST(mention_search, a_line_longer_than_its_buffer_and_an_error_are_passed_on) {
  slow_source source{"<http://e/1> <http://e/p> \"" + std::string(3 << 20, 'x') + "\" <http://e/x> .\n",
                     1 << 16};
  int lines = 0;
  const auto read = read_mentions(source, "http://e/x", [&](std::string_view, mention_place) -> result<void> {
    ++lines;
    return fail(errc::cancelled, "enough");
  });
  EXPECT_EQ(lines, 1);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, errc::cancelled);
}

}  // namespace
}  // namespace laundromat
