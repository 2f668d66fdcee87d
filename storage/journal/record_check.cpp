// Compares references with sets of row numbers, and sums up the records while they are read.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/record_check.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "storage/journal/kept_counts.hpp"
#include "storage/journal/present_crawl.hpp"
#include "storage/journal/row_numbers.hpp"

namespace laundromat {

namespace {

/// The declared references of the large tables, in alphabetic order of their columns: `seen_keys` must have the same.
constexpr const char* known_keys =
    "entries.charset texts, entries.clean cleans, entries.declares declared_prefixes, entries.delta_from "
    "cleans, entries.encoding texts, entries.encodings texts, entries.formats texts, entries.media_type "
    "texts, entries.parent entries, entries.root entries, entries.seed seeds, hops.address texts, hops.entry "
    "entries, seeds.authority authorities, seeds.document entries, seeds.present entries";
constexpr const char* seen_keys =
    "SELECT group_concat(key, ', ') FROM (SELECT m.name || '.' || k.\"from\" || ' ' || k.\"table\" AS key "
    "FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table' AND m.name IN "
    "('entries', 'hops', 'seeds') ORDER BY 1)";

constexpr const char* other_tables =
    "SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = "
    "'table' AND m.name NOT IN ('entries', 'hops', 'seeds')";

constexpr const char* all_seeds =
    "SELECT s.id, s.authority, s.present IS NOT NULL, s.document IS NOT NULL, s.status, iif(s.status = 13, "
    "s.cause, 0), " LAUNDROMAT_SEED_CLASS " FROM seeds s NOT INDEXED ORDER BY s.id";

/// Each entry with its seed. The class is that of a seed of which the entry is the `document`.
constexpr const char* all_entries = "SELECT e.id, e.status, e.cause, " LAUNDROMAT_HTTP_STATUS_OF(
    "e") ", NOT " LAUNDROMAT_IS_PRESENT ", " LAUNDROMAT_IS_PRESENT_DOCUMENT
         ", e.clean, s.id IS NULL, e.id = "
         "s.present, e.id = s.document, iif(e.id = s.document AND e.status IN (6, 10), " LAUNDROMAT_SEED_CLASS
         ", NULL), e.history, e.parent, e.root, e.delta_from, e.declares, e.charset, e.encoding, "
         "e.encodings, "
         "e.formats, e.media_type FROM entries e NOT INDEXED LEFT JOIN seeds s ON s.id = e.seed ORDER BY "
         "e.id";
constexpr int first_text = 16, end_of_texts = 21;

/// `[5,12],[7,90,3,"text"]` with plain numbers and texts, which is what the journal writes for most entries. False also for some other JSON.
bool is_plain_history(std::string_view text) {
  const auto take = [&](char c) {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
  };
  const auto is_digit = [&] { return !text.empty() && text.front() >= '0' && text.front() <= '9'; };
  const auto take_number = [&] {
    take('-');
    if (take('0')) return !is_digit();
    if (!is_digit()) return false;
    while (is_digit()) text.remove_prefix(1);
    return true;
  };
  const auto take_text = [&] {
    const auto is_special = [](char c) { return c == '"' || c == '\\' || c < ' ' || c > '~'; };
    text.remove_prefix(static_cast<std::size_t>(std::ranges::find_if(text, is_special) - text.begin()));
    return take('"');
  };
  if (text.empty()) return true;
  do {
    if (!take('[')) return false;
    do {
      if (take('"') ? !take_text() : !take_number()) return false;
    } while (take(','));
    if (!take(']')) return false;
  } while (take(','));
  return text.empty();
}

bool is_history(database& db, std::string_view text) {
  if (is_plain_history(text)) return true;
  auto c = db.query("SELECT json_valid('[' || ?1 || ']')", text);
  return c.next() && c.integer(0) == 1;
}

row_set rows_of(database& db, const char* query) {
  row_set all;
  for (auto c = db.query(query); c.next();) all.add(c.integer(0));
  return all;
}

/// Sums of records with the same key, which mostly follow each other.
class record_sums {
 public:
  void add(count_kind what, status current, errc cause, std::string_view http, std::int64_t total,
           bool is_past) {
    if (last_ == nullptr || what != key_.what || current != key_.current || cause != key_.cause ||
        http != key_.http_status) {
      key_ = {what, current, cause, std::string{http}};
      last_ = &all_[key_];
    }
    last_->total += total;
    last_->past += is_past ? total : 0;
  }
  counted_sums take() {
    std::erase_if(all_, [](const auto& one) { return one.second == counted_sum{}; });
    return std::move(all_);
  }

 private:
  counted_sums all_;
  counted_key key_;
  counted_sum* last_ = nullptr;
};

class record_check {
 public:
  record_check(database& db, bool with_counts) : db_(db), with_counts_(with_counts) {}

  bool run() {
    return are_tables_known() && read_seeds() && read_entries() && read_cleans() && read_hops() &&
           match_counts();
  }

 private:
  bool are_tables_known() {
    {
      auto c = db_.query(seen_keys);
      if (!c.next() || c.text(0) != known_keys) return false;
    }
    std::vector<std::string> others;
    for (auto c = db_.query(other_tables); c.next();) others.push_back(c.text(0));
    return std::ranges::none_of(others, [&](const std::string& table) {
      auto c = db_.query("SELECT 1 FROM pragma_foreign_key_check(?1) LIMIT 1", table);
      return c.next();
    });
  }

  bool read_seeds() {
    const auto authorities = rows_of(db_, "SELECT id FROM authorities ORDER BY id");
    record_sums seeds, classes;
    for (auto c = db_.query(all_seeds); c.next();) {
      if (!authorities.contains(c.integer(1))) return false;
      presents_ += c.integer(2) != 0;
      documents_ += c.integer(3) != 0;
      seeds.add(count_kind::seeds, c.as<status>(4), c.as<errc>(5), {}, 1, false);
      classes.add(count_kind::classes, c.as<status>(6), errc::ok, {}, 1, false);
    }
    sums_.merge(seeds.take());
    sums_.merge(classes.take());
    return true;
  }

  bool read_entries() {
    const auto texts = rows_of(db_, "SELECT id FROM texts ORDER BY id");
    const auto prefixes = rows_of(db_, "SELECT id FROM declared_prefixes ORDER BY id");
    const auto is_in = [](const row_set& all, const cursor& c, int column) {
      const auto id = c.integer(column);  // NULL is 0
      return all.contains(id) || (id == 0 && c.is_null(column));
    };
    record_sums entries, classes;
    std::vector<row_id> later_entries;
    for (auto c = db_.query(all_entries); c.next();) {
      entries_.add(c.integer(0));
      const auto current = c.as<status>(1);
      const auto clean = c.integer(6);
      const bool has_clean = clean != 0 || !c.is_null(6);
      if (c.integer(7) != 0 || c.integer(1) < 2 || c.integer(1) > 14 ||
          (current == status::parsed && !has_clean) || !is_history(db_, c.bytes(11)) ||
          !is_in(prefixes, c, 15))
        return false;
      for (int column = first_text; column < end_of_texts; ++column)
        if (!is_in(texts, c, column)) return false;
      for (const int column : {12, 13})
        if (!is_in(entries_, c, column)) later_entries.push_back(c.integer(column));
      if (!c.is_null(14)) older_cleans_.push_back(c.integer(14));
      if (has_clean) sources_.add(clean, c.integer(5) != 0);
      presents_ -= c.integer(8) != 0;
      documents_ -= c.integer(9) != 0;
      entries.add(count_kind::entries, current, c.as<errc>(2), c.bytes(3), 1, c.integer(4) != 0);
      if (!c.is_null(10))
        classes.add(count_kind::classes_with_document, c.as<status>(10), errc::ok, {}, 1, false);
    }
    sums_.merge(entries.take());
    sums_.merge(classes.take());
    const bool has_all = std::ranges::all_of(later_entries, [&](row_id id) { return entries_.contains(id); });
    // A seed that names an entry of another seed, or none, is left over.
    return has_all && presents_ == 0 && documents_ == 0;
  }

  bool read_cleans() {
    record_sums all, kept, statements, bytes;
    row_set cleans;
    for (auto c = db_.query(
             "SELECT id, removed_ms = 0, sources, statements, bytes FROM cleans NOT INDEXED ORDER BY id");
         c.next();) {
      const auto id = c.integer(0), sources = c.integer(2);
      const auto named = sources_.marked(id);
      if (!named || (with_counts_ && *named != sources)) return false;
      cleans.add(id);
      const bool is_past = sources == 0;
      all.add(count_kind::cleans, status::cleaned, errc::ok, {}, 1, is_past);
      if (c.integer(1) == 0) continue;
      kept.add(count_kind::documents, status::none, errc::ok, {}, 1, is_past);
      statements.add(count_kind::statements, status::none, errc::ok, {}, c.integer(3), is_past);
      bytes.add(count_kind::bytes, status::none, errc::ok, {}, c.integer(4), is_past);
    }
    for (auto* sums : {&all, &kept, &statements, &bytes}) sums_.merge(sums->take());
    // Each one is named, so all that are named exist if there are as many.
    return sources_.size() == cleans.size() &&
           std::ranges::all_of(older_cleans_, [&](row_id id) { return cleans.contains(id); });
  }

  bool read_hops() {
    const auto texts = rows_of(db_, "SELECT id FROM texts ORDER BY id");
    for (auto c = db_.query("SELECT entry, address FROM hops"); c.next();)
      if (!entries_.contains(c.integer(0)) || !(c.is_null(1) || texts.contains(c.integer(1)))) return false;
    return true;
  }

  bool match_counts() {
    if (!with_counts_) return true;
    auto c = db_.query("SELECT 7, 0, 0, '', " LAUNDROMAT_SUMS_OF_DEFECTS);
    while (c.next())
      if (c.integer(4) != 0 || c.integer(5) != 0) sums_[{count_kind::defects}] = {c.integer(4), c.integer(5)};
    return sums_ == kept_counts(db_);
  }

  database& db_;
  bool with_counts_;
  row_set entries_;
  reference_counts sources_;
  std::vector<row_id> older_cleans_;
  std::int64_t presents_ = 0, documents_ = 0;  ///< seeds that name one, without those whose entry was read
  counted_sums sums_;
};

}  // namespace

bool records_are_sound(database& db, bool with_counts) {
  return record_check{db, with_counts}.run();
}

}  // namespace laundromat
