// Any bytes are read as a table, JSON, YAML, XML and HTML: chunks have no effect, every byte is accounted for, and all that comes out is UTF-8.
// SPDX-License-Identifier: Apache-2.0
//
// The last two bytes choose: the format, and whether there are fields, profile and chunks. Documents of the first corpus are thus read from their beginning.
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/extraction/plan/record_plan.hpp"
#include "core/extraction/spec/read_spec.hpp"
#include "core/extraction/write/append_json.hpp"
#include "core/rdf/model/utf8.hpp"
#include "fuzz/fuzz_reading.hpp"

using namespace laundromat;

namespace {

/// What is used of each format: nothing, and fields with steps of every kind.
constexpr std::pair<const char*, const char*> specs[] = {
    {"format: csv\n",
     "fields:\n  id: {select: id, required: true}\n  tags: {select: tags, split: ' '}\n"
     "  a, b: {select: name, match: '(\\w+) (\\w+)', warn: odd}\nkeep_others: true\n"},
    {"format: csv\ntable: {delimiter: ';', escape: \"\\\\\", comment: '#', skip_initial_space: true, "
     "keep_empty: "
     "true}\n",
     "fields:\n  n: {select: id, type: integer, default: 0}\n  d: {select: name, type: date, format: "
     "'%d.%m.%Y'}\n"},
    {"format: json\n",
     "records: $..items\nfields:\n  id: id\n  all: ['a[*].b']\n  inner: {select: a, fields: {x: x, y: [y]}}\n"
     "  n: {select: n, unit: [m, km]}\n"},
    {"format: json-lines\n", "fields: {id: {select: id, type: number, null: ['0']}}\nkeep_others: true\n"},
    {"format: yaml\n", "fields:\n  id: id\n  list: [a]\n  b: {select: b, type: boolean}\n"},
    {"format: xml\n",
     "records: item\nfields:\n  id: '@id'\n  name: {select: name, required: true}\n  all: [a//b]\n"
     "  inner: [c, {x: x, text: {content: html}}]\n"},
    {"format: html\n",
     "records: .item\nfields:\n  id: '@id'\n  name: 'li/span.fn'\n  links: [a/@href]\n"
     "  text: {select: p, content: encoded}\n  inner: [ul, {x: 'li:last-child'}]\n"},
    {"", ""},
};

/// The plans of `specs`, without fields and with them.
const record_plan& plan_of(std::size_t number, bool has_fields) {
  static const auto plans = [] {
    std::vector<std::array<std::shared_ptr<const record_plan>, 2>> all;
    for (const auto& [how, fields] : specs) {
      auto& made = all.emplace_back();
      for (const bool with : {false, true}) {
        auto spec = read_record_spec(with ? std::string(how) + fields : std::string(how));
        require(spec.has_value(), "a specification of this target is right");
        auto plan = record_plan::make(*std::move(spec));
        require(plan.has_value(), "a specification of this target can be compiled");
        made[with ? 1 : 0] = *std::move(plan);
      }
    }
    return all;
  }();
  return *plans[number][has_fields ? 1 : 0];
}

void require_utf8(data_value value) {
  require(find_bad_utf8(value.name()) == std::string_view::npos, "names are UTF-8");
  require(find_bad_utf8(value.text()) == std::string_view::npos, "texts are UTF-8");
  for (const auto inner : value) require_utf8(inner);
}

/// Records as JSON, and all that is reported about them.
struct reading final : record_sink {
  result<void> on_record(data_record& record) override {
    require(!record.is_empty(), "a record has a value");
    require(record.size() <= 1'100'000, "a record has a limited number of values");
    require_utf8(record.root());
    append_json(records.emplace_back(), record.root());
    places.push_back(record.place);
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans.emplace_back(kind, length_bytes);
  }

  std::vector<std::string> records;
  std::vector<record_place> places;
  std::vector<defect> defects;
  fuzz::span_list spans;
  bool has_fields = true;  ///< false: none of the fields of the specification is in the document
};

reading read(const record_plan& plan, wash_profile profile, std::string_view document, std::size_t cut) {
  reading got;
  const auto extractor = plan.make_extractor({}, profile, got);
  got.has_fields = fuzz::read_records(*extractor, document, cut);
  return got;
}

void require_account(const reading& got, std::string_view document, wash_profile profile) {
  fuzz::require_account(got.defects, got.spans, document, profile);
  for (const auto& place : got.places)
    require(place.offset_bytes + place.length_bytes <= document.size(), "a record is within the document");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view document{reinterpret_cast<const char*>(bytes), size - 2};
  const std::uint8_t form = bytes[size - 2], how = bytes[size - 1];
  const auto& plan = plan_of(form % std::size(specs), how % 2 == 1);
  const auto profile = static_cast<wash_profile>(how / 2 % 3);
  const auto whole = read(plan, profile, document, document.size() + 1);
  if (whole.has_fields) require_account(whole, document, profile);
  const auto cut = read(plan, profile, document, 1 + how / 6);
  require(cut.has_fields == whole.has_fields, "chunks have no effect on whether it is read");
  require(cut.records == whole.records, "chunks have no effect on records");
  require(cut.places == whole.places, "chunks have no effect on places");
  require(cut.defects == whole.defects, "chunks have no effect on defects");
  require(cut.spans == whole.spans, "chunks have no effect on spans");
  return 0;
}
