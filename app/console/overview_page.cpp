// What the campaign has done, what waits and why, and what failed.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "app/console/console_pages.hpp"
#include "app/console/page_fields.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

/// What the script fills while the engine runs.
html live_section() {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> counts{
      {{"rate", "documents a second"},
       {"documents", "documents of this run"},
       {"failed", "of them failed"},
       {"statements", "statements of this run"},
       {"received_bytes", "bytes received"},
       {"live_seeds", "crawls at work"},
       {"waiting_requests", "requests that wait"}}};
  std::string out =
      "<section id=\"live\" hidden aria-label=\"The running engine\">\n<p><span "
      "data-live=\"trouble\"></span> <span data-live=\"disk\"></span></p>\n<ul "
      "class=\"cards\">\n";
  for (const auto& [name, words] : counts)
    out +=
        "<li><b data-live=\"" + std::string{name} + "\">0</b><span>" + std::string{words} + "</span></li>\n";
  return {out +
          "</ul>\n<figure><figcaption>Documents a second, in the last five minutes</figcaption>\n<svg "
          "role=\"img\" "
          "viewBox=\"0 0 600 80\" aria-label=\"Documents a second\"><polyline "
          "points=\"\"/></svg></figure>\n</section>\n"};
}

/// Documents by day, the oldest first.
html days_of(const json_fact& days) {
  bars all;
  for (const auto& day : days)
    all.emplace(all.begin(), text_of(day, "day"), number_of_fact(day, "documents"));
  constexpr std::size_t most = 31;
  if (all.size() > most) all.erase(all.begin(), all.end() - most);
  return all.empty() ? html{} : bar_chart("Documents read each day", all);
}

html nodes_of(const console_facts& facts) {
  const auto nodes = facts.ask("nodes");
  if (nodes.rows.empty()) return {};
  std::vector<std::vector<html>> rows;
  for (const auto& node : nodes.rows)
    rows.push_back({plain(text_of(node, "name")), plain(text_of(node, "state")),
                    time_of(text_of(node, "since")), number(part_of(node, "holds").size()),
                    number(number_of_fact(node, "finished"))});
  return {"<h2>Worker nodes</h2>\n" + table(number_of(rows.size(), "worker node"),
                                            std::vector<column_head>{{"Name"},
                                                                     {"State"},
                                                                     {"Since"},
                                                                     {"At work", column_kind::number},
                                                                     {"Finished", column_kind::number}},
                                            rows)
                                          .text};
}

/// What counts all documents.
html counted_section(const console_facts& facts) {
  const auto until = std::chrono::steady_clock::now() + longest_wait;
  html section;
  timestamp oldest = timestamp::max();
  const auto ask = [&](const std::string& route, const std::vector<std::string>& values) {
    auto known = facts.ask_counted(route, "", values, until);
    oldest = std::min(oldest, known ? known->at : timestamp{});
    return known ? std::move(known->answer) : console_answer{};
  };
  const auto quality = ask("quality", {}).object();
  section.text +=
      chart_of("Defects by rule, also of archives and lists", part_of(quality, "rules"), "rule", "defects")
          .text;
  section.text += days_of(part_of(quality, "days")).text;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> reports{
      {{"formats", "Documents by format"},
       {"encodings", "Documents by encoding"},
       {"sizes", "Documents by their number of statements"},
       {"mime", "Downloads by media type"},
       {"codes", "Requests by status or error"}}};
  for (const auto& [report, title] : reports)
    section.text += chart_of(title, ask("report", {std::string{report}}).rows, "key", "count").text;
  return {(oldest == timestamp{} ? still_at_work().text : counted_at(oldest).text) + section.text};
}

}  // namespace

html overview_content(const console_facts& facts) {
  const auto answer = facts.ask("status");
  if (!answer.problem.empty()) return problem(answer.problem);
  const auto status = answer.object();
  const auto engine = status.value("engine", json_fact::object());
  const bool is_running = engine.value("running", false);
  html page;
  page.text +=
      std::string{"<p>"} + (is_running ? "The engine is running." : "No engine runs on this data folder.");
  if (const auto due = text_of(status, "next_due"); !due.empty())
    page.text += " The next crawl is due at " + time_of(due).text + '.';
  page.text += "</p>\n" + (is_running ? live_section().text : std::string{}) + "<ul class=\"cards\">\n";
  page.text += card("clean documents", number_of_fact(status, "clean_documents"), "documents");
  page.text += card("statements", number_of_fact(status, "statements"));
  page.text +=
      card("defects of documents", number_of_fact(status, "defects"), "documents?min_defects=1&sort=defects");
  page.text += card("in progress", number_of_fact(status, "in_progress"));
  page.text += card("waiting downloads", number_of_fact(status, "waiting_downloads"), "hosts");
  page.text += "</ul>\n";
  const auto records = status.value("records", json_fact::object());
  const auto entries = bars_of(records.value("entry", json_fact::object()));
  if (!entries.empty()) page.text += bar_chart("Entries by status", entries).text;
  const auto causes =
      bars_of(status.value("causes", json_fact::object()).value("entry", json_fact::object()));
  if (!causes.empty()) page.text += bar_chart("Failed entries by cause", causes).text;
  return {page.text + counted_section(facts).text + nodes_of(facts).text};
}

}  // namespace laundromat
