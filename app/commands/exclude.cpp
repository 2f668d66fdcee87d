// laundromat exclude: never request a host, a domain or URIs again, and take out what was published of them.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {
namespace {

/// What a takedown removed.
struct removed_files {
  std::uint64_t seeds = 0, documents = 0, kept = 0;
};

/// Takes what was published of the excluded seeds of one piece out of journal and stores.
result<void> take_down(journal& db, const clean_store& clean, const raw_store& raw,
                       const steering_rules& rules, const std::vector<record_hash>& seeds,
                       removed_files& sum) {
  const auto is_excluded = [&](std::string_view uri) { return rules.excludes(uri); };
  for (const auto& seed : seeds) {
    auto done = db.begin();
    if (!done) return done;
    const auto gone = db.take_down(seed, is_excluded, wall_now());
    if (!gone) return db.roll_back(), tl::unexpected(gone.error());
    if (done = db.commit(); !done) return done;
    for (const auto& document : gone->documents)
      if (done = clean.remove_whole(document); !done) return done;
    for (const auto& body : gone->bodies) raw.remove(body);
    ++sum.seeds;
    sum.documents += gone->documents.size();
    sum.kept += gone->kept;
  }
  return {};
}

void print_removed(const removed_files& sum, bool json, command_context& context) {
  if (json)
    return print_fact(
        context.io.out,
        {{"seeds", sum.seeds}, {"removed_documents", sum.documents}, {"kept_documents", sum.kept}});
  context.io.out << "removed " << number_of(sum.documents, "document") << " of "
                 << number_of(sum.seeds, "seed");
  if (sum.kept > 0)
    context.io.out << "; " << number_of(sum.kept, "document") << " stay, because others publish the same";
  context.io.out << '\n';
}

/// Takes out what was published of everything that is excluded.
void take_down_all(journal& db, const steering_options& options, command_context& context) {
  const auto clean = open_clean_store(context);
  if (!clean) return;
  const auto raw = raw_store::at(data_layout{context.data}.raw());
  if (!raw) return context.refuse(exit_disk, to_string(raw.error()));
  steering_store store{db};
  auto listed = store.rules();
  if (!listed) return context.refuse(exit_disk, to_string(listed.error()));
  const steering_rules rules{*std::move(listed)};
  removed_files sum;
  for (seed_walk walk; !walk.is_over;) {
    const auto seeds = store.excluded_seeds(rules, walk, seeds_at_once);
    if (!seeds) return context.refuse(exit_disk, to_string(seeds.error()));
    if (const auto done = take_down(db, *clean, *raw, rules, *seeds, sum); !done)
      return context.refuse(exit_disk, to_string(done.error()));
  }
  print_removed(sum, options.json, context);
}

/// Ends an exclusion; of a URI also that by `remove`.
result<bool> lift(steering_store& store, const steering_rule& rule) {
  auto was_there = store.lift(rule.kind, rule.what);
  if (!was_there || rule.kind != steering_kind::exclude_pattern) return was_there;
  const auto was_removed = store.lift(steering_kind::exclude_uri, rule.what);
  return was_removed ? result<bool>{*was_there || *was_removed} : was_removed;
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
  print_changed(*seeds, options.lift ? "on the list again" : "taken off the list", options.json, context);
  if (options.take_down) take_down_all(*db, options, context);
}

}  // namespace

void add_exclude_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<steering_options>();
  auto& command = add_steering_command(program, "exclude",
                                       "Never request a host, a domain or URIs again, as a webmaster asks",
                                       options, context);
  command.positional("WHAT", options->what,
                     "Hosts, with or without port; domains with all their hosts, as *.example.org; URIs, "
                     "with * for any text and a final $ for the end");
  command.option("--reason", options->reason, "Why, for people").metavar("TEXT");
  command.flag("--remove", options->take_down,
               "Also take what was published of it out: clean documents, ledgers, deltas and bodies");
  command.flag("--lift", options->lift, "End the exclusion").excludes("--remove");
  command.flag("--list", options->list, "Print what is excluded");
  command.examples({"laundromat exclude example.org --reason 'mail of their webmaster, 3 May'",
                    "laundromat exclude '*.example.org' 'http://example.com/private/*.ttl$'"});
  command.notes(
      "A running engine obeys within a second. Waiting seeds are refused, and neither a list nor a document "
      "puts them back.");
  command.action([options, &context] { exclude(*options, context); });
}

}  // namespace laundromat
