// Writes one generated record in seven formats.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_speed/documents.hpp"

#include <array>
#include <string_view>

namespace laundromat::bench {

namespace {

constexpr std::string_view data = "http://data.example.org/resource/";
constexpr std::string_view terms = "http://vocab.example.org/terms#";
constexpr std::string_view xsd = "http://www.w3.org/2001/XMLSchema#";
constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

constexpr std::array<std::string_view, 16> words{"iron",   "press",  "fold",   "rinse", "spin",  "dry",
                                                 "starch", "bleach", "collar", "seam",  "linen", "button",
                                                 "towel",  "shirt",  "soap",   "sock"};
struct tagged {
  std::string_view tag, text;
};
constexpr std::array<tagged, 8> titles{{{"de", "Waschküche und Bügelstube"},
                                        {"fr", "Blanchisserie à l’ancienne, été"},
                                        {"ja", "洗濯物を干す日"},
                                        {"el", "Πλυντήριο ρούχων"},
                                        {"es", "Lavandería de la señora Núñez"},
                                        {"ru", "Прачечная на углу"},
                                        {"nl", "Wasserette om de hoek"},
                                        {"pt", "Lavanderia São João"}}};

/// Distributes a number over 64 bits (the finaliser of SplitMix64), so that records differ without a state.
std::uint64_t spread(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

std::string two_digits(std::uint64_t n) {
  return {static_cast<char>('0' + n / 10 % 10), static_cast<char>('0' + n % 10)};
}

/// The values of one record, in a spelling that needs no escape in any format except in `note`.
struct record {
  std::string id, kind, label, date, count, weight, note_start, note_end, related, place, graph;
  tagged title;
  bool has_break = false;  ///< a quote and a line break are between the halves of the note
};

record make_record(std::uint64_t number) {
  const auto dice = spread(number);
  const auto word = [&](unsigned at) { return std::string(words[(dice >> (4 * at)) % words.size()]); };
  record r;
  r.id = std::to_string(number);
  r.kind = "Kind" + std::to_string(dice % 20);
  r.label = word(0) + " " + word(1) + " " + word(2) + " number " + r.id;
  r.title = titles[(dice >> 20) % titles.size()];
  r.date = std::to_string(1990 + dice % 35) + "-" + two_digits(1 + (dice >> 8) % 12) + "-" +
           two_digits(1 + (dice >> 13) % 28);
  r.count = std::to_string((dice >> 17) % 100'000);
  r.weight = std::to_string(1 + (dice >> 33) % 900) + "." + std::to_string(1 + (dice >> 43) % 9);
  r.note_start = "The " + word(3) + " of " + word(4) + " and " + word(5) + ", as it was found in the " +
                 word(6) + " of " + word(7) + ".";
  r.note_end = "It was kept with " + word(8) + ", " + word(9) + " and a little " + word(10) + ".";
  r.has_break = dice % 8 == 0;
  r.related = std::to_string(number == 0 ? 0 : (dice >> 11) % number);
  r.place = word(11) + "-street/" + std::to_string((dice >> 50) % 500);
  r.graph = std::to_string(number / 50);
  return r;
}

void add_lines(std::string& out, const record& r, bool has_graph) {
  const std::string subject = "<" + std::string(data) + "thing/" + r.id + ">", blank = "_:place" + r.id;
  const auto end = has_graph ? " <http://data.example.org/graph/" + r.graph + "> .\n" : std::string(" .\n");
  const auto add = [&](std::string_view s, std::string_view p, std::string_view o) {
    out.append(s).append(" <").append(terms).append(p).append("> ").append(o).append(end);
  };
  const auto iri = [](std::string_view start, std::string_view rest) {
    return "<" + std::string(start) + std::string(rest) + ">";
  };
  const auto typed = [&](std::string_view value, std::string_view type) {
    return "\"" + std::string(value) + "\"^^<" + std::string(xsd) + std::string(type) + ">";
  };
  out.append(subject).append(" <").append(rdf).append("type> ").append(iri(terms, r.kind)).append(end);
  add(subject, "label", "\"" + r.label + "\"@en");
  add(subject, "title", "\"" + std::string(r.title.text) + "\"@" + std::string(r.title.tag));
  add(subject, "created", typed(r.date, "date"));
  add(subject, "count", typed(r.count, "integer"));
  add(subject, "weight", typed(r.weight, "decimal"));
  add(subject, "note", "\"" + r.note_start + (r.has_break ? "\\n\\\"" : " ") + r.note_end + "\"");
  add(subject, "related", iri(data, "thing/" + r.related));
  add(subject, "place", blank);
  add(blank, "street", iri(data, r.place));
  add(blank, "name", "\"" + r.place + "\"");
}

void add_turtle(std::string& out, const record& r, bool has_graph) {
  if (has_graph) out.append("GRAPH <http://data.example.org/graph/" + r.graph + "> {\n");
  out.append("d:" + r.id + " a v:" + r.kind + " ;\n");
  out.append("  v:label \"" + r.label + "\"@en ;\n");
  out.append("  v:title \"" + std::string(r.title.text) + "\"@" + std::string(r.title.tag) + " ;\n");
  out.append("  v:created \"" + r.date + "\"^^xsd:date ;\n");
  out.append("  v:count " + r.count + " ;\n  v:weight " + r.weight + " ;\n");
  out.append("  v:note \"" + r.note_start + (r.has_break ? "\\n\\\"" : " ") + r.note_end + "\" ;\n");
  out.append("  v:related d:" + r.related + " ;\n");
  out.append("  v:place [ v:street <" + std::string(data) + r.place + "> ; v:name \"" + r.place + "\" ] .\n");
  if (has_graph) out.append("}\n");
  out.append("\n");
}

void add_rdf_xml(std::string& out, const record& r) {
  const auto text = [&](std::string_view name, std::string_view attributes, std::string_view value) {
    out.append("    <v:")
        .append(name)
        .append(attributes)
        .append(">")
        .append(value)
        .append("</v:")
        .append(name)
        .append(">\n");
  };
  const auto type = [](std::string_view name) {
    return " rdf:datatype=\"" + std::string(xsd) + std::string(name) + "\"";
  };
  out.append("  <v:" + r.kind + " rdf:about=\"" + std::string(data) + "thing/" + r.id + "\">\n");
  text("label", " xml:lang=\"en\"", r.label);
  text("title", " xml:lang=\"" + std::string(r.title.tag) + "\"", r.title.text);
  text("created", type("date"), r.date);
  text("count", type("integer"), r.count);
  text("weight", type("decimal"), r.weight);
  text("note", "", r.note_start + (r.has_break ? "\n&quot;" : " ") + r.note_end);
  out.append("    <v:related rdf:resource=\"" + std::string(data) + "thing/" + r.related + "\"/>\n");
  out.append("    <v:place>\n      <rdf:Description>\n        <v:street rdf:resource=\"" + std::string(data) +
             r.place + "\"/>\n");
  out.append("        <v:name>" + r.place +
             "</v:name>\n      </rdf:Description>\n    </v:place>\n  </v:" + r.kind + ">\n");
}

void add_rdfa(std::string& out, const record& r) {
  out.append("<div resource=\"" + std::string(data) + "thing/" + r.id + "\" typeof=\"v:" + r.kind + "\">\n");
  out.append("  <h2 property=\"v:label\" lang=\"en\" xml:lang=\"en\">" + r.label + "</h2>\n");
  out.append("  <p class=\"title\"><em property=\"v:title\" lang=\"" + std::string(r.title.tag) +
             "\" xml:lang=\"" + std::string(r.title.tag) + "\">" + std::string(r.title.text) + "</em>, of\n");
  out.append("    <span property=\"v:created\" datatype=\"xsd:date\">" + r.date + "</span>:\n");
  out.append("    <span property=\"v:count\" datatype=\"xsd:integer\">" + r.count + "</span> chunks of\n");
  out.append("    <span property=\"v:weight\" datatype=\"xsd:decimal\">" + r.weight + "</span> kg.</p>\n");
  out.append("  <p property=\"v:note\">" + r.note_start + (r.has_break ? "\n&quot;" : " ") + r.note_end +
             "</p>\n");
  out.append("  <p>See <a property=\"v:related\" href=\"" + std::string(data) + "thing/" + r.related +
             "\">another</a>.</p>\n");
  out.append("  <p property=\"v:place\" typeof=\"\"><a property=\"v:street\" href=\"" + std::string(data) +
             r.place + "\">in</a> <b property=\"v:name\">" + r.place + "</b></p>\n</div>\n");
}

void add_json_ld(std::string& out, const record& r, bool is_first) {
  out.append(is_first ? "\n" : ",\n");
  out.append("{\"@id\": \"d:thing/" + r.id + "\", \"@type\": \"" + r.kind + "\",\n");
  out.append(" \"label\": {\"@value\": \"" + r.label + "\", \"@language\": \"en\"},\n");
  out.append(" \"title\": {\"@value\": \"" + std::string(r.title.text) + "\", \"@language\": \"" +
             std::string(r.title.tag) + "\"},\n");
  out.append(" \"created\": \"" + r.date + "\", \"count\": " + r.count + ", \"weight\": \"" + r.weight +
             "\",\n");
  out.append(" \"note\": \"" + r.note_start + (r.has_break ? "\\n\\\"" : " ") + r.note_end + "\",\n");
  out.append(" \"related\": \"d:thing/" + r.related + "\",\n");
  out.append(" \"place\": {\"street\": \"d:" + r.place + "\", \"name\": \"" + r.place + "\"}}");
}

constexpr std::string_view turtle_begin =
    "@prefix d: <http://data.example.org/resource/thing/> .\n@prefix v: <http://vocab.example.org/terms#> .\n"
    "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n\n";
constexpr std::string_view rdf_xml_begin =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF "
    "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
    "xmlns:v=\"http://vocab.example.org/terms#\">\n";
constexpr std::string_view rdfa_begin =
    "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" prefix=\"v: "
    "http://vocab.example.org/terms# xsd: "
    "http://www.w3.org/2001/XMLSchema#\" lang=\"en\" xml:lang=\"en\">\n<head><title>A list of "
    "things</title></head>\n<body>\n";
constexpr std::string_view json_ld_begin =
    R"({"@context": {"@vocab": "http://vocab.example.org/terms#", "d": "http://data.example.org/resource/",
 "xsd": "http://www.w3.org/2001/XMLSchema#", "created": {"@type": "xsd:date"}, "weight": {"@type": "xsd:decimal"},
 "related": {"@type": "@id"}, "street": {"@type": "@id"}},
"@graph": [)";

}  // namespace

void document_writer::begin(std::string& out) {
  if (format_ == rdf_format::turtle || format_ == rdf_format::trig) out.append(turtle_begin);
  if (format_ == rdf_format::rdf_xml) out.append(rdf_xml_begin);
  if (format_ == rdf_format::rdfa) out.append(rdfa_begin);
  if (format_ == rdf_format::json_ld) out.append(json_ld_begin);
}

void document_writer::add(std::string& out) {
  const auto r = make_record(number_);
  switch (format_) {
    case rdf_format::n_triples:
    case rdf_format::n_quads:
      add_lines(out, r, format_ == rdf_format::n_quads);
      break;
    case rdf_format::turtle:
    case rdf_format::trig:
      add_turtle(out, r, format_ == rdf_format::trig);
      break;
    case rdf_format::rdf_xml:
      add_rdf_xml(out, r);
      break;
    case rdf_format::rdfa:
      add_rdfa(out, r);
      break;
    case rdf_format::json_ld:
      add_json_ld(out, r, number_ == 0);
      break;
    case rdf_format::records:
    case rdf_format::unknown:
      break;
  }
  ++number_;
}

void document_writer::end(std::string& out) {
  if (format_ == rdf_format::rdf_xml) out.append("</rdf:RDF>\n");
  if (format_ == rdf_format::rdfa) out.append("</body>\n</html>\n");
  if (format_ == rdf_format::json_ld) out.append("\n]}\n");
}

std::string make_document(rdf_format format, std::uint64_t bytes) {
  std::string out;
  out.reserve(bytes + 4096);
  document_writer writer(format);
  writer.begin(out);
  while (out.size() < bytes) writer.add(out);
  writer.end(out);
  return out;
}

}  // namespace laundromat::bench
