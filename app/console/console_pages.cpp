// Makes pages of answers.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_pages.hpp"

#include <algorithm>
#include <array>

#include "core/base/count_words.hpp"
#include "core/http/query_text.hpp"

namespace laundromat {

namespace {

using bars = std::vector<std::pair<std::string, std::uint64_t>>;

std::string text_of(const json_fact& fact, const char* name) {
  const auto found = fact.find(name);
  if (found == fact.end() || found->is_null()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::uint64_t number_of_fact(const json_fact& fact, const char* name) {
  const auto found = fact.find(name);
  return found != fact.end() && found->is_number() ? found->get<std::uint64_t>() : 0;
}

html problem(const std::string& why) {
  return {"<p class=\"bad\" role=\"alert\">" + plain(why).text + "</p>\n"};
}

/// The members of an object that are numbers, the greatest first.
bars bars_of(const json_fact& object) {
  bars all;
  if (!object.is_object()) return all;
  for (const auto& [name, value] : object.items())
    if (value.is_number()) all.emplace_back(name, value.get<std::uint64_t>());
  std::ranges::stable_sort(all, std::ranges::greater{}, &std::pair<std::string, std::uint64_t>::second);
  return all;
}

std::string card(std::string_view words, std::uint64_t value, const std::string& to = {}) {
  const auto name = to.empty() ? plain(words).text : link_to(to, words).text;
  return "<li><b>" + number(value).text + "</b><span>" + name + "</span></li>\n";
}

/// The pairs of a query, without some names.
std::vector<query_pair> pairs_without(const std::string& query,
                                      std::initializer_list<std::string_view> names) {
  std::vector<query_pair> kept;
  if (const auto pairs = parse_query(query))
    for (const auto& one : *pairs)
      if (!one.second.empty() && std::ranges::find(names, one.first) == names.end()) kept.push_back(one);
  return kept;
}

std::string value_in(const std::string& query, std::string_view name) {
  if (const auto pairs = parse_query(query))
    for (const auto& one : *pairs)
      if (one.first == name) return one.second;
  return {};
}

std::string page_url(std::string_view page, const std::vector<query_pair>& pairs) {
  return std::string{page} + (pairs.empty() ? "" : "?" + write_query(pairs));
}

/// Links to the first and the next page.
html pager(std::string_view page, const std::string& query, const std::string& next) {
  std::string out = "<nav aria-label=\"Pages\"><ul>";
  if (!value_in(query, "after").empty())
    out += "<li>" + link_to(page_url(page, pairs_without(query, {"after"})), "First page").text + "</li>";
  if (!next.empty()) {
    auto pairs = pairs_without(query, {"after"});
    pairs.emplace_back("after", next);
    out += "<li>" + link_to(page_url(page, pairs), "Next page").text + "</li>";
  }
  return {out + "</ul></nav>\n"};
}

html text_field(std::string_view name, std::string_view words, const std::string& query) {
  return {"<label>" + plain(words).text + " <input name=\"" + plain(name).text + "\" value=\"" +
          plain(value_in(query, name)).text + "\"></label>\n"};
}

/// A field with the values that the command of a route proposes, of which none may be chosen.
html choice(std::string_view route, std::string_view name, std::string_view words, const std::string& query) {
  auto values = console_facts::choices(route, name);
  values.insert(values.begin(), std::string{});
  const auto chosen = value_in(query, name);
  std::string out = "<label>" + plain(words).text + " <select name=\"" + plain(name).text + "\">\n";
  for (const auto& value : values)
    out += "<option value=\"" + plain(value).text + '"' + (value == chosen ? " selected" : "") + '>' +
           plain(value.empty() ? "any" : value).text + "</option>\n";
  return {out + "</select></label>\n"};
}

std::string short_hash(const std::string& hash) {
  constexpr std::size_t digits = 8;
  return hash.substr(0, digits);
}

/// `2026-11-30 18:49`; programs find the exact time beside it.
html time_of(const std::string& text) {
  constexpr std::size_t date_bytes = 10, time_bytes = 5;
  if (text.size() < date_bytes + 1 + time_bytes) return plain(text);
  const auto shown = text.substr(0, date_bytes) + ' ' + text.substr(date_bytes + 1, time_bytes);
  return {"<time datetime=\"" + plain(text).text + "\">" + plain(shown).text + "</time>"};
}

/// The forms of a document, from its page.
html downloads_of(const std::string& hash) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> forms{{{"N-Quads", ".nq"},
                                                                                {"N-Quads in gzip", ".nq.gz"},
                                                                                {"Turtle", ".ttl"},
                                                                                {"TriG", ".trig"},
                                                                                {"JSON-LD", ".jsonld"},
                                                                                {"metadata", "/metadata"}}};
  std::string out = "<p>Statements as ";
  for (const auto& [name, ending] : forms)
    out += link_to("../../id/" + hash + std::string{ending}, name).text + ", ";
  return {out + link_to("../../fragments/" + hash, "fragments").text + "</p>\n"};
}

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
      "<section id=\"live\" hidden aria-label=\"The running engine\">\n<p data-live=\"trouble\"></p>\n<ul "
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
  page.text += card("defects", number_of_fact(status, "defects"), "documents?min_defects=1&sort=defects");
  page.text += card("in progress", number_of_fact(status, "in_progress"));
  page.text += card("waiting downloads", number_of_fact(status, "waiting_downloads"), "hosts");
  page.text += "</ul>\n";
  const auto records = status.value("records", json_fact::object());
  const auto entries = bars_of(records.value("entry", json_fact::object()));
  if (!entries.empty()) page.text += bar_chart("Documents by status", entries).text;
  const auto causes =
      bars_of(status.value("causes", json_fact::object()).value("entry", json_fact::object()));
  if (!causes.empty()) page.text += bar_chart("Documents by the cause of their failure", causes).text;
  bars types;
  for (const auto& row : facts.ask("report", "", {"mime"}).rows) {
    constexpr std::size_t most = 12;
    if (types.size() < most) types.emplace_back(text_of(row, "key"), number_of_fact(row, "count"));
  }
  if (!types.empty()) page.text += bar_chart("Downloads by media type", types).text;
  return page;
}

html documents_content(const console_facts& facts, const std::string& query) {
  html page{"<form method=\"get\" action=\"documents\">\n"};
  page.text += text_field("host", "Host", query).text + choice("documents", "format", "Format", query).text +
               text_field("rule", "Rule of a defect", query).text +
               text_field("min_statements", "Statements at least", query).text +
               choice("documents", "sort", "Order", query).text + "<button>Show</button>\n</form>\n";
  auto wanted = pairs_without(query, {"limit"});
  wanted.emplace_back("limit", "100");
  const auto answer = facts.ask("documents", write_query(wanted));
  if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
  const std::vector<column_head> heads{{"Document"},
                                       {"Format"},
                                       {"Statements", column_kind::number},
                                       {"Bytes", column_kind::number},
                                       {"Defects", column_kind::number},
                                       {"URI"},
                                       {"Fetched"}};
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows)
    rows.push_back({link_to("documents/" + text_of(row, "hash"), short_hash(text_of(row, "hash"))),
                    plain(text_of(row, "format")), number(number_of_fact(row, "statements")),
                    number(number_of_fact(row, "bytes")), number(number_of_fact(row, "defects")),
                    stranger_link(text_of(row, "uri")), time_of(text_of(row, "begun"))});
  page.text += table(number_of(rows.size(), "document") + " on this page", heads, rows).text;
  return {page.text + pager("documents", query, answer.next).text};
}

/// Empty where the campaign has no index of labels.
html labels_with(const console_facts& facts, std::vector<query_pair> words) {
  const auto answer = facts.ask("labels", write_query(words));
  if (!answer.problem.empty()) return {};
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows) {
    const auto hash = text_of(row, "document");
    rows.push_back({plain(text_of(row, "label")), plain(text_of(row, "language")),
                    link_to(page_url("find", {{"iri", text_of(row, "subject")}}), text_of(row, "subject")),
                    link_to("documents/" + hash, short_hash(hash))});
  }
  return table(number_of(rows.size(), "label") + " with these words",
               std::vector<column_head>{{"Label"}, {"Language"}, {"Subject"}, {"Document"}}, rows);
}

html find_content(const console_facts& facts, const std::string& query) {
  html page{"<form method=\"get\" action=\"find\">\n"};
  page.text += text_field("word", "Words of titles and URIs", query).text +
               text_field("iri", "IRI in statements", query).text + "<button>Find</button>\n</form>\n";
  if (const auto iri = value_in(query, "iri"); !iri.empty()) {
    auto wanted = std::vector<query_pair>{{"uri", iri}, {"limit", "100"}};
    if (const auto after = value_in(query, "after"); !after.empty()) wanted.emplace_back("after", after);
    const auto answer = facts.ask("where", write_query(wanted));
    if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
    std::vector<std::vector<html>> rows;
    for (const auto& row : answer.rows) {
      std::string roles;
      for (const auto& role : row.value("as", json_fact::array()))
        roles += (roles.empty() ? "" : ", ") + role.get<std::string>();
      const auto hash = text_of(row, "document");
      rows.push_back({link_to("documents/" + hash, short_hash(hash)), plain(roles),
                      stranger_link(text_of(row, "uri")),
                      link_to(page_url("../fragments/" + hash, {{"subject", iri}}), "statements about it")});
    }
    page.text += table(number_of(rows.size(), "document") + " with this IRI on this page",
                       std::vector<column_head>{{"Document"}, {"As"}, {"URI"}, {"Fragment"}}, rows)
                     .text;
    page.text += pager("find", query, answer.next).text;
  }
  if (const auto word = value_in(query, "word"); !word.empty()) {
    std::vector<query_pair> wanted{{"limit", "100"}};
    for (std::size_t at = 0; (at = word.find_first_not_of(' ', at)) != word.npos;) {
      const auto end = std::min(word.find(' ', at), word.size());
      wanted.emplace_back("word", word.substr(at, end - at));
      at = end;
    }
    const auto answer = facts.ask("search", write_query(wanted));
    if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
    std::vector<std::vector<html>> rows;
    for (const auto& row : answer.rows) {
      const auto hash = text_of(row, "hash");
      rows.push_back({plain(text_of(row, "kind")),
                      hash.empty() ? html{} : link_to("documents/" + hash, short_hash(hash)),
                      plain(text_of(row, "title")), stranger_link(text_of(row, "uri"))});
    }
    page.text += table(number_of(rows.size(), "record") + " with these words",
                       std::vector<column_head>{{"Kind"}, {"Record"}, {"Title"}, {"URI"}}, rows)
                     .text;
    page.text += labels_with(facts, wanted).text;
  }
  return page;
}

html hosts_content(const console_facts& facts, const std::string& query) {
  auto wanted = pairs_without(query, {"limit"});
  wanted.emplace_back("limit", "100");
  const auto answer = facts.ask("hosts", write_query(wanted));
  if (!answer.problem.empty()) return problem(answer.problem);
  const std::vector<column_head> heads{{"Host"},
                                       {"Queued", column_kind::number},
                                       {"Live", column_kind::number},
                                       {"Documents", column_kind::number},
                                       {"Bytes", column_kind::number},
                                       {"Failures", column_kind::number},
                                       {"Last request"}};
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows) {
    const auto host = text_of(row, "host");
    rows.push_back({link_to(page_url("documents", {{"host", host}}), host),
                    number(number_of_fact(row, "queued")), number(number_of_fact(row, "live")),
                    number(number_of_fact(row, "documents")), number(number_of_fact(row, "bytes")),
                    number(number_of_fact(row, "failures")), time_of(text_of(row, "last_request"))});
  }
  html page = table(number_of(rows.size(), "host") + " on this page", heads, rows);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> changes{
      {{"pause", "Pause"}, {"resume", "Resume"}, {"exclude", "Exclude"}}};
  return {page.text + pager("hosts", query, answer.next).text +
          change_form("Pause or exclude", "Hosts, or seeds by URI", changes).text};
}

html seeds_content(const console_facts& facts, const std::string& query) {
  html page{"<form method=\"get\" action=\"seeds\">\n"};
  page.text += text_field("host", "Host", query).text + choice("seeds", "standing", "Standing", query).text +
               "<button>Show</button>\n</form>\n";
  auto wanted = pairs_without(query, {"limit"});
  wanted.emplace_back("limit", "100");
  const auto answer = facts.ask("seeds", write_query(wanted));
  if (!answer.problem.empty()) return {page.text + problem(answer.problem).text};
  const std::vector<column_head> heads{
      {"Seed"}, {"Standing"}, {"Since"}, {"Cause"}, {"Crawls", column_kind::number}, {"Due"}};
  std::vector<std::vector<html>> rows;
  for (const auto& row : answer.rows)
    rows.push_back({stranger_link(text_of(row, "uri")), plain(text_of(row, "standing")),
                    time_of(text_of(row, "since")), plain(text_of(row, "cause")),
                    number(number_of_fact(row, "crawls")), time_of(text_of(row, "due"))});
  page.text += table(number_of(rows.size(), "seed") + " on this page", heads, rows).text;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> changes{
      {{"seeds", "Add"}, {"ping", "Crawl soon"}}};
  return {
      page.text + pager("seeds", query, answer.next).text +
      change_form("Basket", "URIs, one a line: paste them, or drop links and files of them", changes).text};
}

html record_content(const console_facts& facts, const std::string& record) {
  const auto known = facts.ask("record", {}, {record});
  if (!known.problem.empty()) return problem(known.problem);
  if (known.rows.empty()) return problem("there is no record " + record);
  const auto about = known.object();
  html page;
  std::vector<std::vector<html>> rows;
  for (const auto& [name, value] : about.items())
    if (value.is_primitive() && !value.is_null()) {
      const auto text = value.is_string() ? value.get<std::string>() : value.dump();
      if (!text.empty()) rows.push_back({plain(name), name == "uri" ? stranger_link(text) : plain(text)});
    }
  page.text += table("What is known of it", std::vector<column_head>{{"Fact"}, {"Value"}}, rows).text;
  if (text_of(about, "kind") == "clean") page.text += downloads_of(text_of(about, "hash")).text;
  rows.clear();
  for (const auto& source : about.value("sources", json_fact::array()))
    rows.push_back({stranger_link(text_of(source, "uri")),
                    link_to(text_of(source, "entry"), "how it was crawled"),
                    number(number_of_fact(source, "read"))});
  if (!rows.empty())
    page.text +=
        "<h2>Sources</h2>\n" +
        table("Documents that gave these statements",
              std::vector<column_head>{{"URI"}, {"Crawl"}, {"Statements read", column_kind::number}}, rows)
            .text;
  rows.clear();
  const auto tree = facts.ask("tree", {}, {record});
  for (const auto& row : tree.rows)
    rows.push_back({plain(text_of(row, "kind")), plain(text_of(row, "status")), plain(text_of(row, "path")),
                    stranger_link(text_of(row, "uri"))});
  if (!rows.empty())
    page.text +=
        "<h2>Tree</h2>\n" +
        table(tree.is_cut ? "From the seed to the first " + number_of(rows.size(), "member") + " of archives"
                          : std::string{"From the seed to the members of archives"},
              std::vector<column_head>{{"Kind"}, {"Status"}, {"Path"}, {"URI"}}, rows)
            .text;
  rows.clear();
  for (const auto& row : facts.ask("defects", "limit=100", {record}).rows)
    rows.push_back({plain(text_of(row, "line")),
                    plain(text_of(row, "column")),
                    {"<code>" + plain(text_of(row, "rule")).text + "</code>"},
                    plain(text_of(row, "done")),
                    plain(text_of(row, "meaning")),
                    plain(text_of(row, "hint")),
                    {"<code>" + plain(text_of(row, "before")).text + "</code>"},
                    {"<code>" + plain(text_of(row, "after")).text + "</code>"}});
  page.text += "<h2>Defects</h2>\n";
  if (rows.empty()) return {page.text + "<p>No defects were found.</p>\n"};
  const std::vector<column_head> heads{{"Line", column_kind::number},
                                       {"Column", column_kind::number},
                                       {"Rule"},
                                       {"Done"},
                                       {"What is wrong", column_kind::prose},
                                       {"How to mend it", column_kind::prose},
                                       {"As it was", column_kind::prose},
                                       {"As it is", column_kind::prose}};
  return {page.text + table("The first " + number_of(rows.size(), "defect"), heads, rows).text};
}

}  // namespace laundromat
