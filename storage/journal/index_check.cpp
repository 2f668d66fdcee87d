// Sums up the entries of indexes, as their tables need them and as they are.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/index_check.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/keyed_hash.hpp"

namespace laundromat {

namespace {

struct index_column {
  std::string expression;
  bool falls = false;   ///< sorted in descending order
  bool is_key = false;  ///< declared; else it only finds the row
};

struct index_shape {
  std::string name, table;
  std::vector<index_column> columns;
  std::string condition;  ///< of a partial index, else empty
  bool is_unique = false;
  bool has_row_number = false;  ///< false: of a table without them
};

struct entry_sum {
  std::uint64_t entries = 0, hashes = 0;

  void add(std::string_view entry) {
    ++entries;
    hashes += keyed_hash(entry);
  }
  friend bool operator==(const entry_sum&, const entry_sum&) = default;
};

std::string quoted_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

/// Splits `a, substr(b, 1, 6) DESC) WHERE …` at the commas outside of parentheses, up to the parenthesis that ends the list, which it removes.
std::vector<std::string> take_list(std::string_view& text) {
  std::vector<std::string> items(1);
  for (int depth = 0; !text.empty(); text.remove_prefix(1)) {
    const char c = text.front();
    if (c == ')' && depth == 0) return text.remove_prefix(1), items;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      items.emplace_back();
    else
      items.back() += c;
  }
  return {};
}

/// Reads the expressions and the condition from `CREATE INDEX … ON table (…) WHERE …`.
bool read_declaration(std::string_view sql, index_shape& shape) {
  const auto begin = sql.find('(');
  if (begin == sql.npos) return false;
  sql.remove_prefix(begin + 1);
  const auto items = take_list(sql);
  if (items.size() > shape.columns.size()) return false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    auto& column = shape.columns[i];
    if (!column.expression.empty()) continue;
    column.expression = items[i].substr(0, items[i].rfind(" DESC"));
  }
  constexpr std::string_view where = " WHERE ";
  if (!sql.empty() && !sql.starts_with(where)) return false;
  shape.condition = sql.substr(std::min(sql.size(), where.size()));
  return std::ranges::none_of(shape.columns, [](const index_column& c) { return c.expression.empty(); });
}

/// False when the index sorts texts in another way than by their bytes, or cannot be read.
bool read_columns(database& db, index_shape& shape, const std::string& sql) {
  constexpr int row_number = -1;
  auto c =
      db.query("SELECT cid, coalesce(name, ''), desc, key, coll FROM pragma_index_xinfo(?1) ORDER BY seqno",
               shape.name);
  while (c.next()) {
    const auto name = c.text(1);
    const bool is_row = c.integer(0) == row_number;
    shape.has_row_number = shape.has_row_number || is_row;
    if (c.text(4) != "BINARY") return false;
    shape.columns.push_back({is_row         ? "rowid"
                             : name.empty() ? ""
                                            : quoted_name(name),
                             c.integer(2) != 0, c.integer(3) != 0});
  }
  return sql.empty() || read_declaration(sql, shape);
}

/// The bytes of one entry, in memory that is used again: a row has many values, and most are short.
class entry_bytes {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }

  /// Appends a value so that the bytes of whole entries have the order of the index. False for a number with a fraction.
  bool append(const cursor& c, int column, bool falls) {
    const auto from = size_;
    switch (c.kind(column)) {
      case value_kind::null:
        append_null();
        break;
      case value_kind::integer:
        append_integer(c.integer(column));
        break;
      case value_kind::text:
        append_text('\2', c.bytes(column));
        break;
      case value_kind::blob:
        append_text('\3', c.bytes(column));
        break;
      case value_kind::real:
        return false;
    }
    if (falls)
      for (auto i = from; i < size_; ++i) bytes_[i] = static_cast<char>(~bytes_[i]);
    return true;
  }

 private:
  char* room_for(std::size_t more) {
    if (bytes_.size() < size_ + more) bytes_.resize(2 * (size_ + more));
    return bytes_.data() + size_;
  }
  void append_null() {
    *room_for(1) = '\0';
    ++size_;
  }
  /// The bytes of a number from the highest, with the sign inverted.
  void append_integer(std::int64_t value) {
    constexpr std::size_t length = sizeof value;
    auto* to = room_for(1 + length);
    *to++ = '\1';
    const auto shifted = static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63U);
    for (std::size_t i = 0; i < length; ++i) to[i] = static_cast<char>(shifted >> (8 * (length - 1 - i)));
    size_ += 1 + length;
  }
  /// A zero byte is followed by 255, two of them end the text.
  void append_text(char kind, std::string_view text) {
    auto* const begin = room_for(2 * text.size() + 3);
    auto* to = begin;
    *to++ = kind;
    while (!text.empty()) {
      const auto part = text.substr(0, text.find('\0'));
      to = std::copy(part.begin(), part.end(), to);
      text.remove_prefix(part.size());
      if (text.empty()) break;
      *to++ = '\0';
      *to++ = '\xff';
      text.remove_prefix(1);
    }
    *to++ = '\0';
    *to++ = '\0';
    size_ += static_cast<std::size_t>(to - begin);
  }

  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

/// Reads an entry whose values are in the columns `at`, in their order. `key_bytes` is the length of the declared ones, 0 when one of them is NULL.
bool read_index_entry(const cursor& c, std::span<const int> at, const index_shape& shape, entry_bytes& entry,
                      std::size_t& key_bytes) {
  bool has_null = false;
  entry.clear();
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (!entry.append(c, at[i], shape.columns[i].falls)) return false;
    if (!shape.columns[i].is_key) continue;
    has_null = has_null || c.kind(at[i]) == value_kind::null;
    key_bytes = entry.size();
  }
  if (has_null) key_bytes = 0;
  return true;
}

std::string expressions_of(const index_shape& shape) {
  std::string text;
  for (const auto& column : shape.columns) text.append(text.empty() ? "" : ", ").append(column.expression);
  return text;
}

/// The cells of the pages of an index: each is an entry. A query with the condition of a partial index may pass over entries that do not meet
/// it.
std::uint64_t cells_of(database& db, const std::string& index) {
  auto c = db.query("SELECT coalesce(sum(ncell), 0) FROM dbstat WHERE name = ?1", index);
  return c.next() ? c.as<std::uint64_t>(0) : 0;
}

/// The sum of an index; nothing when its entries are not sorted, not unique, or not all of them are found.
std::optional<entry_sum> sum_of_index(database& db, const index_shape& shape) {
  auto c =
      db.query_text("SELECT " + expressions_of(shape) + " FROM " + quoted_name(shape.table) + " INDEXED BY " +
                    quoted_name(shape.name) + (shape.condition.empty() ? "" : " WHERE " + shape.condition));
  std::vector<int> at(shape.columns.size());
  std::iota(at.begin(), at.end(), 0);
  entry_sum sum;
  entry_bytes entry, last;
  std::size_t key_bytes = 0;
  while (c.next()) {
    std::swap(last, entry);
    if (!read_index_entry(c, at, shape, entry, key_bytes)) return std::nullopt;
    if (sum.entries > 0 && entry.view() <= last.view()) return std::nullopt;
    if (sum.entries > 0 && shape.is_unique && key_bytes > 0 &&
        entry.view().substr(0, key_bytes) == last.view().substr(0, key_bytes))
      return std::nullopt;
    sum.add(entry.view());
  }
  // Without a condition the query reads each entry.
  if (!shape.condition.empty() && sum.entries != cells_of(db, shape.name)) return std::nullopt;
  return sum;
}

/// The columns of a query; an expression that several indexes have is computed once.
class column_list {
 public:
  int number_of(const std::string& expression) {
    const auto at = std::ranges::find(all_, expression) - all_.begin();
    if (at == std::ssize(all_)) all_.push_back(expression);
    return static_cast<int>(at);
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (const auto& one : all_) text.append(text.empty() ? "" : ", ").append(one);
    return text;
  }

 private:
  std::vector<std::string> all_;
};

/// The sums that the indexes of a table must have.
std::optional<std::vector<entry_sum>> sums_of_table(database& db, const std::string& table,
                                                    const std::vector<index_shape>& shapes) {
  column_list columns;
  std::vector<std::optional<int>> conditions;
  std::vector<std::vector<int>> values;
  for (const auto& shape : shapes) {
    conditions.push_back(shape.condition.empty()
                             ? std::nullopt
                             : std::optional{columns.number_of('(' + shape.condition + ')')});
    values.emplace_back();
    for (const auto& column : shape.columns) values.back().push_back(columns.number_of(column.expression));
  }
  auto c = db.query_text("SELECT " + columns.text() + " FROM " + quoted_name(table) + " NOT INDEXED");
  std::vector<entry_sum> sums(shapes.size());
  entry_bytes entry;
  std::size_t key_bytes = 0;
  while (c.next())
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (conditions[i] && c.integer(*conditions[i]) == 0) continue;
      if (!read_index_entry(c, values[i], shapes[i], entry, key_bytes)) return std::nullopt;
      sums[i].add(entry.view());
    }
  return sums;
}

/// SQLite reads a table without row numbers through its index when that has all columns, so its own check must compare them.
bool is_sound_table(database& db, const std::string& table) {
  auto c = db.query_text("PRAGMA integrity_check(" + quoted_name(table) + ')');
  return c.next() && c.text(0) == "ok";
}

bool indexes_of_table_match(database& db, const std::string& table, const std::vector<index_shape>& shapes) {
  if (!std::ranges::all_of(shapes, &index_shape::has_row_number)) return is_sound_table(db, table);
  const auto needed = sums_of_table(db, table, shapes);
  if (!needed) return false;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (sum_of_index(db, shapes[i]) != (*needed)[i]) return false;
  return true;
}

}  // namespace

bool indexes_match(database& db) {
  std::map<std::string, std::vector<index_shape>> by_table;
  {
    auto c = db.query(
        "SELECT m.name, m.tbl_name, coalesce(m.sql, ''), l.\"unique\" FROM sqlite_schema m JOIN "
        "pragma_index_list(m.tbl_name) l ON l.name = m.name WHERE m.type = 'index'");
    while (c.next()) {
      index_shape shape{c.text(0), c.text(1), {}, {}, c.integer(3) != 0};
      if (!read_columns(db, shape, c.text(2))) return false;
      by_table[shape.table].push_back(std::move(shape));
    }
  }
  return std::ranges::all_of(
      by_table, [&](const auto& one) { return indexes_of_table_match(db, one.first, one.second); });
}

}  // namespace laundromat
