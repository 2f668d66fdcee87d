// Finds and checks inboxes, and writes notifications as JSON-LD.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/notification.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/count_words.hpp"
#include "core/rdf/delta/line_stream.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Terms for what Activity Streams do not have: names of this project, as its receipts have them, and those of VoID and Dublin Core.
nlohmann::ordered_json context_of_notification() {
  const std::string own = "https://lodlaundromat.org/def/";
  const auto iri = [&](const char* name) {
    return nlohmann::ordered_json{{"@id", own + name}, {"@type", "@id"}};
  };
  return nlohmann::ordered_json::array({"https://www.w3.org/ns/activitystreams",
                                        {{"graph", iri("graph")},
                                         {"modified", "http://purl.org/dc/terms/modified"},
                                         {"statements", "http://rdfs.org/ns/void#triples"},
                                         {"outcome", own + "outcome"},
                                         {"detail", "http://www.w3.org/2000/01/rdf-schema#comment"},
                                         {"removed", own + "removedStatements"},
                                         {"added", own + "addedStatements"},
                                         {"defects", own + "defects"},
                                         {"dumpKind", own + "dumpExtent"},
                                         {"numberOfViolations", own + "numberOfViolations"},
                                         {"violations", own + "violation"},
                                         {"rule", own + "rule"},
                                         {"dataset", own + "dataset"},
                                         {"value", own + "value"},
                                         {"advice", own + "advice"}}});
}

bool is_in_graph(const import_notification& of) {
  return of.outcome == "imported" || of.outcome == "unchanged";
}

std::string summary_of(const import_notification& of) {
  std::string text;
  if (is_in_graph(of))
    text = "The " + of.dump_kind + " dump of " + of.provider + " was imported into " + of.graph + ": " +
           number_of(of.added, "statement") + " added, " + human_count(of.removed) + " removed, " +
           human_count(of.statements) + " now, " + number_of(of.defects, "defect") + " in the dump.";
  else
    text = "Nothing of " + of.provider + " was imported into " + of.graph +
           ", which stays as it is: " + (of.detail.empty() ? of.outcome : of.detail) + '.';
  if (!of.violations.empty())
    text += " The VoID file breaks " + number_of(of.violations.size(), "rule") + ", first " +
            of.violations.front().rule + ": " + of.violations.front().advice + '.';
  return text;
}

nlohmann::ordered_json json_of(const told_violation& one) {
  nlohmann::ordered_json made{{"rule", one.rule}};
  if (!one.dataset.empty()) made["dataset"] = one.dataset;
  if (!one.value.empty()) made["value"] = one.value;
  made["advice"] = one.advice;
  return made;
}

std::string host_in(std::string_view uri) {
  const auto parts = split_uri(uri);
  return parts.authority ? lower_case(split_authority(*parts.authority).host) : std::string{};
}

}  // namespace

std::string inbox_of_links(std::span<const web_link> links, std::string_view uri) {
  for (const auto& link : links) {
    if (!link.has_relation(ldp_inbox)) continue;
    if (!link.anchor.empty() && resolve(uri, link.anchor) != uri) continue;
    return resolve(uri, link.target);
  }
  return {};
}

result<std::string> inbox_of_document(byte_source& document, std::span<const std::string> void_uris) {
  constexpr std::string_view dataset_type =
      "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://rdfs.org/ns/void#Dataset> ";
  constexpr std::string_view dump = "<http://rdfs.org/ns/void#dataDump> ";
  const auto wanted = '<' + std::string(ldp_inbox) + "> <";
  line_stream lines{document, "the document"};
  // In the order of bytes a dump and the type of a subject come before its inbox.
  std::string subject;
  bool is_target = false;
  while (true) {
    const auto more = lines.advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::string{};
    const auto line = lines.line();
    const auto end = std::min(line.find(' '), line.size() - 1);
    const auto said = line.substr(end + 1);
    if (line.substr(0, end) != subject) {
      subject = line.substr(0, end);
      is_target = std::ranges::any_of(void_uris, [&](const auto& uri) { return subject == '<' + uri + '>'; });
    }
    is_target = is_target || said.starts_with(dataset_type) || said.starts_with(dump);
    if (!is_target || !said.starts_with(wanted)) continue;
    const auto target = said.substr(wanted.size());
    return std::string(target.substr(0, target.find('>')));
  }
}

result<void> check_inbox(std::string_view inbox, std::string_view source, bool is_registered) {
  const auto parts = parse_uri(inbox);
  if (!parts) return tl::unexpected(parts.error());
  if (!parts->scheme || !is_http_scheme(*parts->scheme))
    return fail(errc::scheme_refused, "the inbox is not an http or https URI");
  if (!parts->authority || split_authority(*parts->authority).host.empty() ||
      split_authority(*parts->authority).userinfo)
    return fail(errc::uri_syntax, "the inbox has no host, or a user in it");
  if (is_registered || host_in(inbox) == host_in(source)) return {};
  return fail(errc::address_refused, "the inbox is on " + host_in(inbox) +
                                         ", not on the host of its provider, " + host_in(source) +
                                         "; it can be named in the registry");
}

std::string write_notification(const import_notification& of) {
  nlohmann::ordered_json out;
  out["@context"] = context_of_notification();
  if (!of.id.empty()) out["id"] = of.id;
  out["type"] = "Announce";
  out["actor"] = {{"id", of.actor}, {"type", "Service"}};
  auto& object = out["object"];
  object = {{"id", of.receipt}, {"type", "Document"}, {"graph", of.graph}, {"outcome", of.outcome}};
  if (!of.detail.empty()) object["detail"] = of.detail;
  if (!of.dump_kind.empty()) object["dumpKind"] = of.dump_kind;
  if (!of.modified.empty()) object["modified"] = of.modified;
  object["statements"] = of.statements;
  object["removed"] = of.removed;
  object["added"] = of.added;
  object["defects"] = of.defects;
  object["numberOfViolations"] = of.violations.size();
  for (const auto& one : std::span{of.violations}.first(std::min(of.violations.size(), most_told_violations)))
    object["violations"].push_back(json_of(one));
  out["target"] = of.provider;
  out["summary"] = summary_of(of);
  out["published"] = to_iso8601(of.ended);
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace laundromat
