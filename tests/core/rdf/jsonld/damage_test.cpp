// The reader of JSON-LD on good documents that are damaged: nothing is invented, and all properties hold.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/core/rdf/damage.hpp"
#include "tests/core/rdf/jsonld/made_graph.hpp"

namespace laundromat {
namespace {

using testing::base;
using testing::context;
using testing::expect_nothing_invented;
using testing::make_graph;
using testing::read_text;
using testing::read_with_properties;
using testing::unlabelled;

/// Good documents to be damaged.
const std::vector<std::string>& good_documents() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made;
    made.push_back(make_graph(6, context + ", "));
    made.push_back(make_graph(4, context + ", \"@id\": \"g\", ", ", \"title\": {\"@list\": [\"x\", 1.5]}"));
    made.push_back(R"([{"@context": {"e": "http://e.example/", "l": {"@id": "e:l", "@container": "@language"},
  "i": {"@id": "e:i", "@container": "@index"}, "j": {"@id": "e:j", "@type": "@json"},
  "n": "@nest", "T": {"@id": "e:T", "@context": {"k": "e:k"}}},
 "@id": "e:a", "@type": "T", "k": "x", "l": {"en": "a", "de": ["b", "c"]}, "i": {"x": {"@id": "e:b"}},
 "j": {"z": [1, null, "\u00e9"]}, "n": {"e:m": "nested"}, "@reverse": {"e:r": {"@id": "_:c"}}},
 {"@id": "http://e.example/d", "http://e.example/p": [{"@value": "v", "@language": "en"}, {"@list": []}]}])");
    made.push_back("{" + context + ", \"p\": 1}\n{" + context + ", \"p\": {\"q\": \"\\ud83d\\ude00\"}}\n");
    return made;
  }();
  return all;
}

std::string damage(std::string text, std::mt19937& random) {
  const auto at = [&] { return random() % (text.size() + 1); };
  const auto many = 1 + random() % 3;
  for (std::size_t i = 0; i < many && !text.empty(); ++i) {
    const auto from = at(), length = random() % 12;
    switch (random() % 4) {
      case 0:
        text.erase(std::min(from, text.size()), length);
        break;
      case 1:
        if (from < text.size()) text[from] = static_cast<char>(random());
        break;
      case 2:
        text.insert(at(), text.substr(std::min(from, text.size()), length));
        break;
      default:
        text.insert(at(), 1, R"("{}[],:/\'@#)"[random() % 12]);
    }
  }
  return text;
}

TEST(json_ld_damage, any_damage_leaves_the_properties_intact) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 600 && !::testing::Test::HasFailure(); ++round) {
    const auto& good = good_documents()[random() % good_documents().size()];
    const auto text = damage(good, random);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + testing::printable(text));
    reader_options options{base};
    options.profile = static_cast<wash_profile>(round % 3);
    if (round % 2 == 0) options.limits.node_object_bytes = 100 + random() % 500;
    read_with_properties(rdf_format::json_ld, text, options);
  }
}

const std::string documents_with_marks[] = {
    R"({"@context":{"e":"http://e/","T":{"@id":"e:T","@context":{"s":"e:s1","t":"e:t1"}},"s":"e:s0","pp":{"@id":"e:pp","@context":{"s":"e:s2","id":"@id"}}},
"@graph":[
{"@id":"e:a","@type":"T","s":"1","t":"2"},
{"@id":"e:b","s":"3","pp":{"id":"e:c","s":"4"},"e:z":"5"},
{"@id":"e:d","@type":"T","pp":{"id":"e:f","s":"6","pp":{"id":"e:g","s":"7"}},"s":"8"}
]}
)",
    R"({"@context":{"id":"@id","type":"@type","e":"http://e/","T":{"@id":"e:T","@context":{"p":"e:p2"}},"p":"e:p"},"p":"x","q":{"id":"e:b","type":"T","p":"y"},"id":"e:a","e:k":[{"p":"1","id":"e:c"},{"id":"e:d","p":"2","type":"T"}],"type":"T"}
)",
    R"({"@context":{"@vocab":"http://v/","g":{"@id":"gr","@container":"@graph"},"gi":{"@id":"gri","@container":["@graph","@id"]},"ty":{"@id":"tyy","@container":"@type"},"idm":{"@id":"idmm","@container":"@id"}},"@id":"http://e/a","g":{"@id":"http://e/b","p":"x"},"gi":{"http://e/n":{"@id":"http://e/c","p":"y"}},"ty":{"http://v/K":{"@id":"http://e/d","p":"z"}},"idm":{"http://e/f":{"p":"w"},"http://e/h":{"p":"v"}},"end":"u"}
)",
    R"({
  "@context": {"e": "http://e/"},
  "e:p": {
    "e:q": 12.5,
    "@id": "e:b"
  },
  "@type": "e:T",
  "@id": "e:a",
  "e:r": {
    "@context": {"e": "http://f/"},
    "@id": "e:c",
    "e:s": {"@value": "x", "@language": "en"}
  }
}
)",
    R"({"@context":{"@vocab":"http://e/","k":{"@type":"@id"}},"@graph":[
{"@id":"http://a","p":"x"},
{"@id":"http://b","p":"y, z","i":[1,2,{"@id":"http://i","r":"s"},true],"d":"z"},
{"@id":"http://c","@type":"T","p":"z","k":"http://k"}
]}
)",
    R"({"@context":{"@vocab":"http://e/"},"@id":"http://g","t":"x","@graph":[{"@id":"http://a","p":"x"},
{"@id":"http://b","p":{"q":"r","s":[{"t":1},{"t":2}]}}],"u":{"v":"w"}})",
    R"([{"@id":"http://a","http://e/p":[{"@value":"x"}]},{"@id":"http://d","@graph":[{"http://e/p":[{"@value":"x"}]}]}])",
    R"({"@context":{"@vocab":"http://e/"},"@id":"http://a","p":"x"}
{"@context":{"@vocab":"http://e/"},"@id":"http://b","q":{"r":"y"}}
{"@context":{"@vocab":"http://e/"},"@id":"http://c","q":[{"r":"z"},{"r":"w"}]}
)",
    R"({"@context":{"@vocab":"http://e/"},"@graph":[
{"@id":"http://a","p":1234,"q":12.34,"r":true},
{"@id":"http://b","p":[12,34],"q":{"r":56,"s":-7},"t":"x"},
{"@id":"http://c",
 "p":1234,
 "q":5678,
 "r":{"s":910}
}
]}
)",
    R"({
  "@context": {"@vocab": "http://e/"},
  "@id": "http://a",
  "p": 1234,
  "q": {"@value": 5678},
  "r": [910, {"@id": "http://b", "s": 1112}],
  "t": 1.5e10,
  "u": "x"
}
)",
    R"({"@context":{"@vocab":"http://e/"},"@id":"http://r","knows":[{"@id":"http://a","p":["x","y"],"q":"z"},{"@id":"http://b","p":["x","w"]},{"@id":"http://c","p":["x"]}],"end":"x"}
)",
    R"({
  "@context": {"@vocab":"http://e/"},
  "@graph": [
  {
    "@id": "http://a",
    "p": [
       "x",
       "y"
    ]
  },
  {
    "@id": "http://b",
    "p": [
       {"@id": "http://c", "q": ["z"]},
       {"@id": "http://d", "q": "z"}
    ],
    "r": "s"
  }
  ]
}
)",
    R"({
  "@context": {"@vocab":"http://e/"},
  "@id": "http://a",
  "p": [
    "one",
    "two",
    "three"
  ],
  "q": "four",
  "r": {
    "@id": "http://b",
    "s": [
      "five",
      {"@id": "http://c", "t": "six"}
    ],
    "u": 7
  },
  "v": ["eight", "nine"]
}
)",
    R"({
  "@context": {"@vocab": "http://e/", "name": "@id"},
  "name": "http://a",
  "m": "one",
  "author": {
    "name": "http://b",
    "n": {"@value": "two", "@language": "en"},
    "o": {"name": "http://c", "p": "three"}
  },
  "items": [
    {
      "@id": "http://d",
      "q": ["four", "five"],
      "r": {
        "s": "six"
      }
    },
    {"@id": "http://e", "t": "seven"}
  ],
  "u": {"v": {"w": "eight"}, "x": "nine"}
})",
    R"({"@context":{"@vocab":"http://e/"},"@id":"http://a","items":[{"@id":"http://b","m":{"n":"two"},"o":"p"},)"
    R"({"@id":"http://c","q":["r","s"]},{"@id":"http://d","t":[{"@id":"http://e","u":"v"}]}],"w":"x"})",
    R"({"@context":{"@vocab":"http://e/"},"@id":"http://a","p":"v, w","q":"v,","r":", v","s":["c,",", d","}f","[g","h]"],)"
    R"("t":"x: y","n":{"@id":"http://b","o":"},","l":{"@id":"http://c","z":"]"}},"y":{"v":{"w":"eight"},"x":"9"},"e":"f"})"};

/// Graphs whose names and contexts come last. Cut off before that, they cannot be told from graphs that have none.
const std::string documents_with_tails[] = {
    R"({"@graph":[{"@id":"http://s","http://p":"c"},{"@id":"http://s2","http://q":"d"}],"@id":"http://g"})",
    R"({"@graph":[{"@id":"http://s","a:p":"c"},{"@id":"http://s2","a:q":"d"}],"@context":{"a":"http://real/"}})",
    R"({"@graph":[{"@id":"s","http://p":"c"},{"@id":"s2","http://q":"d"}],"@context":{"@base":"http://real/"}})",
    R"([{"@graph":[{"@id":"http://s","http://p":"c"},{"@id":"http://s2","http://q":"d"}],"@id":"http://g"},{"@id":"http://t","http://p":"e"}])",
    R"({"@graph":[{"@id":"http://s","http://p":["c"]},{"@id":"http://s2","http://q":[{"@id":"http://s3","http://r":"d"}]}],"@id":"http://g","http://t":"y"})",
    R"({"@context":{"@vocab":"http://v/","g":{"@id":"http://v/g","@context":{"r":"http://real/r"}}},"@graph":[{"@id":"http://s","p":"c"},{"@id":"http://s2","g":[{"@id":"http://s3","r":"d"},{"@id":"http://s4","r":"e"}]},{"@id":"http://s5","r":"f"}],"@id":"http://g"})",
    R"({"@id":"http://s","a:p":[{"@id":"http://o","a:q":"d"},{"@id":"http://o2","a:q":"e"}],"a:t":"x","@context":{"a":"http://real/"}})",
    R"([{"@id":"http://s","a:p":[{"@id":"http://o","a:q":"d"},{"@id":"http://o2","a:q":"e"}],"a:t":"x","@context":{"a":"http://real/"}},{"@id":"http://t","a:p":[{"@id":"http://v","a:q":"d"}],"@context":{"a":"http://real/"}}])",
    R"({
 "@graph": [
  {
   "@id": "http://s",
   "a:p": "c"
  },
  {
   "@id": "http://s2",
   "a:q": "d"
  }
 ],
 "@id": "http://g",
 "@context": {
  "a": "http://real/"
 }
}
)"};

TEST(json_ld_damage, one_mark_too_many_or_too_few_invents_no_statement) {
  constexpr std::string_view marks = "\"{}[],:";
  std::vector<std::string> all_documents(std::begin(documents_with_marks), std::end(documents_with_marks));
  all_documents.insert(all_documents.end(), std::begin(documents_with_tails), std::end(documents_with_tails));
  for (const auto& good : all_documents)
    for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
      const auto all = unlabelled(read_text(rdf_format::json_ld, good).lines);
      bool is_in_string = false;
      for (std::size_t at = 0; at < good.size() && !::testing::Test::HasFailure(); ++at) {
        if (marks.find(good[at]) != marks.npos && (!is_in_string || good[at] == '"'))
          expect_nothing_invented(rdf_format::json_ld, std::string(good).erase(at, 1), all, profile);
        for (const char mark : marks)
          if (marks.find(good[at]) != marks.npos && !is_in_string)
            expect_nothing_invented(rdf_format::json_ld, std::string(good).replace(at, 1, 1, mark), all,
                                    profile);
        if (good[at] == '"') is_in_string = !is_in_string;
        for (const char mark : marks.substr(0, good[at] == '"' || is_in_string ? 1 : marks.size()))
          expect_nothing_invented(rdf_format::json_ld, std::string(good).insert(at, 1, mark), all, profile);
      }
    }
}

TEST(json_ld_damage, a_limit_drops_no_statement_without_a_defect) {
  for (const auto& good : good_documents()) {
    const auto all = read_text(rdf_format::json_ld, good).lines;
    for (std::uint64_t limit = 40; limit < good.size() + 20; limit += 7) {
      reader_options options{base};
      options.limits.node_object_bytes = limit;
      const auto some = read_with_properties(rdf_format::json_ld, good, options);
      if (!some.defects.empty()) continue;
      EXPECT_EQ(some.lines.size(), all.size()) << "limit " << limit << ": " << good;
    }
  }
}

TEST(json_ld_damage, what_is_cut_off_adds_no_statement) {
  auto all_documents = good_documents();
  all_documents.insert(all_documents.end(), std::begin(documents_with_marks), std::end(documents_with_marks));
  for (const auto& good : all_documents) {
    const auto all = unlabelled(read_text(rdf_format::json_ld, good).lines);
    for (std::size_t size = 0; size < good.size(); ++size) {
      const auto text = good.substr(0, size);
      const auto some = unlabelled(read_with_properties(rdf_format::json_ld, text).lines);
      EXPECT_TRUE(std::ranges::includes(all, some)) << text;
    }
  }
}

}  // namespace
}  // namespace laundromat
