// A thin layer over the SQLite C interface: one connection, cached statements, typed binding and columns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/digest.hpp"
#include "core/base/library_version.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "storage/journal/made_rows.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace laundromat {

/// The scope of a fault: one change is rolled back, the group is lost, or the connection must not write
/// any more.
enum class fault_reach { change, group, connection };

/// Thrown by this layer and by the sources of the journal; every public function of the journal catches it.
struct storage_fault {
  failure what;
  fault_reach reach = fault_reach::change;
};

/// Arbitrary bytes to be bound as a BLOB.
struct blob {
  std::string_view bytes;
};

enum class value_kind { integer = 1, real, text, blob, null };  ///< the numbers of SQLite

/// A running statement. The destructor resets it for the next use.
class cursor {
 public:
  /// Binds the parameters of the statement, starting with the first.
  template <class... Args>
  cursor(sqlite3* db, sqlite3_stmt* statement, const Args&... args) : db_(db), statement_(statement) {
    int index = 0;
    (bind(++index, args), ...);
  }
  /// The same for arguments that outlive the cursor: they are not copied.
  struct arguments_stay {};
  template <class... Args>
  cursor(arguments_stay, sqlite3* db, sqlite3_stmt* statement, const Args&... args)
      : db_(db), statement_(statement), copies_(false) {
    int index = 0;
    (bind(++index, args), ...);
  }
  ~cursor();
  cursor(const cursor&) = delete;
  cursor& operator=(const cursor&) = delete;

  /// Steps to the next row; returns whether there is one. Throws `storage_fault`.
  bool next();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  /// As stored; call it before the value is read in another way.
  [[nodiscard]] value_kind kind(int column) const;
  /// The bytes of a TEXT or BLOB, valid until the next step.
  [[nodiscard]] std::string_view bytes(int column) const;
  [[nodiscard]] std::string text(int column) const { return std::string{bytes(column)}; }
  [[nodiscard]] timestamp time(int column) const { return from_ms(integer(column)); }
  /// An integer or an enumeration.
  template <class T>
  [[nodiscard]] T as(int column) const {
    return static_cast<T>(integer(column));
  }
  /// A digest; the null digest for NULL or bytes of another length.
  template <class Digest>
  [[nodiscard]] Digest digest(int column) const {
    return Digest::from_bytes(bytes(column)).value_or(Digest{});
  }

 private:
  void bind_integer(int index, std::int64_t value);
  void bind_real(int index, double value);
  void bind_text(int index, std::string_view value);
  void bind_blob(int index, std::string_view value);
  void bind_null(int index);

  template <class T>
  void bind(int index, const T& value) {
    if constexpr (std::is_same_v<T, std::nullopt_t>) {
      bind_null(index);
    } else if constexpr (std::is_enum_v<T> || std::integral<T>) {
      bind_integer(index, static_cast<std::int64_t>(value));
    } else if constexpr (std::is_same_v<T, double>) {
      bind_real(index, value);
    } else if constexpr (std::is_same_v<T, timestamp>) {
      bind_integer(index, to_ms(value));
    } else if constexpr (std::is_same_v<T, blob>) {
      bind_blob(index, value.bytes);
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      bind_text(index, value);
    } else if constexpr (requires { value.view(); }) {
      bind_blob(index, value.view());
    } else {
      value ? bind(index, *value) : bind_null(index);
    }
  }

  sqlite3* db_;
  sqlite3_stmt* statement_;
  bool copies_ = true;
};

enum class database_access { read_write, read_only, immutable };

/// Whether pages of a journal must have their checksums. `unchecked` reads pages of other programs, and writes no checksum.
enum class page_check { checked, unchecked };

/// One connection. Not thread-safe; movable.
class database {
 public:
  /// Opens the file, which must not be a link; `read_write` creates it. Throws `storage_fault`.
  static database open(const std::filesystem::path& path, database_access access,
                       page_check pages = page_check::checked);

  /// Prepares `sql` once (the cache is by address: pass literals) and binds `args`.
  template <class... Args>
  [[nodiscard]] cursor query(const char* sql, const Args&... args) {
    return cursor{handle_.get(), prepared(sql), args...};
  }
  /// The same for a generated text, cached by its content.
  template <class... Args>
  [[nodiscard]] cursor query_text(const std::string& sql, const Args&... args) {
    return query(texts_.insert(sql).first->c_str(), args...);
  }
  /// Runs one cached statement to its end.
  template <class... Args>
  void run(const char* sql, const Args&... args) {
    cursor c{cursor::arguments_stay{}, handle_.get(), prepared(sql), args...};
    while (c.next()) {
    }
  }
  /// Runs any number of statements that are not cached.
  void execute(const std::string& sql);
  /// The first column of the first row; 0 without a row.
  [[nodiscard]] std::int64_t number(const char* sql);

  /// Sets the size of pages in a new file, and in a copy. Call it before `reserve_page_bytes`.
  void use_page_bytes(int bytes) { execute("PRAGMA page_size = " + std::to_string(bytes)); }
  /// Reserves bytes at the end of each page, in a new file and in one rewritten by VACUUM.
  void reserve_page_bytes(int bytes);
  /// Call it directly before a VACUUM that adds checksums to an old file: see `begin_checksums`.
  void begin_page_checksums();
  /// Writes a copy of the database, with checksums, to a new file.
  void copy_with_checksums(const std::filesystem::path& to);
  /// Replaces the content by that of another database, in steps; in a read transaction of `from` its state does not change meanwhile.
  void take_copy_of(database& from, const std::function<void(std::uint64_t, std::uint64_t)>& progress);
  /// Defines a function of SQL that makes a number from bytes, for the statements of this connection. `function` may use the connection, and throw
  /// `storage_fault`.
  void define_number(const char* name, std::function<std::int64_t(std::string_view)> function);
  /// Defines the table `made_rows` for the statements of this connection. `maker` stays at its address.
  void define_made_rows(const row_maker& maker);
  [[nodiscard]] std::int64_t last_row() const;
  /// The number of rows changed by the last INSERT, UPDATE or DELETE.
  [[nodiscard]] std::int64_t changed() const;
  /// The number of rows changed since the connection was opened.
  [[nodiscard]] std::int64_t changed_in_all() const;
  [[nodiscard]] bool in_transaction() const;
  /// How often the cache was full of pages of an open transaction, so that some went to the log before its COMMIT.
  [[nodiscard]] int spills() const;

 private:
  struct close_connection {
    void operator()(sqlite3* db) const;
  };
  struct finalize_statement {
    void operator()(sqlite3_stmt* statement) const;
  };
  [[nodiscard]] sqlite3_stmt* prepared(const char* sql);

  std::unique_ptr<sqlite3, close_connection> handle_;
  std::set<std::string, std::less<>> texts_;  ///< their addresses are stable, also when the set is moved
  std::map<const char*, std::unique_ptr<sqlite3_stmt, finalize_statement>, std::less<>> statements_;
};

/// The SQLite version of this process.
[[nodiscard]] library_version sqlite_library();

}  // namespace laundromat
