// Chooses values and changes them.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/value_site.hpp"

#include <algorithm>
#include <utility>

namespace laundromat::recovery {

namespace {

template <class Wanted>
token* pick_value_if(site& at, Wanted wanted) {
  return at.pick_if(
      [&](const token& one) { return one.kind == role::value && one.quad >= 0 && wanted(at.quad_of(one)); });
}

}  // namespace

token* pick_value(site& at) {
  return pick_value_if(at, [](const quad& q) { return q.subject.kind == term_kind::iri; });
}

token* pick_tagged_value(site& at) {
  return pick_value_if(at, [](const quad& q) { return !q.object.language.empty(); });
}

token* pick_typed_value(site& at) {
  return pick_value_if(at, [](const quad& q) { return !q.object.datatype.empty(); });
}

token* pick_iri(site& at) {
  return at.pick_if([](const token& one) { return one.kind == role::subject || one.kind == role::object; });
}

std::size_t index_of(const site& at, const token* one) {
  return static_cast<std::size_t>(one - at.now.tokens.data());
}

void write_in(token& value, std::string_view bytes) {
  value.text.insert(std::min<std::size_t>(1, value.text.size()), bytes);
}

void read_with(site& at, const token& value, std::string_view bytes) {
  auto object = at.quad_of(value).object;
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

bool change(site& at, role kind, std::string_view to) {
  auto* one = at.pick(kind);
  if (one == nullptr) return false;
  one->text = to;
  return true;
}

bool replace_whole(site& at, role kind, std::string text) {
  auto* one = at.pick(kind);
  if (one == nullptr) return false;
  const auto index = index_of(at, one);
  erase_tokens(at, index - 1, index + 2);
  insert_token(at, index - 1, std::move(text));
  return true;
}

bool cut_behind_value(site& at) {
  auto* one = at.pick(role::value);
  if (one == nullptr) return false;
  erase_tokens(at, index_of(at, one) + 1, at.now.tokens.size());
  return true;
}

bool put_before(site& at, std::string text) {
  if (at.in == layout::one_line) std::ranges::replace(text, '\n', ' ');
  insert_token(at, 0, std::move(text));
  return true;
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

bool insert_in_node(site& at, std::string text) {
  const auto all = at.find(role::line_end);
  insert_token(at, all.front() + 1, std::move(text));
  return true;
}

bool add_between(site& at, std::string text) {
  at.now.add(role::other, std::move(text));
  return true;
}

}  // namespace laundromat::recovery
