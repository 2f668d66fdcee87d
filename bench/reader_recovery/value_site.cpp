// Choosing and writing.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/value_site.hpp"

#include <algorithm>
#include <utility>

namespace laundromat::recovery {

namespace {

template <class Wanted>
token* pick_if(site& at, role kind, Wanted wanted) {
  std::vector<token*> all;
  for (auto& one : at.now.tokens)
    if (one.kind == kind && one.quad >= 0 && wanted(at.now.quads[static_cast<std::size_t>(one.quad)]))
      all.push_back(&one);
  return all.empty() ? nullptr : all[at.random.below(all.size())];
}

}  // namespace

token* pick_value(site& at) {
  return pick_if(at, role::value, [](const quad& q) { return q.subject.kind == term_kind::iri; });
}

token* pick_tagged_value(site& at) {
  return pick_if(at, role::value, [](const quad& q) { return !q.object.language.empty(); });
}

token* pick_typed_value(site& at) {
  return pick_if(at, role::value, [](const quad& q) { return !q.object.datatype.empty(); });
}

token* pick_iri(site& at) {
  std::vector<token*> all;
  for (auto& one : at.now.tokens)
    if (one.kind == role::subject || one.kind == role::object) all.push_back(&one);
  return all.empty() ? nullptr : all[at.random.below(all.size())];
}

std::size_t index_of(const site& at, const token* one) {
  return static_cast<std::size_t>(one - at.now.tokens.data());
}

void write_in(token& value, std::string_view bytes) {
  value.text.insert(std::min<std::size_t>(1, value.text.size()), bytes);
}

void read_with(site& at, const token& value, std::string_view bytes) {
  auto object = at.now.quads[static_cast<std::size_t>(value.quad)].object;
  object.value.insert(std::min<std::size_t>(1, object.value.size()), bytes);
  at.also_read_object(value.quad, std::move(object));
}

bool write_and_read(site& at, std::string_view written, std::initializer_list<std::string> readings) {
  auto* value = pick_value(at);
  if (value == nullptr) return false;
  for (const auto& reading : readings) read_with(at, *value, reading);
  write_in(*value, written);
  return true;
}

void read_as(site& at, int quad, std::string datatype, std::string language) {
  auto object = at.now.quads[static_cast<std::size_t>(quad)].object;
  object.datatype = std::move(datatype);
  object.language = std::move(language);
  at.also_read_object(quad, std::move(object));
}

void erase_tokens(site& at, std::size_t first, std::size_t last) {
  const auto begin = at.now.tokens.begin();
  at.now.tokens.erase(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last));
}

void insert_token(site& at, std::size_t before, std::string text) {
  at.now.tokens.insert(at.now.tokens.begin() + static_cast<std::ptrdiff_t>(before),
                       {role::other, std::move(text)});
}

bool goes_on_after(const site& at, std::size_t index) {
  return std::any_of(at.now.tokens.begin() + static_cast<std::ptrdiff_t>(index), at.now.tokens.end(),
                     [](const token& one) { return one.kind == role::separator; });
}

}  // namespace laundromat::recovery
