// laundromat exclude: never request a host, a domain or URIs again, and take out what was published of them.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>
#include <thread>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/steering/describe_left.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/compaction/offline_erasure.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/takedown_walk.hpp"

namespace laundromat {
namespace {

/// How long the command waits for a running engine to remove files.
constexpr seconds longest_wait{10};
constexpr milliseconds between_looks{200};

/// Takes out what was published of what these rules exclude.
result<takedown_sums> take_all_down(journal& db, const std::vector<steering_rule>& rules) {
  takedown_sums sum;
  for (const auto& rule : rules) {
    takedown_walk walk{db, rule};
    for (bool has_more = true; has_more;) {
      const auto more = walk.step(wall_now());
      if (!more) return tl::unexpected(more.error());
      has_more = *more;
    }
    sum += walk.sums();
  }
  return sum;
}

/// What is left on the disk, after some time if an engine removes it.
struct erasure_state {
  erasures_left what;
  bool has_engine = false;
};

result<erasure_state> erase_files(const command_context& context) {
  const auto erased = erase_offline(context.data, wall_now());
  if (erased) return erasure_state{*erased, false};
  if (erased.error().code != errc::journal_locked) return tl::unexpected(erased.error());
  for (milliseconds waited{0};; waited += between_looks) {
    auto db = open_journal_to_read(context.data);
    if (!db) return tl::unexpected(db.error());
    const auto left = erasure_list{*db}.left();
    if (!left) return tl::unexpected(left.error());
    if (left->total() == 0 || waited >= longest_wait) return erasure_state{*left, true};
    std::this_thread::sleep_for(between_looks);
  }
}

void print_removed(const takedown_sums& sum, const erasure_state& left, bool json, command_context& context) {
  if (json)
    return print_fact(context.io.out, {{"seeds", sum.seeds},
                                       {"taken_down_documents", sum.documents},
                                       {"taken_down_bodies", sum.bodies},
                                       {"kept_documents", sum.kept},
                                       {"crawled_now", sum.crawled},
                                       {"files_left", left.what.files},
                                       {"segments_left", left.what.segments},
                                       {"crawls_left", left.what.seeds}});
  auto& out = context.io.out;
  out << "took down " << number_of(sum.documents, "document") << " and "
      << number_of(sum.bodies, "body", "bodies") << " of " << number_of(sum.seeds, "seed");
  if (sum.kept > 0)
    out << "; " << number_of(sum.kept, "document stays", "documents stay")
        << ", because others publish the same";
  out << '\n' << describe_left(left.what, left.has_engine) << '\n';
}

/// Takes what the rules exclude down, and removes it from the disk.
void take_down_all(std::optional<journal> db, const std::vector<steering_rule>& rules,
                   const steering_options& options, command_context& context) {
  const auto sum = take_all_down(*db, rules);
  db.reset();  // the stores are opened with a connection of their own
  if (!sum) return context.refuse(exit_disk, to_string(sum.error()));
  const auto left = erase_files(context);
  if (!left)
    return context.refuse(exit_disk,
                          "what was taken down is not removed from the disk yet, the next run does so: " +
                              to_string(left.error()));
  print_removed(*sum, *left, options.json, context);
  if (!left->has_engine && left->what.total() > 0) context.exit_code = exit_some_failed;
}

/// Ends an exclusion; of a URI also that by `remove`.
result<bool> lift(steering_store& store, const steering_rule& rule) {
  auto was_there = store.lift(rule.kind, rule.what);
  if (!was_there || rule.kind != steering_kind::exclude_pattern) return was_there;
  const auto was_removed = store.lift(steering_kind::exclude_uri, rule.what);
  return was_removed ? result<bool>{*was_there || *was_removed} : was_removed;
}

/// When the seeds are crawled again.
void print_due(const seed_walk& seeds, bool json, command_context& context) {
  if (json) return print_fact(context.io.out, {{"seeds", seeds.due}, {"are", "due now"}});
  if (seeds.changed == 0) return;
  if (seeds.due > 0)
    context.io.out
        << number_of(seeds.due, "of them is", "of them are")
        << " due now, because what they published was taken down, or a crawl of them was refused\n";
  if (seeds.due < seeds.changed)
    context.io.out << (seeds.due > 0 ? "the others" : "they")
                   << " are due when their intervals end, and at once where they were never crawled; "
                      "`laundromat retry URI` makes one due now\n";
}

void exclude(const steering_options& options, command_context& context) {
  if (options.list) return list_rules(true, options.json, context);
  if (options.what.empty())
    return context.refuse(exit_usage,
                          "exclude: name a host, `*.domain` or a URI, or print the exclusions with --list");
  std::vector<steering_rule> rules;
  for (const auto& what : options.what) {
    auto rule = make_rule(exclusion_kind_of(what), what, options.reason, wall_now());
    if (!rule) return context.refuse(exit_usage, "exclude: " + rule.error().detail);
    rules.push_back(*std::move(rule));
  }
  auto db = open_to_steer(context);
  if (!db) return;
  steering_store store{*db};
  for (const auto& rule : rules) {
    if (options.take_down)
      if (auto noted = takedown_walk::note(*db, rule); !noted)
        return context.refuse(exit_disk, to_string(noted.error()));
    const auto changed = options.lift ? lift(store, rule) : store.add(rule);
    if (!changed) return context.refuse(exit_disk, to_string(changed.error()));
    if (options.lift && !*changed) context.exit_code = exit_not_found;
    print_rule(rule,
               options.lift ? (*changed ? "lifted" : "was not excluded")
                            : (*changed ? "excluded" : "is excluded already"),
               options.json, context);
  }
  const auto seeds =
      walk_seeds(store, options.lift ? &steering_store::readmit : &steering_store::refuse_excluded);
  if (!seeds) return context.refuse(exit_disk, to_string(seeds.error()));
  print_changed(seeds->changed, options.lift ? "on the list again" : "taken off the list", options.json,
                context);
  if (options.lift) return print_due(*seeds, options.json, context);
  if (options.take_down) take_down_all(std::move(db), rules, options, context);
}

}  // namespace

void add_exclude_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steering_options>();
  auto& command = add_steering_command(program, "exclude",
                                       "Never request a host, a domain or URIs again, as a webmaster asks",
                                       options, context);
  command.positional("WHAT", options->what,
                     "Hosts, with or without port; domains with all their hosts, as *.example.org; URIs, "
                     "each with all below its path, or with * for any text and a final $ for the end");
  command.option("--reason", options->reason, "Why, for people").metavar("TEXT");
  command.flag("--remove", options->take_down,
               "Also take what was published of it out: clean documents, ledgers, deltas and bodies");
  command.flag("--lift", options->lift, "End the exclusion").excludes("--remove");
  command.flag("--list", options->list, "Print what is excluded");
  command.examples({"laundromat exclude example.org --reason 'mail of their webmaster, 3 May'",
                    "laundromat exclude '*.example.org' 'http://example.com/private/*.ttl$'"});
  command.notes(
      "A running engine obeys within a second. Waiting seeds are refused, and neither a list nor a document "
      "puts them back.\n\n--remove takes it out of the journal at once, then removes the files, and rewrites "
      "the segments that have its bytes, without them. Without an engine all of this is done when the "
      "command ends. A running engine does it beside its work, which takes seconds for files; for each GiB "
      "of segments half a minute, or ten minutes while it has much to store. The command waits ten seconds "
      "for it and says what is left, as `laundromat status` does. After a stop the next run goes on. "
      "Documents that others publish, too, stay; so do the URIs, because they are what is refused, and "
      "copies outside of the data folder, such as exports and backups.\n\nThe exit code is 1 when something "
      "is left on the disk, and 4 when --lift names what is not excluded.");
  command.action([options, &context] { exclude(*options, context); });
}

}  // namespace laundromat
