// Implements wash_output: files are moved from the scratch folder, the document first, because its other files are useless without it.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/wash_output.hpp"

#include <algorithm>
#include <ios>
#include <iostream>

#include "app/terminal/stdout_sink.hpp"
#include "app/terminal/terminal.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/washing/document_metadata.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/files/scratch_folder.hpp"
#include "storage/files/whole_file.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t print_chunk_bytes = std::size_t{1} << 20;
constexpr std::string_view document_ending = "nq.gz", ledger_ending = "ledger.nq.gz";

result<void> copy(byte_source& from, byte_sink& to) {
  std::string buffer(print_chunk_bytes, '\0');
  while (true) {
    const auto n = from.read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return {};
    if (auto done = to.write({buffer.data(), *n}); !done) return done;
  }
}

result<void> print_packed(byte_source_ptr packed) {
  warning_log warnings;
  stdout_sink out;
  auto done = copy(*make_gzip_source(std::move(packed), warnings), out);
  return done ? stdout_sink::flush() : done;
}

/// Whether a ledger may be in a folder; also when it cannot be listed.
bool has_ledger(const fs::path& folder) {
  std::error_code problem;
  for (fs::directory_iterator it{folder, problem}, end; !problem && it != end; it.increment(problem))
    if (it->path().native().ends_with(ledger_ending)) return true;
  return static_cast<bool>(problem);
}

result<void> print_file(const std::string& staged) {
  auto file = open_file_source(staged);
  if (!file) return tl::unexpected(file.error());
  auto done = print_packed(std::move(*file));
  fs::remove(staged);
  return done;
}

}  // namespace

result<void> wash_output::prepare_folders(const wash_options& options) {
  if (options.output != "-") {
    if (auto made = make_folders(options.output); !made) return made;
    remove_abandoned(options.output, unplaced_prefix);
  }
  if (options.ledger.empty()) return {};
  const auto folder = fs::absolute(options.ledger).parent_path();
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    return fail(errc::not_found, "--ledger: no folder " + folder.string());
  remove_abandoned(folder, unplaced_prefix);
  return {};
}

result<std::string> wash_output::deliver(const std::string& name, const parse_outcome& washed,
                                         std::string_view printed) {
  if (options_.output == "-") {
    if (auto done = print_document(washed, printed); !done) return tl::unexpected(done.error());
    return std::string{};
  }
  const auto stem = file_stem_for(name);
  if (auto done = put_in_folder(stem, washed); !done) return tl::unexpected(done.error());
  return washed.staged.empty() ? std::string{} : target_ + output_file::sidecar_path(stem, document_ending);
}

/// Makes the folder of the next documents, unless it is that of the last one, and opens it.
result<void> wash_output::open_folder() {
  if (opened_ == folder_) return {};
  const auto path = fs::path{options_.output} / folder_;
  if (auto made = make_folders(path); !made) return made;
  target_ = (path / "").string();
  target_folder_ = whole_file_folder{path};
  has_ledgers_ = has_ledger(path);
  opened_ = folder_;
  return {};
}

result<void> wash_output::print_document(const parse_outcome& washed, std::string_view printed) {
  if (auto done = options_.ledger.empty() ? result<void>{} : deliver_ledger(washed.ledger.staged); !done)
    return done;
  if (auto* held = held_.find(washed.staged)) return print_packed(make_memory_source(std::move(*held)));
  if (!washed.staged.empty()) return print_file(washed.staged);
  stdout_sink out;
  auto done = printed.empty() ? result<void>{} : out.write(printed);
  return done && !printed.empty() ? stdout_sink::flush() : done;
}

/// Moves a file. What is held becomes one first: a name that exists is replaced by a rename.
result<void> wash_output::place(const std::string& staged, const fs::path& target) {
  if (auto refusal = inputs_.refusal_of(target); !refusal.empty())
    return fail(errc::invalid_argument, std::move(refusal));
  const auto* held = held_.find(staged);
  if (!held) return place_file(staged, target);
  output_file file{staged};
  auto done = file.write(*held);
  if (done) done = file.finish().map([](const std::string&) {});
  return done ? place_file(staged, target) : done;
}

/// The same in the open folder, where what is held is written at once if its name is free.
result<void> wash_output::place_here(const std::string& staged, const std::string& name) {
  if (const auto* held = held_.find(staged)) {
    const auto created = target_folder_.create(name, *held);
    if (!created || *created) return created.map([](bool) {});
  }
  return place(staged, target_ + name);
}

/// Places the document first, because its sidecar files are useless without it.
result<void> wash_output::put_in_folder(const std::string& stem, const parse_outcome& washed) {
  if (auto opened = open_folder(); !opened) return opened;
  if (washed.staged.empty())
    remove_files(stem, {document_ending, metadata_file_names[0], metadata_file_names[1]});
  else if (auto placed = place_here(washed.staged, output_file::sidecar_path(stem, document_ending)); !placed)
    return placed;
  auto done = place_sidecars(stem, washed);
  if (!done) remove_files(stem, {ledger_ending, metadata_file_names[0], metadata_file_names[1]});
  return done;
}

result<void> wash_output::place_sidecars(const std::string& stem, const parse_outcome& washed) {
  if (!washed.staged.empty())
    for (const auto name : metadata_file_names)
      if (auto moved = place_here(output_file::sidecar_path(washed.staged, name),
                                  output_file::sidecar_path(stem, name));
          !moved)
        return moved;
  return place_ledger(stem, washed.ledger.staged);
}

result<void> wash_output::place_ledger(const std::string& stem, const std::string& staged) {
  if (options_.ledger.empty() && !staged.empty()) {
    has_ledgers_ = true;
    return place_here(staged, output_file::sidecar_path(stem, ledger_ending));
  }
  if (has_ledgers_) remove_files(stem, {ledger_ending});
  return options_.ledger.empty() ? result<void>{} : deliver_ledger(staged);
}

result<std::string> wash_output::deliver_records(const std::string& name, const std::string& staged,
                                                 std::string_view ending, const std::string& ledger,
                                                 const std::set<fs::path>& taken) {
  if (options_.output == "-") {
    if (!options_.ledger.empty())
      if (auto done = deliver_ledger(ledger); !done) return tl::unexpected(done.error());
    return std::string{};
  }
  if (auto opened = open_folder(); !opened) return tl::unexpected(opened.error());
  auto stem = file_stem_for(name);
  while (taken.contains(target_ + output_file::sidecar_path(stem, ending))) stem = file_stem_for(name);
  const auto file = output_file::sidecar_path(stem, ending);
  if (auto placed = place_here(staged, file); !placed) return tl::unexpected(placed.error());
  if (auto placed = place_ledger(stem, ledger); !placed) return tl::unexpected(placed.error());
  return target_ + file;
}

/// Removes sidecar files of an older document with this name.
void wash_output::remove_files(const std::string& stem,
                               std::initializer_list<std::string_view> endings) const {
  std::error_code ignored;
  for (const auto ending : endings) fs::remove(target_ + output_file::sidecar_path(stem, ending), ignored);
}

/// The file of --ledger receives the ledger of one document only.
result<void> wash_output::deliver_ledger(const std::string& staged) {
  if (++ledgers_ > 1) return fail(errc::invalid_argument, std::string(ledger_of_one_document));
  return place(staged, options_.ledger);
}

/// The last part of the name with the path in archives after it: `box.zip!/a/b.ttl` → `box.zip!_a_b.ttl`. A name that ends like a sidecar file
/// gets a `_`, because `n.meta.nq.gz` is the metadata of `n` and never the document of `n.meta`.
std::string wash_output::file_stem_for(const std::string& name) {
  const auto archive_end = name.find("!/");
  const auto slash = name.rfind('/', archive_end == std::string::npos ? archive_end : archive_end - 1);
  auto stem = slash == std::string::npos ? name : name.substr(slash + 1);
  if (stem.empty() || stem == "-") stem = "document";
  for (auto& c : stem)
    if (c == '/' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '_';
  stem.resize(std::min<std::size_t>(stem.size(), 200));
  if (stem.ends_with(".meta") || stem.ends_with(".ledger")) stem += '_';
  auto out = stem;
  for (int i = 2; !stems_.insert(folder_ + "/" + out).second; ++i) out = stem + "-" + std::to_string(i);
  return out;
}

}  // namespace laundromat
