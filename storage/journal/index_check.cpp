// Sums up the entries of indexes, as their tables need them and as they are.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/index_check.hpp"

#include <algorithm>
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

/// Appends a value so that the bytes of whole entries have the order of the index. False for a number with a fraction.
bool append_value(const cursor& c, int column, bool falls, std::string& entry) {
  const auto from = entry.size();
  switch (c.kind(column)) {
    case value_kind::null:
      entry += '\0';
      break;
    case value_kind::integer: {
      entry += '\1';
      const auto shifted = static_cast<std::uint64_t>(c.integer(column)) ^ (std::uint64_t{1} << 63U);
      for (unsigned shift = 64; shift > 0;) entry += static_cast<char>(shifted >> (shift -= 8));
      break;
    }
    case value_kind::text:
    case value_kind::blob:
      entry += c.kind(column) == value_kind::text ? '\2' : '\3';
      for (const char byte : c.bytes(column)) {
        entry += byte;
        if (byte == '\0') entry += '\xff';
      }
      entry.append(2, '\0');
      break;
    case value_kind::real:
      return false;
  }
  if (falls)
    for (auto i = from; i < entry.size(); ++i) entry[i] = static_cast<char>(~entry[i]);
  return true;
}

/// Appends the columns of an entry from `first` on. `key_bytes` is the length of its declared columns, 0 when one of them is NULL.
bool append_entry(const cursor& c, int first, const index_shape& shape, std::string& entry,
                  std::size_t& key_bytes) {
  bool has_null = false;
  entry.clear();
  for (std::size_t i = 0; i < shape.columns.size(); ++i) {
    const auto& column = shape.columns[i];
    const auto at = first + static_cast<int>(i);
    if (!append_value(c, at, column.falls, entry)) return false;
    if (!column.is_key) continue;
    has_null = has_null || c.kind(at) == value_kind::null;
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
  entry_sum sum;
  std::string entry, last;
  std::size_t key_bytes = 0;
  while (c.next()) {
    last.swap(entry);
    if (!append_entry(c, 0, shape, entry, key_bytes)) return std::nullopt;
    if (sum.entries > 0 && entry <= last) return std::nullopt;
    if (sum.entries > 0 && shape.is_unique && key_bytes > 0 &&
        entry.compare(0, key_bytes, last, 0, key_bytes) == 0)
      return std::nullopt;
    sum.add(entry);
  }
  if (sum.entries != cells_of(db, shape.name)) return std::nullopt;
  return sum;
}

/// The sums that the indexes of a table must have.
std::optional<std::vector<entry_sum>> sums_of_table(database& db, const std::string& table,
                                                    const std::vector<index_shape>& shapes) {
  std::string sql;
  for (const auto& shape : shapes)
    sql.append(sql.empty() ? "SELECT " : ", ")
        .append(shape.condition.empty() ? "1" : "(" + shape.condition + ")")
        .append(", ")
        .append(expressions_of(shape));
  auto c = db.query_text(sql + " FROM " + quoted_name(table) + " NOT INDEXED");
  std::vector<entry_sum> sums(shapes.size());
  std::string entry;
  std::size_t key_bytes = 0;
  while (c.next()) {
    int at = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const bool has_entry = c.integer(at++) != 0;
      if (has_entry && !append_entry(c, at, shapes[i], entry, key_bytes)) return std::nullopt;
      if (has_entry) sums[i].add(entry);
      at += static_cast<int>(shapes[i].columns.size());
    }
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
