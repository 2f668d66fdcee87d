// Writes and reads the steps of an entry's history as text, and answers questions about it.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

namespace {

using json = nlohmann::json;

/// The number of a step that is no transition: an attempt of the download begins.
constexpr int attempt_begun = 0;

std::optional<history_step> read_step(const json& fields, timestamp begun) {
  if (!fields.is_array() || fields.size() < 2 || !fields[0].is_number_integer() ||
      !fields[1].is_number_integer())
    return std::nullopt;
  history_step step;
  const auto number = fields[0].get<int>();
  if (number < attempt_begun || number > static_cast<int>(event::last)) return std::nullopt;
  if (number != attempt_begun) step.on = static_cast<event>(number);
  step.at = begun + milliseconds{fields[1].get<std::int64_t>()};
  if (fields.size() > 2 && fields[2].is_number_integer())
    step.cause = static_cast<errc>(fields[2].get<int>());
  if (fields.size() > 3 && fields[3].is_string()) step.detail = fields[3].get<std::string>();
  step.tried_nothing = fields.size() > 4 && fields[4] == 1;
  return step;
}

struct origin_and_steps {
  entry_origin origin;
  std::vector<history_step> steps;
};

origin_and_steps load_steps(const cursor& c) {
  origin_and_steps of{{c.is_null(0), c.time(1)}, {}};
  of.steps = read_steps(c.bytes(2), of.origin.begun);
  return of;
}

origin_and_steps load_steps(database& db, const record_hash& entry) {
  auto c = db.query(
      "SELECT e.parent, e.begun_ms, e.history FROM entries e WHERE " LAUNDROMAT_HAS_HASH("e", "?1"), entry);
  if (!c.next()) refuse(errc::not_found, "no entry " + entry.hex());
  return load_steps(c);
}

template <class Rows>
Rows required(result<Rows> rows) {
  if (!rows)
    refuse(errc::journal_damaged, "a history that the lifecycle does not allow: " + rows.error().detail);
  return std::move(*rows);
}

history_row only(record_kind kind, event on, timestamp at, errc cause = errc::ok, std::string detail = {},
                 record_state state = record_state{record_kind::seed}) {
  if (kind == record_kind::clean) state = record_state{kind};
  auto t = state.advance(on);
  if (!t) refuse(errc::journal_damaged, t.error().detail);
  return {at, *t, cause, std::move(detail)};
}

std::vector<history_row> history_of_seed(database& db, const record_hash& hash) {
  std::vector<history_row> rows;
  std::optional<history_row> refused;  // the last event, because a refused seed is not crawled
  row_id id = 0;
  {
    auto c = db.query(
        "SELECT s.id, s.added_ms, s.status, s.refused_ms, s.cause, s.detail FROM seeds s "
        "WHERE " LAUNDROMAT_IS_SEED("s", "?1"),
        hash);
    if (!c.next()) refuse(errc::not_found, "no seed " + hash.hex());
    id = c.integer(0);
    rows.push_back(only(record_kind::seed, event::added, c.time(1)));
    if (c.as<status>(2) == status::refused)
      refused = only(record_kind::seed, event::refused, c.time(3), c.as<errc>(4), c.text(5),
                     record_state::restore(record_kind::seed, status::added, 1));
  }
  auto crawls = db.query(
      "SELECT parent, begun_ms, history FROM entries WHERE seed = ?1 AND parent IS NULL ORDER BY id", id);
  while (crawls.next()) {
    const auto of = load_steps(crawls);
    if (auto done = add_crawl(rows, of.origin.begun, of.steps); !done)
      refuse(errc::journal_damaged, done.error().detail);
  }
  if (refused) rows.push_back(*std::move(refused));
  return rows;
}

std::vector<history_row> history_of_clean(database& db, const content_digest& hash) {
  auto c = db.query("SELECT c.written_ms FROM cleans c WHERE " LAUNDROMAT_HAS_HASH("c", "?1"), hash);
  if (!c.next()) refuse(errc::not_found, "no clean " + hash.hex());
  return {only(record_kind::clean, event::written, c.time(0))};
}

}  // namespace

std::string step_text(const history_step& step, timestamp begun) {
  std::string text = "[";
  text.append(std::to_string(step.on ? static_cast<int>(*step.on) : attempt_begun))
      .append(",")
      .append(std::to_string((step.at - begun).count()));
  const bool has_detail = !step.detail.empty() || step.tried_nothing;
  if (step.cause != errc::ok || has_detail)
    text.append(",").append(std::to_string(static_cast<int>(step.cause)));
  if (has_detail)
    text.append(",").append(json(step.detail).dump(-1, ' ', false, json::error_handler_t::replace));
  if (step.tried_nothing) text.append(",1");
  return text.append("]");
}

void append_to_history(database& db, row_id entry, const history_step& step, timestamp begun) {
  db.run("UPDATE entries SET history = iif(history = '', ?2, history || ',' || ?2) WHERE id = ?1", entry,
         step_text(step, begun));
}

std::vector<history_step> read_steps(std::string_view history, timestamp begun) {
  const auto all = json::parse('[' + std::string{history} + ']', nullptr, false);
  if (!all.is_array()) refuse(errc::journal_damaged, "a history is no list of steps");
  std::vector<history_step> steps;
  for (const auto& fields : all) {
    auto step = read_step(fields, begun);
    if (!step) refuse(errc::journal_damaged, "a history has a step that is none");
    steps.push_back(*std::move(step));
  }
  return steps;
}

result<std::vector<history_row>> journal_reader::history(const record_ref& record) {
  return answered([&]() -> std::vector<history_row> {
    auto& db = state_->db;
    if (record.kind == record_kind::seed) return history_of_seed(db, record.record);
    if (record.kind == record_kind::clean) return history_of_clean(db, record.clean);
    const auto of = load_steps(db, record.record);
    return required(transitions_of(of.origin, of.steps));
  });
}

result<std::vector<attempt_row>> journal_reader::attempts(const record_hash& entry) {
  return answered([&] {
    const auto of = load_steps(state_->db, entry);
    return required(attempts_of(of.origin, of.steps));
  });
}

}  // namespace laundromat
