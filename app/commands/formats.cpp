// laundromat formats: prints the table of RDF formats, which of them can be washed, and what is read with them.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/terminal.hpp"
#include "core/extraction/model/data_format.hpp"
#include "core/rdf/model/format.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

namespace {

class no_sink final : public statement_sink {
 public:
  result<void> on_statement(const statement_view&) override { return {}; }
  void on_defect(const defect&) override {}
};

/// Whether a reader exists for the format.
bool is_washed(rdf_format format) {
  no_sink sink;
  return make_reader(format, {}, sink).has_value();
}

std::string in_one_line(std::span<const std::string_view> words) {
  std::string out;
  for (const auto word : words) out.append(out.empty() ? "" : ", ").append(word);
  return out;
}

void print_formats(console& io) {
  text_table table{{{"format"},
                    {"--format"},
                    {"washed"},
                    {"RDF"},
                    {"host languages"},
                    {"with"},
                    {"extensions"},
                    {"media types"}}};
  for (const auto& row : format_table())
    table.add_row({std::string{row.name}, std::string{row.key}, is_washed(row.format) ? "yes" : "not yet",
                   std::string{row.rdf_version}, in_one_line(row.host_languages), in_one_line(row.embedded),
                   in_one_line(row.extensions), in_one_line(row.media_types)});
  table.print(io.out, io.out_terminal);
  io.out << "\nread as records, by `laundromat records` or where a campaign says so:\n";
  text_table records{{{"format"}, {"format:"}, {"records"}, {"extensions"}, {"media types"}}};
  for (const auto& row : data_format_table())
    records.add_row({std::string{row.name}, std::string{row.key}, std::string{row.records},
                     in_one_line(row.extensions), in_one_line(row.media_types)});
  records.print(io.out, io.out_terminal);
}

void print_format_facts(console& io) {
  for (const auto& row : format_table())
    print_fact(io.out, {{"kind", "rdf"},
                        {"format", row.name},
                        {"key", row.key},
                        {"iri", row.iri},
                        {"washed", is_washed(row.format)},
                        {"rdf_version", row.rdf_version},
                        {"host_languages", row.host_languages},
                        {"embedded", row.embedded},
                        {"extensions", row.extensions},
                        {"media_types", row.media_types}});
  for (const auto& row : data_format_table())
    print_fact(io.out, {{"kind", "records"},
                        {"format", row.name},
                        {"key", row.key},
                        {"records", row.records},
                        {"extensions", row.extensions},
                        {"media_types", row.media_types}});
}

}  // namespace

void add_formats_command(cli_command& program, command_context& context) {
  auto json = std::make_shared<bool>(false);
  auto& command = program.add_command(
      "formats", "List the RDF formats, which of them are washed, and the formats of records");
  command.flag("--json", *json, "One JSON object per line");
  command.notes(
      "RDF: the newest version that is read; documents of older ones are read too. host languages: those of "
      "the documents that it is written in, which the content decides, whatever their extension and media "
      "type. with: what is read in the same pass, wherever a document has it.");
  command.examples({"laundromat formats"});
  command.action([json, &context] { (*json ? print_format_facts : print_formats)(context.io); });
}

}  // namespace laundromat
