// Compares documents with what specifications claim.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_plans.hpp"

#include <algorithm>
#include <string>

#include "core/extraction/model/workbook.hpp"
#include "core/rdf/model/near_word.hpp"
#include "core/rdf/model/rdf_version.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Whether `*` of the pattern can stand for parts of the text, with or without `/`, so that both are the same. Linear but for the stars.
bool fits(std::string_view pattern, std::string_view text, bool with_slash = true) {
  std::size_t p = 0, t = 0, star = pattern.npos, behind = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      behind = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != pattern.npos && (with_slash || text[behind] != '/')) {
      p = star + 1;
      t = ++behind;
    } else {
      return false;
    }
  }
  return std::ranges::all_of(pattern.substr(p), [](char c) { return c == '*'; });
}

bool is_same_type(std::string_view claimed, std::string_view media_type) {
  return is_same_word(claimed, without_parameters(media_type));
}

/// The last part of a path, without query and fragment.
std::string_view file_name(std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

bool document_claims::fit(const document_hints& document) const {
  const auto is_named = [&](const std::string& pattern) {
    return fits(pattern, document.name) || fits(pattern, document.address);
  };
  // The files in a workbook are no documents, unless they are named.
  const bool is_in_workbook =
      !workbook_around(document.name).empty() || !workbook_around(document.address).empty();
  const auto names_files = [&](const std::string& pattern) {
    return pattern.find("!/") != pattern.npos && is_named(pattern);
  };
  if (is_in_workbook && std::ranges::none_of(uris, names_files)) return false;
  const auto is_at = [&](const std::string& place) {
    return fits(place, document.name.substr(0, document.name.find("!/")), false);
  };
  const auto is_called = [&](const std::string& name) {
    return name == file_name(document.name) || name == percent_decode(file_name(document.address));
  };
  const auto is_of_type = [&](const std::string& one) { return is_same_type(one, document.media_type); };
  const auto format =
      only_tables ? guess_data_format(document.media_type, file_name(document.name), {}) : data_format::csv;
  return ((uris.empty() && places.empty()) || std::ranges::any_of(uris, is_named) ||
          std::ranges::any_of(places, is_at)) &&
         (file_names.empty() || std::ranges::any_of(file_names, is_called)) &&
         (media_types.empty() || std::ranges::any_of(media_types, is_of_type)) &&
         (format == data_format::csv || format == data_format::tsv);
}

result<std::unique_ptr<reader>> claiming_spec::make_reader(const document_hints& hints,
                                                           reader_options options, statement_sink& sink,
                                                           std::optional<record_counter>* counter) const {
  if (!plan) return make(hints, std::move(options), sink);
  auto* const counting = counter == nullptr ? nullptr : &counter->emplace(plan->spec());
  return make_record_reader(*plan, hints, std::move(options), sink, counting);
}

const claiming_spec* record_plans::find(const document_hints& document) const {
  const auto found = std::ranges::find_if(
      specs_, [&](const claiming_spec& one) { return ignores_claims_ || one.claims.fit(document); });
  return found == specs_.end() ? nullptr : &*found;
}

}  // namespace laundromat
