// Implements encoding_edits: decodes parts of the text by themselves.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/repair/encoding_edits.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/codec/text/encoding_name.hpp"
#include "core/codec/text/recode.hpp"

namespace laundromat {

namespace {

constexpr std::string_view encoding_rule = "encoding";

bool is_single_byte(std::string_view encoding) {
  constexpr std::array<std::string_view, 8> families{"ISO-8859-", "windows-125", "KOI8-",  "IBM",
                                                     "macintosh", "TIS-620",     "x-mac-", "windows-874"};
  return std::ranges::any_of(families, [&](auto family) { return encoding.starts_with(family); });
}

result<std::string> decoded(std::string_view bytes, std::string_view encoding) {
  warning_log ignored;
  auto source = make_utf8_source(make_view_source(bytes), encoding, ignored);
  if (!source) return tl::unexpected(source.error());
  return read_all(**source, bytes.size() * 4 + 16);
}

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

class encoding_editor {
 public:
  encoding_editor(std::string_view encoding, std::uint64_t most_bytes)
      : encoding_(encoding), most_bytes_(most_bytes), unit_(code_unit_bytes(encoding)) {
    for (std::size_t i = 0; i < table_.size() && is_single_byte(encoding); ++i) {
      const auto one = static_cast<char>(0x80 + i);
      if (auto text = decoded({&one, 1}, encoding)) table_[i] = *std::move(text);
    }
  }

  result<void> take(std::string_view bytes) {
    if (!table_.front().empty()) return take_single(bytes);
    waiting_.append(bytes);
    constexpr std::size_t enough = std::size_t{64} << 10;
    if (waiting_.size() < enough) return {};
    const auto end = end_of_last_line();
    return end == 0 ? result<void>{} : take_part(end);
  }
  result<std::vector<text_edit>> finish() {
    if (auto done = waiting_.empty() ? result<void>{} : take_part(waiting_.size()); !done)
      return tl::unexpected(done.error());
    return std::move(edits_);
  }

 private:
  result<void> take_single(std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      if (is_ascii(bytes[at])) continue;
      const auto place = read_ + at;
      const bool goes_on =
          !edits_.empty() && edits_.back().offset_bytes + edits_.back().before.size() == place;
      if (!goes_on)
        if (auto fits = count(sizeof(text_edit)); !fits) return fits;
      if (!goes_on) edits_.push_back({place, {}, {}, std::string(encoding_rule), 0});
      edits_.back().before += bytes[at];
      edits_.back().after += table_[static_cast<unsigned char>(bytes[at]) - 0x80U];
    }
    read_ += bytes.size();
    return {};
  }
  result<void> take_part(std::size_t end) {
    const auto part = std::string_view(waiting_).substr(0, end);
    const bool is_same = unit_ == 1 && std::ranges::all_of(part, is_ascii) && part.find('\x1B') == part.npos;
    if (!is_same) {
      auto text = decoded(part, encoding_);
      if (!text) return tl::unexpected(text.error());
      if (auto fits = count(part.size() + text->size()); !fits) return fits;
      edits_.push_back({read_, std::string(part), *std::move(text), std::string(encoding_rule), 0});
    }
    read_ += end;
    waiting_.erase(0, end);
    return {};
  }
  [[nodiscard]] std::size_t end_of_last_line() const {
    auto end = waiting_.size() - waiting_.size() % unit_;
    for (; end > 0; end -= unit_) {
      const auto unit = std::string_view(waiting_).substr(end - unit_, unit_);
      const bool has_feed = unit.front() == '\n' || unit.back() == '\n';
      if (has_feed && std::ranges::count(unit, '\0') == static_cast<std::ptrdiff_t>(unit_ - 1)) return end;
    }
    return 0;
  }
  result<void> count(std::uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ <= most_bytes_) return {};
    return fail(errc::limit_exceeded,
                "its change to UTF-8 needs more than " + number_of(most_bytes_, "byte"));
  }

  std::string encoding_;
  std::uint64_t most_bytes_, bytes_ = 0;
  std::size_t unit_;
  std::array<std::string, 128> table_;  ///< of an encoding of single bytes
  std::string waiting_;
  std::uint64_t read_ = 0;
  std::vector<text_edit> edits_;
};

}  // namespace

result<std::vector<text_edit>> encoding_edits(byte_source& raw, std::string_view encoding,
                                              std::uint64_t most_bytes) {
  encoding_editor editor(encoding, most_bytes);
  std::string chunk(std::size_t{256} << 10, '\0');
  while (true) {
    const auto got = raw.read(chunk);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return editor.finish();
    if (auto done = editor.take(std::string_view(chunk).substr(0, *got)); !done)
      return tl::unexpected(done.error());
  }
}

}  // namespace laundromat
