// Any text is read as metadata of tables: what is refused has an error, and what can be used reads any table, whatever the chunks.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include "core/csvw/csvw_reader.hpp"
#include "core/csvw/read_metadata.hpp"
#include "fuzz/fuzz_reading.hpp"

using namespace laundromat;

namespace {

/// Schemas and dialects that metadata name by their URL.
struct one_schema final : csvw::metadata_loader {
  result<std::string> load(std::string_view url) override {
    if (url.ends_with("dialect.json")) return std::string(R"({"delimiter": ";", "headerRowCount": 0})");
    if (!url.ends_with("schema.json")) return fail(errc::not_found);
    return std::string(
        R"({"@context": "http://www.w3.org/ns/csvw", "@id": "http://e.org/schema.json", "columns": [{"name": "id"}]})");
  }
};

constexpr std::string_view table = "id,name,a\n1,Ann,2\n2,\"Bob\n\",3 4\n3\n2000-02-30,true,1e400\n";

void require_problems(const csvw::problem_list& problems) {
  for (const auto& one : problems.all()) {
    require(!one.message.empty() && find_bad_utf8(one.message) == std::string_view::npos,
            "a problem is described");
    require(one.path.empty() || one.path.front() == '/', "a problem has the path of a value");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  one_schema loader;
  csvw::problem_list problems;
  const auto group = csvw::read_metadata(text, "http://e.org/t.csv-metadata.json", loader, problems);
  require_problems(problems);
  require(group.has_value() == (problems.count(csvw::severity::error) == 0),
          "metadata are used unless they have an error");
  if (!group) return 0;
  for (std::size_t number = 0; number < group->tables.size() && number < 3; ++number) {
    require(!group->tables[number].url.empty(), "a table has a URL");
    fuzz::reading whole, cut;
    fuzz::read_in_chunks(*make_csvw_reader({*group, number}, {}, whole), table, table.size());
    fuzz::read_in_chunks(*make_csvw_reader({*group, number}, {}, cut), table, 5);
    fuzz::require_account(whole, table, wash_profile::standard);
    require(cut == whole, "chunks have no effect");
  }
  return 0;
}
