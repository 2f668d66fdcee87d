// Reads the files of RML and CSVW.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/other_specs.hpp"

#include <memory>
#include <utility>

#include "app/extraction/read_named_file.hpp"
#include "app/extraction/text_file.hpp"
#include "core/extraction/model/data_format.hpp"
#include "core/rml/read_rml.hpp"
#include "core/rml/rml_reader.hpp"
#include "core/specs/csvw_spec.hpp"
#include "core/specs/rml_spec.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// The documents in the folder of a table, at addresses beside that of the table.
class folder_loader final : public csvw::metadata_loader {
 public:
  folder_loader(fs::path table, std::string_view url)
      : table_(std::move(table)), url_(url), base_(url_.substr(0, url_.rfind('/') + 1)) {}

  result<std::string> load(std::string_view url) override {
    // The name of the file need not be in its address.
    if (url.starts_with(url_) && url.substr(url_.size()) == own_ending)
      return read_named_file(fs::path(table_.string() + std::string(own_ending)));
    const auto name = url.starts_with(base_) ? percent_decode(url.substr(base_.size())) : std::string{};
    if (name.empty() || name.find('/') != name.npos) return fail(errc::not_found, std::string(url));
    return read_named_file(table_.parent_path() / name);
  }
  /// Whether there is a document that may describe the table.
  [[nodiscard]] bool has_metadata() const {
    std::error_code ignored;
    return fs::is_regular_file(table_.string() + std::string(own_ending), ignored) ||
           fs::is_regular_file(table_.parent_path() / "csv-metadata.json", ignored);
  }

 private:
  static constexpr std::string_view own_ending = "-metadata.json";
  fs::path table_;
  std::string url_, base_;
};

/// The address of a table; without one, that of its name.
std::string url_of(const document_hints& hints) {
  if (!hints.address.empty() && hints.address != no_address_base)
    return std::string(hints.address.substr(0, hints.address.find('#')));
  std::string url(no_address_base);
  for (const char c : fs::path(hints.name).filename().string()) {
    if (is_segment_char(c))
      url += c;
    else
      append_percent_encoded(url, c);
  }
  return url;
}

bool is_table_file(const document_hints& hints) {
  const auto format = guess_data_format(hints.media_type, hints.name, {});
  return format == data_format::csv || format == data_format::tsv;
}

/// What the metadata beside a table say; nothing when none describe it. `account` gets what of them is not used. Errors: there are some that
/// cannot be used.
result<std::optional<csvw_options>> metadata_of(const document_hints& hints, account_sink& account) {
  const auto url = url_of(hints);
  folder_loader loader(fs::path(hints.name), url);
  if (!loader.has_metadata()) return std::nullopt;
  return find_described_table(url, {}, hints.media_type, loader, account);
}

/// A file in UTF-8. What cannot be decoded is reported where it is read as a document of its own.
struct utf8_file final : byte_source {
  result<std::size_t> read(std::span<char> buffer) override { return text->read(buffer); }

  warning_log ignored;
  byte_source_ptr text;
};

/// The inputs of a run, by their file names.
class input_files final : public rml_files {
 public:
  explicit input_files(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}

  result<byte_source_ptr> open(const std::string& path) override {
    const auto name = fs::path(path).filename();
    for (const auto& input : inputs_)
      for (const auto& file : {fs::path(input), fs::path(input) / name}) {
        std::error_code ignored;
        if (file.filename() == name && fs::is_regular_file(file, ignored)) return open_utf8(file);
      }
    return fail(errc::not_found, "the mapping joins the document with " + path + ": name that file, too");
  }

 private:
  static result<byte_source_ptr> open_utf8(const fs::path& file) {
    auto made = std::make_unique<utf8_file>();
    auto text = open_text_file(file, made->ignored);
    if (!text) return text;
    made->text = *std::move(text);
    return made;
  }

  std::vector<std::string> inputs_;
};

}  // namespace

read_from_file<hinted_reader_maker> read_rml_file(const fs::path& file, std::vector<std::string> inputs) {
  const auto problem = [&](std::size_t line, std::string message) {
    return tl::unexpected(std::vector{file_problem{file.string(), line, std::move(message)}});
  };
  const auto text = read_named_file(file);
  if (!text) return problem(1, "cannot be read: " + text.error().detail);
  auto read = read_rml_mapping(*text, no_address_base);
  if (!read) {
    std::vector<file_problem> all;
    for (const auto& one : read.error()) all.push_back({file.string(), one.line, one.message});
    return tl::unexpected(std::move(all));
  }
  const auto mapping = std::make_shared<const rml_mapping>(*std::move(read));
  const auto files = std::make_shared<input_files>(std::move(inputs));
  return [mapping, files](const document_hints& hints, reader_options options, statement_sink& sink) {
    return make_rml_reader(mapping, source_path_of(*mapping, hints.name), std::move(options), {}, sink,
                           files.get());
  };
}

hinted_reader_maker readers_with_metadata_beside(hinted_reader_maker otherwise) {
  return [otherwise = std::move(otherwise)](const document_hints& hints, reader_options options,
                                            statement_sink& sink) -> result<std::unique_ptr<reader>> {
    if (!is_table_file(hints)) return otherwise(hints, std::move(options), sink);
    auto metadata = metadata_of(hints, sink);
    if (!metadata) return tl::unexpected(metadata.error());
    if (!*metadata) return otherwise(hints, std::move(options), sink);
    return make_csvw_reader(**std::move(metadata), std::move(options), sink);
  };
}

}  // namespace laundromat
