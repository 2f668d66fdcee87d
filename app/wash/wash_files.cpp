// Washes files without a campaign and without actors, with the same stage functions as the engine.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/wash_files.hpp"

#include <filesystem>

#include "app/command_line/format_name.hpp"
#include "app/wash/input_handler.hpp"
#include "app/wash/output_file.hpp"
#include "app/wash/wash_output.hpp"
#include "core/base/machine_fault.hpp"
#include "core/codec/open_view.hpp"
#include "core/rdf/guess/guess.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

class file_washing final : public input_handler {
 public:
  file_washing(const wash_options& options, const fs::path& scratch_folder, scratch_store& scratch)
      : input_handler(options, scratch),
        output_(options, held_),
        output_stem_((scratch_folder / "out-").string()),
        forced_(options.records || options.make_reader ? rdf_format::records
                                                       : format_from_option(options.format)) {
    ports_.make_output = [this]() -> result<std::unique_ptr<clean_output>> {
      return std::make_unique<output_file>(output_stem_ + std::to_string(++outputs_), &held_);
    };
    if (options.output == "-") ports_.printed = &printed_;
    if (options.output != "-" || !options.ledger.empty()) ports_.make_ledger = ports_.make_output;
  }

  void begin_input(const std::string& folder) override {
    input_handler::begin_input(folder);
    output_.set_folder(folder);
  }
  void report_sum(std::uint64_t files) override {
    sum_.files = files;
    sum_.failed = failed_;
    sum_.rejected = rejected_;
    report_.report_sum(sum_);
  }

 private:
  void begin_document() override {
    printed_.clear();
    held_.clear();
  }
  [[nodiscard]] const parse_settings* fused_parsing() const override {
    return forced_ ? nullptr : &settings_;
  }

  void take_leaf(const input_document& leaf, unpack_outcome& found) override {
    const auto& encoding = found.encoding;
    auto format = forced_;
    if (!format) {
      const auto guessed = found.fused ? result<guess_outcome>{*found.fused}
                                       : guess({0,
                                                {},
                                                leaf.content,
                                                encoding,
                                                leaf.media_type,
                                                leaf.name,
                                                1,
                                                std::string{base_of(leaf.address)}},
                                               ports_);
      if (!guessed) return report_failure(leaf.name, guessed.error().code, guessed.error().detail);
      if (guessed->on == event::announcements_found)
        return report_failure(leaf.name, errc::non_rdf_format,
                              "a list of " + number_of(guessed->announced.uris.size(), "URI") +
                                  ": `laundromat sitemap` prints them");
      if (guessed->on != event::format_found)
        return report_failure(leaf.name, guessed->cause, guessed->detail);
      format = guessed->format;
    }
    const auto washed = found.fused && found.fused->fused
                            ? result<parse_outcome>{*std::move(found.fused->fused)}
                            : parse_leaf(leaf, encoding, *format);
    release_view(leaf.content, scratch_);
    if (!washed) {
      if (is_machine_fault(washed.error().code)) broken_ = washed.error();
      return report_failure(leaf.name, washed.error().code, washed.error().detail);
    }
    if (washed->on != event::statements_stored)
      return report_failure(leaf.name, washed->cause, washed->detail);
    const auto placed = output_.deliver(leaf.name, *washed, printed_);
    if (!placed) {
      const auto& why = placed.error();
      if (why.code != errc::limit_exceeded) broken_ = why;  // a smaller document may fit into the limit
      if (why.code == errc::cancelled) return;  // the reader has closed the pipe, as `head` does: no message
      return report_failure(leaf.name, why.code, why.detail);
    }
    report_.report_result({leaf.name, *format, encoding, base_of(leaf.address), *placed}, *washed);
    add(*washed);
  }

  /// Parses what the unpacker did not: a large document, or one whose format is given.
  result<parse_outcome> parse_leaf(const input_document& leaf, const std::string& encoding,
                                   rdf_format format) {
    printed_.clear();
    held_.clear();
    return parse({0,
                  {},
                  leaf.content,
                  encoding,
                  format,
                  std::string{base_of(leaf.address)},
                  known_media_type(leaf.media_type, leaf.name),
                  {},
                  leaf.charset,
                  1,
                  leaf.damage,
                  leaf.input_bytes,
                  leaf.name},
                 ports_, settings_);
  }

  void add(const parse_outcome& washed) {
    ++sum_.documents;
    sum_.statements += washed.clean.statements;
    sum_.duplicates += washed.duplicates;
    for (const auto& c : washed.defect_counts) sum_.defects += c.count;
    if (is_rejected(washed.spans, washed.skips, washed.repairs, washed.defect_counts)) ++rejected_;
  }

  held_outputs held_;  ///< of the last document
  wash_output output_;
  std::string output_stem_;  ///< of the staged files
  std::optional<rdf_format> forced_;
  std::string printed_;  ///< the last document, if it is small and printed
  std::uint64_t outputs_ = 0;
  wash_sum sum_;
};

}  // namespace

int wash_files(const wash_options& options) {
  return handle_files(options, [](const wash_options& all, const fs::path& folder, scratch_store& scratch) {
    return std::make_unique<file_washing>(all, folder, scratch);
  });
}

}  // namespace laundromat
