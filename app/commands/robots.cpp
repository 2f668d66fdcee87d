// laundromat robots: prints what a robots.txt allows an agent, and the rule that decides.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/robots.hpp"

#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

#include "app/commands/commands.hpp"
#include "app/terminal/json.hpp"

namespace laundromat {
namespace {

struct robots_command {
  std::string file;
  std::string agent;
  std::vector<std::string> paths;
  bool json = false;
};

std::optional<std::string> read_body(const std::string& file, console& io) {
  std::ostringstream text;
  if (file == "-") {
    text << io.in.rdbuf();
    return std::move(text).str();
  }
  std::ifstream in{file, std::ios::binary};
  std::error_code error;
  if (!in || std::filesystem::is_directory(file, error)) return std::nullopt;
  text << in.rdbuf();
  return std::move(text).str();
}

robots_verdict judge(const robots_rules& rules, const std::string& path) {
  return path.find("://") == std::string::npos ? rules.judge(path) : rules.judge_uri(path);
}

void print_verdicts(const robots_command& given, const robots_rules& rules, console& io) {
  text_table table{{{"verdict"}, {"path"}, {"deciding rule"}}};
  for (const auto& path : given.paths) {
    const auto verdict = judge(rules, path);
    table.add_row(
        {verdict.is_allowed ? "allowed" : "refused", path, verdict.rule.empty() ? "none" : verdict.rule});
  }
  table.print(io.out, io.out_terminal);
  if (rules.crawl_delay())
    io.out << "Crawl-delay: "
           << (*rules.crawl_delay() == milliseconds{0} ? "none" : human_duration(*rules.crawl_delay()))
           << '\n';
  if (rules.has_unreadable_delay())
    io.out << "A Crawl-delay is invalid: the engine uses the longest delay that the campaign allows.\n";
  for (const auto& sitemap : rules.sitemaps()) io.out << "Sitemap: " << harmless(sitemap) << '\n';
  if (rules.was_cut())
    io.out << "The file or one of its lines is longer than the limit: the rest is ignored.\n";
}

void print_verdict_facts(const robots_command& given, const robots_rules& rules, console& io) {
  for (const auto& path : given.paths) {
    const auto verdict = judge(rules, path);
    print_fact(io.out, {{"path", path}, {"allowed", verdict.is_allowed}, {"rule", verdict.rule}});
  }
}

void answer(const robots_command& given, command_context& context) {
  const auto body = read_body(given.file, context.io);
  if (!body)
    return context.refuse(exit_code_of_file(given.file),
                          "robots: " + given.file + " cannot be read: name a file, or - for standard input");
  const auto rules = parse_robots(*body, given.agent);
  for (const auto& path : given.paths)
    if (!judge(rules, path).is_allowed) context.exit_code = exit_some_failed;
  (given.json ? print_verdict_facts : print_verdicts)(given, rules, context.io);
}

}  // namespace

void add_robots_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<robots_command>();
  auto& command = program.add_command("robots", "Print what a robots.txt allows an agent, and by which rule");
  command.positional("FILE", given->file, "A robots.txt, or - for standard input").required();
  command.positional("AGENT", given->agent, "The product token of the crawler").required();
  command.positional("PATH", given->paths, "Paths with their query, or absolute URIs").required();
  command.flag("--json", given->json, "One JSON object per line");
  command.examples(
      {"laundromat robots conf/demo-web/robots.txt LaundromatDemo /machines.nt /lost-and-found/box.nt"});
  command.notes("Exit code 1 when one of the paths is refused.");
  command.action([given, &context] { answer(*given, context); });
}

}  // namespace laundromat
