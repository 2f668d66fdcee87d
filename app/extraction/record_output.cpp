// The writers of records, over a file or standard output.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/record_output.hpp"

#include <array>
#include <set>
#include <utility>

#include "app/terminal/stdout_sink.hpp"
#include "core/base/count_words.hpp"
#include "core/extraction/model/record_defect.hpp"
#include "core/extraction/write/append_json.hpp"
#include "core/extraction/write/csv_writer.hpp"
#include "core/mapping/json_ld_writer.hpp"
#include "core/mapping/record_reader.hpp"
#include "storage/dumps/record_database.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace {

constexpr std::array<record_target_row, 5> all_targets{{
    {record_target::json_lines, "json-lines", "jsonl"},
    {record_target::csv, "csv", "csv"},
    {record_target::json_ld, "json-ld", "jsonld"},
    {record_target::sqlite, "sqlite", "sqlite"},
    {record_target::n_quads, "n-quads", "nq.gz"},
}};

/// Bytes that go to a file, or to standard output.
class output_bytes final : public byte_sink {
 public:
  [[nodiscard]] static result<std::unique_ptr<output_bytes>> open(const std::string& file) {
    auto made = std::make_unique<output_bytes>();
    if (file.empty()) return made;
    auto created = create_file(file);
    if (!created) return tl::unexpected(created.error());
    made->file_ = *std::move(created);
    made->path_ = file;
    return made;
  }
  result<void> write(std::string_view bytes) override {
    return file_.is_open() ? write_all(file_.get(), bytes, path_) : printed_.write(bytes);
  }
  [[nodiscard]] result<void> flush() { return file_.is_open() ? result<void>{} : stdout_sink::flush(); }
  [[nodiscard]] result<std::string> finish() {
    if (auto done = flush(); !done) return tl::unexpected(done.error());
    if (!file_.is_open()) return std::string{};
    file_ = {};
    return path_;
  }

 private:
  file_descriptor file_;
  std::string path_;
  stdout_sink printed_;
};

/// Texts that are written in large pieces.
class text_output : public record_output, record_writer {
 public:
  explicit text_output(std::unique_ptr<output_bytes> out) : out_(std::move(out)) {}

  record_writer& records() override { return *this; }
  result<void> end_document() override {
    auto done = flush(0);
    return done ? out_->flush() : done;
  }
  result<std::string> finish() override {
    if (auto done = flush(0); !done) return tl::unexpected(done.error());
    return out_->finish();
  }

 protected:
  /// `defects` takes what of the record cannot be written.
  virtual void append(std::string& text, data_value record, const record_place& place,
                      account_sink& defects) = 0;
  std::string text_;

 private:
  result<void> write(data_value record, const record_place& place, account_sink& defects) override {
    append(text_, record, place, defects);
    constexpr std::size_t enough = std::size_t{256} << 10;
    return flush(enough);
  }
  result<void> finish_records() override { return {}; }
  result<void> flush(std::size_t at_least) {
    if (text_.size() < at_least) return {};
    auto done = out_->write(text_);
    text_.clear();
    return done;
  }

  std::unique_ptr<output_bytes> out_;
};

class json_lines_output final : public text_output {
 public:
  using text_output::text_output;

 private:
  void append(std::string& text, data_value record, const record_place&, account_sink&) override {
    append_json(text, record);
    text += '\n';
  }
};

class csv_output final : public text_output {
 public:
  csv_output(std::unique_ptr<output_bytes> out, const std::vector<std::string>& columns)
      : text_output(std::move(out)), columns_(columns.begin(), columns.end()), writer_(columns) {
    writer_.append_header(text_);
  }
  result<void> begin_document(const record_output_options& options) override {
    for (const auto& name : options.columns)
      if (!columns_.contains(name))
        return fail(
            errc::invalid_argument,
            "the table on standard output has no column `" + name +
                "`: -o DIR writes a table for each document, and `fields` of a specification give all "
                "of them the same columns");
    return {};
  }

 private:
  void append(std::string& text, data_value record, const record_place& place,
              account_sink& defects) override {
    const auto left_out = writer_.append(text, record);
    if (left_out == 0) return;
    defects.on_defect(defect_at(
        place, errc::row_width, treatment::skip,
        number_of(left_out, "value") + " of the record left out of the table, which has no such column"));
  }

  std::set<std::string> columns_;
  csv_writer writer_;
};

class json_ld_output final : public record_output {
 public:
  json_ld_output(std::unique_ptr<output_bytes> out, const record_plan& plan, const reader_options& options)
      : out_(std::move(out)), writer_(rdf_of(plan), options, *out_) {}

  record_writer& records() override { return writer_; }
  result<void> begin_document(const record_output_options& options) override {
    writer_.begin_document(options.reading.base_iri);
    return {};
  }
  result<void> end_document() override {
    auto done = writer_.end_document();
    return done ? out_->flush() : done;
  }
  result<std::string> finish() override {
    if (auto done = writer_.finish_records(); !done) return tl::unexpected(done.error());
    return out_->finish();
  }

 private:
  std::unique_ptr<output_bytes> out_;
  json_ld_writer writer_;
};

class sqlite_output final : public record_output {
 public:
  sqlite_output(std::string file, std::unique_ptr<record_database> database)
      : file_(std::move(file)), database_(std::move(database)) {}

  record_writer& records() override { return *database_; }
  result<std::string> finish() override {
    if (auto done = database_->finish_records(); !done) return tl::unexpected(done.error());
    return file_;
  }

 private:
  std::string file_;
  std::unique_ptr<record_database> database_;
};

/// An output that writes to a file, or to standard output.
template <class Output, class... Arguments>
result<std::unique_ptr<record_output>> over_bytes(const std::string& file, const Arguments&... arguments) {
  auto out = output_bytes::open(file);
  if (!out) return tl::unexpected(out.error());
  return std::make_unique<Output>(*std::move(out), arguments...);
}

result<std::unique_ptr<record_output>> make_sqlite_output(const record_output_options& options) {
  const auto& name = options.plan->spec().name;
  auto database = record_database::create(options.file, name.empty() ? "records" : name, options.columns);
  if (!database) return tl::unexpected(database.error());
  return std::make_unique<sqlite_output>(options.file, *std::move(database));
}

}  // namespace

std::span<const record_target_row> record_targets() {
  return all_targets;
}

std::optional<record_target> record_target_from(std::string_view key) {
  for (const auto& row : all_targets)
    if (row.key == key) return row.target;
  return std::nullopt;
}

std::string_view ending_of(record_target target) {
  for (const auto& row : all_targets)
    if (row.target == target) return row.ending;
  return {};
}

bool is_one_whole(record_target target) {
  return target == record_target::csv || target == record_target::json_ld || target == record_target::sqlite;
}

result<std::unique_ptr<record_output>> make_record_output(const record_output_options& options) {
  switch (options.target) {
    case record_target::json_lines:
      return over_bytes<json_lines_output>(options.file);
    case record_target::csv:
      return over_bytes<csv_output>(options.file, options.columns);
    case record_target::json_ld:
      return over_bytes<json_ld_output>(options.file, *options.plan, options.reading);
    case record_target::sqlite:
      return make_sqlite_output(options);
    case record_target::n_quads:
      break;
  }
  return fail(errc::internal, "statements are written by washing");
}

}  // namespace laundromat
