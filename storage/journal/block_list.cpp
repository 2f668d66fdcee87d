// Selects the blocks and rows of a list, and merges those of lists by URI and by date.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/block_list.hpp"

#include <algorithm>
#include <queue>
#include <span>

#include "storage/journal/document_query.hpp"
#include "storage/journal/entry_blocks.hpp"
#include "storage/journal/grouped_list.hpp"

namespace laundromat {

namespace {

/// A longer sorted list is sorted by SQLite.
constexpr std::size_t most_sorted = 20'000;

struct listed_row {
  document_row row;
  row_id id = 0;
};

/// The rows of a block that can be in a list.
struct block_rows {
  row_id first = 0, last = 0;         ///< of the block
  std::vector<std::uint16_t> listed;  ///< their positions; else all
  bool has_all = false;
  std::optional<entry_block> summary;

  [[nodiscard]] bool is_empty() const { return !has_all && listed.empty(); }
};

/// Lists the documents of one filter.
class block_list {
 public:
  /// `after`: only documents behind this row, in the order of rows.
  block_list(database& db, const document_filter& filter, const std::vector<entry_block>& blocks,
             std::optional<row_id> after = {})
      : db_(db), filter_(filter), blocks_(blocks), authorities_(authorities_of(db, filter)), after_(after) {
    const auto newest = db.number("SELECT coalesce(max(id), 0) FROM entries");
    end_ = newest / entries_a_block + 1;
    where_ = conditions(filter).add(true, "e.id BETWEEN ?6 AND ?7").text();
  }

  /// By row. Returns whether to continue.
  bool list_found(bool is_reversed, std::size_t& limit, const document_consumer& take) {
    auto summary = is_reversed ? std::ssize(blocks_) - 1 : 0;
    const auto step = is_reversed ? -1 : 1;
    for (auto number = is_reversed ? end_ - 1 : 0; number >= 0 && number < end_; number += step) {
      const entry_block* known = nullptr;
      const bool is_before =
          after_ && (is_reversed ? number > *after_ / entries_a_block : number < *after_ / entries_a_block);
      if (summary >= 0 && summary < std::ssize(blocks_) && at(summary).number == number) {
        known = &at(summary);
        summary += step;
      }
      if (is_before) continue;
      auto rows = rows_of_block(number, known);
      const auto first_of_block = rows.first;
      cut(rows, is_reversed);
      if (is_reversed) std::ranges::reverse(rows.listed);
      const auto pass = [&](const listed_row& one) { return limit-- > 0 && take(one.row) && limit > 0; };
      if (rows.has_all &&
          !read(rows.first, rows.last, is_reversed ? " ORDER BY e.id DESC" : " ORDER BY e.id", limit, pass))
        return false;
      for (const auto position : rows.listed)
        if (!read(first_of_block + position, first_of_block + position, "", 1, pass)) return false;
    }
    return true;
  }

  void list_by_date(bool is_reversed, std::size_t limit, const document_consumer& take) {
    auto all = all_rows();
    // What is not summarised comes first, then what may have the first dates.
    const auto best = [&](const block_rows& rows) {
      return is_reversed ? -rows.summary->least_ms : rows.summary->greatest_ms;
    };
    std::ranges::sort(all, [&](const block_rows& a, const block_rows& b) {
      if (!a.summary || !b.summary) return !a.summary && b.summary;
      return best(a) > best(b);
    });
    const auto goes_before = [&](const listed_row& a, const listed_row& b) {
      const auto left = std::pair{a.row.begun, a.id}, right = std::pair{b.row.begun, b.id};
      return is_reversed ? left < right : left > right;
    };
    std::vector<listed_row> first;
    for (const auto& rows : all) {
      if (first.size() == limit && rows.summary) {
        const auto last = to_ms(first.back().row.begun);
        if (best(rows) < (is_reversed ? -last : last)) break;
      }
      const auto keep = [&](listed_row& one) {
        first.push_back(std::move(one));
        return true;
      };
      if (rows.has_all)
        read(rows.first, rows.last,
             is_reversed ? " ORDER BY e.begun_ms, e.id" : " ORDER BY e.begun_ms DESC, e.id DESC", limit,
             keep);
      for (const auto position : rows.listed) read(rows.first + position, rows.first + position, "", 1, keep);
      std::ranges::sort(first, goes_before);
      if (first.size() > limit) first.resize(limit);
    }
    for (const auto& one : first)
      if (!take(one.row)) return;
  }

  void list_by_uri(bool is_reversed, std::size_t limit, const document_consumer& take) {
    std::vector<uri_run> runs;
    for (const auto& rows : all_rows()) {
      auto run = run_of(rows, is_reversed);
      if (advance(run, is_reversed)) runs.push_back(std::move(run));
    }
    const auto goes_behind = [&](std::size_t a, std::size_t b) {
      const auto left = std::pair{std::string_view{runs[a].uri}, runs[a].row},
                 right = std::pair{std::string_view{runs[b].uri}, runs[b].row};
      return is_reversed ? left < right : left > right;
    };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(goes_behind)> next(goes_behind);
    for (std::size_t i = 0; i < runs.size(); ++i) next.push(i);
    const auto pass = [&](const listed_row& one) { return limit-- > 0 && take(one.row) && limit > 0; };
    while (!next.empty()) {
      const auto i = next.top();
      next.pop();
      if (!read(runs[i].row, runs[i].row, "", 1, pass)) return;
      if (advance(runs[i], is_reversed)) next.push(i);
    }
  }

 private:
  /// The rows of a block in the order of their URIs.
  struct uri_run {
    row_id first = 0, last = 0;
    bool is_by_row = false;                ///< the order of the URIs is that of the rows; else `positions`
    std::vector<std::uint16_t> positions;  ///< in the order in which they are listed
    std::size_t next = 0;                  ///< in `positions`
    row_id row = 0;                        ///< the present one, 0 before the first
    std::string uri;                       ///< its URI
  };

  [[nodiscard]] const entry_block& at(std::ptrdiff_t i) const { return blocks_[static_cast<std::size_t>(i)]; }

  /// Passes the documents among some rows; returns whether to continue.
  template <class Take>
  bool read(row_id first, row_id last, std::string_view order, std::size_t limit, Take take) {
    auto sql = std::string(document_columns)
                   .append("FROM entries e NOT INDEXED CROSS JOIN seeds s ON s.id = e.seed ");
    sql.append(authority_and_clean).append(where_).append(order).append(" LIMIT ?5");
    auto c = ask(db_, sql, filter_, record_hash{}, limit, first, last);
    while (c.next()) {
      listed_row one{read_document(c), c.integer(entry_row_column)};
      if (!take(one)) return false;
    }
    return true;
  }

  std::string uri_of(row_id row) {
    auto c = db_.query(
        "SELECT coalesce(e.uri, s.uri) FROM entries e CROSS JOIN seeds s ON s.id = e.seed WHERE e.id = ?1",
        row);
    return c.next() ? c.text(0) : std::string{};
  }

  block_rows rows_of_block(row_id number, const entry_block* known) {
    block_rows rows{number * entries_a_block, (number + 1) * entries_a_block - 1, {}, true, std::nullopt};
    if (known == nullptr) return rows;
    rows.summary = *known;
    rows.has_all = may_have(db_, *known, filter_);
    if (!rows.has_all) return rows;
    const bool has_format =
        filter_.format != rdf_format::unknown && (known->formats & (known->formats - 1)) != 0;
    if (!has_format && !has_authority(filter_)) return rows;
    const auto texts = stored_texts(db_, number);
    if (!texts) return rows;
    if (has_format)
      if (const auto found = places_of_format(texts->places, filter_.format))
        narrow(rows, std::span{&*found, 1});
    if (has_authority(filter_))
      if (const auto found = places_of_authorities(texts->places, authorities_)) narrow(rows, *found);
    return rows;
  }

  /// Leaves the rows behind `after_`.
  void cut(block_rows& rows, bool is_reversed) const {
    if (!after_ || *after_ < rows.first || *after_ > rows.last) return;
    const auto place = *after_ - rows.first;
    std::erase_if(rows.listed, [&](std::uint16_t position) {
      return is_reversed ? position >= place : position <= place;
    });
    (is_reversed ? rows.last : rows.first) = is_reversed ? *after_ - 1 : *after_ + 1;
  }

  /// Leaves the rows at these places.
  static void narrow(block_rows& rows, std::span<const block_positions> places) {
    std::vector<std::uint16_t> listed;
    for (const auto& one : places) {
      if (one.count > one.listed.size()) return;
      listed.insert(listed.end(), one.listed.begin(), one.listed.end());
    }
    std::ranges::sort(listed);
    if (!std::exchange(rows.has_all, false))
      std::erase_if(
          listed, [&](std::uint16_t position) { return !std::ranges::binary_search(rows.listed, position); });
    rows.listed = std::move(listed);
  }

  /// Of all blocks that may have a document.
  std::vector<block_rows> all_rows() {
    std::vector<block_rows> all;
    auto summary = blocks_.begin();
    for (row_id number = 0; number < end_; ++number) {
      const bool is_known = summary != blocks_.end() && summary->number == number;
      auto rows = rows_of_block(number, is_known ? &*summary : nullptr);
      if (is_known) ++summary;
      if (!rows.is_empty()) all.push_back(std::move(rows));
    }
    return all;
  }

  uri_run run_of(const block_rows& rows, bool is_reversed) {
    const auto number = rows.first / entries_a_block;
    uri_run run{rows.first, rows.last, false, {}, 0, 0, {}};
    const auto texts = rows.summary ? stored_texts(db_, number) : summarise(db_, number).texts;
    if (texts) run.positions = positions_by_uri(texts->by_uri);
    run.is_by_row = run.positions.empty() && rows.has_all;
    if (run.positions.empty()) run.positions = rows.listed;
    std::erase_if(run.positions, [&](std::uint16_t position) {
      return !rows.has_all && !std::ranges::binary_search(rows.listed, position);
    });
    if (is_reversed) std::ranges::reverse(run.positions);
    return run;
  }

  /// Goes to the next row; false at the end.
  bool advance(uri_run& run, bool is_reversed) {
    if (run.is_by_row) {
      auto c = is_reversed
                   ? db_.query(
                         "SELECT id FROM entries NOT INDEXED WHERE id BETWEEN ?1 AND ?2 AND status = 10 "
                         "ORDER BY id DESC LIMIT 1",
                         run.first, run.row == 0 ? run.last : run.row - 1)
                   : db_.query(
                         "SELECT id FROM entries NOT INDEXED WHERE id BETWEEN ?1 AND ?2 AND status = 10 "
                         "ORDER BY id LIMIT 1",
                         run.row == 0 ? run.first : run.row + 1, run.last);
      if (!c.next()) return false;
      run.row = c.integer(0);
    } else {
      if (run.next == run.positions.size()) return false;
      run.row = run.first + run.positions[run.next++];
    }
    run.uri = uri_of(run.row);
    return true;
  }

  database& db_;
  const document_filter& filter_;
  const std::vector<entry_block>& blocks_;
  std::set<std::int64_t> authorities_;
  std::optional<row_id> after_;
  row_id end_ = 0;
  std::string where_;
};

bool is_listed_by_blocks(const document_filter& filter, const document_sorting& sorting, std::size_t limit) {
  if (!is_parsed(filter) || filter.is_removed || !filter.identity.is_null() || limit == 0) return false;
  if (sorting.after && sorting.by != document_order::found) return false;
  switch (sorting.by) {
    case document_order::found:
      return has_format_or_time(filter) || has_authority(filter);
    case document_order::format:
    case document_order::host:
    case document_order::uri:
    case document_order::date:
      return limit <= most_sorted;
    default:
      return false;
  }
}

}  // namespace

bool list_by_blocks(database& db, const document_filter& filter, const document_sorting& sorting,
                    std::size_t limit, const document_consumer& take) {
  if (!is_listed_by_blocks(filter, sorting, limit) || !has_block_table(db)) return false;
  if (has_authority(filter) && (sorting.by == document_order::host || !is_large_host(db, filter)))
    return false;
  const auto blocks = stored_blocks(db);
  block_list list{db, filter, blocks,
                  sorting.after ? std::optional{sorting.after->numbers.back()} : std::nullopt};
  const list_group list_found = [&](const document_filter& group) {
    return block_list{db, group, blocks}.list_found(sorting.reversed, limit, take);
  };
  switch (sorting.by) {
    case document_order::found:
      static_cast<void>(list.list_found(sorting.reversed, limit, take));
      break;
    case document_order::date:
      list.list_by_date(sorting.reversed, limit, take);
      break;
    case document_order::uri:
      list.list_by_uri(sorting.reversed, limit, take);
      break;
    case document_order::format:
      list_by_format(db, filter, sorting.reversed, blocks, list_found);
      break;
    default:
      list_by_host(db, filter, sorting.reversed, limit, list_found, take);
  }
  return true;
}

}  // namespace laundromat
