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

/// Terms for what Activity Streams do not have: names of this project, and those of VoID and Dublin Core.
nlohmann::ordered_json context_of_notification() {
  return nlohmann::ordered_json::array(
      {"https://www.w3.org/ns/activitystreams",
       {{"graph", {{"@id", "http://www.w3.org/ns/sparql-service-description#name"}, {"@type", "@id"}}},
        {"modified", "http://purl.org/dc/terms/modified"},
        {"statements", "http://rdfs.org/ns/void#triples"},
        {"removed", "https://lodlaundromat.org/def/removed"},
        {"added", "https://lodlaundromat.org/def/added"},
        {"defects", "https://lodlaundromat.org/def/defects"},
        {"dumpKind", "https://lodlaundromat.org/def/dumpKind"}}});
}

std::string summary_of(const import_notification& of) {
  return "The " + of.dump_kind + " dump of " + of.provider + " was imported into " + of.graph + ": " +
         number_of(of.added, "statement") + " added, " + human_count(of.removed) + " removed, " +
         human_count(of.statements) + " now, " + number_of(of.defects, "defect") + " in the dump.";
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

result<std::string> inbox_of_document(byte_source& document) {
  line_stream lines{document, "the document"};
  const auto wanted = " <" + std::string(ldp_inbox) + "> <";
  while (true) {
    const auto more = lines.advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return std::string{};
    const auto line = lines.line();
    const auto predicate = line.find(' ');
    if (!line.substr(std::min(predicate, line.size())).starts_with(wanted)) continue;
    const auto target = line.substr(predicate + wanted.size());
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
  out["object"] = {{"id", of.receipt},         {"type", "Document"},      {"graph", of.graph},
                   {"dumpKind", of.dump_kind}, {"modified", of.modified}, {"statements", of.statements},
                   {"removed", of.removed},    {"added", of.added},       {"defects", of.defects}};
  out["target"] = of.provider;
  out["summary"] = summary_of(of);
  out["published"] = to_iso8601(of.imported);
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace laundromat
