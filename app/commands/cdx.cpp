// laundromat cdx: prints an index of WARC files.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/terminal/terminal.hpp"
#include "core/base/count_words.hpp"
#include "core/codec/warc/index_record.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// The segments of a data folder, by their numbers.
std::vector<std::string> segments_of(const fs::path& data) {
  std::vector<std::pair<std::uint32_t, std::string>> found;
  std::error_code failed;
  for (const auto& item : fs::directory_iterator{data_layout{data}.raw(), failed})
    if (const auto serial = warc_serial_in(item.path().filename().string()); serial != 0)
      found.emplace_back(serial, item.path().string());
  std::ranges::sort(found);
  std::vector<std::string> paths;
  for (auto& one : found) paths.push_back(std::move(one.second));
  return paths;
}

bool is_damage(errc code) {
  return code == errc::archive_damaged || code == errc::truncated_stream;
}

/// What a file had.
struct indexed_records {
  std::uint64_t records = 0, lines = 0;
};

/// Prints the lines of a file. `left_out` is called with each part that cannot be read, and once when records share a gzip member.
result<indexed_records> print_index(const std::string& path, std::ostream& out,
                                    const std::function<void(const std::string&)>& left_out) {
  auto file = open_file_source(path);
  if (!file) return tl::unexpected(file.error());
  const auto name = fs::path{path}.filename().string();
  member_scan scan{std::move(*file)};
  indexed_records found;
  for (bool has_shared_members = false;;) {
    const auto record = scan.next();
    if (record && !*record) return found;
    if (record) {
      if (!has_shared_members && has_more_records(**record)) {
        has_shared_members = true;
        left_out("has records that are not one gzip member each: `laundromat wash` reads it");
      }
      ++found.records;
      if (const auto line = index_line(**record, name)) {
        out << *line;
        ++found.lines;
      }
      continue;
    }
    if (!is_damage(record.error().code)) return tl::unexpected(record.error());
    const auto bytes = scan.read_on();
    if (!bytes) return tl::unexpected(bytes.error());
    left_out(record.error().detail + ": " + number_of(*bytes, "byte") + " from byte " +
             std::to_string(scan.left_out_offset()) + " left out");
  }
}

void run_cdx(const std::vector<std::string>& files, command_context& context) {
  const auto paths = files.empty() ? segments_of(context.data) : files;
  if (paths.empty())
    return context.refuse(
        exit_not_found,
        context.data.string() + " has no WARC segments: name files, or crawl with raw: {layout: warc}");
  for (const auto& path : paths) {
    const auto left_out = [&](const std::string& what) {
      context.refuse(exit_some_failed, path + ": " + what);
    };
    const auto done = print_index(path, context.io.out, left_out);
    if (!done)
      context.refuse(done.error().code == errc::not_found ? exit_not_found : exit_some_failed,
                     path + ": " + done.error().detail);
    else if (!files.empty() && done->lines == 0)
      context.io.err << "laundromat: " << harmless(path) << ": nothing to index: none of "
                     << number_of(done->records, "gzip member")
                     << " is a response, revisit or resource of WARC with a URI and a date since 1990\n";
  }
}

}  // namespace

void add_cdx_command(cli_command& program, command_context& context) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto& command = program.add_command("cdx", "Print a CDXJ index of WARC files");
  command.positional("FILE", *files,
                     "WARC files with one gzip member per record; default: those of the data folder");
  add_data_option(command, context);
  command.examples({"laundromat cdx | LC_ALL=C sort > index.cdxj", "laundromat cdx crawl.warc.gz"});
  command.notes(
      "One line per response, revisit and resource: a sort key of the URL, the date, and an object with url, "
      "mime, status, "
      "digest, length, offset and filename. Lines are in the order of the records. Damaged gzip members are "
      "left out and reported, and so are records behind the first one of their gzip member; then the exit "
      "code "
      "is 1.");
  command.action([files, &context] { run_cdx(*files, context); });
}

}  // namespace laundromat
