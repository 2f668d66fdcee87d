// Extracts records file by file; statements of them are made by washing.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/extract_files.hpp"

#include <iostream>
#include <set>
#include <utility>

#include "app/extraction/other_specs.hpp"
#include "app/extraction/record_job.hpp"
#include "app/extraction/record_output.hpp"
#include "app/extraction/repair_document.hpp"
#include "app/extraction/schema_output.hpp"
#include "app/extraction/spec_seeds.hpp"
#include "app/extraction/write_whole.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/terminal.hpp"
#include "app/wash/input_guard.hpp"
#include "app/wash/input_handler.hpp"
#include "app/wash/output_file.hpp"
#include "app/wash/wash_output.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/codec/open_view.hpp"
#include "core/mapping/record_plans.hpp"
#include "core/schema/schema_json.hpp"
#include "core/washing/extract.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// Collects the names of fields in the order in which they come.
class column_names final : public record_writer {
 public:
  result<void> write(data_value record, const record_place&, account_sink&) override {
    if (!record.is(data_kind::map)) add(name_of_plain_value);
    if (record.is(data_kind::map))
      for (const auto field : record) add(field.name());
    return {};
  }
  result<void> finish_records() override { return {}; }
  void add(const std::vector<field_spec>& fields) {
    for (const auto& field : fields) {
      for (const auto& name : field.names) add(name);
      if (!field.steps.warn.empty()) add(field.steps.warn);
    }
  }
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

 private:
  void add(std::string_view name) {
    if (known_.insert(std::string(name)).second) all_.emplace_back(name);
  }

  std::set<std::string> known_;
  std::vector<std::string> all_;
};

/// The names of the fields that a specification has.
std::vector<std::string> stated_columns(const record_spec& spec) {
  column_names names;
  names.add(spec.fields);
  return names.all();
}

class file_extraction final : public input_handler {
 public:
  /// `of_run` gets all records; null: no schema of them is asked for. `printed` is set to the one output of all documents, if they have one.
  file_extraction(const records_options& all, const wash_options& options, const record_target& target,
                  const fs::path& scratch_folder, scratch_store& scratch, schema_builder* of_run,
                  std::unique_ptr<record_output>& printed)
      : input_handler(options, scratch),
        all_(all),
        of_run_(of_run),
        printed_(printed),
        target_(target),
        output_(options, held_),
        stem_((scratch_folder / "records-").string()) {
    ports_.make_output = [this]() -> result<std::unique_ptr<clean_output>> {
      return std::make_unique<output_file>(stem_ + std::to_string(++outputs_));
    };
    if (options.output != "-" || !options.ledger.empty()) ports_.make_ledger = ports_.make_output;
  }

  void begin_input(const std::string& folder) override {
    input_handler::begin_input(folder);
    output_.set_folder(folder);
  }
  void report_sum(std::uint64_t files) override {
    sum_.files = files;
    sum_.failed = failed_;
    sum_.rejected = rejected_;
    report_.report_sum(sum_);
  }

 private:
  [[nodiscard]] std::string refusal_of_archive(const std::string& name,
                                               const unpack_outcome& found) const override {
    return refusal_of_workbook(name, found);
  }
  void take_leaf(const input_document& leaf, unpack_outcome& found) override {
    const auto* plan = options_.records->all().front().plan.get();
    const auto made = take(record_job(leaf, found.encoding, *plan), *plan);
    release_view(leaf.content, scratch_);
    if (made) return;
    const auto& why = made.error();
    if (is_machine_fault(why.code) || why.code == errc::cancelled) broken_ = why;
    if (why.code != errc::cancelled) report_failure(leaf.name, why.code, why.detail);
  }

  /// Extracts the records of a document, and writes and reports all that is made of them.
  result<void> take(const parse_job& job, const record_plan& plan) {
    auto into = output_of(job, plan);
    if (!into) return tl::unexpected(into.error());
    const bool joins = into->file.empty() && is_one_whole(target_);
    std::unique_ptr<record_output> own;
    if (auto opened = open_output(*into, joins ? printed_ : own); !opened) return opened;
    auto& writer = joins ? *printed_ : *own;
    std::optional<schema_builder> of_table;
    if (target_ == record_target::csv && (!into->file.empty() || !all_.csvw.empty())) of_table.emplace();
    schema_taker taker(of_run_, of_table ? &*of_table : nullptr, writer.records());
    auto made =
        extract(job, ports_, settings_, plan, of_run_ != nullptr || of_table ? taker : writer.records());
    if (!made) return tl::unexpected(made.error());
    if (made->on != event::statements_stored) return fail(made->cause, made->detail);
    auto staged = joins ? writer.end_document().map([] { return std::string{}; }) : writer.finish();
    if (!staged) return tl::unexpected(staged.error());
    const auto placed =
        output_.deliver_records(job.name, *staged, ending_of(target_), made->ledger.staged, placed_);
    if (!placed) return tl::unexpected(placed.error());
    if (!placed->empty()) placed_.insert(*placed);
    if (of_table)
      if (auto done = describe_table(of_table->finish(), into->columns, *placed); !done) return done;
    std::optional<repaired_copy> copy;
    if (all_.repair) {
      auto repaired = repair(job, plan, *placed);
      if (!repaired) return tl::unexpected(repaired.error());
      copy = *std::move(repaired);
    }
    report_.report_records({job.name, job.encoding, *placed, copy ? &*copy : nullptr}, *made);
    add(*made);
    return {};
  }
  /// Makes the output, or adds a document to it.
  static result<void> open_output(const record_output_options& options,
                                  std::unique_ptr<record_output>& output) {
    if (output) return output->begin_document(options);
    auto made = make_record_output(options);
    if (!made) return tl::unexpected(made.error());
    output = *std::move(made);
    return {};
  }
  void add(const extract_outcome& made) {
    ++sum_.documents;
    sum_.records = sum_.records.value_or(0) + made.records();
    for (const auto& c : made.defect_counts) sum_.defects += c.count;
    if (is_rejected(made.spans, made.skips, made.repairs, made.defect_counts)) ++rejected_;
  }
  result<record_output_options> output_of(const parse_job& job, const record_plan& plan) {
    record_output_options into;
    into.target = target_;
    if (options_.output != "-") into.file = stem_ + std::to_string(++outputs_);
    into.plan = &plan;
    into.reading.base_iri = job.base_iri;
    into.reading.profile = settings_.profile;
    if (target_ == record_target::sqlite) into.columns = stated_columns(plan.spec());
    if (target_ != record_target::csv) return into;
    auto columns = columns_of(job, plan);
    if (!columns) return tl::unexpected(columns.error());
    into.columns = *std::move(columns);
    return into;
  }

  /// The columns of a table of the records: those of the specification, or else of all records, for which the document is read once more. Of
  /// other documents than tables the first 4,096: cells are as many as records times columns.
  result<std::vector<std::string>> columns_of(const parse_job& job, const record_plan& plan) {
    if (!plan.spec().fields.empty() && !plan.spec().keeps_others) return stated_columns(plan.spec());
    column_names names;
    auto ports = ports_;
    ports.make_ledger = {};
    auto read = extract(job, ports, settings_, plan, names);
    if (!read) return tl::unexpected(read.error());
    constexpr std::size_t most_columns = 4'096;
    auto columns = names.all();
    if (columns.size() > most_columns && read->found.table.names.empty()) columns.resize(most_columns);
    return columns;
  }

  /// Writes the metadata of a table: beside it, and to the file of --csvw.
  result<void> describe_table(const record_schema& schema, const std::vector<std::string>& columns,
                              const std::string& table) {
    if (!table.empty()) {
      const auto metadata = table_metadata(schema, columns, fs::path(table).filename().string());
      if (auto done = write_whole(table + "-metadata.json", metadata); !done) return done;
    }
    if (all_.csvw.empty()) return {};
    if (std::exchange(is_described_, true))
      return fail(errc::invalid_argument,
                  "--csvw is for one document; with -o DIR each table has its metadata beside it");
    const auto url = table.empty() ? table_of_metadata(all_.csvw) : fs::path(table).filename().string();
    return write_whole(all_.csvw, table_metadata(schema, columns, url));
  }

  result<repaired_copy> repair(const parse_job& job, const record_plan& plan, const std::string& placed) {
    const fs::path written = placed;
    auto stem = written.filename().string();
    stem.resize(stem.size() - ending_of(target_).size() - 1);
    return repair_document(
        job, ports_, settings_.profile, plan,
        {stem_ + std::to_string(++outputs_) + "-", written.parent_path(), stem, &inputs_, &placed_});
  }

  const records_options& all_;
  schema_builder* of_run_;
  std::unique_ptr<record_output>& printed_;
  const input_guard inputs_{options_.inputs};
  std::set<fs::path> placed_;  ///< results and repaired copies of this run
  bool is_described_ = false;  ///< the file of --csvw is written
  const record_target target_;
  held_outputs held_;
  wash_output output_;
  std::string stem_;  ///< of the staged files
  std::uint64_t outputs_ = 0;
  wash_sum sum_;
};

/// Prints what is wrong in a specification.
int refuse(const std::vector<file_problem>& problems) {
  for (const auto& problem : problems) std::cerr << "laundromat: " << harmless(to_string(problem)) << '\n';
  return exit_usage;
}

/// What of the options does not fit together, with what to do; empty: nothing.
std::string refusal_of(const records_options& options, record_target target) {
  const auto& files = options.files;
  if (target == record_target::sqlite && files.output == "-")
    return "--to sqlite needs a folder for its files: -o DIR";
  if (target == record_target::n_quads && (!options.infer.empty() || options.repair))
    return std::string(options.repair ? "--repair" : "--infer") +
           " is about records, and --to n-quads makes statements of them: leave --to out, or name another "
           "format";
  if (!options.infer.empty() && !options.infer.ends_with(".json"))
    return "--infer " + options.infer + ": a JSON Schema is written, so name a file that ends with .json";
  if (!options.csvw.empty() && target != record_target::csv) return "--csvw describes a table: add --to csv";
  if (options.repair && files.output == "-") return "--repair needs a folder for the copies: -o DIR";
  input_guard inputs(files.inputs);
  inputs.add(options.spec);
  for (const auto& [option, file] :
       {std::pair{"--infer: ", options.infer}, std::pair{"--csvw: ", options.csvw}})
    if (const auto refusal = inputs.refusal_of(file); !refusal.empty()) return option + refusal;
  if (!options.csvw.empty() && options.csvw == options.infer)
    return "--csvw and --infer name one file: name two";
  return {};
}

int refuse(std::string_view message) {
  std::cerr << "laundromat: " << harmless(message) << '\n';
  return exit_usage;
}

/// Extracts with options that fit together.
int extract_all(const records_options& options, record_target target) {
  std::optional<schema_builder> of_run;
  if (!options.infer.empty()) of_run.emplace();
  std::unique_ptr<record_output> printed;
  auto code = handle_files(options.files,
                           [&](const wash_options& all, const fs::path& folder, scratch_store& scratch) {
                             return std::make_unique<file_extraction>(options, all, target, folder, scratch,
                                                                      of_run ? &*of_run : nullptr, printed);
                           });
  if (printed)
    if (const auto ended = printed->finish(); !ended && code == exit_ok) {
      if (ended.error().code != errc::cancelled)
        std::cerr << "laundromat: " << harmless(message_of(ended.error())) << '\n';
      code = exit_code_of(ended.error());
    }
  if (!of_run || code == exit_usage) return code;
  const auto& name = options.files.records->all().front().name;
  const auto schema = of_run->finish();
  if (schema.left_out_fields > 0)
    std::cerr << "laundromat: --infer: " << number_of(schema.left_out_fields, "value")
              << " left out of the schema, because there are too many fields or they are too deep in each "
                 "other; it is open "
                 "there\n";
  auto written = write_whole(options.infer, schema_json(schema, name.empty() ? "Records" : name));
  if (written) return code;
  std::cerr << "laundromat: --infer: " << harmless(message_of(written.error())) << '\n';
  return exit_code_of(written.error());
}

}  // namespace

/// Washes files by a specification in the language of others.
int wash_by_others(records_options& options, hinted_reader_maker make) {
  if (record_target_from(options.to.empty() ? "n-quads" : options.to) != record_target::n_quads ||
      !options.infer.empty() || options.repair)
    return refuse(options.spec + " makes RDF: leave out --to, --infer and --repair");
  options.files.make_reader = std::move(make);
  return wash_files(options.files);
}

int extract_files(records_options options) {
  auto target = record_target_from(options.to);
  const bool wants_records = !options.infer.empty() || options.repair;
  if (options.undo) {
    const auto& inputs = options.files.inputs;
    if (inputs.size() != 1) return refuse("--undo takes one list of repairs: NAME.repairs.jsonl");
    return undo_repairs(inputs.front(), options.files.output, options.files.json);
  }
  if (is_rml_file(options.spec)) {
    if (options.files.inputs.empty())
      return refuse(options.spec +
                    " is an RML mapping by its name: name its documents behind it, as in `laundromat records "
                    "map.ttl people.json`. A document in RDF is cleaned by `laundromat wash`");
    if (target.value_or(record_target::n_quads) != record_target::n_quads || wants_records)
      return refuse("an RML mapping makes RDF: leave out --to, --infer and --repair");
    auto made = read_rml_file(options.spec, options.files.inputs);
    if (!made) return refuse(made.error());
    options.files.make_reader = *std::move(made);
    return wash_files(options.files);
  }
  std::vector<bundled_spec> specs;
  bool is_csvw = false;
  if (options.spec.empty()) {
    specs.emplace_back();
  } else {
    std::vector<file_problem> notes;
    auto spec = read_spec_file(options.spec, &notes);
    if (!spec) return refuse(spec.error());
    for (const auto& problem : notes) std::cerr << "laundromat: " << harmless(to_string(problem)) << '\n';
    if (options.files.inputs.empty()) {
      auto files = files_of_seeds(*spec);
      if (!files) return refuse(files.error());
      if (files->empty())
        return refuse(options.spec +
                      " is a specification: name its documents behind it, or say where they are with "
                      "`documents: {seeds: …}`");
      options.files.inputs = *std::move(files);
    }
    is_csvw = spec->is_csvw;
    specs.push_back(std::move(spec->bundled));
  }
  const auto made = plans_for_all(to_bundle(specs));
  if (!made) return refuse(message_of(made.error()));
  const auto& plans = *made;
  const auto& spec = plans->all().front();
  if (!spec.plan)
    return wash_by_others(options, is_csvw ? readers_with_metadata_beside(spec.make) : spec.make);
  if (options.to.empty())
    target = spec.plan->spec().rdf && !wants_records ? record_target::n_quads : record_target::json_lines;
  options.files.records = plans;
  if (const auto refusal = refusal_of(options, *target); !refusal.empty()) return refuse(refusal);
  if (target != record_target::n_quads) return extract_all(options, *target);
  if (options.spec.empty())
    options.files.make_reader = readers_with_metadata_beside(
        [plans](const document_hints& hints, reader_options given, statement_sink& sink) {
          return plans->all().front().make_reader(hints, std::move(given), sink);
        });
  return wash_files(options.files);
}

}  // namespace laundromat
