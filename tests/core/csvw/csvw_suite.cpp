// Reads manifests with the Turtle reader, and runs their cases.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/csvw/csvw_suite.hpp"

#include <map>

#include "core/csvw/convert_group.hpp"
#include "core/csvw/find_metadata.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/web/metadata_links.hpp"
#include "tests/read_file.hpp"

namespace laundromat {

namespace {

using std::filesystem::path;

constexpr std::string_view mf = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
constexpr std::string_view csvt = "http://www.w3.org/2013/csvw/tests/vocab#";

struct into_dataset final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    all.add(statement);
    return {};
  }
  void on_defect(const defect& /*found*/) override {}
  dataset all;
};

struct into_properties final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    all[std::string(statement.subject.value)][std::string(statement.predicate.value)] =
        statement.object.value;
    return {};
  }
  void on_defect(const defect& /*found*/) override {}
  std::map<std::string, std::map<std::string, std::string>> all;
};

void read(const path& file, std::string_view url, statement_sink& sink) {
  reader_options options;
  options.base_iri = url;
  auto made = make_reader(rdf_format::turtle, options, sink);
  static_cast<void>((*made)->push(read_file(file)));
  static_cast<void>((*made)->finish());
}

/// The folder of the suite, at the address that its manifests state.
class suite_web final : public csvw::metadata_loader, public csvw::table_loader {
 public:
  explicit suite_web(path folder) : folder_(std::move(folder)) {}

  result<std::string> load(std::string_view url) override {
    if (url == "http://www.w3.org/.well-known/csvm")
      return "{+url}-metadata.json\ncsv-metadata.json\n{+url}.json\ncsvm.json\n";
    return get(url);
  }
  result<csvw::table_text> open(std::string_view url, std::string_view /*encoding*/) override {
    auto bytes = get(url.substr(0, url.find('?')));
    if (!bytes) return tl::unexpected(bytes.error());
    return csvw::table_text{make_memory_source(std::move(*bytes))};
  }

 private:
  result<std::string> get(std::string_view url) const {
    if (!url.starts_with(csvw_suite_base)) return fail(errc::not_found, std::string(url));
    const auto file = folder_ / url.substr(csvw_suite_base.size());
    if (!std::filesystem::is_regular_file(file)) return fail(errc::not_found, std::string(url));
    return read_file(file);
  }
  path folder_;
};

/// The metadata of a table, or none of it: errors of metadata that are found are warnings then, as the specification says.
csvw::table_group described_or_not(const csvw_suite_case& one, suite_web& web, csvw::problem_list& problems) {
  csvw::problem_list found;
  auto group = csvw::find_metadata(one.action, metadata_links(one.action, parse_links(one.link)), web, found);
  for (auto problem : found.all()) {
    problem.level = csvw::severity::warning;
    problems.on_problem(problem);
  }
  return group ? *std::move(group) : csvw::undescribed_table(one.action);
}

}  // namespace

dataset read_turtle(const path& file, std::string_view url) {
  into_dataset sink;
  read(file, url, sink);
  return std::move(sink.all);
}

std::vector<csvw_suite_case> read_csvw_manifest(const path& folder, std::string_view manifest) {
  into_properties found;
  const auto name = std::string(manifest) + ".ttl";
  read(folder / name, std::string(csvw_suite_base) + name, found);
  std::vector<csvw_suite_case> cases;
  for (auto& [id, properties] : found.all) {
    const auto get = [&map = properties](std::string_view vocabulary, std::string_view local) {
      return map[std::string(vocabulary) + std::string(local)];
    };
    if (get(mf, "action").empty()) continue;
    csvw_suite_case one;
    one.name = id.substr(id.find('#') + 1);
    one.kind = properties["http://www.w3.org/1999/02/22-rdf-syntax-ns#type"].substr(csvt.size());
    one.action = get(mf, "action");
    one.result = get(mf, "result");
    one.link = get(csvt, "httpLink");
    auto& options = found.all[get(csvt, "option")];
    one.user_metadata = options[std::string(csvt) + "metadata"];
    one.is_minimal = options[std::string(csvt) + "minimal"] == "true";
    cases.push_back(std::move(one));
  }
  return cases;
}

csvw_suite_outcome run_csvw_case(const path& folder, const csvw_suite_case& one, bool is_validating) {
  csvw_suite_outcome out;
  suite_web web(folder);
  const auto& metadata =
      one.user_metadata.empty() && one.action.ends_with(".json") ? one.action : one.user_metadata;
  std::optional<csvw::table_group> group;
  if (metadata.empty())
    group = described_or_not(one, web, out.problems);
  else
    group = csvw::read_metadata(web.load(metadata).value_or(""), metadata, web, out.problems);
  if (!group) return out;
  csvw::group_options options;
  options.mode = one.is_minimal ? csvw::rdf_mode::minimal : csvw::rdf_mode::standard;
  options.is_validating = is_validating;
  into_dataset sink;
  static_cast<void>(csvw::convert_group(*group, web, options, sink, out.problems));
  out.statements = std::move(sink.all);
  return out;
}

}  // namespace laundromat
