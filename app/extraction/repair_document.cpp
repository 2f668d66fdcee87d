// Reads a document for its repairs, makes them, and reads the copy.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/repair_document.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/extraction/write_whole.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stdout_sink.hpp"
#include "app/terminal/temporary_folder.hpp"
#include "app/terminal/terminal.hpp"
#include "app/wash/output_file.hpp"
#include "core/base/for_each_chunk.hpp"
#include "core/codec/open_view.hpp"
#include "core/codec/text/encoding_name.hpp"
#include "core/extraction/repair/edit_stream.hpp"
#include "core/extraction/repair/encoding_edits.hpp"
#include "core/extraction/repair/repair_collector.hpp"
#include "core/extraction/repair/repair_list.hpp"
#include "core/washing/leaf_text.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view list_ending = ".repairs.jsonl";
constexpr std::size_t repair_chunk_bytes = std::size_t{256} << 10;

/// Digests bytes on their way to another sink, which may be null.
class digesting_sink final : public byte_sink {
 public:
  explicit digesting_sink(byte_sink* next) : next_(next) {}
  result<void> write(std::string_view bytes) override {
    bytes_ += bytes.size();
    hasher_.update(bytes);
    return next_ ? next_->write(bytes) : result<void>{};
  }
  [[nodiscard]] content_digest digest() { return hasher_.finish(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  byte_sink* next_;
  content_hasher hasher_;
  std::uint64_t bytes_ = 0;
};

bool can_be_repaired(data_format format) {
  constexpr std::array all{data_format::csv, data_format::tsv, data_format::json, data_format::json_lines};
  return std::ranges::find(all, format) != all.end();
}

class document_repair {
 public:
  document_repair(const parse_job& job, const washing_ports& ports, wash_profile profile,
                  const record_plan& plan, const repair_options& options)
      : job_(job), ports_(ports), profile_(profile), plan_(plan), options_(options) {
    list_.document = job.name;
    list_.encoding = job.encoding;
  }

  result<repaired_copy> run() {
    if (auto done = collect(); !done) return tl::unexpected(done.error());
    if (auto done = change_encoding(); !done) return tl::unexpected(done.error());
    const auto staged = options_.scratch_stem + "repaired";
    auto is_same = make_copy(staged);
    if (is_same && !*is_same && !list_.text_edits.empty()) {
      left_ += list_.text_edits.size();
      list_.text_edits.clear();
      is_same = make_copy(staged);
    }
    if (!is_same) return tl::unexpected(is_same.error());
    if (!*is_same)
      return fail(errc::internal, "its copy in UTF-8 would have other records: it is not written");
    return place(staged);
  }

 private:
  [[nodiscard]] result<byte_source_ptr> open_original() {
    return open_view(job_.content, *ports_.raw, *ports_.scratch, ports_.limits, ignored_);
  }

  /// Reads the document as it is read for its records.
  result<void> collect() {
    auto text = open_text(job_.content, job_.encoding, job_.charset, ports_, ignored_);
    if (!text) return tl::unexpected(text.error());
    repair_collector found(options_.edits);
    digesting_sink decoded(nullptr);
    auto read = read_records(**text, found, &decoded);
    if (!read) return tl::unexpected(read.error());
    if (!can_be_repaired(*read))
      return fail(errc::invalid_argument, "--repair is for tables and JSON, and this is " +
                                              std::string(to_string(*read)) + ": leave --repair out");
    records_ = found.records();
    records_digest_ = found.digest_of_records();
    left_ = found.other_repairs();
    list_.text_edits = found.take_edits();
    decoded_digest_ = decoded.digest();
    return {};
  }
  result<data_format> read_records(byte_source& text, record_sink& into, digesting_sink* decoded) {
    extraction_findings found;
    const auto extractor =
        plan_.make_extractor({job_.media_type, job_.name, job_.base_iri}, profile_, into, &found);
    auto read = for_each_chunk(text, repair_chunk_bytes, [&](std::string_view bytes) -> result<void> {
      if (auto pushed = extractor->push(bytes); !pushed) return pushed;
      return decoded ? decoded->write(bytes) : result<void>{};
    });
    if (read) read = extractor->finish();
    if (!read) return tl::unexpected(read.error());
    return found.format;
  }

  result<void> change_encoding() {
    if (is_utf8_compatible(job_.encoding)) return {};
    auto original = open_original();
    if (!original) return tl::unexpected(original.error());
    auto edits = encoding_edits(**original, job_.encoding, options_.encoding_bytes);
    if (!edits) return tl::unexpected(edits.error());
    list_.encoding_edits = *std::move(edits);
    digesting_sink decoded(nullptr);
    edit_stream change(list_.encoding_edits, edit_direction::apply, decoded);
    if (auto done = pass_original(change); !done) return done;
    if (auto done = change.finish(); !done) return done;
    return decoded.digest() == decoded_digest_ ? result<void>{} : change_as_a_whole();
  }
  /// Parts of the document have another meaning by themselves.
  result<void> change_as_a_whole() {
    auto original = open_original();
    if (!original) return tl::unexpected(original.error());
    auto before = read_all(**original, options_.whole_bytes);
    if (!before) return tl::unexpected(before.error());
    auto text = open_text(job_.content, job_.encoding, job_.charset, ports_, ignored_);
    if (!text) return tl::unexpected(text.error());
    auto after = read_all(**text, 4 * options_.whole_bytes);
    if (!after) return tl::unexpected(after.error());
    list_.encoding_edits = {{0, *std::move(before), *std::move(after), "encoding", 0}};
    return {};
  }
  result<void> pass_original(byte_sink& to) {
    auto original = open_original();
    if (!original) return tl::unexpected(original.error());
    return for_each_chunk(**original, repair_chunk_bytes,
                          [&](std::string_view bytes) { return to.write(bytes); });
  }

  /// Whether the copy has the same records.
  result<bool> make_copy(const std::string& staged) {
    if (auto done = apply(staged); !done) return tl::unexpected(done.error());
    auto copy = open_file_source(staged);
    if (!copy) return tl::unexpected(copy.error());
    repair_collector again(options_.edits);
    if (auto read = read_records(**copy, again, nullptr); !read) return tl::unexpected(read.error());
    return again.records() == records_ && again.digest_of_records() == records_digest_;
  }
  result<void> apply(const std::string& staged) {
    output_file file(staged);
    digesting_sink repaired(&file);
    edit_stream repair(list_.text_edits, edit_direction::apply, repaired);
    edit_stream change(list_.encoding_edits, edit_direction::apply, repair);
    digesting_sink original(&change);
    if (auto done = pass_original(original); !done) return done;
    if (auto done = change.finish(); !done) return done;
    if (auto done = repair.finish(); !done) return done;
    if (auto done = file.finish(); !done) return tl::unexpected(done.error());
    list_.original_bytes = original.bytes();
    list_.original = original.digest();
    list_.repaired_bytes = repaired.bytes();
    list_.repaired = repaired.digest();
    return {};
  }
  /// A name that no other document of the run has.
  [[nodiscard]] fs::path target_of_copy() const {
    const fs::path name = name_of_copy();
    auto target = options_.folder / name;
    if (options_.taken == nullptr) return target;
    for (int i = 2; !options_.taken->insert(target).second; ++i)
      target = options_.folder / (name.stem().string() + '-' + std::to_string(i) + name.extension().string());
    return target;
  }
  /// The name of the document, without the number behind it that keeps other results apart.
  [[nodiscard]] std::string name_of_copy() const {
    auto name = options_.stem;
    const auto dash = name.rfind('-');
    const auto own = name.substr(0, dash);
    if (dash != std::string::npos && dash + 1 < name.size() && !job_.name.ends_with(name) &&
        job_.name.ends_with(own) && std::ranges::all_of(name.substr(dash + 1), is_digit))
      name = own;
    if (!job_.content.chain.empty() && !is_member(job_.content.chain.back().kind))
      for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst", ".lz4"})
        if (name.size() > ending.size() && name.ends_with(ending))
          return name.substr(0, name.size() - ending.size());
    return name;
  }
  result<repaired_copy> place(const std::string& staged) {
    const auto target = target_of_copy();
    auto list = target;
    list += list_ending;
    for (const auto& file : {target, list})
      if (auto refusal = options_.inputs ? options_.inputs->refusal_of(file) : std::string();
          !refusal.empty())
        return fail(errc::invalid_argument, std::move(refusal));
    std::error_code ignored;
    if (fs::exists(target, ignored) && !fs::exists(list, ignored))
      return fail(errc::invalid_argument,
                  target.string() + " exists and is no repaired copy: name another folder with -o");
    if (auto done = write_whole(list, write_repair_list(list_)); !done) return tl::unexpected(done.error());
    if (auto done = place_file(staged, target); !done) return tl::unexpected(done.error());
    return repaired_copy{target.string(), list.string(),
                         list_.text_edits.size() + (list_.encoding_edits.empty() ? 0 : 1), left_};
  }

  const parse_job& job_;
  const washing_ports& ports_;
  wash_profile profile_;
  const record_plan& plan_;
  const repair_options& options_;
  warning_log ignored_;  ///< the reading of the records reports them
  repair_list list_;
  std::uint64_t records_ = 0, left_ = 0;
  content_digest records_digest_, decoded_digest_;
};

result<void> copy_to_stdout(const fs::path& file) {
  auto source = open_file_source(file);
  if (!source) return tl::unexpected(source.error());
  stdout_sink out;
  auto done =
      for_each_chunk(**source, repair_chunk_bytes, [&](std::string_view bytes) { return out.write(bytes); });
  return done ? stdout_sink::flush() : done;
}

/// Makes the original in a file. Errors: `digest_mismatch` when the copy or the original is not what the list says.
result<void> make_original(const repair_list& list, const fs::path& copy, const std::string& staged) {
  auto source = open_file_source(copy);
  if (!source) return tl::unexpected(source.error());
  digesting_sink repaired(nullptr);
  if (auto read =
          for_each_chunk(**source, repair_chunk_bytes, [&](auto bytes) { return repaired.write(bytes); });
      !read)
    return read;
  if (repaired.digest() != list.repaired)
    return fail(errc::digest_mismatch, copy.string() +
                                           " is not the copy that the list was made for: it was changed "
                                           "since; take the copy as --repair wrote it");
  output_file file(staged);
  digesting_sink original(&file);
  edit_stream change(list.encoding_edits, edit_direction::undo, original);
  edit_stream repair(list.text_edits, edit_direction::undo, change);
  auto again = open_file_source(copy);
  if (!again) return tl::unexpected(again.error());
  if (auto read =
          for_each_chunk(**again, repair_chunk_bytes, [&](auto bytes) { return repair.write(bytes); });
      !read)
    return read;
  if (auto done = repair.finish(); !done) return done;
  if (auto done = change.finish(); !done) return done;
  if (auto done = file.finish(); !done) return tl::unexpected(done.error());
  if (original.digest() != list.original)
    return fail(errc::digest_mismatch, "what the list gives is not the original: the list was changed");
  return {};
}

result<std::string> undo(const std::string& list_file, const std::string& output) {
  if (!list_file.ends_with(list_ending))
    return fail(errc::invalid_argument,
                list_file + " is no list of repairs, whose name ends with " + std::string(list_ending));
  const fs::path copy = list_file.substr(0, list_file.size() - list_ending.size());
  auto bytes = open_file_source(list_file);
  if (!bytes) return fail(bytes.error().code, list_file + " cannot be read");
  auto text = read_all(**bytes, std::uint64_t{4} << 30);
  if (!text) return tl::unexpected(text.error());
  auto list = read_repair_list(*text);
  if (!list) return fail(list.error().code, list_file + ": " + list.error().detail);
  std::error_code ignored;
  if (!fs::exists(copy, ignored))
    return fail(errc::not_found, copy.string() + " is not there: the list belongs beside the repaired copy");
  auto folder = make_temporary_folder();
  if (!folder) return tl::unexpected(folder.error());
  const auto staged = folder->path() / "original";
  if (auto made = make_original(*list, copy, staged.string()); !made) return tl::unexpected(made.error());
  if (output == "-") {
    if (auto done = copy_to_stdout(staged); !done) return tl::unexpected(done.error());
    return std::string{};
  }
  const auto target = fs::path(output) / copy.filename();
  if (fs::exists(target, ignored))
    return fail(errc::invalid_argument, target.string() + " exists: name another folder with -o");
  if (auto made = make_folders(output); !made) return tl::unexpected(made.error());
  if (auto placed = place_file(staged, target); !placed) return tl::unexpected(placed.error());
  return target.string();
}

}  // namespace

result<repaired_copy> repair_document(const parse_job& job, const washing_ports& ports, wash_profile profile,
                                      const record_plan& plan, const repair_options& options) {
  return document_repair(job, ports, profile, plan, options).run();
}

int undo_repairs(const std::string& list_file, const std::string& output, bool json) {
  const auto made = undo(list_file, output);
  if (!made) {
    if (made.error().code != errc::cancelled)
      std::cerr << "laundromat: " << harmless(message_of(made.error())) << '\n';
    return exit_code_of(made.error());
  }
  if (made->empty()) return exit_ok;
  if (json)
    std::cout << nlohmann::json{{"list", list_file}, {"original", *made}}.dump(
                     -1, ' ', true, nlohmann::json::error_handler_t::replace)
              << '\n';
  else
    std::cerr << harmless(*made) << ": the original, checked by its digest\n";
  return exit_ok;
}

}  // namespace laundromat
