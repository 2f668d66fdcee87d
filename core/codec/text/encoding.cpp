// Weighs the evidence of an encoding in this order: bytes that prove it, declarations, guesses.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/encoding.hpp"

#include <algorithm>

#include "core/codec/text/encoding_name.hpp"
#include "core/codec/text/text_census.hpp"
#include "core/codec/text/text_guess.hpp"

namespace laundromat {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t declaration_bytes = 4096;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

constexpr std::string_view spaces = " \t\r\n\f";

/// The value in `name = "value"`, where the quotes may be missing; `at` is the offset after the name.
std::string_view value_at(std::string_view text, std::size_t at) {
  at = text.find_first_not_of(spaces, at);
  if (at == text.npos || text[at] != '=') return {};
  at = text.find_first_not_of(spaces, at + 1);
  if (at == text.npos) return {};
  if (text[at] == '"' || text[at] == '\'') {
    const auto end = text.find(text[at], at + 1);
    return end == text.npos ? std::string_view{} : text.substr(at + 1, end - at - 1);
  }
  return text.substr(at, text.find_first_of(" \t\r\n\f;\"'>", at) - at);
}

std::string_view in_xml_declaration(std::string_view text) {
  const auto start = text.find_first_not_of(spaces);
  if (start == text.npos || !text.substr(start).starts_with("<?xml")) return {};
  text = text.substr(start, text.find("?>", start) - start);
  const auto at = text.find("encoding");
  return at == text.npos ? std::string_view{} : value_at(text, at + 8);
}

void erase_comments(std::string& text) {
  for (auto at = text.find("<!--"); at != text.npos; at = text.find("<!--", at)) {
    const auto end = text.find("-->", at);
    text.erase(at, end == text.npos ? text.npos : end + 3 - at);
  }
}

bool begins_with_letters(std::string_view text, std::string_view lower_case) {
  const auto is_same = [](char one, char lower) {
    return one == lower || (one >= 'A' && one <= 'Z' && one + ('a' - 'A') == lower);
  };
  return text.size() >= lower_case.size() &&
         std::equal(lower_case.begin(), lower_case.end(), text.begin(),
                    [&](char lower, char one) { return is_same(one, lower); });
}

/// False for text that `in_html_meta` need not copy. Where a comment is left out, a tag may begin before it and end after it.
bool may_be_html(std::string_view text) {
  for (auto at = text.find('<'); at != text.npos; at = text.find('<', at + 1)) {
    const auto name = text.substr(at + 1);
    if (name.starts_with("!--") || begins_with_letters(name, "html") ||
        begins_with_letters(name, "!doctype html"))
      return true;
  }
  return false;
}

std::string in_html_meta(std::string_view text) {
  if (!may_be_html(text)) return {};
  auto folded = lower(text);
  erase_comments(folded);
  if (folded.find("<html") == folded.npos && folded.find("<!doctype html") == folded.npos) return {};
  for (auto at = folded.find("<meta"); at != folded.npos; at = folded.find("<meta", at + 1)) {
    const auto tag = std::string_view(folded).substr(at, folded.find('>', at) - at);
    const auto charset = tag.find("charset");
    if (charset == tag.npos) continue;
    if (const auto value = value_at(tag, charset + 7); !value.empty()) return std::string(value);
  }
  return {};
}

std::string validity_note(const text_census& census) {
  if (census.is_ascii()) return "only ASCII";
  if (census.is_utf8()) return std::to_string(census.multi_byte) + " multi-byte sequences, all valid UTF-8";
  return std::to_string(census.invalid) + " of " + std::to_string(census.multi_byte + census.invalid) +
         " non-ASCII sequences are not UTF-8";
}

/// The name to record: the canonical one where there is one.
std::string recorded_name(std::string_view declared) {
  auto canonical = canonical_encoding_name(declared);
  return canonical.empty() ? std::string(declared.substr(0, 100)) : canonical;
}

class decider {
 public:
  decider(std::string_view sample, bool is_whole, std::string_view http_charset)
      : sample_(sample), census_(take_census(sample, is_whole)), is_whole_(is_whole) {
    bom_.value = find_bom(sample).encoding;
    declared_.value = recorded_name(find_declared_encoding(sample));
    http_.value = recorded_name(http_charset);
    detector_.value = ask_detector(sample);
    validity_.note = validity_note(census_);
    if (const auto wide = census_.wide_encoding(); !wide.empty()) {
      validity_.value = wide;
      validity_.note = "zero bytes in the positions of this encoding";
    } else if (census_.is_utf8()) {
      validity_.value = "UTF-8";
    }
  }

  encoding_decision run() {
    auto& winner = choose();
    encoding_decision decision;
    if (problem_ == errc::ok) {
      winner.chosen = true;
      decision.chosen = verdict_;
      decision.chosen_source = winner.source;
    }
    decision.problem = problem_;
    decision.evidence = {bom_, declared_, http_, detector_, validity_};
    const auto strongest_first = [](const auto& a, const auto& b) { return a.rank < b.rank; };
    std::sort(decision.evidence.begin(), decision.evidence.end(), strongest_first);
    return decision;
  }

 private:
  encoding_evidence& pick(encoding_evidence& winner, std::string_view encoding) {
    verdict_ = encoding;
    return winner;
  }

  encoding_evidence& choose() {
    if (!bom_.value.empty()) return pick(bom_, bom_.value);
    if (!validity_.value.empty() && validity_.value != "UTF-8") return pick(validity_, validity_.value);
    if (!census_.is_ascii() && census_.is_utf8()) {
      for (auto* evidence : {&declared_, &http_})
        if (!evidence->value.empty() && !is_utf8_compatible(evidence->value))
          evidence->note = "the bytes are valid UTF-8";
      return pick(validity_, "UTF-8");
    }
    if (census_.is_binary()) return refuse();
    for (auto* evidence : {&declared_, &http_})
      if (is_usable(*evidence)) return pick_declared(*evidence);
    if (census_.is_ascii() || !census_.is_grossly_invalid() || is_undecided())
      return pick(validity_, "UTF-8");
    if (const auto guessed = judge_detected(sample_, detector_.value); !guessed.empty())
      return pick(detector_, guessed);
    if (!detector_.value.empty()) detector_.note = "too little text confirms it";
    validity_.note += "; the Web reads such text as windows-1252";
    return pick(validity_, "windows-1252");
  }

  /// Bytes that are controls in ISO-8859-1 are read as characters of windows-1252.
  encoding_evidence& pick_declared(encoding_evidence& evidence) {
    if (is_utf8_compatible(evidence.value)) return pick(evidence, "UTF-8");
    if (evidence.value != "ISO-8859-1" || census_.high_controls == 0) return pick(evidence, evidence.value);
    evidence.note = "bytes that are controls in it are characters in windows-1252";
    return pick(evidence, "windows-1252");
  }

  /// Whether the unread rest of the document is more significant than the sample: then no other encoding is guessed.
  [[nodiscard]] bool is_undecided() const { return !is_whole_ && census_.is_nearly_ascii(); }

  encoding_evidence& refuse() {
    problem_ = errc::no_encoding;
    validity_.note += "; too many control characters for a text";
    return validity_;
  }

  /// Whether a declared encoding is possible; if not, its note says why.
  bool is_usable(encoding_evidence& evidence) const {
    if (evidence.value.empty()) return false;
    if (canonical_encoding_name(evidence.value).empty()) {
      evidence.note = "iconv does not support it";
    } else if (code_unit_bytes(evidence.value) > 1) {
      evidence.note = "the number of bytes is not a multiple of its unit";
    } else if (!keeps_ascii(evidence.value)) {
      evidence.note = "it has other characters in place of ASCII";
    } else if (is_utf8_compatible(evidence.value) && census_.is_hardly_utf8()) {
      evidence.note = "too many sequences are not UTF-8";
    } else if (!is_utf8_compatible(evidence.value) && census_.is_damaged_utf8()) {
      evidence.note = "most sequences are valid UTF-8";
    } else {
      return true;
    }
    return false;
  }

  std::string_view sample_;
  text_census census_;
  bool is_whole_;
  encoding_evidence bom_{"bom", {}, 1, false, {}}, validity_{"validity", {}, 2, false, {}},
      declared_{"xml_declaration", {}, 3, false, {}}, http_{"http_charset", {}, 4, false, {}},
      detector_{"detector", {}, 5, false, {}};
  std::string verdict_;
  errc problem_ = errc::ok;
};

}  // namespace

byte_order_mark find_bom(std::string_view bytes) {
  struct mark {
    std::string_view bytes, encoding;
  };
  constexpr mark marks[] = {{"\xEF\xBB\xBF"sv, "UTF-8"},    {"\xFF\xFE\0\0"sv, "UTF-32LE"},
                            {"\0\0\xFE\xFF"sv, "UTF-32BE"}, {"\xFF\xFE"sv, "UTF-16LE"},
                            {"\xFE\xFF"sv, "UTF-16BE"},     {"\x84\x31\x95\x33"sv, "GB18030"}};
  for (const auto& m : marks)
    if (bytes.starts_with(m.bytes)) return {m.encoding, m.bytes.size()};
  return {};
}

std::string find_declared_encoding(std::string_view bytes) {
  bytes.remove_prefix(find_bom(bytes).length);
  auto text = bytes.substr(0, declaration_bytes);
  std::string wide;
  if (text.find('\0') != text.npos) {
    wide = text;
    std::erase(wide, '\0');  // so that a declaration in UTF-16 is found too
    text = wide;
  }
  const auto xml = in_xml_declaration(text);
  return xml.empty() ? in_html_meta(text) : std::string(xml);
}

encoding_decision detect_encoding(std::string_view sample, bool whole_sample_is_file,
                                  std::string_view http_charset) {
  const auto examined = sample.substr(0, most_sampled_bytes);
  return decider(examined, whole_sample_is_file && examined.size() == sample.size(), http_charset).run();
}

}  // namespace laundromat
