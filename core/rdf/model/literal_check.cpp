// Checks lexical forms by datatype, and language tags.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/literal_check.hpp"

#include <algorithm>

#include "core/rdf/model/odd_character.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/rdf/values/lexical_form.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// The longest tag that libraptor2 2.0.15 can hold: it writes beyond its buffer, and ends the program.
constexpr std::size_t widely_held_tag = 255;

/// As Unicode writes it: `U+0001`.
std::string name_of(char32_t code) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = "U+";
  for (int shift = code > 0xFFFFF ? 20 : code > 0xFFFF ? 16 : 12; shift >= 0; shift -= 4)
    out.push_back(digits[(code >> shift) & 15]);
  return out;
}

class literal_check {
 public:
  literal_check(term_view& literal, wash_profile profile, bool drops_directions, term_faults& faults,
                std::string& room)
      : literal_(literal),
        profile_(profile),
        drops_directions_(drops_directions),
        faults_(faults),
        room_(room) {}

  bool run() {
    if (const auto odd = find_odd_character(literal_.value); odd != std::string_view::npos) report_odd(odd);
    if (!literal_.language.empty()) return check_tagged();
    return literal_.datatype.empty() || check_typed();
  }

 private:
  /// Records a fault and returns its treatment.
  treatment report(errc rule, treatment done, std::size_t offset, std::size_t length) {
    faults_.push_back({rule, done, offset, length});
    return done;
  }
  treatment report(errc rule, std::size_t offset, std::size_t length) {
    return report(rule, treatment_of(rule, profile_), offset, length);
  }
  [[nodiscard]] bool repairs(errc rule) const { return treatment_of(rule, profile_) == treatment::repair; }

  void report_odd(std::size_t first);
  bool check_typed();
  bool check_tagged();
  bool check_tag();
  bool repair_characters();
  bool drop_direction();
  void check_case();

  term_view& literal_;
  wash_profile profile_;
  bool drops_directions_;
  term_faults& faults_;
  std::string& room_;
};

/// One fault for each character; beyond a limit, the last fault covers the rest and counts them.
void literal_check::report_odd(std::size_t first) {
  constexpr std::size_t most = 1000;
  const auto value = literal_.value;
  std::size_t count = 0;
  for (auto at = first; at < value.size(); ++count) {
    const auto step = next_utf8(value.substr(at));
    if (count < most) {
      report(errc::odd_character, at, step.length);
      faults_.back().message = name_of(step.code) + " at byte " + std::to_string(at) + " of the value";
    } else {
      faults_.back().length = at + step.length - faults_.back().offset;
    }
    const auto next = find_odd_character(value.substr(at + step.length));
    at = next == value.npos ? next : at + step.length + next;
  }
  if (count > most) faults_.back().message += ", and " + std::to_string(count - most) + " more";
}

bool literal_check::check_typed() {
  const auto type = datatype_of(literal_.datatype);
  const auto size = literal_.value.size();
  switch (type) {
    case datatype::unknown:
      report(errc::unknown_datatype, 0, literal_.datatype.size());
      return true;
    case datatype::xsd_string:
      literal_.datatype = {};
      return true;
    case datatype::rdf_lang_string:
    case datatype::rdf_dir_lang_string:
      if (report(errc::missing_language_tag, 0, literal_.datatype.size()) == treatment::skip) return false;
      literal_.datatype = {};
      return true;
    default:
      break;
  }
  const auto form = judge_lexical_form(type, literal_.value);
  if (form == lexical_form::variant) report(errc::non_canonical_literal, 0, size);
  if (form != lexical_form::outside) return true;
  if (type == datatype::rdf_xml_literal) return report(errc::bad_xml_literal, 0, size) != treatment::skip;
  report(errc::ill_typed_literal, 0, size);  // RDF allows literals that are ill-typed
  return true;
}

bool literal_check::check_tagged() {
  if (!literal_.datatype.empty()) {
    const auto type = datatype_of(literal_.datatype);
    if (type != datatype::rdf_lang_string && type != datatype::rdf_dir_lang_string &&
        report(errc::tag_and_datatype, 0, literal_.datatype.size()) == treatment::skip)
      return false;
    literal_.datatype = {};
  }
  return check_tag();
}

bool literal_check::check_tag() {
  const auto [tag, direction] = split_direction(literal_.language);
  if (drops_directions_ && !direction.empty()) return drop_direction();
  if (tag.size() == 2 && tag[0] >= 'a' && tag[0] <= 'z' && tag[1] >= 'a' && tag[1] <= 'z') return true;
  if (!is_writable_language_tag(tag)) return repair_characters();
  if (!is_well_formed_language_tag(tag) &&
      report(errc::ill_formed_language_tag, 0, tag.size()) == treatment::skip)
    return false;
  if (tag.size() > widely_held_tag && report(errc::long_language_tag, 0, tag.size()) == treatment::skip)
    return false;
  check_case();
  return true;
}

/// A tag that cannot be repaired is dropped: the language is lost, the text is not. A base direction in capitals is put in small letters;
/// what follows two hyphens and is none is left out.
bool literal_check::repair_characters() {
  const auto tag = literal_.language;
  std::string repaired(trim(tag));
  std::ranges::transform(repaired, repaired.begin(), [](char c) { return c == '_' ? '-' : to_lower(c); });
  repaired.resize(repaired.find_last_not_of('-') + 1);
  if (!is_writable_language_tag(split_direction(repaired).language))
    repaired.resize(std::min(repaired.find("--"), repaired.size()));
  if (!is_writable_language_tag(split_direction(repaired).language)) repaired.clear();
  if (report(errc::bad_language_tag, 0, tag.size()) != treatment::repair) return false;
  room_ = std::move(repaired);
  literal_.language = room_;
  return room_.empty() || check_tag();
}

bool literal_check::drop_direction() {
  report(errc::base_direction, 0, literal_.language.size());
  std::string language(split_direction(literal_.language).language);
  room_ = std::move(language);
  literal_.language = room_;
  return check_tag();
}

void literal_check::check_case() {
  const auto tag = literal_.language;
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (std::ranges::none_of(tag, is_upper)) return;
  if (report(errc::upper_case_language_tag, 0, tag.size()) != treatment::repair) return;
  if (tag.data() != room_.data()) room_.assign(tag);
  std::ranges::transform(room_, room_.begin(), to_lower);
  literal_.language = room_;
}

}  // namespace

bool check_literal(term_view& literal, wash_profile profile, bool drops_directions, term_faults& faults,
                   std::string& room) {
  return literal_check(literal, profile, drops_directions, faults, room).run();
}

}  // namespace laundromat
