// laundromat labels: what has a label or title with these words.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/labels/label_search.hpp"
#include "app/records/chosen_documents.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/live_count.hpp"
#include "core/labels/label_scan.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/segment_rows.hpp"

namespace laundromat {
namespace {

struct labels_options {
  std::vector<std::string> words;
  std::string language, document, after;
  std::size_t limit = 50;
  bool json = false;
};

std::optional<label_question> label_question_of(const labels_options& options, command_context& context) {
  const auto wrong = [&](const std::string& why) {
    context.refuse(exit_usage, "labels: " + why);
    return std::nullopt;
  };
  label_question question;
  auto words = read_search_query(options.words);
  if (!words) return wrong(words.error().detail);
  question.words = *std::move(words);
  for (const char c : options.language) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool fits = (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-';
    if (!fits) return wrong("`" + options.language + "` is no language tag: write for example en or pt-br");
    question.language.push_back(lower);
  }
  if (options.language.starts_with('-'))
    return wrong("`" + options.language + "` is no language tag: write for example en or pt-br");
  if (!options.after.empty()) {
    const auto* const end = options.after.data() + options.after.size();
    const auto [at, error] = std::from_chars(options.after.data(), end, question.after);
    if (error != std::errc{} || at != end || question.after <= 0)
      return wrong("`" + options.after + "` is no place that a page has named");
  }
  return question;
}

/// The row of the clean document that `--document` names; reports when it names none, or several.
std::optional<std::int64_t> row_of_named(const std::string& named, journal& from, command_context& context) {
  const auto chosen = documents_named(from, {named}, context);
  if (!chosen) return std::nullopt;
  if (chosen->size() != 1) {
    context.refuse(exit_usage, "labels: --document: `" + named + "` is " +
                                   number_of(chosen->size(), "document") + ": write the hash of one");
    return std::nullopt;
  }
  const auto row = segment_rows{from}.row_of(*chosen->begin());
  if (!row) return refuse(row.error(), context), std::nullopt;
  return *row;
}

/// Indexes what is new. False: that is impossible, which it has said.
bool bring_labels_up_to_date(label_word_index& index, journal& from, const clean_store& store,
                             command_context& context) {
  live_count shown{context.io, "documents indexed"};
  label_update_options options;
  std::uint64_t told = 0;
  options.on_progress = [&](std::uint64_t documents) {
    shown.count(documents - std::exchange(told, documents));
  };
  const auto done = index.update(from, store, options);
  shown.finish();
  if (!done) return refuse(done.error(), context), false;
  if (!*done)
    context.io.err
        << "laundromat: another process brings the index up to date: documents that it does not have yet "
           "are not in this answer\n";
  return true;
}

result<void> print_labels(const label_page& page, const labels_options& options, journal& from, console& io) {
  announcement_reader reader{from};
  text_table table{{{"label"}, {"language"}, {"subject"}, {"document"}, {"uri"}}};
  for (const auto& [label, document] : page.labels) {
    const auto sources = reader.sources(document, 1);
    if (!sources) return tl::unexpected(sources.error());
    const auto uri = sources->empty() ? std::string{} : sources->front().uri;
    if (options.json)
      print_fact(io.out, {{"label", label.text},
                          {"language", label.language},
                          {"property", label.property},
                          {"subject", label.subject},
                          {"document", document.hex()},
                          {"uri", uri}});
    else
      table.add_row({label.text, label.language, label.subject, document.hex().substr(0, 12), uri});
  }
  if (!options.json && !page.labels.empty()) table.print(io.out, io.out_terminal);
  return {};
}

void find_named(const labels_options& options, command_context& context) {
  auto question = label_question_of(options, context);
  if (!question) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto choice = from->indexed_labels();
  if (!choice) return refuse(choice.error(), context);
  if (!choice->is_on)
    return context.refuse(
        exit_usage,
        "labels: the campaign has no index of labels: write `index: {labels: true}` into its file, "
        "and run it");
  if (!options.document.empty()) {
    const auto row = row_of_named(options.document, *from, context);
    if (!row) return;
    question->document = *row;
  }
  const auto store = open_clean_store(context);
  if (!store) return;
  auto index = label_word_index::open(context.data, *from, properties_of(*choice));
  if (!index) return refuse(index.error(), context);
  if (!bring_labels_up_to_date(*index, *from, *store, context)) return;
  auto page = find_labels(*index, *from, *question, options.limit);
  if (!page && page.error().code == errc::journal_damaged) {
    if (!bring_labels_up_to_date(*index, *from, *store, context)) return;
    page = find_labels(*index, *from, *question, options.limit);
  }
  if (!page && page.error().code == errc::not_found)
    return context.refuse(exit_usage, "labels: `" + options.after + "` is no place that a page has named");
  if (!page) return refuse(page.error(), context);
  if (const auto printed = print_labels(*page, options, *from, context.io); !printed)
    return refuse(printed.error(), context);
  if (!page->ranks_all)
    context.io.err << "laundromat: more than " << number_of(question->most_ranked, "label")
                   << " have these words, and only the first ones are ranked: add words\n";
  if (page->has_more)
    return tell_next_page(std::to_string(page->labels.back().label.id), number_of(options.limit, "label"),
                          options.limit, context);
  if (page->labels.empty() && options.after.empty())
    context.refuse(
        exit_not_found,
        "labels: no label has all of these words: search for fewer words, or for beginnings, as in `sock*`");
}

}  // namespace

void add_labels_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<labels_options>();
  auto& command = program.add_command("labels", "Find what has a label or title with these words");
  command
      .positional(
          "WORD", options->words,
          "Words of a label; all must occur. \"two words\": they follow each other; begin*: words with this "
          "beginning")
      .required();
  command
      .option("--language", options->language,
              "Only labels with this language tag, or a longer one: en finds en and en-gb")
      .metavar("TAG");
  command.option("--document", options->document, "Only labels in this clean document, by hash or URL")
      .metavar("RECORD");
  command.option("--limit", options->limit, "Print at most N labels").range(1, 1'000'000'000).shows_default();
  command.option("--after", options->after, "Begin behind this place, which the page before has named")
      .metavar("PLACE");
  command.flag("--json", options->json, "One JSON object per label");
  add_data_option(command, context);
  command.examples({"laundromat labels sock", "laundromat labels \"left sock\" --language en",
                    "laundromat labels 'laundr*' --json | jq -r .subject"});
  command.notes(
      "The best match first. Case and accents do not matter. Labels are the literals, without a datatype, of "
      "rdfs:label, skos:prefLabel, dcterms:title, foaf:name, schema:name and similar properties, or of those "
      "that `index.labels` of the campaign names; longer ones are cut after " +
      number_of(most_label_bytes, "byte") +
      ".\n\nThe index, labels.sqlite in the data folder, is made by the first look-up, and brought up to "
      "date by each; it may be deleted at any time.");
  command.action([options, &context] { find_named(*options, context); });
}

}  // namespace laundromat
