// The grammar of RFC 8259 as a loop over an explicit stack.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/json_parser.hpp"

#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t longest_after = 1024;  ///< what is said about a repair

}  // namespace

bool json_parser::parse(std::string_view text, json_chunk chunk, json_tree& tree) {
  tree.clear();
  faults_.clear();
  open_.clear();
  tree_ = &tree;
  begin_ = at_ = text.data();
  end_ = begin_ + text.size();
  chunk_ = chunk;
  after_damage_ = has_gap_ = has_hole_ = has_loss_ = is_uneven_ = is_quoted_ = has_repeated_keyword_ = false;
  is_even_.reset();
  line_begin_ = line_end_ = begin_;
  scanned_line_bytes_ = scanned_unit_bytes_ = 0;
  cut_depth_ = 0;
  return run();
}

bool json_parser::run() {
  step next = step::value;
  if (chunk_ == json_chunk::items || chunk_ == json_chunk::tail) {
    if (!open(chunk_ == json_chunk::tail, next)) return false;
    if (chunk_ == json_chunk::tail) next = step::after;
  }
  while (next != step::done)
    if (!take_step(next) && (is_quoted_ || (!end_cut_string(next) && !recover_member(next) &&
                                            !recover_number(next) && !recover_unit(next))))
      return false;
  if (!skip_space()) return false;
  if (at_ != end_) return refuse(errc::syntax_error, at_, end_, "text after the value");
  return true;
}

bool json_parser::take_step(step& next) {
  if (!skip_space()) {
    const bool is_within =
        open_.empty() || next == step::after || (next == step::value && open_.back().is_object);
    if (!is_within) begin_unit();  // the refusal is one of the unit that begins here
    return false;
  }
  if (at_ == end_) return at_end(next);
  if (is_too_much()) return refuse(errc::statement_too_long, begin_, end_, "more values than the limit");
  switch (next) {
    case step::first:
      begin_unit();
      if (*at_ == '}' && open_.back().is_object) return close(), next = step::after, true;
      if (*at_ == ']' && !open_.back().is_object) return close(), next = step::after, true;
      return open_.back().is_object ? read_key(next) : read_value(next);
    case step::value:
      if (!open_.empty() && !open_.back().is_object) begin_unit();
      return read_value(next);
    case step::key:
      begin_unit();
      return read_key(next);
    case step::after:
      return after_value(next);
    case step::done:
      break;
  }
  return true;
}

/// The text ends: as it must, or at a place where its part may end, or too early.
bool json_parser::at_end(step& next) {
  const bool is_inside = !open_.empty();
  if (next == step::after && !is_inside) return next = step::done, true;
  if (chunk_ == json_chunk::items && open_.size() == 1) {
    if (next == step::value && !repair_last_comma()) return false;
    return close(), next = step::done, true;
  }
  if (chunk_ == json_chunk::head && is_inside && (next == step::first || next == step::after)) {
    while (!open_.empty()) close();
    return next = step::done, true;
  }
  if (chunk_ == json_chunk::cut && is_inside) {
    const bool is_behind_value = next == step::after,
               is_behind_key = next == step::value && open_.back().is_object;
    const bool is_word = is_behind_value && !is_white_space(end_[-1]) && !is_json_delimiter(end_[-1]);
    const bool is_whole = is_behind_value && open_.size() == 1 && is_white_space(end_[-1]);
    return end_cut(is_whole, is_word || is_behind_key, next);
  }
  return refuse(errc::unterminated, begin_, end_, "the text ends inside a value");
}

bool json_parser::open(bool is_object, step& next) {
  if (open_.size() >= nesting_) return refuse(errc::too_deep_nesting, at_, end_, {});
  open_.push_back({.node = static_cast<std::uint32_t>(tree_->nodes.size()), .is_object = is_object});
  add(is_object ? json_kind::object : json_kind::array, at_, at_);
  next = step::first;
  return true;
}

void json_parser::close() {
  const auto object = open_.back();
  open_.pop_back();
  if (!open_.empty()) {
    open_.back().is_repaired |= object.is_repaired;
    open_.back().is_doubtful |= object.is_doubtful;
  }
  if (at_ != end_) ++at_;
  auto& node = tree_->nodes[object.node];
  node.end = place(at_);
  node.span = static_cast<std::uint32_t>(tree_->nodes.size()) - object.node;
  if (object.is_object && object.members > 24) find_repeated(object);
}

bool json_parser::read_value(step& next) {
  const char c = *at_;
  if (c == '{' || c == '[') {
    if (!open(c == '{', next)) return false;
    ++at_;
    return true;
  }
  next = step::after;
  if (c == '"') return read_string('"');
  if (c == '-' || (c >= '0' && c <= '9')) return read_number();
  if (c == '\'') return read_single_quoted();
  if (c == ',' || c == ']' || c == '}') {
    if (open_.empty()) return refuse(errc::syntax_error, at_, at_ + 1, "no value");
    if (!open_.back().is_object) return read_commas();
    if (!note_gap()) return false;
    has_hole_ = true;
    const char* key = begin_ + tree_->nodes.back().begin;
    if (!repair(errc::syntax_error, key, at_, "a key without a value")) return false;
    add(json_kind::damaged, key, at_);
    return true;
  }
  if (c == ':') return refuse(errc::syntax_error, at_, at_ + 1, "a colon where a value must stand");
  return read_word();
}

bool json_parser::read_key(step& next) {
  const char c = *at_;
  if (c == '}') {
    if (!repair_last_comma()) return false;
    return close(), next = step::after, true;
  }
  if (c == ',') {
    if (next == step::first)
      return refuse(errc::syntax_error, at_, at_ + 1, "a comma behind a bracket that opens");
    if (!repair(errc::lenient_json, at_, at_ + 1, "a comma too many")) return false;
    ++at_;
    return true;
  }
  const char* key = at_;
  if (!(c == '"' ? read_string('"') : c == '\'' ? read_single_quoted() : read_bare_key())) return false;
  if (!tree_->nodes.back().is_string())
    return refuse(faults_.back().rule, key, at_, "a key that cannot be read");
  note_key();
  open_.back().prior_key = open_.back().last_key;
  open_.back().last_key = static_cast<std::uint32_t>(tree_->nodes.size() - 1);
  if (!skip_space()) return false;
  next = step::value;
  if (at_ != end_ && *at_ == ':') return ++at_, true;
  return repair_colon(key);
}

bool json_parser::after_value(step& next) {
  const bool had_damage = std::exchange(after_damage_, false);
  if (open_.empty()) return next = step::done, true;
  const auto& container = open_.back();
  const bool is_virtual = open_.size() == 1 && chunk_ == json_chunk::items;
  const char c = *at_;
  if (c == ',') {
    ++at_;
    next = container.is_object ? step::key : step::value;
    return true;
  }
  if (c == (container.is_object ? '}' : ']') && !is_virtual) return close(), true;
  if (c == '}' ||
      c == ']') {  // without it the brackets must come out even, or the text is refused at its end
    const bool may_stand_here = !has_gap_ && !std::exchange(is_uneven_, true) &&
                                (c == ']' || !has_member_behind_brace({begin_, at_}));
    if (!may_stand_here) return refuse(errc::syntax_error, at_, at_ + 1, "brackets that do not fit");
    if (!repair(errc::unbalanced_bracket, at_, at_ + 1, {})) return false;
    ++at_;
    return true;
  }
  if (!had_damage && c != '"' && recover_line()) return true;
  const auto wanted = container.is_object ? std::string_view("\"") : std::string_view("\"{[-0123456789");
  if (!had_damage && wanted.find(c) == wanted.npos)
    return refuse(errc::syntax_error, at_, at_ + 1, "neither a comma nor the end");
  if (!had_damage && is_bracket_swapped())
    return refuse(errc::syntax_error, at_, at_ + 1, "a bracket in the place of another, or within a number");
  if (!had_damage && may_be_one_value())
    return refuse(errc::syntax_error, at_, at_ + 1, "neither a comma nor the end");
  if (!had_damage) open_.back().is_repaired = true;
  if (!had_damage && (!note_gap() || !repair(errc::lenient_json, at_, at_, "a missing comma", ",")))
    return false;
  next = container.is_object ? step::key : step::value;
  return true;
}

bool json_parser::skip_space() {
  while (at_ != end_) {
    const char c = *at_;
    if (is_white_space(c)) {
      ++at_;
    } else if (c == '/') {
      if (!skip_comment()) return false;
    } else if (c == '\xEF' && std::string_view(at_, end_).starts_with(byte_order_mark)) {
      if (!repair(errc::byte_order_mark, at_, at_ + 3, {})) return false;
      at_ += 3;
    } else {
      return true;
    }
  }
  return true;
}

bool json_parser::skip_comment() {
  const std::string_view rest(at_, end_);
  const bool is_line = rest.starts_with("//");
  const std::string_view before(begin_, at_);
  const bool is_iri = is_line && (before.ends_with(":\"") || before.ends_with("\":"));
  if (is_iri) return refuse(errc::syntax_error, at_ - 1, at_, "a quote inside an IRI");
  if (!is_line && !rest.starts_with("/*")) return refuse(errc::syntax_error, at_, at_ + 1, "a stray slash");
  const auto end = is_line ? rest.npos : rest.find("*/", 2);
  const bool is_endless = !is_line && end == rest.npos;
  const auto length = end != rest.npos ? end + 2 : std::min(rest.find_first_of("\r\n"), rest.size());
  if (!repair(errc::lenient_json, at_, at_ + length, is_endless ? "a comment without its end" : "a comment"))
    return false;
  at_ += length;
  return true;
}

/// A name of JavaScript, with or without `@`, in the place of a key.
bool json_parser::read_bare_key() {
  const char* begin = at_;
  const char* at = begin + (*begin == '@' ? 1 : 0);
  const auto is_letter = [](char c) { return is_alpha(c) || c == '_' || c == '$'; };
  if (at == end_ || !is_letter(*at))
    return refuse(errc::syntax_error, begin, begin + 1, "no key where one must stand");
  while (at != end_ && (is_letter(*at) || is_digit(*at))) ++at;
  const std::string_view name(begin, at);
  const char* next = at;
  while (next != end_ && is_white_space(*next)) ++next;
  if (next == end_ || *next != ':')
    return refuse(errc::syntax_error, begin, at, "no key where one must stand");
  if (!repair(errc::lenient_json, begin, at, "a key without quotes",
              '"' + std::string(cut_text(name, 256)) + '"'))
    return false;
  auto& node = add(json_kind::string, begin, at);
  node.text = name.data();
  node.size = static_cast<std::uint32_t>(name.size());
  node.hash = hash_of(name);
  at_ = at;
  return true;
}

void json_parser::note_key() {
  auto& nodes = tree_->nodes;
  auto& object = open_.back();
  ++object.members;
  if (object.members > 24) return;
  const auto& key = nodes.back();
  const auto bit = std::uint64_t{1} << (key.hash & 63);
  if ((object.key_bits & bit) != 0) {
    for (auto* at = &nodes[object.node] + 1; at != &key; at = const_cast<json_node*>((at + 1)->next()))
      if (at->hash == key.hash && !at->is_overridden && at->view() == key.view()) override(*at);
  }
  object.key_bits |= bit;
}

/// The same for many keys at once, when the object ends.
void json_parser::find_repeated(const open_container& object) {
  auto& nodes = tree_->nodes;
  const auto end = object.node + nodes[object.node].span;
  hashes_.clear();
  for (auto at = object.node + 1; at < end; at += 1 + nodes[at + 1].span)
    if (!nodes[at].is_overridden) hashes_.emplace_back(nodes[at].hash, at);
  // By the text only where hashes are the same.
  std::ranges::sort(hashes_, [&](const auto& one, const auto& other) {
    if (one.first != other.first) return one.first < other.first;
    const auto order = nodes[one.second].view() <=> nodes[other.second].view();
    return order == 0 ? one.second < other.second : order < 0;
  });
  for (std::size_t i = 0; i + 1 < hashes_.size(); ++i) {
    auto& earlier = nodes[hashes_[i].second];
    if (hashes_[i].first == hashes_[i + 1].first && earlier.view() == nodes[hashes_[i + 1].second].view())
      override(earlier);
  }
}

void json_parser::override(json_node& earlier) {
  earlier.is_overridden = true;
  has_repeated_keyword_ |= earlier.view().starts_with('@');
  const auto& value = *(&earlier + 1);
  faults_.push_back({errc::repeated_key,
                     treatment::skip,
                     earlier.begin,
                     value.end,
                     "the key follows again, and that one holds",
                     {}});
}

bool json_parser::is_number_end(const char* at) const {
  return at == end_ || is_white_space(*at) || is_json_delimiter(*at) || *at == '/';
}

bool json_parser::read_number() {
  const char* begin = at_;
  const char* at = at_;
  const auto digits = [&] {
    const char* from = at;
    while (at != end_ && *at >= '0' && *at <= '9') ++at;
    return at != from;
  };
  if (*at == '-') ++at;
  const char* first = at;
  bool is_right = digits() && (*first != '0' || at == first + 1);
  bool is_integer = true;
  if (is_right && at != end_ && *at == '.') {
    ++at;
    is_integer = false;
    is_right = digits();
  }
  if (is_right && at != end_ && (*at == 'e' || *at == 'E')) {
    ++at;
    is_integer = false;
    if (at != end_ && (*at == '+' || *at == '-')) ++at;
    is_right = digits();
  }
  if (!is_right || !is_number_end(at)) return read_word();
  auto& node = add(json_kind::number, begin, at);
  node.is_integer = is_integer;
  node.text = begin;
  node.size = node.end - node.begin;
  at_ = at;
  return true;
}

/// true, false, null, or a token that JSON does not have, which costs only itself.
bool json_parser::read_word() {
  const char* begin = at_;
  const char* at = at_;
  while (!is_number_end(at)) ++at;
  if (at == begin) ++at;
  const std::string_view word(begin, at);
  at_ = at;
  if (word == "true" || word == "false") {
    add(json_kind::boolean, begin, at).is_true = word == "true";
  } else if (word == "null") {
    add(json_kind::null, begin, at);
  } else {
    if (!repair(errc::syntax_error, begin, at, "a value that JSON does not have")) return false;
    add(json_kind::damaged, begin, at);
  }
  return true;
}

json_node& json_parser::add(json_kind kind, const char* begin, const char* end) {
  auto& node = tree_->nodes.add();
  node.kind = kind;
  node.begin = place(begin);
  node.end = place(end);
  return node;
}

bool json_parser::repair(errc rule, const char* begin, const char* end, std::string_view message,
                         std::string_view after) {
  if (is_too_much()) return refuse(errc::statement_too_long, begin_, end_, "more defects than the limit");
  const auto done = treatment_of(rule, profile_);
  const auto kept =
      done == treatment::repair ? tree_->strings.keep(cut_text(after, longest_after)) : std::string_view();
  faults_.push_back({rule, done, place(begin), place(end), message, kept});
  return done != treatment::skip || profile_ != wash_profile::strict;
}

bool json_parser::refuse(errc rule, const char* begin, const char* end, std::string_view message) {
  faults_.push_back({rule, treatment::skip, place(begin), place(std::min(end, end_)), message, {}});
  return false;
}

}  // namespace laundromat::jsonld
