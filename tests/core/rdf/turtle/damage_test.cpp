// Damaged documents: whatever is cut, changed or doubled, the reader keeps what it promises.
// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <vector>

#include "tests/core/rdf/damage.hpp"

namespace laundromat {
namespace {

using testing::covers_quarantine;
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
  const std::string texts[] = {
      "<a:s> <a:p> <a:o1> , \"x\" ; <a:q> [ <a:r> ( \"1\" <a:o2> ) ; <a:t> \"y\" ] , \"\"\"z \"q\" \"\"\" .\n"
      "<a:g> { <a:s> <a:p> ( <a:o> ) . }\n( \"1\" ) <a:p> [] .\n[ <a:p> <a:o4> ] .\n",
      "<a:s> <a:p> '''Use:\n<a:no> <a:no> <a:no> .\n<a:no> <a:no> \"no\" .\n<a:no> { <a:no> <a:no> [] . }\n"
      "@base <a:no> .\n\n[] <a:no> 'no' ; <a:no> <a:no> .\n''' .\n<a:g> {\n  <a:s> <a:p> <a:o> .\n"
      "  <a:s> <a:q> \"\"\"Use:\n  <a:no> <a:no> <a:no> .\n}\n<a:no> <a:no> <a:no> .\n  <a:no> <a:no> '' "
      ".\n\"\"\" , "
      "\"\"\"<a:no> <a:no> <a:no> . <a:no> <a:no> <a:no> .\n<a:no> <a:no> ''' <a:no> <a:no> <a:no> .\n\"\"\" "
      ".\n}\n"
      "<a:s> <a:p> <a:o5> .\n"};
  for (const auto& text : texts) {
    const auto whole = read_text(rdf_format::trig, text);
    ASSERT_TRUE(whole.defects.empty());
    for (std::size_t length = 0; length < text.size(); ++length)
      for (const auto& line : read_text(rdf_format::trig, text.substr(0, length)).lines)
        EXPECT_NE(std::ranges::find(whole.lines, line), whole.lines.end()) << "at " << length << ": " << line;
  }
}

// Brackets, strings of all kinds with what looks like statements in them, graphs, and names declared anew, in all layouts.
const std::string turtle_documents[] = {
    R"(<a:a> <a:p> [ <a:q> <a:b> ; <a:r> [ <a:s> <a:c> , <a:d> ] ] ; <a:t> <a:e> .
<a:f> <a:p> ( <a:g> [ <a:q> <a:h> ] ( <a:i> ) ) .
[ <a:p> <a:j> ] <a:q> <a:k> .
[] <a:l> <a:m> , [ <a:n> <a:o> ] .
<a:x> <a:y> <a:z> .
)",
    R"(<a:a> <a:p> """x y. z""" ; <a:q> 'one' , "two"@en .
<a:b> <a:p> "three"^^<a:t> ; <a:q> """four
five""" .
<a:c> <a:p> "" ; <a:q> '''six''' , "seven" .
<a:d> <a:p> "a b" , "c d" ; <a:q> "e" .
<a:x> <a:y> <a:z> .
)",
    R"(<a:a> <a:p> "" ; <a:q> "text" .
<a:b> <a:p> [ <a:q> "" ; <a:r> "one; two" ] .
<a:c> <a:p> """one
<a:no> <a:no> <a:no> .
two""" , "three" ; <a:q> "four" .
<a:d> <a:p> "five" ; <a:q> """six "seven" """ ; <a:r> "eight" .
<a:e> <a:p> ( "nine" "ten" """""" ) .
<a:x> <a:y> <a:z> .
)",
    R"(@prefix e: <http://e/> .

<a:a> a e:T ;
  <a:p> [
    <a:q> "one" , "two" ;
    <a:r> [ <a:s> ( <a:b> "three" ) ]
  ] , [ <a:t> <a:c> ] ;
  <a:u> """four
<a:no> <a:no> "no" .
five""" , '''six''' ;
  <a:v> "", "seven; eight" .

<a:d> <a:p> 12 ; <a:q> true ; <a:r> true .
[ <a:w> [ <a:x> "nine" ] ; <a:y> ( [ <a:z> "" ; <a:p> "text" ] ) ] .
[] <a:p> "ten" . <a:e> <a:p> "eleven" .
<a:f> <a:p> "it's" ; <a:q> "<a:no>" .
<a:g> <a:p> "x . <a:no> <a:no> ." .
<a:x> <a:y> <a:z> .
)",
    R"(<a:a> <a:p> "";<a:q>"text";<a:r>"more",'less'.
<a:b> <a:p>"""one""","""two""";<a:q>[<a:r>"x"],[<a:s>"y";<a:t>[<a:u>"z"]].
<a:c><a:p>("a"<a:b>[<a:q>"r"]).<a:d><a:p>"s".<a:e><a:p>"t"@en,"u"^^<a:v>.
<a:x> <a:y> <a:z> .
)",
    R"(@prefix e: <http://e/> .
@base <http://b/> .
<a> e:p "x" , 'y' .
@base <http://c/> .
@prefix e: <http://f/> .
<b> e:p "x" ; e:q [ e:r "y" ] .
<c> e:p """x
@base <http://no/> .
""" . <d> e:p "y" . @prefix e: <http://g/> . <e> e:p <f> .
PREFIX e: <http://h/>
BASE <http://d/>
<g> e:p "x" .
<h> e:p ( "x" <y> ) .
)"};
const std::string trig_documents[] = {
    R"(<a:g> { <a:a> <a:p> <a:b> ; <a:q> "c" . }
<a:h> {
  <a:d> <a:p> [ <a:q> "e" , "f" ] .
  <a:i> <a:p> """g
h""" .
}
{ <a:j> <a:p> ( <a:k> "l" ) }
GRAPH <a:m> { [ <a:n> <a:o> ] <a:p> "" . }
<a:x> <a:y> <a:z> .
)",
    R"(@prefix e: <http://e/> .
<a:a> <a:b> <a:c> .
<a:g> {
  <a:a> <a:p> "one" ;
    <a:q> [ <a:r> "two" , [ <a:s> """three
<a:no> <a:no> <a:no> .
""" ] ] .
  <a:b> <a:p> ( "four" [ <a:q> "" ; <a:r> "text" ] ) .
}
<a:h> { <a:c> <a:p> "five" . <a:d> <a:p> "six" . }
{
  <a:e> <a:p> <a:f> .
}
_:i {
  <a:j> <a:p> "seven", "eight" ; a e:T
}
<a:x> <a:y> <a:z> .
)",
    R"(@prefix e: <http://e/> .
GRAPH e:g1 { e:a1 e:p "x" . e:b1 e:q "y } {" }
GRAPH e:g2 { e:a2 e:p "y" , 'z' . }
{ e:a3 e:p "z" ; e:q "w" . e:b3 e:p ( "u" "v" ) }
@prefix f: <http://f/> .
e:a4 f:p "y" .
_:g5 { f:a5 f:p [ f:q "y" ] . }
e:a6 e:p "y" .
[] { e:a7 e:p """y }
@prefix e: <http://no/> .
{ e:no e:no e:no }
""" }
e:a8 e:p "y" .
)",
    R"(@prefix e: <http://e/> .
e:g1 { e:a1 e:p "x }" . }
@base <http://b/> .
{ e:a3 e:p "z" . }
GRAPH <g> { e:a3 e:p "z" . }
{ <a4> e:p "z" . }
e:g2 {
  e:a2 e:p "y }" .
  @prefix e: <http://f/> .
  e:a5 e:p "x" .
}
e:a6 e:p "z" .
)"};

constexpr std::string_view marks = "\"'<>[](){}.;,";

TEST(turtle_damage, one_mark_too_many_or_too_few_invents_nothing) {
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    for (const auto& good : turtle_documents)
      testing::expect_no_mark_invents(rdf_format::turtle, good, marks, profile);
    for (const auto& good : trig_documents)
      testing::expect_no_mark_invents(rdf_format::trig, good, marks, profile);
  }
}

/// It is well-formed and says something else, and so it is read as written.
TEST(turtle_damage, a_delimiter_may_make_another_document) {
  const auto read = read_text(rdf_format::turtle, "<a:s> <a:p> \"one\" , <a:o> ; <a:q> \"two\" .");
  const auto other = read_text(rdf_format::turtle, "<a:s> <a:p> \"one\" ; <a:o> \"two\" .");
  EXPECT_EQ(read.lines.size(), 3u);
  EXPECT_EQ(other.lines, (std::vector<std::string>{"<a:s> <a:p> \"one\" .", "<a:s> <a:o> \"two\" ."}));
  EXPECT_TRUE(other.defects.empty());
}

}  // namespace
}  // namespace laundromat
