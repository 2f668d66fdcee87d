// What an extractor reports of a document, as texts that tests compare.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/spec/field_spec.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

using record_json = nlohmann::ordered_json;

inline record_json json_of(data_value value) {
  switch (value.kind()) {
    case data_kind::null:
      return nullptr;
    case data_kind::boolean:
      return value.is_true();
    case data_kind::number:
      return record_json::parse(value.text());
    case data_kind::text:
      return std::string(value.text());
    case data_kind::list: {
      auto made = record_json::array();
      for (const auto one : value) made.push_back(json_of(one));
      return made;
    }
    case data_kind::map: {
      auto made = record_json::object();
      for (const auto one : value) {
        EXPECT_FALSE(made.contains(std::string(one.name()))) << one.name() << " is there twice";
        made[std::string(one.name())] = json_of(one);
      }
      return made;
    }
  }
  return {};
}

/// Records as JSON, defects as `rule offset+length line:column treatment`, and spans, which must follow one another.
class record_log final : public record_sink {
 public:
  result<void> on_record(data_record& record) override {
    records.push_back(json_of(record.root()).dump());
    places.push_back(record.place);
    return {};
  }
  void on_defect(const defect& found) override {
    defects.push_back(found);
    lines.push_back(std::string(to_string(found.rule)) + " " + std::to_string(found.offset_bytes) + "+" +
                    std::to_string(found.length_bytes) + " " + std::to_string(found.line) + ":" +
                    std::to_string(found.column) + " " + std::string(to_string(found.done)) + " " +
                    found.message);
  }
  void on_span(span_kind kind, std::uint64_t length) override {
    EXPECT_GT(length, 0U);
    sums.add(kind, length);
    spans.push_back(std::string(to_string(kind)) + " " + std::to_string(length));
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return sums.statement_bytes + sums.syntax_bytes + sums.quarantine_bytes;
  }
  [[nodiscard]] bool has(errc rule) const {
    return std::ranges::any_of(defects, [&](const defect& one) { return one.rule == rule; });
  }
  [[nodiscard]] bool operator==(const record_log& other) const {
    return records == other.records && lines == other.lines && spans == other.spans && places == other.places;
  }

  std::vector<std::string> records, lines, spans;
  std::vector<record_place> places;
  std::vector<defect> defects;
  span_sums sums;
};

/// Reads `text` in chunks; each byte must be accounted for.
template <class Make>
record_log read_records(const Make& make, std::string_view text, std::size_t chunk = SIZE_MAX) {
  record_log log;
  auto made = make(log);
  EXPECT_TRUE(made) << (made ? "" : made.error().detail);
  if (!made) return log;
  for (std::size_t at = 0; at < text.size(); at += std::min(chunk, text.size() - at))
    EXPECT_TRUE((*made)->push(text.substr(at, chunk)));
  EXPECT_TRUE((*made)->finish());
  EXPECT_EQ(log.bytes(), text.size()) << "every byte is accounted for";
  return log;
}

inline field_spec field(std::string name, std::string select) {
  field_spec made;
  made.names = {std::move(name)};
  made.select = std::move(select);
  return made;
}
inline field_spec list(std::string name, std::string select) {
  auto made = field(std::move(name), std::move(select));
  made.is_list = true;
  return made;
}
inline field_spec with(field_spec made, std::vector<field_spec> fields) {
  made.fields = std::move(fields);
  return made;
}
inline field_spec typed(field_spec made, field_type type) {
  made.steps.type = type;
  return made;
}
inline field_spec captures(std::vector<std::string> names, std::string select, std::string match) {
  field_spec made;
  made.names = std::move(names);
  made.select = std::move(select);
  made.steps.match = std::move(match);
  return made;
}

}  // namespace laundromat
