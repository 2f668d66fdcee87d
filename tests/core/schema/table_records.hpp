// Records of tables and trees for the tests of schemas.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/model/data_record.hpp"
#include "core/schema/schema_builder.hpp"

namespace laundromat {

/// A table with a header; every field is a text.
struct text_table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  /// Calls `take` with the record of each row.
  template <class Take>
  void each(Take take) const {
    data_record record;
    for (const auto& row : rows) {
      record.clear();
      record.begin_map();
      for (std::size_t i = 0; i < row.size(); ++i) record.add_text(row[i], header[i]);
      record.end();
      take(record.root());
    }
  }
  [[nodiscard]] record_schema schema(schema_limits limits = {}) const {
    schema_builder builder(limits);
    each([&](data_value record) { builder.add(record); });
    return builder.finish();
  }
};

/// The stations of a railway.
inline text_table stations() {
  return {{"code", "name", "opened", "tracks", "height", "kind", "updated", "site", "mail"},
          {{"Asd", "Amsterdam Centraal", "1889-10-15", "15", "1.4", "main", "2026-01-05T10:00:00Z",
            "https://example.org/asd", "asd@example.org"},
           {"Ut", "Utrecht Centraal", "1843-12-18", "16", "3.25", "main", "2026-01-05T12:00:00+02:00",
            "https://example.org/ut", "ut@example.org"},
           {"Hrl", "Heerlen", "1896-01-01", "4", "-0.5", "halt", "2026-01-06T09:30:00Z",
            "https://example.org/hrl", "hrl@example.org"},
           {"Mt", "Maastricht", "1853-10-23", "6", "49", "main", "2026-01-04T23:59:59.5Z",
            "https://example.org/mt", ""}}};
}

/// Random trees whose fields change their kind: from a seed.
class random_records {
 public:
  explicit random_records(unsigned seed) : random_(seed) {}

  void fill(data_record& record) {
    record.clear();
    record.begin_map();
    for (const auto* const name : {"a", "b", "c", "d", "e"})
      if (up_to(5) > 0) add(record, record.keep(name), 0);
    record.end();
  }

 private:
  [[nodiscard]] unsigned up_to(unsigned most) {
    return std::uniform_int_distribution<unsigned>(0, most)(random_);
  }
  std::string_view text(data_record& record) {
    constexpr std::string_view texts[] = {"",
                                          "12",
                                          "-3.5",
                                          "1e3",
                                          "true",
                                          "2024",
                                          "2026-02-28",
                                          "2026-02-28T10:00:00Z",
                                          "10:00:00",
                                          "http://example.org/ä",
                                          "a@example.org",
                                          "Haus@de",
                                          "Ελλάδα",
                                          "plain text",
                                          "007"};
    return record.keep(texts[up_to(std::size(texts) - 1)]);
  }
  void add(data_record& record, std::string_view name, unsigned depth) {
    switch (up_to(depth < 3 ? 7 : 4)) {
      case 0:
        return record.add_null(name);
      case 1:
        return record.add_boolean(up_to(1) == 0, name);
      case 2:
        return record.add_number(record.keep(std::to_string(up_to(50)) + (up_to(3) == 0 ? ".25" : "")), name);
      case 3:
      case 4:
        return record.add_text(text(record), name);
      case 5:
      case 6:
        record.begin_list(name);
        for (auto left = up_to(3); left > 0; --left) add(record, {}, depth + 1);
        return record.end();
      default:
        record.begin_map(name);
        for (const auto* const inner : {"x", "y"})
          if (up_to(2) > 0) add(record, record.keep(inner), depth + 1);
        return record.end();
    }
  }
  std::mt19937 random_;
};

inline const field_schema& field_of(const field_schema& map, std::string_view name) {
  for (const auto& field : map.fields)
    if (field.name == name) return field;
  static const field_schema none;
  return none;
}

}  // namespace laundromat
