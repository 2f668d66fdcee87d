// laundromat endpoint: the SPARQL endpoints that are announced for a URI.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/authority/asked_uri.hpp"
#include "app/authority/covering_datasets.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"

namespace laundromat {
namespace {

struct endpoint_options {
  std::string uri;
  bool json = false;
};

/// An endpoint of one dataset. The order of the values is that of the list.
struct named_endpoint {
  enum class trust : std::uint8_t {
    authoritative,  ///< the owner of the URI names it, and it is in the URI space, or in a joined one
    named,          ///< the owner names it
    claimed,        ///< somebody else does
  };
  trust is{};
  announced_endpoint endpoint;
  const covering_dataset* of = nullptr;
};

std::string_view words(named_endpoint::trust is) {
  switch (is) {
    case named_endpoint::trust::authoritative:
      return "authoritative";
    case named_endpoint::trust::named:
      return "named by the owner";
    case named_endpoint::trust::claimed:
      return "claimed by others";
  }
  return "";
}

std::vector<named_endpoint> endpoints_of(const covering_datasets& found, uri_owners& owners,
                                         std::string_view uri) {
  std::vector<named_endpoint> out;
  const auto owner = owners.of(uri).owner;
  for (const auto& one : found.datasets) {
    if (!one.is_announced_now) continue;
    for (const auto& endpoint : one.row.dataset.endpoints) {
      const bool is_in_space = !owner.empty() && owners.of(endpoint.uri).owner == owner;
      const auto is = !one.announcer_is_owner ? named_endpoint::trust::claimed
                      : is_in_space           ? named_endpoint::trust::authoritative
                                              : named_endpoint::trust::named;
      out.push_back({is, endpoint, &one});
    }
  }
  std::ranges::stable_sort(out, {}, &named_endpoint::is);
  return out;
}

std::string name_of(const announced_dataset& d) {
  return d.label.empty() ? d.key : d.label;
}

void answer_endpoint(const endpoint_options& options, command_context& context) {
  if (refuses_uri("endpoint", options.uri, context)) return;
  auto from = open_journal(context);
  if (!from) return;
  uri_owners owners{*from};
  const auto found = datasets_covering(*from, owners, options.uri);
  if (!found) return refuse(found.error(), context);
  const auto endpoints = endpoints_of(*found, owners, options.uri);
  if (owners.problem()) return refuse(*owners.problem(), context);
  if (endpoints.empty()) {
    const bool is_known = !found->datasets.empty();
    return context.refuse(
        exit_not_found, "no endpoint is announced for " + options.uri +
                            (is_known ? ": the datasets that cover it, see `laundromat datasets`, name none"
                                      : ", and no dataset that covers it: " + how_to_learn_of(options.uri)));
  }
  text_table table{{{"endpoint"}, {"graph"}, {"dataset"}, {"trust"}, {"announced by"}, {"last"}}};
  for (const auto& one : endpoints) {
    const auto& d = one.of->row.dataset;
    if (options.json)
      print_fact(context.io.out, {{"uri", options.uri},
                                  {"endpoint", one.endpoint.uri},
                                  {"graph", one.endpoint.graph},
                                  {"dataset", d.key},
                                  {"label", d.label},
                                  {"trust", words(one.is)},
                                  {"claims_uri", one.of->claims_uri},
                                  {"announced_by", one.of->announcer},
                                  {"last", timestamp_text(one.of->row.last)}});
    else
      table.add_row({one.endpoint.uri, one.endpoint.graph.empty() ? "default" : one.endpoint.graph,
                     name_of(d), std::string{words(one.is)}, one.of->announcer,
                     timestamp_text(one.of->row.last)});
  }
  if (!options.json) table.print(context.io.out, context.io.out_terminal);
  if (found->is_cut)
    context.io.err << "laundromat: more than " << number_of(most_covering_datasets, "dataset")
                   << " cover the URI; only these were looked at\n";
}

}  // namespace

void add_endpoint_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<endpoint_options>();
  auto& command = program.add_command("endpoint", "Name the SPARQL endpoints that are announced for a URI");
  command.positional("URI", options->uri, "Any URI: it need not have been crawled").required();
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples({"laundromat endpoint http://example.com/id/1"});
  command.notes(
      "From the datasets whose prefixes have the URI, and those that its sitemap announces, or one that is "
      "joined with it. "
      "trust: authoritative: the owner of the URI names the endpoint, and it is in the URI space of the "
      "owner; named by the "
      "owner: it is elsewhere; claimed by others: another document names it. Exit code 4 when there is none. "
      "Nothing is requested: see `laundromat harvest`.");
  command.action([options, &context] { answer_endpoint(*options, context); });
}

}  // namespace laundromat
