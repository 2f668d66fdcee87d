// Implements read_spec_file: YAML first, then lookup tables, then the plan.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/spec_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

#include "app/extraction/other_specs.hpp"
#include "app/extraction/read_named_file.hpp"
#include "app/extraction/text_file.hpp"
#include "core/base/edit_distance.hpp"
#include "core/codec/text/encoding_name.hpp"
#include "core/extraction/csv/csv_extractor.hpp"
#include "core/extraction/spec/read_spec.hpp"
#include "core/schema/schema_json.hpp"
#include "core/specs/rml_spec.hpp"
#include "core/yaml/yaml_text.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// Takes two columns of a table.
class column_taker final : public record_sink {
 public:
  explicit column_taker(lookup_spec& into) : into_(into) {}
  result<void> on_record(data_record& record) override {
    const auto key = record.root().find(into_.key), value = record.root().find(into_.value);
    if (!key || !value || key->is(data_kind::null) || value->is(data_kind::null)) return {};
    const auto [known, is_new] = into_.values.emplace(key->text(), value->text());
    if (!is_new && known->second != value->text() && !repeated_) repeated_ = known->first;
    return {};
  }
  /// A character that is replaced by another one is lost, too.
  void on_defect(const defect& found) override {
    const bool is_lost = found.done == treatment::skip || found.rule == errc::illegal_utf8;
    if (is_lost && !skipped_) skipped_ = found;
  }
  [[nodiscard]] const std::optional<defect>& skipped() const { return skipped_; }
  /// A key that has two values.
  [[nodiscard]] const std::optional<std::string>& repeated() const { return repeated_; }

 private:
  lookup_spec& into_;
  std::optional<defect> skipped_;
  std::optional<std::string> repeated_;
};

/// Decodes a table as documents are, and reads it. Errors: those of the file, and `undecodable_bytes`.
result<void> read_lookup_table(const fs::path& file, file_roots roots, record_sink& into,
                               csv_findings& found) {
  constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;
  warning_log warnings;
  auto source = open_text_file(file, warnings, roots);
  if (!source) return tl::unexpected(source.error());
  const auto text = read_all(**source, most_bytes);
  if (!text) return tl::unexpected(text.error());
  for (const auto& warning : warnings.rows())
    if (warning.code == errc::undecodable_bytes)
      return fail(warning.code, "line " + std::to_string(warning.line) + ": " + warning.message);
  csv_options options;
  options.has_header = true;
  const auto reader = make_csv_extractor(options, into, &found);
  auto read = reader->push(*text);
  return read ? reader->finish() : read;
}

std::string unescaped(std::string_view step) {
  std::string out;
  for (std::size_t at = 0; at < step.size(); ++at) {
    const bool is_escaped = step[at] == '~' && at + 1 < step.size();
    out += !is_escaped ? step[at] : step[++at] == '1' ? '/' : '~';
  }
  return out;
}

/// The line of what a JSON pointer leads to, or of the last thing on its way that is found. JSON is YAML but for tabs, of which the line is 1.
std::size_t line_of_pointer(std::string_view json, std::string_view pointer) {
  constexpr std::uint64_t schema_bytes = std::uint64_t{16} << 20;
  constexpr std::size_t schema_depth = 200;
  const auto root = read_yaml(json, {schema_bytes, schema_depth});
  if (!root) return 1;
  const auto* at = &*root;
  auto line = at->line;
  while (at != nullptr && !pointer.empty()) {
    pointer.remove_prefix(1);
    const auto step = unescaped(pointer.substr(0, pointer.find('/')));
    pointer.remove_prefix(std::min(pointer.find('/'), pointer.size()));
    const auto member = std::ranges::find(at->members, step, [](const auto& one) { return one.first.text; });
    std::size_t place = 0;
    const bool is_place = std::from_chars(step.data(), step.data() + step.size(), place).ec == std::errc{};
    if (member != at->members.end()) {
      line = member->first.line;
      at = &member->second;
    } else if (at->kind == yaml_node::shape::list && is_place && place < at->items.size()) {
      at = &at->items[place];
      line = at->line;
    } else {
      at = nullptr;
    }
  }
  return line;
}

/// The line that a message of the JSON parser names, or that of the JSON pointer in quotes.
std::size_t line_of_failure(std::string_view json, const failure& why) {
  constexpr std::string_view line_word = "line ";
  const auto& text = why.detail;
  if (const auto at = text.find(line_word); why.code == errc::syntax_error && at != text.npos)
    return static_cast<std::size_t>(std::max(1, std::atoi(text.c_str() + at + line_word.size())));
  const auto begin = text.find('"'), end = text.find('"', begin + 1);
  if (begin == text.npos || end == text.npos) return 1;
  return line_of_pointer(json, std::string_view(text).substr(begin + 1, end - begin - 1));
}

class spec_file_reader {
 public:
  /// With `roots` also the folder of the specification is allowed.
  explicit spec_file_reader(const fs::path& file, file_roots roots) : file_(file) {
    if (roots == nullptr) return;
    allowed_ = *roots;
    allowed_.push_back(file.has_parent_path() ? file.parent_path().string() : ".");
    roots_ = &allowed_;
  }
  spec_file_reader(const spec_file_reader&) = delete;
  spec_file_reader& operator=(const spec_file_reader&) = delete;

  void read_lookup(const std::string& name, lookup_spec& lookup) {
    const auto path = file_.parent_path() / lookup.file;
    const auto refuse = [&](const std::string& message) {
      report(lookup.line, "lookups." + name + ": " + path.string() + ": " + message);
    };
    if (is_outside(path)) return report(lookup.line, "lookups." + name + ": " + outside_of_roots(path, true));
    column_taker taker(lookup);
    csv_findings found;
    if (const auto read = read_lookup_table(path, roots_, taker, found); !read)
      return refuse("cannot be read: " + to_string(read.error()));
    for (const auto* column : {&lookup.key, &lookup.value})
      if (std::ranges::find(found.names, *column) == found.names.end()) {
        const std::vector<std::string_view> names(found.names.begin(), found.names.end());
        refuse("there is no column `" + *column + "`" +
               (names.empty() ? "" : "; the nearest is `" + nearest_key(*column, names) + "`"));
      }
    if (taker.repeated()) refuse("two values for `" + *taker.repeated() + "`: remove one of them");
    if (taker.skipped())
      refuse("line " + std::to_string(taker.skipped()->line) + ": " +
             std::string(to_string(taker.skipped()->rule)) + ": a lookup table must be read as a whole");
  }
  /// Returns the text of the schema.
  std::string read_schema(const record_spec& spec, std::vector<file_problem>* notes) {
    const auto path = file_.parent_path() / spec.schema;
    if (is_outside(path)) {
      report(spec.schema_line, "schema: " + outside_of_roots(path, true));
      return {};
    }
    auto text = read_named_file(path, roots_);
    if (!text || text->empty()) {
      report(spec.schema_line,
             "schema: the file " + path.string() + (text ? " is empty" : " cannot be read"));
      return {};
    }
    const auto read = read_schema_json(*text);
    if (!read) {
      problems_.push_back({path.string(), line_of_failure(*text, read.error()), read.error().detail});
      return {};
    }
    if (notes != nullptr)
      for (const auto& pointer : read->not_checked)
        notes->push_back({path.string(), line_of_pointer(*text, pointer), pointer + " is not checked"});
    return *std::move(text);
  }
  /// Returns the text of the mapping.
  std::string read_mapping(const located_text& named) {
    const auto path = file_.parent_path() / named.text;
    if (is_outside(path)) {
      report(named.line, "rml: " + outside_of_roots(path, true));
      return {};
    }
    auto text = read_named_file(path, roots_);
    if (!text) {
      report(named.line, "rml: the file " + path.string() + " cannot be read");
      return {};
    }
    if (const auto mapping = read_rml_spec(*text); !mapping)
      for (const auto& one : mapping.error()) problems_.push_back({path.string(), one.line, one.message});
    return *std::move(text);
  }
  void report(std::size_t line, std::string message) {
    problems_.push_back({file_.string(), line, std::move(message)});
  }
  template <class Problems>
  void report_all(const Problems& found) {
    for (const auto& one : found) report(one.line, one.message);
  }
  [[nodiscard]] std::vector<file_problem> take() { return std::move(problems_); }
  [[nodiscard]] bool has_problems() const { return !problems_.empty(); }

 private:
  [[nodiscard]] bool is_outside(const fs::path& path) const {
    return roots_ != nullptr && !is_in_roots(path, *roots_);
  }

  fs::path file_;
  std::vector<std::string> allowed_;
  file_roots roots_ = nullptr;
  std::vector<file_problem> problems_;
};

/// What is wrong with the encoding that a specification states; nothing: it exists, or none is stated.
std::optional<line_problem> problem_of_encoding(const yaml_node& spec, const std::string& stated) {
  if (stated.empty() || !canonical_encoding_name(stated).empty()) return std::nullopt;
  const auto at = std::ranges::find(spec.members, "encoding", [](const auto& one) { return one.first.text; });
  return line_problem{at == spec.members.end() ? 1 : at->second.line,
                      "`encoding`: `" + stated + "` is no encoding; the nearest is " +
                          nearest_key(stated, known_encodings())};
}

/// Whether a file of YAML is a specification, and no document: it says what fields are, which RDF, or where documents are.
bool is_specification(const fs::path& file) {
  const auto text = read_named_file(file);
  if (!text) return false;
  const auto spec = read_record_spec(*text);
  return spec && (!spec->fields.empty() || spec->rdf || !spec->seeds.empty());
}

}  // namespace

bool is_rml_file(const fs::path& file) {
  return file.extension() == ".ttl" || file.extension() == ".rml";
}

void take_specification(std::vector<std::string>& inputs, std::string& spec) {
  if (!spec.empty() || inputs.empty()) return;
  const fs::path first = inputs.front();
  const bool is_yaml = first.extension() == ".yaml" || first.extension() == ".yml";
  if (!is_yaml && !is_rml_file(first)) return;
  if (inputs.size() == 1 && is_yaml && !is_specification(first)) return;
  spec = std::move(inputs.front());
  inputs.erase(inputs.begin());
}

std::string outside_of_roots(const fs::path& path, bool may_be_beside) {
  std::error_code ignored;
  auto real = fs::weakly_canonical(path, ignored);
  if (ignored) real = path.lexically_normal();
  return "the file " + path.string() + " is in no folder of `files.roots`" +
         (may_be_beside ? ", nor in that of the specification" : "") +
         ": when the specification may read it, write `files: {roots: [" + real.parent_path().string() +
         "]}` in the campaign";
}

read_from_file<loaded_spec> read_spec_within(const fs::path& file, const yaml_node& node, std::string name,
                                             std::vector<file_problem>* notes, file_roots roots) {
  spec_file_reader reading(file, roots);
  auto spec = read_record_spec(node);
  if (!spec) {
    reading.report_all(spec.error());
    return tl::unexpected(reading.take());
  }
  if (const auto wrong = problem_of_encoding(node, spec->encoding))
    reading.report(wrong->line, wrong->message);
  if (spec->name.empty()) spec->name = std::move(name);
  loaded_spec made{
      {spec->name, yaml_text(node), {}, {}}, file, spec->seeds, !spec->rml.text.empty(), spec->is_csvw};
  for (auto& [table, lookup] : spec->lookups) {
    if (lookup.file.empty()) continue;
    reading.read_lookup(table, lookup);
    made.bundled.lookups[table] = lookup.values;
  }
  if (!spec->schema.empty()) made.bundled.schema = spec->schema_text = reading.read_schema(*spec, notes);
  if (made.is_rml) made.bundled.rml = spec->rml_text = reading.read_mapping(spec->rml);
  if (!reading.has_problems())
    if (const auto plan = make_claiming_spec(*std::move(spec)); !plan) reading.report_all(plan.error());
  if (reading.has_problems()) return tl::unexpected(reading.take());
  return made;
}

read_from_file<loaded_spec> read_spec_file(const fs::path& file, std::vector<file_problem>* notes,
                                           file_roots roots) {
  const auto problem = [&](std::size_t line, std::string message) {
    return tl::unexpected(std::vector{file_problem{file.string(), line, std::move(message)}});
  };
  if (is_rml_file(file)) {
    yaml_node key{yaml_node::shape::scalar, 1, "rml", false, {}, {}};
    yaml_node name{yaml_node::shape::scalar, 1, file.filename().string(), true, {}, {}};
    yaml_node spec{yaml_node::shape::map, 1, {}, false, {}, {{std::move(key), std::move(name)}}};
    return read_spec_within(file, spec, file.stem().string(), notes);
  }
  const auto text = read_named_file(file);
  if (!text) return problem(1, "cannot be read: " + text.error().detail);
  const auto root = read_yaml(*text);
  if (!root) return problem(root.error().line, root.error().message);
  return read_spec_within(file, *root, file.stem().string(), notes, roots);
}

}  // namespace laundromat
