// Judges by addresses, URI spaces and hosts.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/source_authority.hpp"

#include <algorithm>

#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::string_view without_fragment(std::string_view uri) {
  return uri.substr(0, uri.find('#'));
}

/// The host name without port, in lower case; empty for none.
std::string host_of(std::string_view uri) {
  const auto key = authority_key(uri);
  if (!key) return {};
  return key->substr(0, key->rfind(':'));
}

/// All subjects in one folder have the same owner. One that normalisation changes may be in another folder.
std::string_view folder_text(std::string_view subject) {
  const auto path = subject.substr(0, subject.find_first_of("?#"));
  return path.substr(0, path.rfind('/') + 1);
}

/// Whether the normalised URI may be another text.
bool may_change(std::string_view uri) {
  const auto path = uri.find('/', uri.find("://") + 3);
  return uri.find('%') != uri.npos || uri.find("/.") != uri.npos ||
         std::ranges::any_of(uri.substr(0, path), [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

std::string_view to_string(source_authority verdict) {
  switch (verdict) {
    case source_authority::unknown:
      return "unknown";
    case source_authority::authoritative:
      return "yes";
    case source_authority::other:
      return "no";
  }
  return "";
}

void source_judge::begin_document(const std::vector<document_addresses>& sources) {
  addresses_.clear(), owners_.clear(), hosts_.clear();
  by_folder_.clear();
  last_subject_.clear();
  for (const auto& source : sources) {
    for (const auto& address : source) addresses_.push_back(normalize_seed(without_fragment(address)));
    if (source.empty()) continue;
    if (auto owner = owner_of_(source.back()); !owner.empty()) owners_.push_back(std::move(owner));
    if (auto host = host_of(source.back()); !host.empty()) hosts_.push_back(std::move(host));
  }
}

bool source_judge::is_address(std::string_view subject) const {
  const auto document = without_fragment(subject);
  if (std::ranges::find(addresses_, document) != addresses_.end()) return true;
  return may_change(document) && std::ranges::find(addresses_, normalize_seed(document)) != addresses_.end();
}

source_authority source_judge::judge(std::string_view subject) {
  if (!last_subject_.empty() && subject == last_subject_) return last_verdict_;
  const auto verdict_of = [&] {
    if (is_address(subject) || subject.starts_with(genid_base_)) return source_authority::authoritative;
    return judge_folder(subject);
  };
  last_verdict_ = verdict_of();
  last_subject_ = subject;
  return last_verdict_;
}

source_authority source_judge::judge_folder(std::string_view subject) {
  const std::string folder{folder_text(subject)};
  const bool is_plain = !folder.empty() && !may_change(subject);
  if (is_plain)
    if (const auto known = by_folder_.find(folder); known != by_folder_.end()) return known->second;
  const auto verdict_of = [&] {
    if (const auto owner = owner_of_(subject); !owner.empty())
      return std::ranges::find(owners_, owner) != owners_.end() ? source_authority::authoritative
                                                                : source_authority::other;
    const auto host = host_of(subject);
    if (host.empty() || hosts_.empty()) return source_authority::unknown;
    return std::ranges::find(hosts_, host) != hosts_.end() ? source_authority::unknown
                                                           : source_authority::other;
  };
  const auto verdict = verdict_of();
  if (!is_plain) return verdict;
  if (by_folder_.size() >= most_folders_) by_folder_.clear();
  by_folder_.emplace(folder, verdict);
  return verdict;
}

}  // namespace laundromat
