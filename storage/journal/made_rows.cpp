// Implements the table of made rows as an eponymous virtual table of SQLite (sqlite.org/vtab.html).
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/made_rows.hpp"

#include <sqlite3.h>

#include "storage/journal/sqlite.hpp"

namespace laundromat {

namespace {

struct made_table : sqlite3_vtab {
  const row_maker* maker = nullptr;
};

struct made_cursor : sqlite3_vtab_cursor {
  std::size_t row = 0;
};

const row_maker& maker_of(sqlite3_vtab_cursor* cursor) {
  return *static_cast<made_table*>(cursor->pVtab)->maker;
}

int connect(sqlite3* db, void* maker, int, const char* const*, sqlite3_vtab** table, char**) {
  const int code =
      sqlite3_declare_vtab(db, "CREATE TABLE x(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12)");
  if (code != SQLITE_OK) return code;
  auto made = std::make_unique<made_table>();
  made->maker = static_cast<const row_maker*>(maker);
  *table = made.release();
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<made_table*>(table);
  return SQLITE_OK;
}

int plan(sqlite3_vtab*, sqlite3_index_info* info) {
  constexpr double many = 1e6;
  info->estimatedCost = many;
  return SQLITE_OK;
}

int open_cursor(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  *cursor = std::make_unique<made_cursor>().release();
  return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
  delete static_cast<made_cursor*>(cursor);
  return SQLITE_OK;
}

int first_row(sqlite3_vtab_cursor* cursor, int, const char*, int, sqlite3_value**) {
  static_cast<made_cursor*>(cursor)->row = 0;
  return SQLITE_OK;
}

int next_row(sqlite3_vtab_cursor* cursor) {
  ++static_cast<made_cursor*>(cursor)->row;
  return SQLITE_OK;
}

int is_at_end(sqlite3_vtab_cursor* cursor) {
  return static_cast<made_cursor*>(cursor)->row >= maker_of(cursor).rows ? 1 : 0;
}

int column_of_row(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int column) {
  try {
    maker_of(cursor).make(static_cast<made_cursor*>(cursor)->row, column, made_value{context});
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

int number_of_row(sqlite3_vtab_cursor* cursor, sqlite3_int64* number) {
  *number = static_cast<sqlite3_int64>(static_cast<made_cursor*>(cursor)->row);
  return SQLITE_OK;
}

sqlite3_module module_of_made_rows() {
  sqlite3_module all{};  // without xCreate it is eponymous only
  all.xConnect = connect;
  all.xBestIndex = plan;
  all.xDisconnect = disconnect;
  all.xOpen = open_cursor;
  all.xClose = close_cursor;
  all.xFilter = first_row;
  all.xNext = next_row;
  all.xEof = is_at_end;
  all.xColumn = column_of_row;
  all.xRowid = number_of_row;
  return all;
}

}  // namespace

void made_value::integer(std::int64_t value) {
  sqlite3_result_int64(context_, value);
}

void made_value::text(std::string_view value) {
  sqlite3_result_text64(context_, value.data() ? value.data() : "", value.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void made_value::blob(std::string_view value) {
  sqlite3_result_blob64(context_, value.data() ? value.data() : "", value.size(), SQLITE_STATIC);
}

void database::define_made_rows(const row_maker& maker) {
  static const sqlite3_module all = module_of_made_rows();
  const int code =
      sqlite3_create_module_v2(handle_.get(), "made_rows", &all, const_cast<row_maker*>(&maker), nullptr);
  if (code != SQLITE_OK) throw storage_fault{{errc::journal_failed, "define made_rows"}, fault_reach::group};
}

}  // namespace laundromat
