// Tables and JSON with several damages in one document: no record comes out that is not one of the sound document.
// SPDX-License-Identifier: Apache-2.0
//
// Each value of a generated document begins with a mark, as `R017b`, that names its record and its field. A record that comes out is right when
// all marks in it name one record, each stands under the name of its own field, unless bytes of this very name were changed, and each value is that
// of the sound document, unless bytes of this very value were changed. A right record is complete when nothing is missing or changed.
//
//   precision   right records of all that come out: must be 1
//   recall      records that come out complete, of those of which no byte was changed
//
// Damages are in any row, the first and the last one too, and in the header of a table; then the names may be others, but each place in a record
// has the values of its column. No record comes out twice, but where a row was doubled.
//
// What no reader of one row can see is left out: a damage that takes the place of another with as many delimiters, as when the bytes from the
// middle of one row to the middle of another are lost. A shift within a row that keeps its width is seen by a specification that states types.
// LAUNDROMAT_DAMAGE_SEEDS is the number of seeds (12).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/extraction/plan/record_plan.hpp"
#include "core/extraction/spec/read_spec.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

using json = nlohmann::ordered_json;
using fields = std::map<std::string, std::set<std::string>>;  ///< texts by their path

constexpr std::size_t records_of_document = 60;
constexpr std::string_view columns = "abcd";

/// The text of one value, and where it is in the document.
struct cell {
  std::size_t begin = 0, end = 0;
  int record = 0;
  char column = 'a';
};

struct sound_document {
  std::string style, spec, text;
  std::vector<fields> records;
  std::vector<std::string> paths;  ///< of the columns
  std::vector<cell> cells;
  std::vector<cell> names;  ///< of JSON
  std::vector<std::pair<std::size_t, std::size_t>>
      rows;  ///< of each record, without its line end, then of a header
  std::vector<std::vector<std::size_t>> marks, quotes;  ///< of each row: what divides its values
  char delimiter = ',';
};

std::string random_text(std::mt19937& random, int record, char column, std::string_view odd) {
  static const std::vector<std::string> words{"Wien", "Zürich", "são paulo", "x",
                                              "12.5", "a-b",    "São João",  "Ende"};
  char mark[8];
  std::snprintf(mark, sizeof mark, "R%03d%c", record, column);
  std::string text = mark;
  for (auto count = random() % 4; count > 0; --count) {
    text += ' ';
    text += words[random() % words.size()];
    if (!odd.empty() && random() % 4 == 0) text += odd[random() % odd.size()];
  }
  return text;
}

/// A table with a header; `quoted`: which columns have quotes, and may contain delimiters, quotes and line ends.
sound_document make_table(std::mt19937& random, std::string style, char delimiter, std::string_view quoted,
                          bool has_lines) {
  sound_document made;
  made.style = std::move(style);
  made.spec = "format: csv\n";
  made.delimiter = delimiter;
  std::vector<std::size_t> header_marks;
  for (const auto column : columns) {
    if (column != 'a') header_marks.push_back(made.text.size());
    made.text += (column == 'a' ? "" : std::string(1, delimiter)) + "name_" + column;
    made.paths.push_back(std::string("name_") + column);
  }
  const std::pair header{std::size_t{0}, made.text.size()};
  made.text += '\n';
  for (int record = 0; record < static_cast<int>(records_of_document); ++record) {
    const auto begin = made.text.size();
    auto& marks = made.marks.emplace_back();
    auto& quotes = made.quotes.emplace_back();
    auto& values = made.records.emplace_back();
    for (const auto column : columns) {
      if (column != 'a') {
        marks.push_back(made.text.size());
        made.text += delimiter;
      }
      const bool has_quotes = quoted.find(column) != quoted.npos;
      const auto text = random_text(random, record, column, !has_quotes ? "" : has_lines ? ",;\"\n" : ",;\"");
      values[made.paths[static_cast<std::size_t>(column - 'a')]].insert(text);
      if (has_quotes) {
        quotes.push_back(made.text.size());
        made.text += '"';
      }
      const auto at = made.text.size();
      for (const char c : text) made.text += c == '"' && has_quotes ? std::string("\"\"") : std::string(1, c);
      made.cells.push_back({at, made.text.size(), record, column});
      if (has_quotes) {
        quotes.push_back(made.text.size());
        made.text += '"';
      }
    }
    made.rows.emplace_back(begin, made.text.size());
    made.text += '\n';
  }
  made.rows.push_back(header);
  made.marks.push_back(std::move(header_marks));
  made.quotes.emplace_back();
  return made;
}

/// JSON in which each record has a text, one in a map, and a list of two.
sound_document make_json(std::mt19937& random, std::string style, bool are_lines, int indent) {
  sound_document made;
  made.style = std::move(style);
  made.spec = are_lines ? "format: json-lines\n" : "format: json\n";
  made.paths = {".a", ".b", ".m.c", ".d[]"};
  if (!are_lines) made.text = "[\n";
  for (int record = 0; record < static_cast<int>(records_of_document); ++record) {
    const auto text = [&](char column) { return random_text(random, record, column, ",:{}[]\"\\"); };
    const json value{
        {"a", text('a')}, {"b", text('b')}, {"m", {{"c", text('c')}}}, {"d", {text('d'), text('d')}}};
    auto& values = made.records.emplace_back();
    values[".a"].insert(value["a"]);
    values[".b"].insert(value["b"]);
    values[".m.c"].insert(value["m"]["c"]);
    for (const auto& one : value["d"]) values[".d[]"].insert(one);
    const auto begin = made.text.size();
    made.text += value.dump(indent);
    made.rows.emplace_back(begin, made.text.size());
    made.text += are_lines || record + 1 == static_cast<int>(records_of_document) ? "\n" : ",\n";
    auto& marks = made.marks.emplace_back();
    auto& quotes = made.quotes.emplace_back();
    std::size_t string_begin = 0;
    for (auto at = begin; at < made.rows.back().second; ++at) {
      const auto c = made.text[at];
      if (string_begin != 0 && c == '\\') {
        ++at;
      } else if (c == '"') {
        quotes.push_back(at);
        if (string_begin != 0 && made.text[string_begin] == 'R')
          made.cells.push_back({string_begin, at, record, made.text[string_begin + 4]});
        else if (string_begin != 0)
          made.names.push_back({string_begin, at, record, made.text[string_begin]});
        string_begin = string_begin == 0 ? at + 1 : 0;
      } else if (string_begin == 0 && std::string_view("{}[]:,").find(c) != std::string_view::npos) {
        marks.push_back(at);
      }
    }
  }
  if (!are_lines) made.text += "]\n";
  return made;
}

struct edit {
  std::size_t at = 0, erased = 0;
  std::string added;
};

std::size_t pick(std::mt19937& random, std::size_t from, std::size_t to) {
  return from + random() % std::max<std::size_t>(1, to - from);
}

using damage = std::function<std::optional<edit>(std::mt19937&, const sound_document&, std::size_t)>;

std::optional<edit> lose_one(std::mt19937& random, const std::vector<std::size_t>& places) {
  if (places.empty()) return std::nullopt;
  return edit{places[random() % places.size()], 1, {}};
}

/// The text in ISO 8859-1.
std::string latin1_of(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c == 0xC2 || c == 0xC3) && i + 1 < text.size())
      out += static_cast<char>((c == 0xC3 ? 0x40 : 0) + static_cast<unsigned char>(text[++i]));
    else
      out += static_cast<char>(c);
  }
  return out;
}

std::string_view row_of(const sound_document& d, std::size_t row) {
  return std::string_view(d.text).substr(d.rows[row].first, d.rows[row].second - d.rows[row].first);
}

const std::vector<std::pair<std::string, damage>>& damages() {
  static const std::vector<std::pair<std::string, damage>> all{
      {"mark lost", [](auto& random, auto& d, auto row) { return lose_one(random, d.marks[row]); }},
      {"mark added",
       [](auto& random, auto& d, auto row) -> std::optional<edit> {
         return edit{pick(random, d.rows[row].first, d.rows[row].second), 0, std::string(1, d.delimiter)};
       }},
      {"mark swapped",
       [](auto& random, auto& d, auto row) -> std::optional<edit> {
         auto made = lose_one(random, d.marks[row]);
         const std::string_view others = d.delimiter == ';' ? ",|:" : ";|=";
         if (made) made->added = others[random() % others.size()];
         return made;
       }},
      {"all marks swapped",
       [](auto&, auto& d, auto row) -> std::optional<edit> {
         auto text = std::string(row_of(d, row));
         for (const auto at : d.marks[row]) text[at - d.rows[row].first] = d.delimiter == ';' ? ',' : ';';
         return edit{d.rows[row].first, text.size(), text};
       }},
      {"quote lost", [](auto& random, auto& d, auto row) { return lose_one(random, d.quotes[row]); }},
      {"quote added",
       [](auto& random, auto& d, auto row) -> std::optional<edit> {
         return edit{pick(random, d.rows[row].first, d.rows[row].second), 0, "\""};
       }},
      {"row cut",
       [](auto& random, auto& d, auto row) -> std::optional<edit> {
         const auto at = pick(random, d.rows[row].first, d.rows[row].second);
         return edit{at, d.rows[row].second - at, {}};
       }},
      {"row doubled",
       [](auto&, auto& d, auto row) -> std::optional<edit> {
         if (row >= records_of_document) return std::nullopt;
         const auto next = row + 1 < records_of_document ? d.rows[row + 1].first
                                                         : d.text.find('\n', d.rows[row].second) + 1;
         return edit{d.rows[row].first, 0, d.text.substr(d.rows[row].first, next - d.rows[row].first)};
       }},
      {"line cut",
       [](auto& random, auto& d, auto row) -> std::optional<edit> {
         const auto at = pick(random, d.rows[row].first, d.rows[row].second);
         return edit{at, std::min(d.text.find('\n', at), d.rows[row].second) - at, {}};
       }},
      {"line end lost",
       [](auto&, auto& d, auto row) -> std::optional<edit> {
         return edit{d.text.find('\n', d.rows[row].second), 1, {}};
       }},
      {"line end added",
       [](auto& random, auto& d, auto row) -> std::optional<edit> {
         return edit{pick(random, d.rows[row].first, d.rows[row].second), 0, "\n"};
       }},
      {"encodings mixed",
       [](auto&, auto& d, auto row) -> std::optional<edit> {
         return edit{d.rows[row].first, row_of(d, row).size(), latin1_of(row_of(d, row))};
       }},
  };
  return all;
}

/// What was changed: values by record and column, and records.
struct changes {
  std::set<std::pair<int, char>> values;
  std::set<int> records;
  std::set<int> names;  ///< records with a changed name
  bool has_header = false;
};

std::string apply(const sound_document& d, const std::string& kind, const damage& harm, std::mt19937& random,
                  int count, changes& changed) {
  auto text = d.text;
  // From the end on, so that the places of the others stay as they are; the header is row -1.
  constexpr int nearest = 8, farthest = 11, all = static_cast<int>(records_of_document);
  const int lowest = farthest * (count - 1) - (d.rows.size() > records_of_document ? 1 : 0);
  int place = lowest + static_cast<int>(random() % static_cast<unsigned>(all - lowest));
  for (; count-- > 0; place -= nearest + static_cast<int>(random() % (farthest - nearest + 1))) {
    const auto row = static_cast<std::size_t>(place < 0 ? all : place);
    const auto made = harm(random, d, row);
    if (!made) continue;
    text.replace(made->at, made->erased, made->added);
    if (kind == "row doubled") continue;
    changed.has_header = changed.has_header || place < 0;
    if (place < 0) continue;
    changed.records.insert(static_cast<int>(row));
    for (const auto& one : d.names)
      if (made->at <= one.end && made->at + made->erased >= one.begin && one.record == static_cast<int>(row))
        changed.names.insert(one.record);
    for (const auto& one : d.cells)
      if (made->at <= one.end && made->at + made->erased >= one.begin &&
          one.record == static_cast<int>(row)) {
        const bool is_within =
            made->erased == 0 || (made->at < one.end && made->at + made->erased > one.begin);
        const bool is_structure =
            kind.find("swapped") != std::string::npos || kind == "quote lost" || kind == "mark lost";
        if (is_within && !is_structure) changed.values.emplace(one.record, one.column);
      }
  }
  return text;
}

void gather(const json& value, const std::string& path, fields& out) {
  if (value.is_string())
    out[path].insert(value.get<std::string>());
  else if (value.is_object())
    for (const auto& [name, inner] : value.items())
      gather(inner, path.empty() && name.starts_with("name_") ? name : path + "." + name, out);
  else if (value.is_array())
    for (const auto& inner : value) gather(inner, path + "[]", out);
}

struct judgement {
  std::string wrong;  ///< why; empty: the record is right
  int record = -1;
  bool is_complete = false;
};

judgement judge(const std::string& record, const sound_document& d, const changes& changed) {
  static const std::regex mark("R([0-9]{3})([a-d])");
  auto value_of_record = json::parse(record);
  const bool is_named_by_place = value_of_record.contains("field_1");
  if (changed.has_header || is_named_by_place) {
    // Names may be others, but not the order of the columns.
    json named = json::object();
    for (std::size_t i = 0; const auto& [name, value] : value_of_record.items())
      named[i < d.paths.size() ? d.paths[i++] : name] = value;
    value_of_record = std::move(named);
  }
  fields found;
  gather(value_of_record, {}, found);
  judgement out;
  for (const auto& [path, values] : found)
    for (const auto& value : values)
      for (std::sregex_iterator at(value.begin(), value.end(), mark), end; at != end; ++at) {
        const int number = std::stoi((*at)[1]);
        const auto column = static_cast<std::size_t>((*at)[2].str()[0] - 'a');
        if (out.record >= 0 && out.record != number) out.wrong = "values of two records";
        const bool is_new_name =
            std::ranges::find(d.paths, path) == d.paths.end() && changed.names.contains(number);
        if (d.paths[column] != path && !is_new_name) out.wrong = "a value under the name of another";
        out.record = number;
      }
  if (out.record < 0) {
    out.wrong = found.empty() ? "" : "values of no record";
    return out;
  }
  const auto& sound = d.records[static_cast<std::size_t>(out.record)];
  for (const auto& [path, values] : found)
    for (const auto& value : values) {
      const auto column = static_cast<char>('a' + (std::ranges::find(d.paths, path) - d.paths.begin()));
      const auto its = sound.find(path);
      if (its == sound.end() && changed.names.contains(out.record)) continue;
      if ((its == sound.end() || !its->second.contains(value)) &&
          !changed.values.contains({out.record, column}))
        out.wrong = "a value that was not changed is another one";
    }
  out.is_complete = out.wrong.empty() && !is_named_by_place && found == sound;
  return out;
}

/// The lines of the document in which a record is named, with those beside them.
std::string around(const std::string& text, int record) {
  char mark[8];
  std::snprintf(mark, sizeof mark, "R%03d", record);
  const auto at = text.find(mark);
  if (at == text.npos) return {};
  const auto begin = at < 300 ? 0 : at - 300;
  return text.substr(begin, 700);
}

struct score {
  std::size_t out = 0, right = 0, kept = 0, sound = 0;
};

std::vector<sound_document> make_documents(std::mt19937& random) {
  return {
      make_table(random, "plain table", ',', "", false),
      make_table(random, "quoted columns", ',', "bd", false),
      make_table(random, "all quoted, ;", ';', "abcd", false),
      make_table(random, "lines in fields", ',', "bd", true),
      make_json(random, "JSON lines", true, -1),
      make_json(random, "JSON array", false, -1),
      make_json(random, "pretty JSON", false, 2),
  };
}

collected_records read(const std::string& spec_text, std::string_view text) {
  collected_records out;
  const auto plan = record_plan::make(read_record_spec(spec_text).value()).value();
  push_all(*plan->make_extractor({}, wash_profile::standard, out), text, 1 << 20);
  return out;
}

TEST(seeded_damage, puts_no_value_into_another_record_or_field_E02) {
  const char* const given = std::getenv("LAUNDROMAT_DAMAGE_SEEDS");
  const int seeds = given == nullptr ? 12 : std::atoi(given);
  std::map<std::string, score> by_style, by_kind;
  score all;
  for (int seed = 1; seed <= seeds; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    for (const auto& document : make_documents(random)) {
      const auto sound = read(document.spec, document.text);
      ASSERT_EQ(sound.records.size(), document.records.size()) << document.style << ", seed " << seed;
      ASSERT_EQ(sound.rules(), "") << document.style << ", seed " << seed;
      for (const auto& [kind, harm] : damages())
        for (const int count : {1, 4}) {
          changes changed;
          const auto text = apply(document, kind, harm, random, count, changed);
          const auto got = read(document.spec, text);
          EXPECT_EQ(got.bytes(), text.size()) << "each byte is accounted for";
          if (!got.records.empty() && got.records.front().starts_with("{\"field_1\"")) {
            EXPECT_NE(got.rules(), "") << "a header that may be lost is reported";
          }
          score now;
          std::set<int> complete, seen;
          for (const auto& record : got.records) {
            auto judged = judge(record, document, changed);
            if (judged.record >= 0 && !seen.insert(judged.record).second && kind != "row doubled")
              judged.wrong = "a record that came before";
            ++now.out;
            if (judged.wrong.empty())
              ++now.right;
            else
              ADD_FAILURE() << judged.wrong << ": " << document.style << ", " << kind << ", seed " << seed
                            << ", " << count << " times: " << record << "\n"
                            << got.rules() << "\n"
                            << around(text, judged.record);
            if (judged.is_complete && !changed.records.contains(judged.record))
              complete.insert(judged.record);
          }
          now.kept = complete.size();
          now.sound = document.records.size() - changed.records.size();
          for (auto* into : {&all, &by_style[document.style], &by_kind[kind]}) {
            into->out += now.out;
            into->right += now.right;
            into->kept += now.kept;
            into->sound += now.sound;
          }
        }
    }
  }
  const auto print = [](const std::string& name, const score& one) {
    std::printf("%-18s precision %.3f  recall %.4f  (%zu records out, %zu sound)\n", name.c_str(),
                static_cast<double>(one.right) / static_cast<double>(one.out),
                static_cast<double>(one.kept) / static_cast<double>(one.sound), one.out, one.sound);
  };
  for (const auto& [name, one] : by_style) print(name, one);
  for (const auto& [name, one] : by_kind) print(name, one);
  std::printf("%d seeds: ", seeds);
  print("all", all);
  for (const auto* scores : {&by_style, &by_kind})
    for (const auto& [name, one] : *scores) ASSERT_GT(one.out, one.sound / 2) << name;
  ASSERT_GT(all.out, all.sound * 9 / 10) << "most records come out, and are compared";
  EXPECT_EQ(all.right, all.out);
  EXPECT_GE(static_cast<double>(all.kept), 0.95 * static_cast<double>(all.sound));
}

/// A row that lost its first field and has one more at its end has the right width: only what its values are shows the shift.
TEST(seeded_damage, is_seen_by_types_where_a_shifted_row_keeps_its_width_E02) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::string text = "id,since,count,name\n";
    std::set<std::string> sound;
    std::size_t shifted = 0;
    for (int row = 0; row < 50; ++row) {
      const std::vector<std::string> values{"k" + std::to_string(row),
                                            "20" + std::to_string(10 + row % 50) + "-01-02",
                                            std::to_string(row * 7), "name " + std::to_string(row)};
      sound.insert(
          json{{"id", values[0]}, {"since", values[1]}, {"count", row * 7}, {"name", values[3]}}.dump());
      const auto by = random() % 6 == 0 ? 1 + random() % 3 : 0;
      shifted += by > 0 ? 1 : 0;
      for (std::size_t i = 0; i < values.size(); ++i)
        text += (i > 0 ? "," : "") + (i + by < values.size() ? values[i + by] : std::string{});
      text += '\n';
    }
    const auto got = read(
        "format: csv\nfields:\n  id: {select: id, match: '^k[0-9]+$', required: true}\n"
        "  since: {select: since, type: date}\n  count: {select: count, type: integer}\n  name: name\n",
        text);
    for (const auto& record : got.records)
      EXPECT_TRUE(sound.contains(record)) << "seed " << seed << ": " << record;
    EXPECT_EQ(got.records.size(), 50 - shifted) << "seed " << seed;
  }
}

}  // namespace
}  // namespace laundromat
