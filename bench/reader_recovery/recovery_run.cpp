// Runs our readers with a sink that stores statements, and runs the other programs.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/recovery_run.hpp"

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "core/rdf/model/reader.hpp"

namespace laundromat::recovery {

namespace {

term copy_of(const term_view& view) {
  return {view.kind, std::string(view.value), std::string(view.datatype), std::string(view.language)};
}

class keeping_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view& statement) override {
    quads_.push_back({copy_of(statement.subject), copy_of(statement.predicate), copy_of(statement.object),
                      copy_of(statement.graph)});
    const auto& last = quads_.back();
    if (last.subject.kind == term_kind::blank && last.object.kind == term_kind::literal &&
        last.predicate.value == std::string(example) + "id")
      names_[last.subject.value] = last.object.value;
    return {};
  }
  void on_defect(const defect& found) override { defects.push_back(found); }

  std::vector<std::string> take_lines() {
    std::vector<std::string> lines;
    for (auto& quad : quads_) {
      for (auto* term : {&quad.subject, &quad.object, &quad.graph})
        if (term->kind == term_kind::blank) {
          const auto name = names_.find(term->value);
          term->value = name == names_.end() ? "?" : name->second;
        }
      lines.push_back(to_line(quad));
    }
    return lines;
  }

  std::vector<defect> defects;

 private:
  std::vector<quad> quads_;
  std::map<std::string, std::string> names_;
};

std::string media_type_of(rdf_format format, std::string_view text) {
  if (format != rdf_format::rdfa) return {};
  return text.starts_with("<?xml") ? "application/xhtml+xml" : "text/html";
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

/// The command line up to its input file.
std::string command_of(rdf_format format) {
  const std::string base(base_iri);
  switch (format) {
    case rdf_format::n_triples:
      return "serdi -l -q -i ntriples -o nquads";
    case rdf_format::n_quads:
      return "serdi -l -q -i nquads -o nquads";
    case rdf_format::turtle:
      return "serdi -l -q -i turtle -o nquads";
    case rdf_format::trig:
      return "serdi -l -q -i trig -o nquads";
    case rdf_format::rdf_xml:
      return "rapper -q -i rdfxml -o ntriples -I " + base;
    case rdf_format::rdfa:
      return "rapper -q -i rdfa -o ntriples -I " + base;
    default:
      return {};
  }
}

}  // namespace

std::optional<outcome> read_with_ours(rdf_format format, const std::string& text, wash_profile profile) {
  keeping_sink sink;
  reader_options options{std::string(base_iri)};
  options.profile = profile;
  options.media_type = media_type_of(format, text);
  auto reading = make_reader(format, options, sink);
  if (!reading) return std::nullopt;
  if (!(*reading)->push(text) || !(*reading)->finish()) return std::nullopt;
  return outcome{sink.take_lines(), std::move(sink.defects)};
}

std::string_view peer_of(rdf_format format) {
  const auto command = command_of(format);
  return command.starts_with("serdi") ? "serdi -l" : command.starts_with("rapper") ? "rapper" : "";
}

std::optional<outcome> read_with_peer(rdf_format format, const std::string& text, const std::string& folder,
                                      int seconds) {
  const auto command = command_of(format);
  const auto program = command.substr(0, command.find(' '));
  if (command.empty() || std::system(("command -v " + program + " >/dev/null").c_str()) != 0)
    return std::nullopt;
  const auto in = folder + "/in", out = folder + "/out";
  write_file(in, text);
  // The time limit kills the program; its output so far counts, up to a size that only an endless loop reaches.
  const auto input =
      program == "serdi" ? in + " " + std::string(base_iri) : "file:" + in + " " + std::string(base_iri);
  const auto line = "timeout -s KILL " + std::to_string(seconds) + " " + command + " " + input +
                    " 2>/dev/null | head -c 50000000 >" + out + "; test ${PIPESTATUS[0]} -lt 124";
  outcome made;
  made.in_time = std::system(("bash -c '" + line + "'").c_str()) == 0;
  const auto read = read_with_ours(rdf_format::n_quads, read_file(out), wash_profile::standard);
  if (read) made.lines = read->lines;
  return made;
}

}  // namespace laundromat::recovery
