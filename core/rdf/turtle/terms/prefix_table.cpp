// Implements the table of prefixes: declares, finds and forgets them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/prefix_table.hpp"

#include <algorithm>

#include "core/rdf/model/plain_iri.hpp"

namespace laundromat::turtle {

namespace {

/// Whether no plain name behind a plain IRI can be a defect, or change the scheme or host: what is behind a usual head, or ends it, is a
/// slash, a hash, a question mark, or the colon of a URN.
bool has_whole_head(std::string_view iri, bool is_plain) {
  // A host has none of these.
  if (is_plain && (iri.back() == '/' || iri.back() == '#' || iri.back() == ':')) return true;
  const auto head = plain_iri::usual_head(iri);
  if (head == 0 || (head == iri.size() && iri.back() != '/' && iri.back() != ':')) return false;
  return is_plain || plain_iri::has_usual_characters(iri);
}

}  // namespace

void prefix_entry::set(std::string_view iri, bool is_plain) {
  if (text_ == nullptr || iri.size() > capacity_) {
    own_ = std::make_unique_for_overwrite<char[]>(iri.size() + room_bytes);
    text_ = own_.get();
    capacity_ = iri.size();
  }
  std::memcpy(text_, iri.data(), iri.size());
  length_ = iri.size();
  is_plain_ = is_plain;
}

/// The length and the first bytes: all of a name of up to 7 bytes.
std::uint64_t prefix_table::key_of(std::string_view name) {
  char bytes[8] = {};
  std::memcpy(bytes, name.data(), std::min<std::size_t>(name.size(), 7));
  bytes[7] = static_cast<char>(std::min<std::size_t>(name.size(), 255));
  return std::bit_cast<std::uint64_t>(bytes);
}

std::size_t prefix_table::slot_of(std::string_view name) {
  if (name.empty()) return 0;
  const auto first = static_cast<unsigned char>(name.front()), last = static_cast<unsigned char>(name.back());
  return (name.size() * 7u + std::size_t{first} * 5u + std::size_t{last} * 11u) % 64u;
}

prefix_table::named_entry* prefix_table::search(std::string_view name) {
  if (index_ != nullptr) return search_index(name);
  return search_few(key_of(name), name);
}

prefix_table::named_entry* prefix_table::search_few(std::uint64_t key, std::string_view name) {
  for (std::size_t i = 0; i < few_.size(); ++i)
    if (keys_[i] == key && (name.size() <= 7 || few_[i].name == name)) return &few_[i];
  return nullptr;
}

prefix_table::named_entry* prefix_table::search_index(std::string_view name) {
  auto& slot = index_->recent[slot_of(name)];
  if (slot != nullptr && slot->name == name) return slot;
  const auto found = index_->entries.find(name);
  return found == index_->entries.end() ? nullptr : slot = found->second;
}

prefix_table::named_entry& prefix_table::add(std::string_view name, std::uint64_t key) {
  held_bytes_ += name.size() + entry_bytes;
  const auto count = few_.size();
  if (count < most_few) {
    if (few_.capacity() == 0) few_.reserve(most_few);
    keys_[count] = key;
    return few_.emplace_back(name);
  }
  if (index_ == nullptr) {
    index_ = std::make_unique<index_type>();
    for (auto& one : few_) index_->entries.emplace(one.name, &one);
  }
  auto& added = index_->more.emplace_back(name);
  index_->entries.emplace(added.name, &added);
  return added;
}

bool prefix_table::declare(std::string_view name, std::string_view iri, bool is_plain) {
  const auto key = key_of(name);
  auto* found = index_ != nullptr ? search_index(name) : search_few(key, name);
  const auto more = found == nullptr ? name.size() + iri.size() : iri.size();
  const auto less = found == nullptr ? 0 : found->iri.iri().size();
  if (held_bytes_ - less + more > limit_bytes_) {
    forget(name);
    return false;
  }
  if (found == nullptr) {
    found = &add(name, key);
    const auto needed = iri.size() + prefix_entry::room_bytes;
    if (room_.size() - used_bytes_ >= needed) {
      found->iri.take(std::span(room_).subspan(used_bytes_, needed));
      used_bytes_ += needed;
    }
  }
  held_bytes_ = held_bytes_ - less + iri.size();
  found->iri.set(iri, has_whole_head(iri, is_plain));
  return true;
}

void prefix_table::forget(std::string_view name) {
  if (auto* const found = search(name)) {
    held_bytes_ -= found->iri.iri().size();
    found->iri.forget();
    short_ = {};
    return;
  }
  if (is_all_forgotten_) return;
  if (held_bytes_ + name.size() > limit_bytes_)
    is_all_forgotten_ = true;
  else
    static_cast<void>(add(name, key_of(name)));
}

void prefix_table::forget_all() {
  index_.reset();
  few_.clear();
  used_bytes_ = 0;
  short_ = {};
  held_bytes_ = 0;
  is_all_forgotten_ = true;
}

std::uint64_t prefix_table::probes() const {
  if (index_ != nullptr) return probes_of(index_->entries);
  return few_.size() * (few_.size() + 1) / 2;
}

}  // namespace laundromat::turtle
