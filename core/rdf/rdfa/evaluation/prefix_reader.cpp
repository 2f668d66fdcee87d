// Implements prefix_reader: the grammar of the attribute `prefix`, and what is lost with a declaration that breaks it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/prefix_reader.hpp"

#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

/// One of the `prefix` attribute.
struct prefix_declaration {
  std::string_view name;   ///< without its colon; empty for none
  std::string_view iri;    ///< empty for none
  std::string_view fault;  ///< what breaks the grammar; empty for nothing
  std::string_view text;   ///< all of it
};

constexpr std::string_view no_prefix = "no prefix";

/// Whether a word can only be an IRI, and a whole one.
bool is_plainly_iri(std::string_view word) {
  const auto colon = word.find(':');
  return colon != word.npos && word.substr(colon).starts_with("://") &&
         is_usual_scheme(word.substr(0, colon));
}

/// Whether a word is a prefix with its colon.
bool is_prefix(std::string_view word) {
  return word.ends_with(':') && is_nc_name(word.substr(0, word.size() - 1));
}

/// What a word begins with that may be a prefix.
std::string_view leading_name(std::string_view word) {
  std::size_t end = 0;
  while (end < word.size() && word[end] != ':' && is_name_character(word[end])) ++end;
  return word.substr(0, end);
}

/// Whether names can be joined to it; relative references are resolved.
bool is_readable_namespace(std::string_view iri) {
  if (iri.empty() || has_placeholder(iri) || has_lost_colon(iri)) return false;
  return is_absolute(iri) || iri.find_first_of("<>\"{}|\\^`") == iri.npos;
}

/// Takes the next declaration of a `prefix` attribute; without text at its end.
prefix_declaration next_declaration(std::string_view& list) {
  const auto word = next_word(list);
  auto rest = list;
  const auto next = next_word(rest);
  const auto take_next = [&](std::string_view name, std::string_view fault) {
    list = rest;
    const auto length = static_cast<std::size_t>(next.end() - word.begin());
    return prefix_declaration{name, next, fault, {word.data(), length}};
  };
  const auto colon = word.find(':');
  if (colon == word.npos && is_nc_name(word) && is_plainly_iri(next))
    return take_next(word, "a prefix without its colon");
  if (colon == word.npos) return {leading_name(word), {}, no_prefix, word};
  if (is_plainly_iri(word)) return {{}, {}, "an IRI without its prefix", word};
  const auto name = word.substr(0, colon);
  const auto behind = word.substr(colon + 1);
  if (!behind.empty() && is_nc_name(name) && is_plainly_iri(behind))
    return {name, behind, "no space after the colon", word};
  if (!behind.empty()) return {leading_name(name), {}, no_prefix, word};
  auto behind_next = rest;
  const auto third = next_word(behind_next);
  const bool lacks_iri = is_prefix(next) && !third.empty() && !is_prefix(third);
  if (next.empty() || lacks_iri) return {name, {}, "a prefix without its IRI", word};
  return take_next(name, {});
}

/// Whether what cannot be read shows that the declaration before it was read wrongly: it is the rest of an IRI that a space cut, or has
/// its prefix at the end of that IRI.
bool shows_misreading_of(const prefix_declaration& last, std::string_view text) {
  return text.find(':') == text.npos || (is_plainly_iri(text) && last.iri.ends_with(':'));
}

/// The prefix at the end of an IRI, where the space between the two is missing; empty for none.
std::string_view prefix_at_end(std::string_view iri) {
  if (!iri.ends_with(':')) return {};
  iri.remove_suffix(1);
  auto begin = iri.size();
  for (auto at = begin; at > 0 && iri[at - 1] != ':' && is_name_character(iri[at - 1]); --at)
    if (is_name_start(iri[at - 1])) begin = at - 1;
  return iri.substr(begin);
}

}  // namespace

void prefix_reader::read(const attribute_set& attributes) {
  for (const auto& one : attributes.namespaces())
    if (!one.prefix.empty() && one.prefix != "_" && find_bad_utf8(one.prefix) == one.prefix.npos)
      declare(one.prefix, one.iri.is_spoiled ? std::string_view{} : trim_html(one.iri.text), one.iri.place);
  if (attributes.has(rdfa_attribute::prefix)) read_list(attributes[rdfa_attribute::prefix]);
}

void prefix_reader::read_list(const attribute_value& value) {
  if (value.is_spoiled) {
    mapper_->lose_prefixes();
    return output_->skip(value.place, {errc::bad_prefix, treatment::skip, "prefixes that cannot be read"});
  }
  auto list = value.text;
  prefix_declaration last;  // that has an IRI
  const auto lose = [&](std::string_view prefix) {
    if (!prefix.empty()) mapper_->lose_prefix(prefix);
  };
  std::uint32_t count = 0;
  for (auto one = next_declaration(list); !one.text.empty(); one = next_declaration(list)) {
    const auto place = value.place_of(one.text);
    if (++count > most_prefixes_) {
      mapper_->lose_prefixes();
      return output_->skip(value.place_from(one.text), {errc::too_many_attributes, treatment::skip,
                                                        "more prefixes in an attribute than the limit"});
    }
    const bool is_reserved = one.name == "_" || (one.name.empty() && !one.iri.empty());
    if (is_reserved) {
      faults_->report(place, {errc::bad_prefix, treatment::note});
    } else if (one.fault.empty()) {
      declare(one.name, one.iri, place);
    } else if (!one.iri.empty() && faults_->may(errc::bad_prefix) == treatment::repair) {
      const auto repaired = std::string(one.name) + ": " + std::string(one.iri);
      faults_->report(place, {errc::bad_prefix, treatment::repair, one.fault, {}, repaired});
      declare(one.name, one.iri, place);
    } else {
      output_->skip(place, {errc::bad_prefix, treatment::skip, one.fault});
      // What declares nothing takes nothing from the initial context.
      if (one.fault != no_prefix || !mapper_->is_initial(one.name)) lose(one.name);
      if (shows_misreading_of(last, one.text)) {
        lose(last.name);
        lose(prefix_at_end(last.iri));
      }
    }
    if (!one.iri.empty()) last = one;
  }
}

void prefix_reader::declare(std::string_view prefix, std::string_view iri, raw_place place) {
  if (is_readable_namespace(iri) && iri.size() <= iri_bytes_) {
    if (declared_ != nullptr) declared_->add(prefix, iri);
    return mapper_->declare_prefix(prefix, iri);
  }
  output_->skip(place, {errc::bad_prefix, treatment::skip, "a prefix whose IRI cannot be read"});
  mapper_->lose_prefix(prefix);
}

}  // namespace laundromat::rdfa
