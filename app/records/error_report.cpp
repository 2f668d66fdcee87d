// Implements each style of report as a sink of ledgers.
// SPDX-License-Identifier: Apache-2.0
#include "app/records/error_report.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include "app/records/defect_text.hpp"
#include "app/records/report_rows.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/stream_sink.hpp"
#include "core/base/http_status_of.hpp"
#include "core/campaign/campaign.hpp"
#include "core/rdf/ledger/line_excerpt.hpp"
#include "core/rdf/ledger/sarif.hpp"
#include "core/rdf/model/hint.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/records/cause_name.hpp"
#include "core/records/failure_hint.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t rows_of_a_table = 20;

std::string cut_in_words(const ledger_cut& cut) {
  return "the ledger is truncated: " + number_of(cut.rows_left_out, "row is", "rows are") +
         " only counted, of " + number_of(cut.bytes_left_out, "byte", "bytes") +
         " only the ranges are listed";
}

std::string place_of(const ledger_row& row) {
  if (row.layer == ledger_layer::stream) return "byte " + std::to_string(row.found.offset_bytes);
  return std::to_string(row.found.line) + ':' + std::to_string(row.found.column);
}

constexpr std::size_t most_rows_with_lines = 1'000;

/// The lines of rows; all are empty where the text cannot be read.
std::vector<std::optional<line_excerpt>> excerpts_of(const std::vector<ledger_row>& rows,
                                                     const text_opener& open) {
  std::vector<std::optional<line_excerpt>> all(rows.size());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].layer == ledger_layer::document) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return rows[i].found.offset_bytes; });
  std::vector<text_span> spans;
  for (const auto i : order) spans.push_back({rows[i].found.offset_bytes, rows[i].found.length_bytes});
  if (spans.empty() || !open) return all;
  const auto text = open();
  if (!text) return all;
  auto found = read_excerpts(**text, spans);
  for (std::size_t n = 0; found && n < order.size(); ++n) all[order[n]] = std::move((*found)[n]);
  return all;
}

/// The line as the repair has it; nothing where text was not changed.
std::optional<std::string> repaired_line(const line_excerpt& line, const defect& found) {
  const bool is_whole = line.length == found.length_bytes;
  if (found.done != treatment::repair || !is_whole || (found.after.empty() && found.before.empty()))
    return std::nullopt;
  return line.text.substr(0, line.at) + found.after + line.text.substr(line.at + line.length);
}

/// `  was  a line with [the span] in brackets`.
std::string marked_line(const line_excerpt& line) {
  return "  was  " + harmless(line.text.substr(0, line.at)) + '[' +
         harmless(line.text.substr(line.at, line.length)) + ']' +
         harmless(line.text.substr(line.at + line.length));
}

class table_report final : public error_report, ledger_sink {
 public:
  table_report(report_options options, console& io)
      : options_(std::move(options)), filter_(options_, rows_of_a_table), io_(io) {}

  result<void> add(std::string_view name, const defect_feed& known, const text_opener& text) override {
    filter_.begin();
    rows_.clear();
    counts_.clear();
    has_any_ = false;
    const auto about = report_stream_first(known, *this);
    if (!about) return tl::unexpected(about.error());
    if (!is_first_) io_.out << '\n';
    is_first_ = false;
    io_.out << painted(harmless(name), colour::bold, io_.out_terminal) << '\n';
    if (*about)
      print_head(**about);
    else
      io_.out << "no ledger: these facts are from the journal\n";
    if (counts_.empty() && rows_.empty()) {
      io_.out << (has_any_ ? "\nno defect matches the options\n" : "\nno defects\n");
      return {};
    }
    print_counts();
    print_rows();
    if (options_.lines) print_lines(text);
    return {};
  }

 private:
  result<void> on_row(const ledger_row& row) override {
    if (filter_.passes(row.found)) rows_.push_back(row);
    return {};
  }
  result<void> on_count(const ledger_count& count) override {
    has_any_ = true;
    if (filter_.asks_for(count.rule, count.done)) counts_.push_back(count);
    return {};
  }

  void print_head(const ledger_subject& about) {
    io_.out << to_string(about.format) << (about.encoding == "UTF-8" ? "" : " in " + harmless(about.encoding))
            << ", profile " << to_string(about.profile) << ": "
            << number_of(about.spans.statement_bytes, "byte") << " of statements, "
            << human_count(about.spans.syntax_bytes) << " of syntax, "
            << human_count(about.spans.quarantine_bytes) << " in quarantine\n";
    if (!about.cut.is_none())
      io_.out << cut_in_words(about.cut) << "; the body of the document has all of them\n";
  }

  void print_counts() {
    if (!counts_.empty()) print_count_table();
    io_.out << '\n' << painted("how to repair it", colour::blue, io_.out_terminal) << '\n';
    std::set<errc> listed;
    const auto list = [&](errc rule) {
      if (listed.insert(rule).second)
        io_.out << "  " << to_string(rule) << ": " << failure_hint(rule) << '\n';
    };
    for (const auto& c : counts_) list(c.rule);
    for (const auto& row : rows_) list(rule_about(row.found.rule, row.found.message));
  }

  void print_count_table() {
    std::ranges::stable_sort(counts_, std::ranges::greater{}, &ledger_count::count);
    text_table table{{{"count", text_table::align::right}, {"rule"}, {"done"}, {"class"}, {"meaning"}}};
    for (const auto& c : counts_)
      table.add_row({human_count(c.count), std::string{to_string(c.rule)}, std::string{to_string(c.done)},
                     std::string{alias_of(c.rule)}, std::string{meaning_of(c.rule)}});
    io_.out << '\n';
    table.print(io_.out, io_.out_terminal);
  }

  void print_rows() {
    if (rows_.empty()) return;
    std::uint64_t counted = 0;
    for (const auto& c : counts_) counted += c.count;
    const auto all = std::max(counted, filter_.matching());
    text_table table{{{"place", text_table::align::right}, {"rule"}, {"done"}, {"before and after"}}};
    for (const auto& row : rows_)
      table.add_row({place_of(row), std::string{to_string(row.found.rule)},
                     std::string{to_string(row.found.done)}, in_words(row.found)});
    io_.out << '\n';
    table.print(io_.out, io_.out_terminal);
    if (all > rows_.size())
      io_.out << "\xE2\x80\xA6 " << human_count(all - rows_.size())
              << " more: --limit N, --json or --sarif\n";
  }

  /// Each defect with its line, the span marked, and the line as it is repaired.
  void print_lines(const text_opener& text) {
    const auto excerpts = excerpts_of(rows_, text);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!excerpts[i]) continue;
      const auto& row = rows_[i];
      const auto& one = *excerpts[i];
      io_.out << '\n'
              << painted(place_of(row) + ' ' + std::string{to_string(row.found.rule)}, colour::blue,
                         io_.out_terminal)
              << '\n'
              << marked_line(one) << '\n';
      if (const auto mended = repaired_line(one, row.found); mended)
        io_.out << "  now  " << harmless(*mended) << '\n';
    }
  }

  report_options options_;
  row_filter filter_;
  console& io_;
  bool is_first_ = true, has_any_ = false;
  std::vector<ledger_row> rows_;
  std::vector<ledger_count> counts_;
};

json_fact to_fact(std::string_view document, const ledger_row& row) {
  const auto& d = row.found;
  json_fact fact{{"document", document},      {"rule", to_string(d.rule)},     {"class", alias_of(d.rule)},
                 {"done", to_string(d.done)}, {"layer", to_string(row.layer)}, {"offset", d.offset_bytes},
                 {"length", d.length_bytes}};
  if (row.layer == ledger_layer::document) {
    fact["line"] = d.line;
    fact["column"] = d.column;
    fact["token"] = std::max(d.token_offset_bytes, d.offset_bytes);
  }
  fact["meaning"] = meaning_of(d.rule);
  fact["message"] = d.message;
  fact["hint"] = failure_hint(rule_about(d.rule, d.message));
  fact["before"] = d.before;
  if (find_bad_utf8(d.before) != std::string_view::npos) fact["before_hex"] = to_hex(d.before);
  fact["after"] = d.after;
  if (d.done == treatment::repair) fact["is_edit"] = row.is_edit;
  return fact;
}

json_fact to_fact(const line_excerpt& line, const defect& found) {
  json_fact fact{{"text", line.text}, {"at", line.at}, {"length", line.length}};
  if (line.begins_later) fact["begins_later"] = true;
  if (line.ends_earlier) fact["ends_earlier"] = true;
  if (auto mended = repaired_line(line, found)) fact["repaired"] = *std::move(mended);
  return fact;
}

json_fact to_fact(const status_row& row) {
  json_fact fact{{"document", row.name},
                 {"status", row.status},
                 {"rule", row.cause == errc::ok ? "" : to_string(row.cause)}};
  if (const auto code = http_status_of(row.cause, row.detail); !code.empty()) fact["http_status"] = code;
  fact["meaning"] = row.cause == errc::ok ? "" : meaning_of(row.cause);
  fact["message"] = row.detail;
  return fact;
}

class json_report final : public error_report, ledger_sink {
 public:
  json_report(report_options options, console& io)
      : options_(std::move(options)), filter_(options_, ~std::uint64_t{0}), io_(io) {}

  result<void> add(std::string_view name, const defect_feed& known, const text_opener& text) override {
    filter_.begin();
    name_ = name;
    rows_.clear();
    const auto about = report_stream_first(known, *this);
    if (!about) return tl::unexpected(about.error());
    print_with_lines(text);
    if (!*about || (*about)->cut.is_none()) return {};
    const auto& cut = (*about)->cut;
    print_fact(io_.out, {{"document", name},
                         {"rows_left_out", cut.rows_left_out},
                         {"bytes_left_out", cut.bytes_left_out},
                         {"copied_to", cut.copied_to},
                         {"mixed_bytes", cut.mixed_bytes}});
    return {};
  }
  bool add_status(const status_row& row) override {
    const bool all_defects = options_.rules.empty() && !options_.done;
    if (all_defects) print_fact(io_.out, to_fact(row));
    return all_defects;
  }

 private:
  result<void> on_row(const ledger_row& row) override {
    if (!filter_.passes(row.found)) return {};
    if (options_.lines && rows_.size() < most_rows_with_lines)
      rows_.push_back(row);
    else if (!options_.lines)
      print_fact(io_.out, to_fact(name_, row));
    return {};
  }

  void print_with_lines(const text_opener& text) {
    if (rows_.empty()) return;
    const auto excerpts = excerpts_of(rows_, text);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      auto fact = to_fact(name_, rows_[i]);
      if (excerpts[i]) fact["excerpt"] = to_fact(*excerpts[i], rows_[i].found);
      print_fact(io_.out, fact);
    }
  }

  report_options options_;
  row_filter filter_;
  console& io_;
  std::string name_;
  std::vector<ledger_row> rows_;
};

class sarif_report final : public error_report, ledger_sink {
 public:
  sarif_report(report_options options, console& io)
      : options_(std::move(options)),
        filter_(options_, ~std::uint64_t{0}),
        out_(io.out),
        log_(out_, std::string{program_version}) {}

  result<void> add(std::string_view name, const defect_feed& known, const text_opener& /*text*/) override {
    ledger_sink no_sink;
    if (const auto whole = known(no_sink); !whole) {
      has_failed_ = true;
      return tl::unexpected(whole.error());
    }
    filter_.begin();
    has_any_ = true;
    if (auto begun = log_.begin_document(name); !begun) return begun;
    const auto about = report_stream_first(known, *this);
    // Closes the document, so that the log is valid JSON.
    auto ended = log_.end_document(about && *about ? **about : ledger_subject{});
    return about ? ended : tl::unexpected(about.error());
  }
  /// When all ledgers failed, no log is printed.
  result<void> finish() override { return has_failed_ && !has_any_ ? result<void>{} : log_.finish(); }

 private:
  result<void> on_row(const ledger_row& row) override {
    return filter_.passes(row.found) ? log_.on_row(row) : result<void>{};
  }

  report_options options_;
  row_filter filter_;
  stream_sink out_;
  sarif_writer log_;
  bool has_any_ = false, has_failed_ = false;
};

class quarantine_printer final : public quarantine_sink {
 public:
  explicit quarantine_printer(std::ostream& out) : out_(out) {}

 private:
  result<void> on_quarantine(std::uint64_t, std::string_view bytes) override { return out_.write(bytes); }

  stream_sink out_;
};

class quarantine_report final : public error_report {
 public:
  explicit quarantine_report(console& io) : io_(io) {}

  result<void> add(std::string_view name, const defect_feed& known, const text_opener& /*text*/) override {
    quarantine_printer printer{io_.out};
    const auto about = known(printer);
    if (about && *about && (*about)->cut.bytes_left_out > 0)
      io_.err << "laundromat: " << harmless(name)
              << ": the ledger is truncated: " << number_of((*about)->cut.bytes_left_out, "byte") << " from "
              << (*about)->cut.copied_to << " on are only in the body of the document\n";
    return about ? result<void>{} : tl::unexpected(about.error());
  }

 private:
  console& io_;
};

}  // namespace

std::string to_string(const status_row& row) {
  auto text = row.name + ": " + row.status;
  if (row.cause != errc::ok)
    text += ": " + cause_name(row.cause, row.detail) + " (" + std::string{meaning_of(row.cause)} + ")";
  if (!row.detail.empty() && http_status_of(row.cause, row.detail).empty()) text += ": " + row.detail;
  return text;
}

std::unique_ptr<error_report> make_error_report(report_options options, console& io) {
  switch (options.style) {
    case report_style::json:
      return std::make_unique<json_report>(std::move(options), io);
    case report_style::sarif:
      return std::make_unique<sarif_report>(std::move(options), io);
    case report_style::quarantine:
      return std::make_unique<quarantine_report>(io);
    case report_style::table:
      break;
  }
  return std::make_unique<table_report>(std::move(options), io);
}

}  // namespace laundromat
