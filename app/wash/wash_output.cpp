// Implements wash_output: files are moved from the scratch folder, the document first, because its other files are useless without it.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/wash_output.hpp"

#include <algorithm>
#include <ios>
#include <iostream>

#include "app/terminal/terminal.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/washing/document_metadata.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/files/whole_file.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t print_chunk_bytes = std::size_t{1} << 20;
constexpr std::string_view ledger_ending = "ledger.nq.gz";

class stdout_sink final : public byte_sink {
 public:
  result<void> write(std::string_view bytes) override {
    return checked([&] { std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
  }
  static result<void> flush() {
    return checked([] { std::cout.flush(); });
  }

 private:
  /// Runs `work`; the stream may be configured to throw.
  template <class Work>
  static result<void> checked(Work work) {
    try {
      work();
      if (std::cout) return {};
    } catch (const std::ios_base::failure&) {
      return tl::unexpected(output_failure());
    }
    return tl::unexpected(output_failure());
  }
};

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
  return washed.staged.empty() ? std::string{} : (target_folder() / (stem + ".nq.gz")).string();
}

fs::path wash_output::target_folder() const {
  return fs::path{options_.output} / folder_;
}

result<void> wash_output::print_document(const parse_outcome& washed, std::string_view printed) {
  if (auto done = options_.ledger.empty() ? result<void>{} : deliver_ledger(washed.ledger.staged); !done)
    return done;
  if (const auto held = held_.find(washed.staged); held != held_.end())
    return print_packed(make_memory_source(std::move(held->second)));
  if (!washed.staged.empty()) return print_file(washed.staged);
  stdout_sink out;
  auto done = printed.empty() ? result<void>{} : out.write(printed);
  return done && !printed.empty() ? stdout_sink::flush() : done;
}

/// Writes what is held, else moves the file. A name that exists is replaced by a rename.
result<void> wash_output::place(const std::string& staged, const fs::path& target) {
  const auto held = held_.find(staged);
  if (held == held_.end()) return place_file(staged, target);
  const auto created = create_whole_file(target, held->second);
  if (!created || *created) return created.map([](bool) {});
  output_file file{staged};
  auto done = file.write(held->second);
  if (done) done = file.finish().map([](const std::string&) {});
  return done ? place_file(staged, target) : done;
}

/// Places the document first, because its sidecar files are useless without it.
result<void> wash_output::put_in_folder(const std::string& stem, const parse_outcome& washed) {
  const auto target = target_folder() / stem;
  if (folder_ != made_folder_)
    if (auto made = make_folders(target_folder()); !made) return made;
  made_folder_ = folder_;
  if (washed.staged.empty())
    remove_files(stem, {"nq.gz", metadata_file_names[0], metadata_file_names[1]});
  else if (auto placed = place(washed.staged, target.string() + ".nq.gz"); !placed)
    return placed;
  auto done = place_sidecars(target, washed);
  if (!done) remove_files(stem, {ledger_ending, metadata_file_names[0], metadata_file_names[1]});
  return done;
}

result<void> wash_output::place_sidecars(const fs::path& target, const parse_outcome& washed) {
  if (!washed.staged.empty())
    for (const auto name : metadata_file_names)
      if (auto moved =
              place(output_file::sidecar_path(washed.staged, name), output_file::sidecar_path(target, name));
          !moved)
        return moved;
  if (options_.ledger.empty() && !washed.ledger.staged.empty())
    return place(washed.ledger.staged, output_file::sidecar_path(target, ledger_ending));
  remove_files(target.filename(), {ledger_ending});
  return options_.ledger.empty() ? result<void>{} : deliver_ledger(washed.ledger.staged);
}

/// Removes sidecar files of an older document with this name.
void wash_output::remove_files(const std::string& stem,
                               std::initializer_list<std::string_view> endings) const {
  std::error_code ignored;
  for (const auto ending : endings)
    fs::remove(output_file::sidecar_path(target_folder() / stem, ending), ignored);
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
