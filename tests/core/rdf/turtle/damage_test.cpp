// Damaged documents: whatever is cut, changed or doubled, the reader keeps what it promises.
// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <vector>

#include "tests/core/rdf/cases.hpp"

namespace laundromat {
namespace {

using testing::read_text;
using testing::read_with_properties;

/// Some of the cases, one after the other, with bytes changed, removed or doubled.
std::string damaged_document(const std::vector<std::string>& cases, std::mt19937& random) {
  std::string text;
  for (auto count = 1 + random() % 3; count > 0; --count) {
    const auto one = testing::read_case_file(cases[random() % cases.size()]);
    if (one.size() < 2'000) text += one;
  }
  const std::string marks = "\"'<>[](){}.;,\\#@:_^ \n\r\xE9\xC3\xEF%/+-1a" + std::string(1, '\0');
  for (auto changes = random() % 12; changes > 0 && !text.empty(); --changes) {
    const auto at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = marks[random() % marks.size()];
        break;
      case 1:
        text.erase(at, 1 + random() % 5);
        break;
      case 2:
        text.insert(at, text.substr(at, random() % 9));
        break;
      default:
        text.insert(at, 1, marks[random() % marks.size()]);
    }
  }
  return text;
}

TEST(turtle_damage, is_explained_in_each_case) {
  for (const auto& path : testing::list_cases("tests/core/rdf/turtle/cases"))
    for (const auto format : {rdf_format::turtle, rdf_format::trig})
      for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
        reader_options options{testing::base};
        options.profile = profile;
        EXPECT_TRUE(testing::covers_quarantine(read_text(format, testing::read_case_file(path), 0, options)))
            << path << ' ' << to_string(format) << ' ' << to_string(profile);
      }
}

TEST(turtle_damage, changes_no_property) {
  const auto cases = testing::list_cases("tests/core/rdf/turtle/cases");
  const char* given = std::getenv("LAUNDROMAT_SEED");
  const auto seed = given != nullptr ? static_cast<unsigned>(std::stoul(given)) : 2026u;
  std::mt19937 random(seed);
  for (int round = 0; round < 600; ++round) {
    const auto text = damaged_document(cases, random);
    const auto format = round % 2 == 0 ? rdf_format::turtle : rdf_format::trig;
    reader_options options{testing::base};
    options.profile = static_cast<wash_profile>(round % 3);
    options.limits.excerpt_bytes = round % 5 == 0 ? 40 : 1024;
    const auto reading = read_with_properties(format, text, options);
    for (const auto& found : reading.defects) {
      const auto span = text.substr(found.offset_bytes, found.length_bytes);
      const bool is_whole = span.size() <= options.limits.excerpt_bytes;
      if (found.done == treatment::note) continue;
      EXPECT_TRUE(is_whole ? found.before == span
                           : found.before.size() > 36 && span.starts_with(found.before))
          << to_string(found.rule) << " at " << found.offset_bytes << ": " << found.before;
    }
    ASSERT_FALSE(HasFailure()) << "LAUNDROMAT_SEED=" << seed << " round " << round << '\n'
                               << testing::printable(text);
  }
}

/// Names and numbers that are cut are other names and numbers, so that only documents without them show it.
TEST(turtle_damage, truncation_invents_nothing) {
  const std::string text =
      "<a:s> <a:p> <a:o1> , \"x\" ; <a:q> [ <a:r> ( \"1\" <a:o2> ) ; <a:t> \"y\" ] , \"\"\"z \"q\" \"\"\" .\n"
      "<a:g> { <a:s> <a:p> ( <a:o> ) . }\n( \"1\" ) <a:p> [] .\n[ <a:p> <a:o4> ] .\n";
  const auto whole = read_text(rdf_format::trig, text);
  ASSERT_TRUE(whole.defects.empty());
  for (std::size_t length = 0; length < text.size(); ++length)
    for (const auto& line : read_text(rdf_format::trig, text.substr(0, length)).lines)
      EXPECT_NE(std::ranges::find(whole.lines, line), whole.lines.end()) << "at " << length << ": " << line;
}

}  // namespace
}  // namespace laundromat
