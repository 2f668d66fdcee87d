// Reads the files of RML and CSVW.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/other_specs.hpp"

#include <memory>
#include <utility>

#include "app/extraction/read_file.hpp"
#include "core/csvw/csvw_reader.hpp"
#include "core/csvw/find_metadata.hpp"
#include "core/extraction/model/data_format.hpp"
#include "core/rml/read_rml.hpp"
#include "core/rml/rml_reader.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// The documents of a folder, at addresses below a URL.
class folder_loader final : public csvw::metadata_loader {
 public:
  folder_loader(fs::path folder, std::string base) : folder_(std::move(folder)), base_(std::move(base)) {}

  result<std::string> load(std::string_view url) override {
    const auto name = url.starts_with(base_) ? url.substr(base_.size()) : std::string_view{};
    if (name.empty() || name.find('/') != name.npos) return fail(errc::not_found, std::string(url));
    return read_file(folder_ / name);
  }

 private:
  fs::path folder_;
  std::string base_;
};

bool is_table_file(std::string_view name) {
  const auto format = guess_data_format({}, name, {});
  return format == data_format::csv || format == data_format::tsv;
}

/// The first problem that makes metadata useless.
std::string first_error(const csvw::problem_list& problems) {
  for (const auto& one : problems.all())
    if (one.level == csvw::severity::error) return one.document + one.path + ": " + one.message;
  return "its metadata cannot be read";
}

/// What the metadata beside a table say; nothing when there are none.
result<std::optional<csvw_options>> metadata_of(const document_hints& hints) {
  const fs::path file(hints.name);
  const auto folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const auto name = file.filename().string();
  const bool has_base = !hints.address.empty() && hints.address != no_address_base;
  const auto url = has_base ? std::string(hints.address) : std::string(no_address_base) + name;
  std::error_code ignored;
  const auto is_there = [&](const std::string& one) { return fs::is_regular_file(folder / one, ignored); };
  if (!is_there(name + "-metadata.json") && !is_there("csv-metadata.json")) return std::nullopt;
  folder_loader loader(folder, url.substr(0, url.rfind('/') + 1));
  csvw::problem_list problems;
  auto group = csvw::find_metadata(url, {}, loader, problems);
  if (problems.count(csvw::severity::error) > 0) return fail(errc::configuration, first_error(problems));
  const auto table = csvw::find_table(group, url);
  if (!table) return std::nullopt;
  csvw_options options;
  options.group = std::move(group);
  options.table = *table;
  options.mode = csvw::rdf_mode::minimal;
  return options;
}

}  // namespace

bool is_rml_file(const fs::path& file) {
  return file.extension() == ".ttl" || file.extension() == ".rml";
}

read_from_file<hinted_reader_maker> read_rml_file(const fs::path& file) {
  const auto problem = [&](std::size_t line, std::string message) {
    return tl::unexpected(std::vector{file_problem{file.string(), line, std::move(message)}});
  };
  const auto text = read_file(file);
  if (!text) return problem(1, "cannot be read: " + text.error().detail);
  auto read = read_rml_document(*text, no_address_base);
  if (!read) {
    std::vector<file_problem> all;
    for (const auto& one : read.error()) all.push_back({file.string(), one.line, one.message});
    return tl::unexpected(std::move(all));
  }
  const auto mapping = std::make_shared<const rml_mapping>(*std::move(read));
  return [mapping](const document_hints& hints, reader_options options, statement_sink& sink) {
    const auto name = fs::path(hints.name).filename();
    std::string path;
    for (const auto& one : mapping->paths())
      if (fs::path(one).filename() == name) path = one;
    return make_rml_reader(mapping, path, std::move(options), {}, sink);
  };
}

hinted_reader_maker obey_metadata_beside(hinted_reader_maker otherwise) {
  return [otherwise = std::move(otherwise)](const document_hints& hints, reader_options options,
                                            statement_sink& sink) -> result<std::unique_ptr<reader>> {
    if (!is_table_file(hints.name)) return otherwise(hints, std::move(options), sink);
    auto metadata = metadata_of(hints);
    if (!metadata) return tl::unexpected(metadata.error());
    if (!*metadata) return otherwise(hints, std::move(options), sink);
    return make_csvw_reader(**std::move(metadata), std::move(options), sink);
  };
}

}  // namespace laundromat
