// laundromat normalize: prints the normal form of a URI and the hash of its seed.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/terminal/json.hpp"
#include "core/web/seed_hash.hpp"

namespace laundromat {
namespace {

struct normalize_options {
  std::vector<std::string> uris;
  bool json = false;
};

struct named_step {
  const char* name;
  std::string (*apply)(std::string_view);
};
constexpr named_step steps[] = {{"lower_case_scheme_and_host", lowercase_scheme_and_host},
                                {"upper_case_percent_encoding", uppercase_percent_encoding},
                                {"decode_unreserved", decode_unreserved},
                                {"remove_dot_segments", remove_dot_segments_by_resolution}};

void print_steps(const std::string& uri, command_context& context) {
  text_table table{{{"step"}, {"what"}, {"result"}}};
  table.add_row({"1", "uri", uri});
  auto text = uri;
  int number = 2;
  for (const auto& step : steps) {
    auto next = step.apply(text);
    table.add_row({std::to_string(number++), step.name, next == text ? "=" : next});
    text = std::move(next);
  }
  table.add_row({"6", "md5", seed_hash(uri).hex()});
  // Hashes are never cut.
  auto uncut = context.io.out_terminal;
  uncut.interactive = false;
  table.print(context.io.out, uncut);
}

void print_step_facts(const std::string& uri, command_context& context) {
  json_fact fact{{"uri", uri}};
  auto text = uri;
  for (const auto& step : steps) fact[step.name] = text = step.apply(text);
  fact["hash"] = seed_hash(uri).hex();
  print_fact(context.io.out, fact);
}

}  // namespace

void add_normalize_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<normalize_options>();
  auto& command = program.add_command("normalize", "Print the normal form of a URI and the hash of its seed");
  command.positional("URI", options->uris, "URIs to normalize").required();
  command.flag("--json", options->json, "One JSON object per line");
  command.examples({"laundromat normalize 'HTTP://Example.ORG/%7euser/../a%2eb'"});
  command.action([options, &context] {
    for (const auto& uri : options->uris) {
      if (!options->json && &uri != &options->uris.front()) context.io.out << '\n';
      (options->json ? print_step_facts : print_steps)(uri, context);
    }
  });
}

}  // namespace laundromat
