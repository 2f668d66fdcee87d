// Damage to JSON documents: whatever byte is lost, added or changed, no value comes into another record or under another name.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/extraction/json/json_extractor.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

using json = nlohmann::ordered_json;

struct styled_document {
  std::string style, text, path;
  bool are_lines = false;
};

json random_value(std::mt19937& random, int depth) {
  switch (random() % (depth > 2 ? 5 : 8)) {
    case 0:
      return static_cast<int>(random() % 1000);
    case 1:
      return "text " + std::to_string(random() % 100);
    case 2:
      return nullptr;
    case 3:
      return "a \"b\" {c}, [d], e: " + std::to_string(random() % 10);
    case 4:
      return random() % 2 == 0;
    case 5: {
      auto list = json::array();
      for (auto n = random() % 4; n > 0; --n) list.push_back(random_value(random, depth + 1));
      return list;
    }
    case 6: {
      auto list = json::array();
      for (auto n = random() % 4; n > 0; --n)
        list.push_back({{"id", static_cast<int>(random() % 100)}, {"x", random_value(random, depth + 1)}});
      return list;
    }
    default: {
      auto map = json::object();
      for (auto n = random() % 3; n > 0; --n)
        map["k" + std::to_string(random() % 5)] = random_value(random, depth + 1);
      return map;
    }
  }
}

json random_record(std::mt19937& random, int number) {
  json record{{"id", number}};
  for (auto n = 1 + random() % 4; n > 0; --n)
    record["m" + std::to_string(random() % 6)] = random_value(random, 0);
  return record;
}

json random_row(std::mt19937& random, int number) {
  json row{number};
  for (auto n = 1 + random() % 4; n > 0; --n) row.push_back(random_value(random, 1));
  return row;
}

std::vector<styled_document> make_documents(std::mt19937& random) {
  std::vector<json> records;
  for (int i = 0; i < 5; ++i) records.push_back(random_record(random, 1000 + i));
  std::vector<json> rows;
  for (int i = 0; i < 4; ++i) rows.push_back(random_row(random, 2000 + i));
  const json list(records);
  const json around{{"n", 5},
                    {"results", {{"items", list}, {"z", {1, 2}}}},
                    {"other", json::array({{{"id", 1}}, {{"id", 2}}, {{"id", 3}}})}};
  const json collection{{"type", "C"}, {"features", list}};
  std::string lines, compact_lines = "[", pretty_lines;
  for (const auto& record : records) {
    lines += record.dump() + "\n";
    compact_lines += "\n" + record.dump() + ",";
    pretty_lines += record.dump(2) + "\n";
  }
  compact_lines.back() = '\n';
  std::string joined;
  for (const auto& record : records) joined += record.dump();
  return {
      {"array", list.dump(), "", false},
      {"pretty array", list.dump(2), "", false},
      {"flat pretty array", list.dump(0), "", false},
      {"lines in array", compact_lines + "]", "", false},
      {"lines", lines, "", true},
      {"undeclared lines", lines, "", false},
      {"pretty roots", pretty_lines, "", false},
      {"joined roots", joined, "", false},
      {"path", around.dump(), "results.items", false},
      {"pretty path", around.dump(1), "results.items", false},
      {"deep path", around.dump(), "$..items", false},
      {"collection", collection.dump(), "features[*]", false},
      {"one", json{{"data", records[0]}, {"x", 1}}.dump(), "data", false},
      {"rows", json(rows).dump(), "", false},
      {"rows in path", json{{"data", json(rows)}, {"x", 1}}.dump(), "data", false},
      {"root", records[1].dump(1), "", false},
  };
}

collected_records read(const styled_document& document, std::string_view text, wash_profile profile,
                       std::size_t chunk) {
  collected_records out;
  const auto extractor =
      make_json_extractor({json_path::compile(document.path).value(), document.are_lines, profile, {}}, out);
  push_all(*extractor, text, chunk);
  return out;
}

/// Values by the names around them.
void gather(const json& value, const std::string& path,
            std::map<std::string, std::multiset<std::string>>& out) {
  if (value.is_array()) out[path + "[]"];
  if (value.is_object())
    for (const auto& [name, inner] : value.items()) gather(inner, path + "." + name, out);
  else if (value.is_array())
    for (const auto& inner : value) gather(inner, path + "[]", out);
  else
    out[path].insert(value.dump());
}

/// Whether a record is another one with values left out, but for those of one name.
bool is_damaged_version(const std::string& record, const std::string& sound) {
  std::map<std::string, std::multiset<std::string>> mine, its;
  gather(json::parse(record), "", mine);
  gather(json::parse(sound), "", its);
  int others = 0;
  for (const auto& [path, values] : mine) {
    if (!its.contains(path)) return false;
    if (!std::ranges::includes(its[path], values)) ++others;
  }
  return others <= 1;
}

/// An empty text when all is right.
std::string compare(const std::vector<std::string>& found, const std::vector<std::string>& sound) {
  std::size_t at = 0;
  int damaged = 0;
  for (const auto& record : found) {
    std::size_t same = at;
    while (same < sound.size() && sound[same] != record) ++same;
    if (same < sound.size()) {
      at = same + 1;
      continue;
    }
    while (at < sound.size() && !is_damaged_version(record, sound[at])) ++at;
    if (at == sound.size() || ++damaged > 1) return record;
    ++at;
  }
  return {};
}

/// Whether each byte is outside of strings, or a quote; `is_between`: whether the place before it is.
std::vector<bool> structure_of(const std::string& text, bool is_between) {
  std::vector<bool> out(text.size(), false);
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!in_string || (text[i] == '"' && !is_between)) out[i] = true;
    if (in_string && text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      in_string = !in_string;
  }
  return out;
}

TEST(json_damage, moves_no_value_when_one_byte_is_lost_added_or_changed_E01) {
  const std::string marks = "{}[],:\"'\\ \n0a/-";
  const char* rounds = std::getenv("JSON_DAMAGE_ROUNDS");
  const int seeds = rounds == nullptr ? 1 : std::atoi(rounds);
  // Unless rounds are asked for, each byte gets some of the edits, and each edit is made at some of the bytes.
  const std::size_t step = rounds == nullptr ? 6 : 1;
  std::size_t number = 0;  // of the document
  std::map<std::string, std::pair<std::size_t, std::size_t>> kept;
  int wrong = 0;
  std::map<std::string, int> wrong_of;
  for (int seed = 1; seed <= seeds; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    for (const auto& document : make_documents(random)) {
      const auto sound = read(document, document.text, wash_profile::standard, 1 << 20);
      ASSERT_TRUE(sound.defects.empty()) << document.style << " " << sound.rules();
      ++number;
      const auto structure = structure_of(document.text, false), between = structure_of(document.text, true);
      for (std::size_t at = 0; at < document.text.size(); ++at) {
        for (std::size_t edit = 0; edit <= 2 * marks.size(); ++edit) {
          const bool is_added = edit > 0 && edit <= marks.size();
          if (!(is_added ? between : structure)[at]) continue;
          if (edit > 0 && (edit + at + number) % step != 0) continue;
          auto text = document.text;
          if (edit == 0)
            text.erase(at, 1);
          else if (is_added)
            text.insert(at, 1, marks[edit - 1]);
          else
            text[at] = marks[edit - marks.size() - 1];
          const auto kind = (edit + at / step) % 3;
          const auto profile = kind == 0   ? wash_profile::max_recall
                               : kind == 1 ? wash_profile::standard
                                           : wash_profile::strict;
          const auto found = read(document, text, profile, 1 << 20);
          const auto odd = compare(found.records, sound.records);
          auto& [count, all] = kept[document.style];
          count += found.records.size();
          all += sound.records.size();
          if (!odd.empty() || found.bytes() != text.size())
            if (++wrong, ++wrong_of[document.style] <= 2)
              ADD_FAILURE() << document.style << ", seed " << seed << ", byte " << at << ", edit " << edit
                            << " of " << text.size() << " vs " << found.bytes() << "\n"
                            << text << "\n"
                            << odd << "\n"
                            << found.rules();
          if ((edit + at / step) % 4 == 0) {
            const auto cut = read(document, text, profile, 1 + at % 7);
            if (cut.records != found.records || cut.defects != found.defects || cut.spans != found.spans ||
                cut.places != found.places)
              if (++wrong, ++wrong_of["chunks"] <= 2)
                ADD_FAILURE() << "chunks matter: " << document.style << " chunk " << 1 + at % 7 << "\n"
                              << text << "\n"
                              << found.rules() << "\n"
                              << cut.rules();
          }
        }
      }
    }
  }
  EXPECT_EQ(wrong, 0);
  for (const auto& [style, counts] : kept)
    std::printf("%-18s %.3f of the records\n", style.c_str(),
                static_cast<double>(counts.first) / static_cast<double>(counts.second));
}

}  // namespace
}  // namespace laundromat
