// Reads clean lines under the profile `strict`, and writes again what it emits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/valid_source.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::size_t lines_read_bytes = std::size_t{1} << 18;

/// Collects lines, and counts what was skipped.
class valid_lines final : public statement_sink {
 public:
  explicit valid_lines(left_out_counts& left_out) : left_out_(left_out) {}

  result<void> on_statement(const statement_view& statement) override {
    append_canonical(text, statement, {});
    return {};
  }
  void on_defect(const defect& found) override {
    if (found.done == treatment::skip) ++left_out_[found.rule];
  }

  std::string text;

 private:
  left_out_counts& left_out_;
};

/// The document was written within the limits of its campaign, which may be above the usual ones.
reader_options strict_options() {
  reader_options options;
  options.profile = wash_profile::strict;
  options.limits.term_bytes = options.limits.iri_bytes = options.limits.line_bytes =
      std::numeric_limits<std::uint64_t>::max() / 4;
  return options;
}

class valid_source final : public byte_source {
 public:
  valid_source(byte_source_ptr lines, left_out_counts& left_out)
      : lines_(std::move(lines)), buffer_(lines_read_bytes), ready_(left_out) {}

  result<std::size_t> read(std::span<char> out) override {
    while (given_ == ready_.text.size()) {
      if (is_at_end_) return std::size_t{0};
      ready_.text.clear();
      given_ = 0;
      if (auto filled = fill(); !filled) return tl::unexpected(filled.error());
    }
    const auto n = std::min(out.size(), ready_.text.size() - given_);
    std::memcpy(out.data(), ready_.text.data() + given_, n);
    given_ += n;
    return n;
  }

 private:
  result<void> fill() {
    if (!reader_) {
      auto made = make_reader(rdf_format::n_quads, strict_options(), ready_);
      if (!made) return tl::unexpected(made.error());
      reader_ = *std::move(made);
    }
    const auto n = lines_->read(buffer_);
    if (!n) return tl::unexpected(n.error());
    is_at_end_ = *n == 0;
    return is_at_end_ ? reader_->finish() : reader_->push({buffer_.data(), *n});
  }

  byte_source_ptr lines_;
  std::vector<char> buffer_;
  valid_lines ready_;
  std::unique_ptr<reader> reader_;
  std::size_t given_ = 0;
  bool is_at_end_ = false;
};

}  // namespace

byte_source_ptr make_valid_source(byte_source_ptr lines, left_out_counts& left_out) {
  return std::make_unique<valid_source>(std::move(lines), left_out);
}

}  // namespace laundromat
