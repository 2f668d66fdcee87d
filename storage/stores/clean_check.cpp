// Reads each file once and reports its first fault.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_check.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/count_words.hpp"
#include "core/base/line_batches.hpp"
#include "core/codec/codec_version.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/compression/gzip.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/washing/document_metadata.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/segments/segment_files.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t batch_bytes = std::size_t{1} << 20;

/// Checks complete lines, chunk by chunk.
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
                 (line == last_ ? " is a duplicate" : " is not in byte order");
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
  content_hasher hasher_;
  std::string last_, fault_;
  std::uint64_t count_ = 0, bytes_ = 0;
};

/// Inflates a file and passes complete lines to `take`. Returns the fault of the file; empty when it is intact.
template <class Take>
std::string inflate(result<byte_source_ptr> file, Take take) {
  if (!file) return file.error().code == errc::not_found ? "is missing" : to_string(file.error());
  // Inflating does not detect damage of the header, because it does not affect the content.
  const auto header = read_head(**file, block_gzip_header.size());
  if (!header || *header != block_gzip_header) return "has a damaged header";
  if (auto back = (*file)->seek(0); !back) return to_string(back.error());
  warning_log warnings;
  const auto text = make_gzip_source(*std::move(file), warnings);
  const auto rest = read_lines(*text, batch_bytes, take);
  if (!rest) return "does not decompress: " + to_string(rest.error());
  if (!warnings.rows().empty()) {
    const auto& damage = warnings.rows().front();
    return "does not decompress completely: " + std::string(to_string(damage.code)) + " at byte " +
           std::to_string(damage.offset_bytes);
  }
  return rest->empty() ? std::string{} : "has an incomplete last line";
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
    for (const auto& previous : expected_.deltas_from) {
      const auto check = [&] {
        return inflate(store_.open_delta(expected_.clean.hash, previous),
                       [&](std::string_view lines) { found_.bytes += lines.size(); });
      };
      note_part(segment_kind::delta, previous, check);
    }
    find_unknown();
    return std::move(found_);
  }

 private:
  /// Checks a file in the folder of the document.
  template <class Check>
  void note(std::string_view name, Check check) {
    known_.emplace_back(name);
    ++found_.files;
    if (auto fault = check(name); !fault.empty())
      found_.problems.push_back({{folder_ / name}, std::move(fault)});
  }
  /// Checks a file that may be in a segment.
  template <class Check>
  void note_part(segment_kind kind, const content_digest& other, Check check) {
    const auto place = store_.where(kind, expected_.clean.hash, other);
    if (!place.offset_bytes) known_.push_back(place.file.filename());
    ++found_.files;
    if (auto fault = check(); !fault.empty()) found_.problems.push_back({place, std::move(fault)});
  }
  [[nodiscard]] result<byte_source_ptr> opened(std::string_view name) const {
    return store_.open_sidecar(expected_.clean.hash, name);
  }

  void check_data() {
    std::optional<statistics_meter> meter;
    if (needs_sidecars()) meter.emplace();
    note_part(segment_kind::clean, {}, [&] { return fault_of_data(meter ? &*meter : nullptr); });
    if (!meter) return;
    data_is_whole_ = found_.problems.empty();
    note(index_file_name, [&](std::string_view) { return fault_of_index(); });
    check_metadata(meter->finish());
  }

  /// A small document has no index and no metadata, unless an older version wrote them.
  [[nodiscard]] bool needs_sidecars() const {
    const auto& clean = expected_.clean;
    if (!is_small_document(clean.compressed_bytes, clean.content.bytes)) return true;
    const auto names = store_.sidecar_names(clean.hash);
    return names && std::ranges::find(*names, metadata_file_names[0]) != names->end();
  }

  std::string fault_of_data(statistics_meter* meter) {
    line_check lines{meter};
    auto fault = inflate(store_.open(expected_.clean.hash), [&](std::string_view text) { lines.add(text); });
    found_.bytes += lines.bytes();
    if (!fault.empty()) return fault;
    if (const auto digest = lines.digest(); digest != expected_.clean.hash)
      return "its statements have the digest " + digest.hex() +
             (lines.fault().empty() ? "" : "; " + lines.fault());
    if (!lines.fault().empty()) return lines.fault();
    if (lines.lines() != expected_.clean.statements)
      return "has " + number_of(lines.lines(), "statement") + ", but the journal has " +
             human_count(expected_.clean.statements);
    return {};
  }

  /// Reads every block through the index; together they must be the document.
  std::string fault_of_index() {
    const auto index = store_.read_index(expected_.clean.hash);
    if (!index) return index.error().code == errc::not_found ? "is missing" : to_string(index.error());
    const auto compressed = store_.open(expected_.clean.hash);
    if (!compressed || !data_is_whole_) return {};  // the index cannot be compared with damaged data
    content_hasher hasher;
    std::string last;
    for (std::size_t i = 0; i < index->blocks.size(); ++i) {
      const auto block = read_block(**compressed, *index, i);
      if (!block) return "has a wrong offset of block " + std::to_string(i) + ": " + to_string(block.error());
      const auto& head = index->blocks[i].head;
      const auto order = i == 0 ? 1 : head.compare(0, head.size(), last, 0, head.size());
      if (!block->starts_with(head) || order < 0 ||
          (order == 0 && head.size() < block_index::most_head_bytes))
        return "has a wrong first line of block " + std::to_string(i);
      hasher.update(*block);
      last = block->substr(block->rfind('\n', block->size() - 2) + 1);
    }
    return hasher.finish() == expected_.clean.hash ? "" : "does not match the document";
  }

  void check_ledger(const content_digest& digest) {
    note_part(segment_kind::ledger, digest, [&]() -> std::string {
      content_hasher hasher;
      auto fault = inflate(store_.open_ledger(expected_.clean.hash, digest), [&](std::string_view text) {
        hasher.update(text);
        found_.bytes += text.size();
      });
      if (!fault.empty()) return fault;
      const auto actual = hasher.finish();
      return actual == digest ? ""
                              : "has the digest " + actual.hex() + ", but the journal has " + digest.hex();
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
    for (std::size_t i = 0; i < texts.size(); ++i) faults[i] = read_text(metadata_file_names[i], texts[i]);
    const bool is_ours = data_is_whole_ && !name_another_version(texts);
    if (is_ours) check_size();
    for (std::size_t i = 0; i < texts.size(); ++i)
      note(metadata_file_names[i], [&](std::string_view name) -> std::string {
        if (!faults[i].empty() || !is_ours || texts[i] == plain_text(name, (*made)[i])) return faults[i];
        return "does not match the statements";
      });
  }

  /// Checks the size, which detects bytes after the last block that inflate to nothing.
  void check_size() {
    const auto file = opened(document_file_name);
    const auto size = file ? (*file)->size_bytes() : 0;
    const auto expected = expected_.clean.compressed_bytes;
    if (file && expected > 0 && size != expected)
      found_.problems.push_back(
          {{folder_ / document_file_name},
           "has " + number_of(size, "byte") + ", but the journal has " + human_count(expected)});
  }

  /// Reads a file, inflating a compressed one. Returns its fault.
  std::string read_text(std::string_view name, std::string& text) {
    auto file = opened(name);
    if (name.ends_with(".gz"))
      return inflate(std::move(file), [&](std::string_view lines) { text.append(lines); });
    if (!file) return file.error().code == errc::not_found ? "is missing" : to_string(file.error());
    auto read = read_all(**file, most_metadata_bytes);
    if (!read) return to_string(read.error());
    text = *std::move(read);
    found_.bytes += text.size();
    return {};
  }

  static std::string plain_text(std::string_view name, const std::string& made) {
    if (!name.ends_with(".gz")) return made;
    warning_log none;
    return read_all(*make_gzip_source(make_memory_source(made), none), most_metadata_bytes).value_or("");
  }

  /// Whether both files name this version: another version may compute other metadata.
  [[nodiscard]] bool name_another_version(std::span<const std::string> texts) const {
    static_assert(metadata_file_names[0] == "meta.nq.gz" && metadata_file_names[1] == "meta.json");
    const auto fact = nlohmann::json::parse(texts[1], nullptr, false);
    if (!fact.is_object()) return false;
    const auto is_reported = [&](const char* key, std::string_view ours, bool& differs) {
      const auto found = fact.find(key);
      if (found == fact.end() || !found->is_string()) return false;
      const auto& version = found->get_ref<const std::string&>();
      differs = differs || version != ours;
      return texts[0].find('"' + version + '"') != std::string::npos;
    };
    bool differs = false;
    const bool both = is_reported("tool_version", program_, differs) &&
                      is_reported("codec_version", codec_version(), differs);
    return both && differs;
  }

  void find_unknown() {
    const auto below = folder_.lexically_relative(store_.folder().path());
    const auto names = store_.sidecar_names(expected_.clean.hash);
    if (!names && found_.problems.empty()) found_.problems.push_back({{folder_}, to_string(names.error())});
    if (!names) return;
    for (const auto& name : *names)
      if (std::ranges::find(known_, name) == known_.end()) found_.unknown.push_back(below / name);
  }

  const clean_store& store_;
  const kept_document& expected_;
  const std::string& program_;
  fs::path folder_;
  std::vector<std::string> known_;
  bool data_is_whole_ = false;
  document_check found_;
};

}  // namespace

document_check check_document(const clean_store& store, const kept_document& expected,
                              const std::string& program) {
  return folder_check{store, expected, program}.run();
}

result<std::vector<fs::path>> find_unknown_files(
    const clean_store& store, const std::function<bool(const content_digest&)>& is_document) {
  std::vector<fs::path> unknown;
  const auto& folder = store.folder();
  result<void> looked;
  const auto is_folder = [&](const fs::path& name) {
    const auto kind = folder.kind_of(name);
    if (!kind && looked) looked = tl::unexpected(kind.error());
    return kind && *kind == fs::file_type::directory;
  };
  const auto examine_inside = [&](const std::string& group) {
    auto listed = folder.list(group, [&](const std::string& name) {
      const auto digest = content_digest::from_hex(name);
      const bool is_ours =
          digest && name.starts_with(group) && is_folder(fs::path{group} / name) && is_document(*digest);
      if (!is_ours) unknown.push_back(fs::path{group} / name);
    });
    if (!listed && looked) looked = std::move(listed);
  };
  auto listed = folder.list("", [&](const std::string& name) {
    if (name == ".staged" || name == segment_folder(segment_kind::clean).filename()) return;
    is_folder(name) ? examine_inside(name) : unknown.push_back(name);
  });
  if (looked) looked = std::move(listed);
  if (!looked) return tl::unexpected(looked.error());
  std::ranges::sort(unknown);
  return unknown;
}

}  // namespace laundromat
