// laundromat errors: prints all defects of a document, with places and repairs.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/error_report.hpp"
#include "app/records/ledger_file.hpp"
#include "app/records/ledger_finder.hpp"
#include "app/records/open_journal.hpp"
#include "app/records/rule_list.hpp"
#include "app/records/stored_text.hpp"
#include "core/base/edit_distance.hpp"
#include "core/rdf/model/hint.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

constexpr auto all_ledger_rows = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());

struct errors_options {
  std::vector<std::string> hashes, files, rules;
  std::string name;  ///< name of the document, for ledger files
  std::string done;
  std::optional<std::uint64_t> limit;
  bool json = false, sarif = false, quarantine = false, all_crawls = false, list_rules = false;
  bool lines = false;
  bool are_hosts = false;  ///< what `hashes` names
};

std::string rules_near(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& row : defect_hints()) names.push_back(to_string(row.rule));
  const auto near = did_you_mean(name, names);
  return near.empty() ? "; `laundromat errors --list-rules` names all" : near;
}

/// Reports an unknown name and returns nothing.
std::optional<report_options> read_options(const errors_options& options, command_context& context) {
  report_options report;
  report.style = options.json         ? report_style::json
                 : options.sarif      ? report_style::sarif
                 : options.quarantine ? report_style::quarantine
                                      : report_style::table;
  report.limit = options.limit;
  report.lines = options.lines;
  if (options.limit == 0) report.limit = ~std::uint64_t{0};
  for (const auto treated : {treatment::note, treatment::repair, treatment::skip})
    if (to_string(treated) == options.done) report.done = treated;
  for (const auto& name : options.rules) {
    const auto rule = errc_from_name(name);
    if (!rule || hint_on(*rule).empty()) {
      context.refuse(exit_usage, "`" + name + "` is not a defect rule" + rules_near(name));
      return std::nullopt;
    }
    report.rules.insert(*rule);
  }
  return report;
}

/// The default path of the document of a ledger file, which does not contain it; `wash -o` writes it next to `socks.ttl.nq.gz`.
std::string document_of(const std::string& ledger) {
  constexpr std::string_view ending = ".ledger.nq.gz";
  return ledger.ends_with(ending) ? ledger.substr(0, ledger.size() - ending.size()) : ledger;
}

/// `open` is called for each pass.
defect_feed feed_of_ledger(std::function<result<byte_source_ptr>()> open, const std::string& path) {
  return [=](ledger_sink& into) -> result<std::optional<ledger_subject>> {
    const auto ledger = open();
    auto about = ledger ? read_ledger(**ledger, into) : tl::unexpected(ledger.error());
    if (!about) return fail(about.error().code, path + ": " + about.error().detail);
    return *std::move(about);
  };
}

void report_file(error_report& report, std::string_view name, const std::filesystem::path& path,
                 command_context& context) {
  const auto feed = feed_of_ledger([=] { return open_ledger(path); }, path.string());
  const auto done = report.add(name, feed, {});
  if (!done && done.error().code == errc::syntax_error)
    return context.refuse(
        exit_usage, to_string(done.error()) + "; `laundromat wash FILE --ledger LEDGER` makes a ledger");
  if (!done) refuse(done.error(), context);
  if (!done && done.error().code == errc::not_found) context.exit_code = exit_code_of_file(path.string());
}

class record_report {
 public:
  record_report(error_report& report, journal& from, const clean_store& store, command_context& context)
      : report_(report), from_(from), reader_(from), store_(store), texts_(context.data), context_(context) {}

  void add(const record_ref& record, crawl_scope crawls) {
    has_any_ = false;
    if (const auto listed = add_entries(record, crawls); !listed) return refuse(listed.error(), context_);
    if (!has_any_ && record.kind == record_kind::seed) print_without_crawl(record.record);
    if (!has_any_) print_line("record " + record.hex() + ": no defects");
  }

  /// Adds all documents of a host that have defects, or were not read.
  void add_host(const std::string& host, crawl_scope crawls) {
    document_filter filter;
    filter.crawls = crawls;
    filter.current = std::nullopt;
    filter.authority = host;
    constexpr std::size_t at_once = 256;
    bool has_documents = false;
    for (record_hash after;;) {
      const auto rows = reader_.documents(filter, at_once, after);
      if (!rows) return refuse(rows.error(), context_);
      for (const auto& row : *rows) {
        has_documents = true;
        const bool is_member = row.row != row.root_row;
        if (is_member) continue;  // comes with its archive
        if (const auto added = add_entries({record_kind::entry, row.entry, {}}, crawls); !added)
          return refuse(added.error(), context_);
      }
      if (rows->size() < at_once) break;
      after = rows->back().entry;
    }
    if (!has_documents)
      context_.refuse(exit_not_found,
                      "no document of the host " + host + " was asked for: `laundromat hosts` lists hosts");
  }

 private:
  result<void> add_entries(const record_ref& record, crawl_scope crawls) {
    return each_entry(from_, record, crawls, [this](const found_entry& one) {
      return one.ledger.is_null() ? add_without_ledger(one.entry) : add_ledger(one);
    });
  }

  result<void> add_ledger(const found_entry& one) {
    has_any_ = true;
    const auto clean = reader_.clean(one.entry.clean);
    if (!clean) return tl::unexpected(clean.error());
    if (is_removed(from_, *clean, context_)) return {};
    const auto path = to_string(store_.where(segment_kind::ledger, one.entry.clean, one.ledger));
    const auto open = [&] {
      return open_ledger(store_.open_ledger(one.entry.clean, one.ledger), path, one.ledger);
    };
    if (const auto done = report_.add(one.entry.uri, feed_of_ledger(open, path), opener_of(one.entry)); !done)
      refuse(done.error(), context_);
    return {};
  }

  /// Reports from the journal: damage of archives, entries without a clean document, and documents of an older version.
  result<void> add_without_ledger(const entry_record& entry) {
    const auto rows = reader_.defects(entry.hash, all_ledger_rows);
    const auto counts = reader_.defect_counts(entry.hash);
    if (!rows || !counts) return tl::unexpected(rows ? counts.error() : rows.error());
    if (!counts->empty())
      if (auto added = report_.add(entry.uri, feed_of_rows(*rows, *counts), opener_of(entry)); !added)
        return added;
    has_any_ = has_any_ || !counts->empty();
    print_status(entry);
    return report_skipped(entry);
  }

  text_opener opener_of(const entry_record& entry) {
    return [this, &entry] { return texts_.open(entry); };
  }

  static defect_feed feed_of_rows(const std::vector<defect_row>& rows,
                                  const std::vector<defect_count_row>& counts) {
    return [&](ledger_sink& into) -> result<std::optional<ledger_subject>> {
      std::map<std::pair<stage, errc>, treatment> done;
      for (const auto& row : rows) {
        done[{row.found_by, row.found.rule}] = row.found.done;
        const auto layer = row.found.line == 0 ? ledger_layer::stream : layer_of(row.found_by);
        if (auto taken = into.on_row({row.found, layer}); !taken) return tl::unexpected(taken.error());
      }
      for (const auto& row : counts) {
        const auto known = done.find({row.found_by, row.counted.rule});
        const auto as = known == done.end() ? treatment::skip : known->second;
        if (auto taken = into.on_count({layer_of(row.found_by), row.counted.rule, as, row.counted.count});
            !taken)
          return tl::unexpected(taken.error());
      }
      return std::nullopt;
    };
  }
  static ledger_layer layer_of(stage found_by) {
    return found_by == stage::parse ? ledger_layer::document : ledger_layer::stream;
  }

  void print_status(const entry_record& entry) {
    if (!entry.clean.is_null() || entry.current == status::depleted) return;
    add_status({entry.uri, std::string{to_string(entry.current)}, entry.cause, entry.detail});
  }

  /// A seed without a crawl.
  void print_without_crawl(const record_hash& hash) {
    const auto row = reader_.listed_seed(hash);
    if (!row) return refuse(row.error(), context_);
    const auto& seed = row->seed;
    if (seed.relative)
      add_status({seed.uri, "never fetched", errc::relative_uri, {}});
    else if (seed.current == status::refused)
      add_status({seed.uri, "refused", seed.cause, {}});
    else if (seed.crawls == 0)
      add_status({seed.uri, "not fetched yet", errc::ok, {}});
  }

  /// Members of an archive that did not become entries.
  result<void> report_skipped(const entry_record& entry) {
    if (entry.current != status::depleted) return {};
    const auto members = reader_.members(entry.hash, std::nullopt, all_ledger_rows);
    if (!members) return tl::unexpected(members.error());
    for (const auto& m : *members)
      if (m.kind == member_kind::file && m.skipped != errc::ok)
        add_status({member_uri(entry.uri, m.path), "left out", m.skipped, {}});
    return {};
  }

  void add_status(const status_row& row) {
    has_any_ = true;
    if (!report_.add_status(row)) print_line(to_string(row));
  }

  void print_line(const std::string& what) {
    has_any_ = true;
    context_.io.err << "laundromat: " << harmless(what) << '\n';
  }

  error_report& report_;
  journal& from_;
  journal_reader reader_;
  const clean_store& store_;
  stored_texts texts_;
  command_context& context_;
  bool has_any_ = false;
};

void report_records(error_report& report, const errors_options& options, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  record_report printer{report, *from, *store, context};
  const auto crawls = options.all_crawls ? crawl_scope::all : crawl_scope::present;
  for (const auto& name : options.hashes)
    if (options.are_hosts)
      printer.add_host(name, crawls);
    else if (const auto record = find_record(*from, name, context))
      printer.add(*record, crawls);
}

void errors(const errors_options& options, command_context& context) {
  if (options.list_rules) return list_rules(options.json, context.io);
  if (options.hashes.empty() && options.files.empty())
    return context.refuse(exit_usage, "name a record by its hash or URL, or a ledger with --file");
  for (const auto& hash : options.hashes)
    if (std::error_code code; !options.are_hosts && std::filesystem::is_regular_file(hash, code))
      return context.refuse(
          exit_usage, hash +
                          " is a file, not a record: name a ledger with --file, or write the ledger of a "
                          "document first, with `laundromat wash --ledger LEDGER FILE`");
  const auto asked = read_options(options, context);
  if (!asked) return;
  const auto report = make_error_report(*asked, context.io);
  if (!options.hashes.empty()) report_records(*report, options, context);
  for (const auto& file : options.files)
    report_file(*report, options.name.empty() ? document_of(file) : options.name, file, context);
  if (const auto done = report->finish(); !done) refuse(done.error(), context);
}

}  // namespace

void add_errors_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<errors_options>();
  auto& command = program.add_command("errors", "List all defects of a document and how to repair them");
  command.positional("RECORD", options->hashes,
                     std::string{record_words} + "; for a clean document all its sources");
  command.flag("--host", options->are_hosts, "The names are those of hosts: all their documents")
      .excludes("--file");
  command.flag("--all-crawls", options->all_crawls, "Include older crawls");
  command.option("--file", options->files, "Ledger that `wash` wrote; may be given several times")
      .metavar("LEDGER");
  command
      .option("--name", options->name,
              "Path of the document of --file, for the locations in SARIF; default: the ledger's name")
      .metavar("PATH");
  command
      .option("--rule", options->rules,
              "Only this rule, also where it is named at the front of a message; may be given several times")
      .metavar("RULE");
  command.option("--done", options->done, "Only rows with this treatment")
      .one_of({"note", "repair", "skip"})
      .metavar("TREATMENT");
  command
      .option("--limit", options->limit,
              "Print at most N rows per document; 0: all; default: 20 in a table, else all")
      .metavar("N");
  command.flag("--json", options->json, "One JSON object per row")
      .excludes("--sarif")
      .excludes("--quarantine");
  command.flag("--sarif", options->sarif, "SARIF 2.1.0, with fixes, for editors and code review")
      .excludes("--quarantine");
  command
      .flag(
          "--lines", options->lines,
          "With the line of each defect, and the line as it is repaired; of documents whose bodies are kept")
      .excludes("--sarif")
      .excludes("--quarantine")
      .excludes("--file");
  command.flag("--list-rules", options->list_rules,
               "Print all rules, and whether each profile notes, repairs or skips such a defect");
  command.flag("--quarantine", options->quarantine, "Print the skipped bytes unchanged, in UTF-8");
  add_data_option(command, context);
  command.examples({"laundromat errors 3b0f361c", "laundromat errors --lines https://example.org/socks.ttl",
                    "laundromat errors --sarif 3b0f361c > socks.sarif",
                    "laundromat errors --host example.org --done skip",
                    "laundromat wash socks.ttl --ledger socks.ledger.nq.gz > socks.nq",
                    "laundromat errors --file socks.ledger.nq.gz --done skip"});
  command.action([options, &context] { errors(*options, context); });
}

}  // namespace laundromat
