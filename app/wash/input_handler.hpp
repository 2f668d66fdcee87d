// What commands that read files do with each of their inputs: archives are opened, and each document in them is handled.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/wash/files_in_place.hpp"
#include "app/wash/wash_files.hpp"
#include "app/wash/wash_input.hpp"
#include "app/wash/wash_report.hpp"
#include "core/codec/scratch_memory.hpp"
#include "core/washing/stages.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

/// Opens archives, and passes each document in them to `take_leaf`.
class input_handler {
 public:
  input_handler(const wash_options& options, scratch_store& scratch);
  virtual ~input_handler() = default;

  void handle(const input_document& document);
  void report_failure(const std::string& name, errc code, const std::string& detail) {
    ++failed_;
    report_.report_failure(name, code, detail);
  }

  /// Sets the loader of contexts for the next documents; may be null.
  void set_contexts(context_loader* contexts) { ports_.contexts = contexts; }
  /// Before each input: sets the subfolder for its results.
  virtual void begin_input(const std::string& /*folder*/) { files_.forget(); }
  /// The number of bytes of a small regular file, which the next document reads; nothing for any other.
  [[nodiscard]] std::optional<std::uint64_t> read_small_file(const std::string& path) {
    return files_.read_small_file(path);
  }
  void report_before(std::function<void()> take_line_away) { report_.before = std::move(take_line_away); }
  virtual void report_sum(std::uint64_t files) = 0;

  /// The number of documents that failed or have a defect that is not allowed.
  [[nodiscard]] std::uint64_t failed() const { return failed_ + rejected_; }
  /// The failure after which no further document can be handled.
  [[nodiscard]] const std::optional<failure>& broken() const { return broken_; }

 protected:
  /// Before a document is unpacked.
  virtual void begin_document() {}
  /// With these, small documents are also parsed when they are unpacked; null: they are not.
  [[nodiscard]] virtual const parse_settings* fused_parsing() const { return nullptr; }
  virtual void take_leaf(const input_document& leaf, unpack_outcome& found) = 0;
  /// Why an archive is not opened, and what to do; empty: it is.
  [[nodiscard]] virtual std::string refusal_of_archive(const std::string& /*name*/,
                                                       const unpack_outcome& /*found*/) const {
    return {};
  }

  /// Whether `--fail-on` does not allow what was skipped or repaired, or differs from the schema.
  [[nodiscard]] bool is_rejected(const span_sums& spans, std::uint64_t skips, std::uint64_t repairs,
                                 const std::vector<defect_count>& counts) const;

  const wash_options& options_;
  wash_report report_;
  scratch_memory scratch_;
  files_in_place files_;
  washing_ports ports_;
  parse_settings settings_;
  std::uint64_t failed_ = 0, rejected_ = 0;
  std::optional<failure> broken_;

 private:
  void report_damage(const std::string& name, const unpack_outcome& archive);
  void handle_members(const input_document& archive, const unpack_outcome& found);
};

/// Makes the handler of a run, of which the temporary folder is `scratch_folder`.
using make_input_handler = std::function<std::unique_ptr<input_handler>(
    const wash_options& options, const std::filesystem::path& scratch_folder, scratch_store& scratch)>;

/// Handles all inputs of the options. Returns an exit code of exit_code.hpp.
[[nodiscard]] int handle_files(const wash_options& options, const make_input_handler& make);

}  // namespace laundromat
