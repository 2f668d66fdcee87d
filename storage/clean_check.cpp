// One pass over each file; what the first fault of a file is, is all that is said of it.
// SPDX-License-Identifier: Apache-2.0
#include "storage/clean_check.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/codec/block_gzip.hpp"
#include "core/codec/codec_version.hpp"
#include "core/codec/gzip.hpp"
#include "core/laundry/document_metadata.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "storage/posix_file.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t batch_bytes = std::size_t{1} << 20;

/// Whole lines, in the pieces in which they are read.
class line_check {
 public:
  explicit line_check(statistics_meter* meter = nullptr) : meter_(meter) {}

  void add(std::string_view lines) {
    hasher_.update(lines);
    bytes_ += lines.size();
    if (meter_) meter_->add(lines);
    while (!lines.empty()) {
      const auto line = lines.substr(0, lines.find('\n'));
      if (count_ > 0 && line <= std::string_view(last_) && fault_.empty())
        fault_ = "line " + std::to_string(count_ + 1) +
                 (line == last_ ? " is there twice" : " is not in byte order");
      last_.assign(line);
      ++count_;
      lines.remove_prefix(line.size() + 1);
    }
  }
  [[nodiscard]] std::uint64_t lines() const { return count_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] content_digest digest() { return hasher_.finish(); }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  statistics_meter* meter_;
  tree_hasher hasher_;
  std::string last_, fault_;
  std::uint64_t count_ = 0, bytes_ = 0;
};

/// Inflates a file and gives whole lines to `take`. Answers what is wrong with it; nothing when it is whole.
template <class Take>
std::string inflate(const fs::path& path, Take take) {
  auto file = open_file_source(path);
  if (!file) return file.error().code == errc::not_found ? "is missing" : to_string(file.error());
  // Damage there is no damage of the content, and inflating does not see it.
  const auto header = read_head(**file, block_gzip_header.size());
  if (!header || *header != block_gzip_header) return "does not begin as it was written";
  if (auto back = (*file)->seek(0); !back) return to_string(back.error());
  warning_log warnings;
  const auto text = make_gzip_source(*std::move(file), warnings);
  std::string held;
  for (std::size_t kept = 0;; kept = held.size()) {
    held.resize(kept + batch_bytes);
    const auto n = text->read(std::span(held).subspan(kept));
    if (!n) return "does not decompress: " + to_string(n.error());
    held.resize(kept + *n);
    if (*n == 0) break;
    const auto end = held.rfind('\n') + 1;
    take(std::string_view(held).substr(0, end));
    held.erase(0, end);
  }
  if (!warnings.rows().empty()) {
    const auto& damage = warnings.rows().front();
    return "does not decompress to its end: " + std::string(to_string(damage.code)) + " at byte " +
           std::to_string(damage.offset_bytes);
  }
  return held.empty() ? std::string{} : "its last line has no end";
}

class folder_check {
 public:
  folder_check(const clean_store& store, const kept_document& expected, const std::string& program)
      : store_(store),
        expected_(expected),
        program_(program),
        folder_(store.path_of(expected.clean.hash).parent_path()) {}

  document_check run() {
    if (!expected_.is_removed) {
      if (expected_.clean.statements > 0) check_data();
      for (const auto& ledger : expected_.ledgers) check_ledger(ledger);
    }
    for (const auto& previous : expected_.deltas_from)
      note(store_.delta_path(expected_.clean.hash, previous), [&](const fs::path& path) {
        return inflate(path, [&](std::string_view lines) { found_.bytes += lines.size(); });
      });
    find_unknown();
    return std::move(found_);
  }

 private:
  template <class Check>
  void note(const fs::path& path, Check check) {
    known_.push_back(path.filename());
    ++found_.files;
    if (auto fault = check(path); !fault.empty()) found_.problems.push_back({path, std::move(fault)});
  }

  void check_data() {
    statistics_meter meter;
    note(store_.path_of(expected_.clean.hash),
         [&](const fs::path& path) { return fault_of_data(path, meter); });
    data_is_whole_ = found_.problems.empty();
    note(folder_ / index_file_name, [&](const fs::path&) { return fault_of_index(); });
    check_metadata(meter.finish());
  }

  std::string fault_of_data(const fs::path& path, statistics_meter& meter) {
    line_check lines{&meter};
    auto fault = inflate(path, [&](std::string_view text) { lines.add(text); });
    found_.bytes += lines.bytes();
    if (!fault.empty()) return fault;
    if (const auto digest = lines.digest(); digest != expected_.clean.hash)
      return "its statements have the digest " + digest.hex() +
             (lines.fault().empty() ? "" : "; " + lines.fault());
    if (!lines.fault().empty()) return lines.fault();
    if (lines.lines() != expected_.clean.statements)
      return "has " + std::to_string(lines.lines()) + " statements, the journal says " +
             std::to_string(expected_.clean.statements);
    return {};
  }

  /// Every block is read through the index; together they are the document.
  std::string fault_of_index() {
    const auto index = store_.read_index(expected_.clean.hash);
    if (!index) return index.error().code == errc::not_found ? "is missing" : to_string(index.error());
    const auto compressed = store_.open(expected_.clean.hash);
    if (!compressed || !data_is_whole_) return {};  // nothing can be said of how they fit together
    tree_hasher hasher;
    std::string last;
    for (std::size_t i = 0; i < index->blocks.size(); ++i) {
      const auto block = read_block(**compressed, *index, i);
      if (!block) return "does not lead to block " + std::to_string(i) + ": " + to_string(block.error());
      const auto& head = index->blocks[i].head;
      const auto order = i == 0 ? 1 : head.compare(0, head.size(), last, 0, head.size());
      if (!block->starts_with(head) || order < 0 ||
          (order == 0 && head.size() < block_index::most_head_bytes))
        return "says something else of the first line of block " + std::to_string(i);
      hasher.update(*block);
      last = block->substr(block->rfind('\n', block->size() - 2) + 1);
    }
    return hasher.finish() == expected_.clean.hash ? "" : "does not lead to the document";
  }

  void check_ledger(const content_digest& digest) {
    note(store_.ledger_path(expected_.clean.hash, digest), [&](const fs::path& path) -> std::string {
      content_hasher hasher;
      auto fault = inflate(path, [&](std::string_view text) {
        hasher.update(text);
        found_.bytes += text.size();
      });
      if (!fault.empty()) return fault;
      const auto actual = hasher.finish();
      return actual == digest ? "" : "has the digest " + actual.hex() + ", the journal says " + digest.hex();
    });
  }

  void check_metadata(const document_statistics& statistics) {
    const auto& clean = expected_.clean;
    const document_facts facts{clean.content, clean.compressed_bytes,      clean.identity, statistics,
                               program_,      std::string(codec_version())};
    worker_pool alone(1);
    const auto made = make_metadata_files(facts, alone);
    if (!made) return;
    std::array<std::string, metadata_file_names.size()> texts, faults;
    for (std::size_t i = 0; i < texts.size(); ++i)
      faults[i] = read_text(folder_ / metadata_file_names[i], texts[i]);
    const bool is_ours = data_is_whole_ && !name_another_version(texts);
    if (is_ours) check_size();
    for (std::size_t i = 0; i < texts.size(); ++i)
      note(folder_ / metadata_file_names[i], [&](const fs::path& path) -> std::string {
        if (!faults[i].empty() || !is_ours || texts[i] == plain_text(path, (*made)[i])) return faults[i];
        return "says something else than the statements";
      });
  }

  /// Bytes behind the last block that inflate to nothing.
  void check_size() {
    const auto path = store_.path_of(expected_.clean.hash);
    std::error_code code;
    const auto size = fs::file_size(path, code);
    const auto expected = expected_.clean.compressed_bytes;
    if (!code && expected > 0 && size != expected)
      found_.problems.push_back(
          {path, "has " + std::to_string(size) + " bytes, the journal says " + std::to_string(expected)});
  }

  /// Inflates what is packed. Answers what is wrong.
  std::string read_text(const fs::path& path, std::string& text) {
    if (path.extension() == ".gz") return inflate(path, [&](std::string_view lines) { text.append(lines); });
    auto file = open_file_source(path);
    if (!file) return file.error().code == errc::not_found ? "is missing" : to_string(file.error());
    auto read = read_all(**file, most_metadata_bytes);
    if (!read) return to_string(read.error());
    text = *std::move(read);
    found_.bytes += text.size();
    return {};
  }

  static std::string plain_text(const fs::path& path, const std::string& made) {
    if (path.extension() != ".gz") return made;
    warning_log none;
    return read_all(*make_gzip_source(make_memory_source(made), none), most_metadata_bytes).value_or("");
  }

  /// Another version of the program may count otherwise; damage alone does not make both files name one.
  [[nodiscard]] bool name_another_version(std::span<const std::string> texts) const {
    static_assert(metadata_file_names[0] == "meta.nq.gz" && metadata_file_names[1] == "meta.json");
    const auto fact = nlohmann::json::parse(texts[1], nullptr, false);
    if (!fact.is_object()) return false;
    const auto is_told = [&](const char* key, std::string_view ours, bool& differs) {
      const auto found = fact.find(key);
      if (found == fact.end() || !found->is_string()) return false;
      const auto& version = found->get_ref<const std::string&>();
      differs = differs || version != ours;
      return texts[0].find('"' + version + '"') != std::string::npos;
    };
    bool differs = false;
    const bool both =
        is_told("tool_version", program_, differs) && is_told("codec_version", codec_version(), differs);
    return both && differs;
  }

  void find_unknown() {
    std::error_code code;
    for (const auto& one : fs::directory_iterator(folder_, code))
      if (std::ranges::find(known_, one.path().filename()) == known_.end())
        found_.unknown.push_back(one.path());
    std::ranges::sort(found_.unknown);
  }

  const clean_store& store_;
  const kept_document& expected_;
  const std::string& program_;
  fs::path folder_;
  std::vector<fs::path> known_;
  bool data_is_whole_ = false;
  document_check found_;
};

}  // namespace

document_check check_document(const clean_store& store, const kept_document& expected,
                              const std::string& program) {
  return folder_check{store, expected, program}.run();
}

std::vector<fs::path> find_strangers(const fs::path& clean_folder,
                                     const std::vector<content_digest>& documents) {
  std::vector<fs::path> strangers;
  std::error_code code;
  for (const auto& group : fs::directory_iterator(clean_folder, code)) {
    if (group.path().filename() == ".staged") continue;
    if (!group.is_directory(code)) {
      strangers.push_back(group.path());
      continue;
    }
    for (const auto& document : fs::directory_iterator(group.path(), code)) {
      const auto name = document.path().filename().string();
      const auto digest = content_digest::from_hex(name);
      const bool is_ours = digest && name.starts_with(group.path().filename().string()) &&
                           std::ranges::binary_search(documents, *digest);
      if (!is_ours) strangers.push_back(document.path());
    }
  }
  std::ranges::sort(strangers);
  return strangers;
}

}  // namespace laundromat
