// A JSON text as a flat tape: every value has its place, so that each statement and defect can be located.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat::jsonld {

enum class json_kind : std::uint8_t {
  null,
  boolean,
  number,
  string,
  array,
  object,
  damaged,  ///< no JSON; the parser has reported a fault and nothing may be read from it
};

/// One value on the tape. What is inside an array or object follows it; a member is its key, a string, and then its value.
struct json_node {
  json_kind kind = json_kind::null;
  bool is_true : 1 = false;      ///< of a boolean
  bool is_integer : 1 = false;   ///< of a number: neither fraction nor exponent is written
  bool is_repaired : 1 = false;  ///< of a string: U+FFFD replaces what was no character
  bool is_torn : 1 =
      false;  ///< of a value: an item within it or behind it is lost; a list of it is not whole
  bool is_overridden : 1 = false;    ///< of a key: the same key follows later in its object
  bool is_cut : 1 = false;           ///< of an object or array: more may have followed in it
  bool may_own : 1 = false;          ///< of an object: what is damaged in its objects may belong to itself
  std::uint32_t span = 1;            ///< nodes of this value with all that is inside
  std::uint32_t begin = 0, end = 0;  ///< bytes in the text that was parsed
  std::uint32_t size = 0;
  std::uint32_t hash = 0;      ///< of a string
  const char* text = nullptr;  ///< of a string: its value; of a number: its digits

  [[nodiscard]] std::string_view view() const { return {text, size}; }
  [[nodiscard]] bool is(json_kind what) const { return kind == what; }
  [[nodiscard]] bool is_string() const { return kind == json_kind::string; }
  [[nodiscard]] bool is_object() const { return kind == json_kind::object; }
  [[nodiscard]] bool is_array() const { return kind == json_kind::array; }
  [[nodiscard]] bool is_null() const { return kind == json_kind::null; }
  [[nodiscard]] bool is_scalar() const {
    return is_string() || kind == json_kind::number || kind == json_kind::boolean;
  }
  /// Whether nothing of the value is lost as a whole, or may be.
  [[nodiscard]] bool is_whole() const { return kind != json_kind::damaged && !is_cut; }
  [[nodiscard]] const json_node* next() const { return this + span; }
};

[[nodiscard]] inline std::uint32_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size() * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  std::uint64_t rest = 0;
  if (at < text.size()) std::memcpy(&rest, text.data() + at, text.size() - at);
  hash = (hash ^ rest) * 0xC4CEB9FE1A85EC53u;
  return static_cast<std::uint32_t>(hash ^ (hash >> 29));
}

/// The items of an array, for a range-based loop; of anything else, none.
class json_items {
 public:
  class iterator {
   public:
    explicit iterator(const json_node* at) : at_(at) {}
    const json_node& operator*() const { return *at_; }
    iterator& operator++() {
      at_ = at_->next();
      return *this;
    }
    bool operator==(const iterator&) const = default;

   private:
    const json_node* at_;
  };
  explicit json_items(const json_node& array) : array_(&array) {}
  [[nodiscard]] iterator begin() const { return iterator(array_->is_array() ? array_ + 1 : array_->next()); }
  [[nodiscard]] iterator end() const { return iterator(array_->next()); }
  [[nodiscard]] bool empty() const { return begin() == end(); }

 private:
  const json_node* array_;
};

struct json_member {
  const json_node* key;
  const json_node* value;
};

/// The members of an object whose keys hold, in the order of the text; of anything else, none.
class json_members {
 public:
  class iterator {
   public:
    iterator(const json_node* at, const json_node* end) : at_(at), end_(end) { to_next(); }
    json_member operator*() const { return {at_, at_ + 1}; }
    iterator& operator++() {
      at_ = (at_ + 1)->next();
      to_next();
      return *this;
    }
    bool operator==(const iterator& other) const { return at_ == other.at_; }

   private:
    void to_next() {
      while (at_ != end_ && at_->is_overridden) at_ = (at_ + 1)->next();
    }
    const json_node* at_;
    const json_node* end_;
  };
  explicit json_members(const json_node& object) : object_(&object) {}
  [[nodiscard]] iterator begin() const {
    return {object_->is_object() ? object_ + 1 : object_->next(), object_->next()};
  }
  [[nodiscard]] iterator end() const { return {object_->next(), object_->next()}; }

 private:
  const json_node* object_;
};

/// The value of a key, or null.
[[nodiscard]] inline const json_node* find_member(const json_node& object, std::string_view key) {
  for (const auto member : json_members(object))
    if (member.key->view() == key) return member.value;
  return nullptr;
}

/// Strings that differ from their spelling; they stay where they are until `clear`.
class text_pool {
 public:
  struct place {
    std::size_t block = 0, used = 0;
  };
  /// Room for `size` bytes.
  [[nodiscard]] char* take(std::size_t size);
  [[nodiscard]] std::string_view keep(std::string_view text) {
    char* at = take(text.size());
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    return {at, text.size()};
  }
  /// Gives back what was taken last, down to `size` of the `taken` bytes.
  void shrink(std::size_t taken, std::size_t size) { place_.used -= taken - size; }
  [[nodiscard]] place mark() const { return place_; }
  /// Forgets everything that was taken after `mark`.
  void release(place mark) { place_ = mark; }
  void clear() { place_ = {}; }

 private:
  static constexpr std::size_t block_bytes = std::size_t{64} * 1024;
  struct block {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };
  std::vector<block> blocks_;
  place place_;
};

/// Values in a row, which grow in place where the system can.
class json_tape {
 public:
  json_tape() = default;
  json_tape(const json_tape&) = delete;
  json_tape& operator=(const json_tape&) = delete;
  ~json_tape() { std::free(nodes_); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] json_node& operator[](std::size_t at) { return nodes_[at]; }
  [[nodiscard]] const json_node& front() const { return *nodes_; }
  [[nodiscard]] json_node& back() { return nodes_[size_ - 1]; }
  json_node& add() {
    if (size_ == room_) grow();
    return *new (nodes_ + size_++) json_node();
  }
  /// Keeps the first `size` of them.
  void cut(std::size_t size) { size_ = size; }

 private:
  void grow();
  json_node* nodes_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

/// A tape with the strings that it made. Nodes point into the parsed text, which outlives them.
struct json_tree {
  json_tape nodes;
  text_pool strings;

  [[nodiscard]] const json_node& root() const { return nodes.front(); }
  void clear() {
    nodes.cut(0);
    strings.clear();
  }
};

}  // namespace laundromat::jsonld
