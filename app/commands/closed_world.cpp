// laundromat closed-world: whether the owner of a URI has said nothing about it in a dataset.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/authority/asked_uri.hpp"
#include "app/authority/closed_world_answer.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"

namespace laundromat {
namespace {

struct closed_world_options {
  std::string uri, dataset;
  bool subjects_only = false, json = false;
};

std::string sentence_of(const dataset_answer_about& answer) {
  const auto& facts = answer.facts;
  if (answer.what == dataset_says::not_given) return negative_answer(facts, answer.publisher);
  const auto& d = facts.dataset;
  const std::string name =
      d.label.empty() ? "the dataset " + d.key : "the dataset labelled \"" + d.label + '"';
  if (answer.what == dataset_says::unknown)
    return "unknown: there is no statement about " + facts.uri + " here in " + name +
           ", and nothing follows from it";
  std::uint64_t subjects = 0, others = 0;
  for (const auto& one : answer.found) subjects += one.as_subject, others += one.elsewhere;
  std::string what = subjects > 0 ? number_of(subjects, "statement") + " about " + facts.uri
                                  : number_of(others, "statement") + " that " +
                                        (others == 1 ? "mentions " : "mention ") + facts.uri;
  return what + " in " + number_of(answer.documents_with_statements, "clean document") + " of " + name;
}

json_fact fact_of(const dataset_answer_about& answer) {
  const auto& facts = answer.facts;
  json_fact fact{{"uri", facts.uri},
                 {"answer", to_string(answer.what)},
                 {"says", sentence_of(answer)},
                 {"dataset", facts.dataset.key},
                 {"label", facts.dataset.label},
                 {"publisher", answer.publisher},
                 {"announced_by", facts.announcer},
                 {"reasons_against", answer.reasons}};
  auto& dumps = fact["dumps"] = json_fact::array();
  for (const auto& one : facts.dumps)
    dumps.push_back({{"uri", one.uri},
                     {"is_here", one.is_here},
                     {"fetched", timestamp_text(one.fetched)},
                     {"confirmed", timestamp_text(one.confirmed)},
                     {"modified", timestamp_text(std::max(one.modified, facts.dataset.modified))},
                     {"files_without_rdf", one.other_files}});
  auto& found = fact["found"] = json_fact::array();
  for (const auto& one : answer.found)
    found.push_back({{"document", one.document.hex()},
                     {"dump", one.dump},
                     {"as_subject", one.as_subject},
                     {"elsewhere", one.elsewhere}});
  return fact;
}

void print(const dataset_answer_about& answer, console& io) {
  const auto& d = answer.facts.dataset;
  io.out << painted(harmless(d.label.empty() ? d.key : d.label), colour::bold, io.out_terminal) << '\n';
  io.out << "  " << harmless(sentence_of(answer)) << '\n';
  for (const auto& one : answer.found)
    if (one.as_subject > 0)
      io.out << "  laundromat cat " << one.document.hex() << " --subject " << harmless(answer.facts.uri)
             << '\n';
    else
      io.out << "  in " << one.document.hex() << ", from " << harmless(one.dump) << '\n';
  if (!answer.reasons.empty() && answer.what == dataset_says::given) io.out << "  this may not be all:\n";
  for (const auto& one : answer.reasons) io.out << "  - " << harmless(one) << '\n';
}

void answer_closed_world(const closed_world_options& options, command_context& context) {
  if (refuses_uri("closed-world", options.uri, context)) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  uri_owners owners{*from};
  auto found = datasets_covering(*from, owners, options.uri);
  if (!found) return refuse(found.error(), context);
  const bool has_some = !found->datasets.empty();
  if (!options.dataset.empty())
    std::erase_if(found->datasets,
                  [&](const covering_dataset& one) { return !is_called(one.row.dataset, options.dataset); });
  if (found->datasets.empty())
    return context.refuse(
        exit_not_found,
        has_some ? "no announced dataset with the label " + options.dataset + " covers " + options.uri +
                       ": `laundromat closed-world " + options.uri + "` asks all that do"
                 : "no announced dataset covers " + options.uri + ": " + how_to_learn_of(options.uri));
  bool is_answered = false;
  const closed_world_search how{options.subjects_only, wall_now()};
  for (const auto& one : found->datasets) {
    const auto answer = ask_dataset(*from, *store, owners, one, found->owner_is_known, options.uri, how);
    if (!answer) return refuse(answer.error(), context);
    is_answered = is_answered || answer->what != dataset_says::unknown;
    if (options.json)
      print_fact(context.io.out, fact_of(*answer));
    else
      print(*answer, context.io);
  }
  if (found->is_cut)
    context.io.err << "laundromat: more than " << number_of(most_covering_datasets, "dataset")
                   << " cover the URI; only these were asked\n";
  if (!is_answered) context.exit_code = exit_some_failed;
}

}  // namespace

void add_closed_world_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<closed_world_options>();
  auto& command =
      program.add_command("closed-world", "Say whether a publisher has given no information about a URI");
  command.positional("URI", options->uri, "As it is written in clean documents").required();
  command
      .option("--dataset", options->dataset,
              "Only the datasets with this label, IRI or key; default: all that cover the URI")
      .metavar("LABEL");
  command.flag(
      "--subjects", options->subjects_only,
      "Look only for statements with the URI as subject, without reading whole documents; silence then "
      "means nothing");
  command.flag("--json", options->json, "One JSON object per dataset");
  add_data_option(command, context);
  command.examples({"laundromat closed-world http://example.com/employees/eric --dataset \"Employee List\""});
  command.notes(
      "A dataset covers a URI by a prefix, or when the sitemap of the URI announces it. \"X has not given "
      "information "
      "about URI in the dataset labelled L\" is said only where no statement has the URI as any term, all "
      "dumps of the "
      "dataset are here and were washed without a loss, they are not older than the announced date or "
      "interval of a "
      "change, and the sitemap that announces the dataset, and its dumps, are in the URI space of the URI or "
      "in a joined "
      "one. Else the answer is unknown, and each reason is listed. IRIs are compared as texts. Exit code "
      "1 when all answers are unknown, 4 when no dataset covers the URI.");
  command.action([options, &context] { answer_closed_world(*options, context); });
}

}  // namespace laundromat
