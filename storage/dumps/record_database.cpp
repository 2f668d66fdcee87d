// One transaction; a column is added when its name comes for the first time.
// SPDX-License-Identifier: Apache-2.0
#include "storage/dumps/record_database.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/count_words.hpp"
#include "core/extraction/write/append_json.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_columns = 2'000;  // of SQLite

std::string quoted_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    out += c;
    if (c == '"') out += c;
  }
  return out + '"';
}

/// SQL ends at a zero byte.
std::string without_zeros(std::string_view name) {
  std::string out(name);
  std::erase(out, '\0');
  return out;
}

/// A name that a table may have: SQLite keeps those that begin with `sqlite_` for itself.
std::string table_name(std::string_view name) {
  auto plain = without_zeros(name);
  constexpr std::string_view reserved = "sqlite_";
  const bool is_reserved =
      sqlite3_strnicmp(plain.c_str(), reserved.data(), static_cast<int>(reserved.size())) == 0;
  return is_reserved || plain.empty() ? "records_" + plain : plain;
}

/// SQLite compares names of columns without the case of ASCII letters.
bool is_same_column(std::string_view one, std::string_view other) {
  return one.size() == other.size() &&
         sqlite3_strnicmp(one.data(), other.data(), static_cast<int>(one.size())) == 0;
}

/// Whether REAL has the number as it is written: it has 15 digits always, and is no place for whole numbers.
bool is_real(std::string_view digits) {
  constexpr std::ptrdiff_t most_digits = 15;
  const auto mantissa = digits.substr(0, digits.find_first_of("eE"));
  const auto first = mantissa.find_first_of("123456789");
  if (first == mantissa.npos) return true;
  const bool is_whole = digits.find_first_of(".eE") == digits.npos;
  return !is_whole && std::ranges::count_if(mantissa.substr(first), is_digit) <= most_digits;
}

template <class Number>
std::optional<Number> number_in(std::string_view digits) {
  Number value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

struct record_database::parts {
  std::filesystem::path file;
  std::string table;
  sqlite3* db = nullptr;
  sqlite3_stmt* insert = nullptr;
  /// The names of records, and those of their columns, which differ where SQLite takes two names for one.
  std::vector<std::pair<std::string, std::string>> columns;
  bool is_finished = false;

  ~parts() {
    sqlite3_finalize(insert);
    sqlite3_close(db);
    std::error_code ignored;
    if (!is_finished) std::filesystem::remove(file, ignored);
  }

  [[nodiscard]] result<void> failed() const {
    const auto code = sqlite3_extended_errcode(db) & 0xFF;
    return fail(code == SQLITE_FULL ? errc::no_space : errc::io_failed,
                "write " + file.string() + ": " + sqlite3_errmsg(db));
  }
  [[nodiscard]] result<void> run(const std::string& sql) const {
    return sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK ? result<void>{} : failed();
  }
  [[nodiscard]] result<std::size_t> column_of(std::string_view name);
  [[nodiscard]] result<void> prepare();
  [[nodiscard]] bool bind(std::size_t column, data_value value) const;
};

/// The number of the column for a name, from 0 on; a new one is added.
result<std::size_t> record_database::parts::column_of(std::string_view name) {
  const auto known =
      std::ranges::find(columns, name, [](const auto& one) { return std::string_view(one.first); });
  if (known != columns.end()) return static_cast<std::size_t>(known - columns.begin());
  if (columns.size() == most_columns)
    return fail(errc::limit_exceeded, "a table has at most " + number_of(most_columns, "column") +
                                          ": name the fields in the specification");
  const auto plain = without_zeros(name);
  auto column = plain.empty() ? "value" : plain;
  const auto first = column;
  const auto is_taken = [&](std::string_view one) {
    return std::ranges::any_of(columns, [&](const auto& other) { return is_same_column(other.second, one); });
  };
  for (int number = 2; is_taken(column); ++number) column = first + "_" + std::to_string(number);
  const auto sql = columns.empty()
                       ? "CREATE TABLE " + quoted_name(table) + " (" + quoted_name(column) + ")"
                       : "ALTER TABLE " + quoted_name(table) + " ADD COLUMN " + quoted_name(column);
  if (auto done = run(sql); !done) return tl::unexpected(done.error());
  columns.emplace_back(name, std::move(column));
  sqlite3_finalize(std::exchange(insert, nullptr));
  return columns.size() - 1;
}

result<void> record_database::parts::prepare() {
  if (insert != nullptr) return {};
  std::string names, places;
  for (const auto& [name, column] : columns) {
    names += (names.empty() ? "" : ",") + quoted_name(column);
    places += places.empty() ? "?" : ",?";
  }
  const auto sql = "INSERT INTO " + quoted_name(table) + " (" + names + ") VALUES (" + places + ")";
  return sqlite3_prepare_v2(db, sql.c_str(), -1, &insert, nullptr) == SQLITE_OK ? result<void>{} : failed();
}

bool record_database::parts::bind(std::size_t column, data_value value) const {
  const int at = static_cast<int>(column) + 1;
  const auto bind_text = [&](std::string_view text) {
    return sqlite3_bind_text64(insert, at, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) ==
           SQLITE_OK;
  };
  switch (value.kind()) {
    case data_kind::null:
      return sqlite3_bind_null(insert, at) == SQLITE_OK;
    case data_kind::boolean:
      return sqlite3_bind_int(insert, at, value.is_true() ? 1 : 0) == SQLITE_OK;
    case data_kind::text:
      return bind_text(value.text());
    case data_kind::number:
      if (const auto whole = number_in<std::int64_t>(value.text()))
        return sqlite3_bind_int64(insert, at, *whole) == SQLITE_OK;
      if (const auto real = is_real(value.text()) ? number_in<double>(value.text()) : std::nullopt)
        return sqlite3_bind_double(insert, at, *real) == SQLITE_OK;
      return bind_text(value.text());
    case data_kind::list:
    case data_kind::map:
      break;
  }
  std::string json;
  append_json(json, value);
  return bind_text(json);
}

record_database::record_database(std::unique_ptr<parts> made) : parts_(std::move(made)) {}
record_database::~record_database() = default;

result<std::unique_ptr<record_database>> record_database::create(const std::filesystem::path& file,
                                                                 std::string table,
                                                                 const std::vector<std::string>& columns) {
  auto made = std::make_unique<parts>();
  made->file = file;
  made->table = table_name(table);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (sqlite3_open_v2(file.c_str(), &made->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) !=
      SQLITE_OK) {
    const auto why = made->failed();
    return tl::unexpected(why.error());
  }
  // The file has its place only when it is whole: no journal, and no waiting for the disk.
  for (const char* sql : {"PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF", "BEGIN"})
    if (auto done = made->run(sql); !done) return tl::unexpected(done.error());
  for (const auto& name : columns)
    if (auto column = made->column_of(name); !column) return tl::unexpected(column.error());
  return std::unique_ptr<record_database>(new record_database(std::move(made)));
}

result<void> record_database::write(data_value record, const record_place&, account_sink&) {
  std::vector<std::pair<std::size_t, data_value>> values;
  if (!record.is(data_kind::map)) {
    const auto column = parts_->column_of({});
    if (!column) return tl::unexpected(column.error());
    values.emplace_back(*column, record);
  } else {
    for (const auto value : record) {
      const auto column = parts_->column_of(value.name());
      if (!column) return tl::unexpected(column.error());
      values.emplace_back(*column, value);
    }
  }
  if (parts_->columns.empty()) return {};  // the first records have no fields
  if (auto done = parts_->prepare(); !done) return done;
  for (const auto& [column, value] : values)
    if (!parts_->bind(column, value)) return parts_->failed();
  if (sqlite3_step(parts_->insert) != SQLITE_DONE) return parts_->failed();
  sqlite3_reset(parts_->insert);
  sqlite3_clear_bindings(parts_->insert);
  return {};
}

result<void> record_database::finish_records() {
  sqlite3_finalize(std::exchange(parts_->insert, nullptr));
  if (parts_->columns.empty())
    if (auto done = parts_->run("CREATE TABLE " + quoted_name(parts_->table) + " (value)"); !done)
      return done;
  if (auto done = parts_->run("COMMIT"); !done) return done;
  parts_->is_finished = true;
  return {};
}

}  // namespace laundromat
