// Calls the SQLite C interface and maps its result codes.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/sqlite.hpp"

#include "storage/journal/query_limit.hpp"

#include <sqlite3.h>

#include <cerrno>

#include "storage/journal/journal_pages.hpp"

namespace laundromat {

namespace {

[[noreturn]] void raise(sqlite3* db, int code, std::string_view doing) {
  std::string detail{doing};
  detail += ": ";
  detail += db ? sqlite3_errmsg(db) : sqlite3_errstr(code);
  const int extended = db ? sqlite3_extended_errcode(db) : code;
  if (extended == SQLITE_IOERR_DATA) (detail += ": ") += page_words;
  if (extended == SQLITE_IOERR_DATA || (code & 0xff) == SQLITE_CORRUPT)
    throw storage_fault{{errc::journal_damaged, detail}, fault_reach::group};
  if (extended == SQLITE_CANTOPEN_SYMLINK)
    throw storage_fault{{errc::unsafe_data_folder,
                         detail + ": it is a symbolic link, and links in a data folder are not followed"},
                        fault_reach::group};
  const auto reason = db ? sqlite3_system_errno(db) : 0;
  if ((code & 0xff) == SQLITE_IOERR && (reason == ENOSPC || reason == EDQUOT))
    throw storage_fault{{errc::journal_full, detail + ": disk full"}, fault_reach::group};
  switch (code & 0xff) {
    case SQLITE_FULL:
      throw storage_fault{{errc::journal_full, detail}, fault_reach::group};
    case SQLITE_INTERRUPT:
      throw storage_fault{{errc::cancelled, "the question took too long"}, fault_reach::group};
    case SQLITE_NOTADB:
      throw storage_fault{
          {errc::journal_foreign,
           detail + ": restore journal.sqlite from a backup, or move that file away; nothing was changed"},
          fault_reach::group};
    case SQLITE_CONSTRAINT:
      throw storage_fault{{errc::journal_failed, detail}, fault_reach::change};
    case SQLITE_NOMEM:
      throw storage_fault{{errc::out_of_memory, detail}, fault_reach::group};
    default:
      break;
  }
  const bool sync_failed = extended == SQLITE_IOERR_FSYNC || extended == SQLITE_IOERR_DIR_FSYNC;
  throw storage_fault{{errc::journal_failed, detail},
                      sync_failed ? fault_reach::connection : fault_reach::group};
}

std::string uri_of(const std::filesystem::path& path) {
  std::string uri = "file:";
  for (char c : path.string())
    c == '?' || c == '#' || c == '%' ? void(uri.append("%").append(to_hex({&c, 1}))) : uri.push_back(c);
  return uri;
}

/// Statistics of memory, which nobody reads, would take a lock for each allocation.
void count_no_memory() {
  static const int once = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(once);
}

using number_function = std::function<std::int64_t(std::string_view)>;

void answer_number(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto& function = *static_cast<const number_function*>(sqlite3_user_data(context));
  const auto* begin = static_cast<const char*>(sqlite3_value_blob(arguments[0]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(arguments[0]));
  try {
    sqlite3_result_int64(context, function({begin ? begin : "", size}));
  } catch (const storage_fault& fault) {
    sqlite3_result_error(context, to_string(fault.what).c_str(), -1);
    if (fault.what.code == errc::journal_damaged) sqlite3_result_error_code(context, SQLITE_CORRUPT);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

void check_bound(sqlite3* db, int code) {
  if (code != SQLITE_OK) raise(db, code, "bind");
}

}  // namespace

cursor::~cursor() {
  sqlite3_reset(statement_);
}

bool cursor::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  raise(db_, code, sqlite3_sql(statement_));
}

std::int64_t cursor::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double cursor::real(int column) const {
  return sqlite3_column_double(statement_, column);
}

bool cursor::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

value_kind cursor::kind(int column) const {
  return static_cast<value_kind>(sqlite3_column_type(statement_, column));
}

std::string_view cursor::bytes(int column) const {
  const auto* begin = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return begin ? std::string_view{begin, size} : std::string_view{};
}

void cursor::bind_integer(int index, std::int64_t value) {
  check_bound(db_, sqlite3_bind_int64(statement_, index, value));
}

void cursor::bind_real(int index, double value) {
  check_bound(db_, sqlite3_bind_double(statement_, index, value));
}

void cursor::bind_text(int index, std::string_view value) {
  // An empty view may have a null pointer, which SQLite would bind as NULL.
  const char* begin = value.data() ? value.data() : "";
  check_bound(db_, sqlite3_bind_text64(statement_, index, begin, value.size(),
                                       copies_ ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8));
}

void cursor::bind_blob(int index, std::string_view value) {
  const char* begin = value.data() ? value.data() : "";
  check_bound(db_, sqlite3_bind_blob64(statement_, index, begin, value.size(),
                                       copies_ ? SQLITE_TRANSIENT : SQLITE_STATIC));
}

void cursor::bind_null(int index) {
  check_bound(db_, sqlite3_bind_null(statement_, index));
}

void database::close_connection::operator()(sqlite3* db) const {
  sqlite3_close_v2(db);
}

void database::finalize_statement::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

database database::open(const std::filesystem::path& path, database_access access, page_check pages) {
  // Links in the path of the folder are allowed, but SQLite would refuse them.
  std::error_code code_of_folder;
  auto real =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path).parent_path(), code_of_folder) /
      path.filename();
  if (code_of_folder) real = path;
  count_no_memory();
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_URI;
  flags |= access == database_access::read_write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                                 : SQLITE_OPEN_READONLY;
  if (!real.is_absolute()) real = std::filesystem::absolute(real);
  std::string name = uri_of(real);
  if (access == database_access::immutable) name += "?immutable=1";
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &raw, flags,
                                   pages == page_check::checked ? checksum_file_system() : nullptr);
  database db;
  db.handle_.reset(raw);
  if (code != SQLITE_OK) raise(raw, code, "open " + path.string());
  sqlite3_extended_result_codes(raw, 1);
  if (auto* const limit = query_limit::of_this_thread(); limit && access != database_access::read_write) {
    constexpr int steps = 10'000;
    sqlite3_progress_handler(
        raw, steps, [](void* of) { return static_cast<query_limit*>(of)->is_over() ? 1 : 0; }, limit);
  }
  // A reader does not change the log.
  if (access != database_access::read_write)
    sqlite3_db_config(raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, static_cast<int*>(nullptr));
  return db;
}

sqlite3_stmt* database::prepared(const char* sql) {
  auto& slot = statements_[sql];
  if (!slot) {
    sqlite3_stmt* statement = nullptr;
    const int code =
        sqlite3_prepare_v3(handle_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) {
      statements_.erase(sql);
      raise(handle_.get(), code, sql);
    }
    slot.reset(statement);
  }
  return slot.get();
}

void database::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) raise(handle_.get(), code, sql.substr(0, sql.find('\n')));
}

std::int64_t database::number(const char* sql) {
  auto c = query(sql);
  return c.next() ? c.integer(0) : 0;
}

void database::define_number(const char* name, number_function function) {
  const auto destroy = [](void* what) { delete static_cast<number_function*>(what); };
  const int code = sqlite3_create_function_v2(handle_.get(), name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                              new number_function(std::move(function)), answer_number,
                                              nullptr, nullptr, destroy);
  if (code != SQLITE_OK) raise(handle_.get(), code, name);
}

std::int64_t database::last_row() const {
  return sqlite3_last_insert_rowid(handle_.get());
}

std::int64_t database::changed() const {
  return sqlite3_changes64(handle_.get());
}

std::int64_t database::changed_in_all() const {
  return sqlite3_total_changes64(handle_.get());
}

void database::reserve_page_bytes(int bytes) {
  const int code = sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
  if (code != SQLITE_OK) raise(handle_.get(), code, "reserve bytes of pages");
}

void database::begin_page_checksums() {
  const int code = sqlite3_file_control(handle_.get(), "main", begin_checksums, nullptr);
  if (code != SQLITE_OK) raise(handle_.get(), code, "begin checksums of pages");
}

void database::copy_with_checksums(const std::filesystem::path& to) {
  reserve_page_bytes(page_checksum_bytes);
  const auto name = uri_of(std::filesystem::absolute(to)) + "?vfs=" + checksum_file_system() + '&' +
                    std::string{checksums_parameter} + "=1";
  auto copying = query("VACUUM INTO ?1", name);
  while (copying.next()) {
  }
}

void database::take_copy_of(database& from,
                            const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  constexpr int pages_a_step = 1'024;
  const auto finish = [](sqlite3_backup* copying) { sqlite3_backup_finish(copying); };
  std::unique_ptr<sqlite3_backup, decltype(finish)> copying{
      sqlite3_backup_init(handle_.get(), "main", from.handle_.get(), "main"), finish};
  if (!copying) raise(handle_.get(), sqlite3_errcode(handle_.get()), "copy the journal");
  int code = SQLITE_OK;
  while (code == SQLITE_OK) {
    code = sqlite3_backup_step(copying.get(), pages_a_step);
    if (progress)
      progress(static_cast<std::uint64_t>(sqlite3_backup_remaining(copying.get())),
               static_cast<std::uint64_t>(sqlite3_backup_pagecount(copying.get())));
  }
  if (code != SQLITE_DONE) raise(nullptr, code, "copy the journal");
}

int database::spills() const {
  int now = 0, most = 0;
  sqlite3_db_status(handle_.get(), SQLITE_DBSTATUS_CACHE_SPILL, &now, &most, 0);
  return now;
}

bool database::in_transaction() const {
  return sqlite3_get_autocommit(handle_.get()) == 0;
}

library_version sqlite_library() {
  return {"SQLite", ::sqlite3_libversion()};
}

}  // namespace laundromat
