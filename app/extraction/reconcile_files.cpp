// Reads records for a search of duplicates, and keeps the decisions about them.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/reconcile_files.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include "app/extraction/candidate_source.hpp"
#include "app/extraction/merge_output.hpp"
#include "app/extraction/other_specs.hpp"
#include "app/extraction/reconcile_report.hpp"
#include "app/extraction/reconcile_rules.hpp"
#include "app/extraction/record_job.hpp"
#include "app/extraction/spec_file.hpp"
#include "app/extraction/write_whole.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stdout_sink.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/wash/input_guard.hpp"
#include "app/wash/input_handler.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "core/codec/open_view.hpp"
#include "core/mapping/made_terms.hpp"
#include "core/mapping/record_plans.hpp"
#include "core/washing/extract.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// Takes nothing: terms are made for their text only.
struct no_statements final : statement_sink {
  result<void> on_statement(const statement_view&) override { return {}; }
  void on_defect(const defect&) override {}
};

/// What the records of a run are needed for.
class record_taker {
 public:
  record_taker(const reconcile_options& options, duplicate_finder* finder, merge_output* merged,
               const decided_groups& decided)
      : options_(options), finder_(finder), merged_(merged) {
    for (const auto& group : decided.groups) decided_.insert(group.begin(), group.end());
    label_ = !options.label.empty()     ? options.label
             : !options.compare.empty() ? options.compare[0].substr(0, options.compare[0].find(':'))
             : !options.keys.empty()    ? options.keys[0]
                                        : std::string{};
    unseen_.insert(options.keys.begin(), options.keys.end());
    for (const auto& field : options.compare) unseen_.insert(field.substr(0, field.find(':')));
    for (const auto& field : {options.id, label_})
      if (!field.empty()) unseen_.insert(field);
  }

  result<void> take(const std::string& id, const std::string& iri, data_value record) {
    ++records_;
    std::erase_if(unseen_, [&](const std::string& field) { return !field_text(record, field).empty(); });
    if (id.empty()) {
      ++without_id_;
      return merged_ != nullptr ? merged_->add(id, record) : result<void>{};
    }
    if (finder_ != nullptr)
      if (auto added = finder_->add(id, record); !added) return added;
    if (decided_.contains(id)) iris_.emplace(id, iri);
    if (!options_.with.empty())
      if (auto name = field_text(record, label_); !name.empty()) {
        name_bytes_ += id.size() + name.size() + sizeof names_.front();
        if (name_bytes_ > most_name_bytes)
          return fail(errc::limit_exceeded,
                      "the names that are looked up need more than 1 GiB: reconcile fewer records "
                      "at a time");
        names_.emplace_back(id, std::move(name));
      }
    return merged_ != nullptr ? merged_->add(id, record) : result<void>{};
  }

  [[nodiscard]] std::uint64_t records() const { return records_; }
  [[nodiscard]] std::uint64_t without_id() const { return without_id_; }
  /// Fields of the options of which no record has a value.
  [[nodiscard]] const std::set<std::string>& unseen() const { return unseen_; }
  /// Ids of records with the texts that are looked up.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& names() const { return names_; }
  /// The IRI of a record that is in a group; null: this is no id of such a record.
  [[nodiscard]] const std::string* iri_of(const std::string& id) const {
    const auto found = iris_.find(id);
    return found == iris_.end() ? nullptr : &found->second;
  }

 private:
  const reconcile_options& options_;
  duplicate_finder* finder_;
  merge_output* merged_;
  std::string label_;
  std::set<std::string> decided_, unseen_;
  std::map<std::string, std::string> iris_;
  static constexpr std::uint64_t most_name_bytes = std::uint64_t{1} << 30;
  std::vector<std::pair<std::string, std::string>> names_;
  std::uint64_t name_bytes_ = 0;
  std::uint64_t records_ = 0, without_id_ = 0;
};

/// Names the records of one document, and passes them on.
class named_records final : public record_writer {
 public:
  named_records(const parse_job& job, const record_plan& plan, const std::string& id_field,
                record_taker& taker)
      : document_(job.name),
        id_field_(id_field),
        taker_(taker),
        terms_({.base_iri = job.base_iri}, nothing_) {
    const auto& rdf = plan.spec().rdf;
    if (rdf && rdf->subject.form == term_form::iri) subject_ = &rdf->subject;
  }
  result<void> write(data_value record, const record_place& place, account_sink&) override {
    ++number_;
    std::string iri;
    if (subject_ != nullptr) {
      std::vector<made_term> made;
      terms_.begin_record(place);
      terms_.make(*subject_, record, made);
      if (!made.empty()) iri = made.front().value;
    }
    return taker_.take(id_of(record, iri), iri, record);
  }
  result<void> finish_records() override { return {}; }

 private:
  [[nodiscard]] std::string id_of(data_value record, const std::string& iri) const {
    if (!id_field_.empty()) return field_text(record, id_field_);
    return subject_ != nullptr ? iri : document_ + "#" + std::to_string(number_);
  }

  std::string document_;
  const std::string& id_field_;
  record_taker& taker_;
  no_statements nothing_;
  term_maker terms_;
  const term_spec* subject_ = nullptr;  ///< of the records; null: they have no IRIs
  std::uint64_t number_ = 0;
};

class file_reconciliation final : public input_handler {
 public:
  file_reconciliation(const wash_options& options, scratch_store& scratch, const std::string& id_field,
                      record_taker& taker)
      : input_handler(options, scratch), id_field_(id_field), taker_(taker) {}

  void report_sum(std::uint64_t) override {}

 private:
  [[nodiscard]] std::string refusal_of_archive(const std::string& name,
                                               const unpack_outcome& found) const override {
    return refusal_of_workbook(name, found);
  }
  void take_leaf(const input_document& leaf, unpack_outcome& found) override {
    const auto* plan = options_.records->all().front().plan.get();
    const auto job = record_job(leaf, found.encoding, *plan);
    named_records records(job, *plan, id_field_, taker_);
    auto made = extract(job, ports_, settings_, *plan, records);
    release_view(leaf.content, scratch_);
    if (!made) {
      if (is_machine_fault(made.error().code) || made.error().code == errc::cancelled) broken_ = made.error();
      return report_failure(leaf.name, made.error().code, made.error().detail);
    }
    if (made->on != event::statements_stored) return report_failure(leaf.name, made->cause, made->detail);
    report_.report_records({leaf.name, job.encoding, std::string{}}, *made);
  }

  const std::string& id_field_;
  record_taker& taker_;
};

/// A score from 0 to 100 as that of a pair; empty for any other.
std::string score_text(double score) {
  if (!(score >= 0 && score <= 100)) return {};
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.2f", score / 100);
  return text.data();
}

class reconciliation {
 public:
  reconciliation(const reconcile_options& options, console& io) : options_(options), io_(io) {}

  int run() {
    auto rules = duplicate_rules(options_);
    if (!rules) return refuse(rules.error());
    rules_ = *std::move(rules);
    if (const auto refusal = refusal_of_files(); !refusal.empty()) return refuse(refusal);
    if (const auto code = read_spec(); code != exit_ok) return code;
    if (const auto code = read_decided(); code != exit_ok) return code;
    if (auto opened = open_source(); !opened) return refuse(opened.error());
    std::optional<duplicate_finder> finder;
    if (!rules_.fields.empty()) {
      auto made = duplicate_finder::make(rules_);
      if (!made) return refuse(made.error());
      finder.emplace(*std::move(made));
    }
    const auto before = group_decisions(earlier_);
    std::unique_ptr<merge_output> merged;
    if (!options_.merge.empty()) {
      auto opened = merge_output::open(options_.merge, before);
      if (!opened) return refuse(opened.error());
      merged = *std::move(opened);
    }
    record_taker taker(options_, finder ? &*finder : nullptr, merged.get(), before);
    if (const auto code = read_records(taker); code != exit_ok) {
      io_.err << "laundromat: not all records were read: the decisions stay as they are\n";
      return code;
    }
    if (taker.records() > 0 && !taker.unseen().empty())
      return refuse({errc::configuration, "no record has a value in `" + *taker.unseen().begin() +
                                              "`: write the name of a field of the records"});
    found_.records = taker.records();
    found_.without_id = taker.without_id();
    if (finder) {
      const stop_signals stopping{[this] { is_stopping_ = true; }};
      found_.duplicates = finder->find([this] { return is_stopping_.load(); });
      if (is_stopping_) return refuse(failure{errc::cancelled, {}});
    }
    const auto asked = ask(taker);
    if (auto kept = keep(before, taker); !kept) return refuse(kept.error());
    // What is made of the records keeps standard output for itself.
    const bool is_taken = options_.merge == "-" || options_.same_as == "-";
    console to{io_.in, is_taken ? io_.err : io_.out, io_.err, is_taken ? io_.err_terminal : io_.out_terminal,
               io_.err_terminal};
    print_findings(found_, rules_, joined_, before, options_.json, to);
    if (merged)
      if (auto done = merged->finish(); !done) return refuse(done.error());
    if (!options_.same_as.empty())
      if (auto done = write_same_as(before, taker); !done) return refuse(done.error());
    if (!asked) return refuse(asked.error());
    return before.contradictions.empty() && found_.unanswered == 0 ? exit_ok : exit_some_failed;
  }

 private:
  /// What is written that would replace something that is read, or written, too.
  [[nodiscard]] std::string refusal_of_files() const {
    input_guard inputs(options_.files.inputs);
    for (const auto& file : {options_.spec, options_.with}) inputs.add(file);
    std::set<fs::path> written;
    for (const auto& file : {options_.decisions, options_.merge, options_.same_as}) {
      if (file.empty() || file == "-") continue;
      if (auto refusal = inputs.refusal_of(file); !refusal.empty()) return refusal;
      if (!written.insert(fs::path(file).lexically_normal()).second)
        return file + " is named twice: each result needs a file of its own";
      inputs.add(file);
    }
    return {};
  }
  int refuse(const failure& why) const {
    if (why.code != errc::cancelled) io_.err << "laundromat: " << harmless(message_of(why)) << '\n';
    return exit_code_of(why);
  }
  int refuse(const std::string& message) const { return refuse(failure{errc::invalid_argument, message}); }

  int read_spec() {
    if (is_rml_file(options_.spec))
      return refuse("an RML mapping makes RDF; reconcile needs a specification in YAML");
    std::vector<bundled_spec> specs(1);
    if (!options_.spec.empty()) {
      std::vector<file_problem> notes;
      auto spec = read_spec_file(options_.spec, &notes);
      for (const auto& problem : spec ? notes : spec.error())
        io_.err << "laundromat: " << harmless(to_string(problem)) << '\n';
      if (!spec) return exit_usage;
      if (spec->is_rml || spec->is_csvw)
        return refuse(options_.spec +
                      ": this specification makes RDF, and records are compared: write `fields`");
      specs[0] = std::move(spec->bundled);
    }
    auto plans = plans_for_all(to_bundle(specs));
    if (!plans) return refuse(plans.error());
    plans_ = *std::move(plans);
    const auto& rdf = plans_->all().front().plan->spec().rdf;
    if (!options_.same_as.empty() && !(rdf && rdf->subject.form == term_form::iri))
      return refuse(
          "--same-as needs the IRIs of the records: write `rdf: {subject: …}` in the specification");
    return exit_ok;
  }

  int read_decided() {
    std::error_code ignored;
    if (!fs::exists(options_.decisions, ignored)) return exit_ok;
    auto bytes = open_file_source(options_.decisions);
    if (!bytes) return refuse(bytes.error());
    auto text = read_all(**bytes, std::uint64_t{1} << 30);
    if (!text) return refuse(text.error());
    auto read = parse_decisions(*text);
    for (const auto& fault : read.faults)
      io_.err << "laundromat: " << harmless(options_.decisions) << ':' << fault.line << ": "
              << harmless(fault.what) << '\n';
    if (!read.faults.empty()) return exit_usage;
    earlier_ = std::move(read.decisions);
    text_before_ = *std::move(text);
    return exit_ok;
  }

  result<void> open_source() {
    const auto& with = options_.with;
    if (with.empty()) return {};
    if (!with.starts_with("http://") && !with.starts_with("https://")) {
      auto labels = read_candidate_labels(with);
      if (!labels) return tl::unexpected(labels.error());
      source_ = *std::move(labels);
      return {};
    }
    if (options_.contact.find('@') == std::string::npos)
      return fail(errc::invalid_argument,
                  "--with a URL asks a server many times: say who asks, with --contact you@example.org");
    candidate_service service;
    service.url = with;
    service.contact = options_.contact;
    service.type = options_.type;
    service.is_stopping = [this] { return is_stopping_.load(); };
    source_ = make_candidate_service(std::move(service));
    return {};
  }

  int read_records(record_taker& taker) {
    auto files = options_.files;
    files.records = plans_;
    return handle_files(files, [&](const wash_options& all, const fs::path&, scratch_store& scratch) {
      return std::make_unique<file_reconciliation>(all, scratch, options_.id, taker);
    });
  }

  /// Looks up the names of all records that are not decided to be an entity elsewhere.
  result<void> ask(const record_taker& taker) {
    if (!source_) return {};
    const stop_signals stopping{[this] { is_stopping_ = true; }};
    std::set<std::string> records, decided;
    for (const auto& [id, name] : taker.names()) records.insert(id);
    for (const auto& one : earlier_) {
      if (one.verdict != duplicate_verdict::same) continue;
      if (!records.contains(one.other)) decided.insert(one.one);
      if (!records.contains(one.one)) decided.insert(one.other);
    }
    std::map<std::string, std::vector<std::string>> ids;  // by name, so that each is asked for once
    for (const auto& [id, name] : taker.names())
      if (!decided.contains(id)) ids[name].push_back(id);
    std::vector<std::string> batch;
    // A service that fails again and again is not asked any more.
    constexpr int most_failures = 3;
    int failures = 0;
    for (auto at = ids.begin(); at != ids.end();) {
      batch.clear();
      for (; at != ids.end() && batch.size() < source_->batch(); ++at) batch.push_back(at->first);
      auto found = source_->find(batch, options_.candidates);
      if (!found) {
        if (found.error().code == errc::cancelled || ++failures == most_failures)
          return tl::unexpected(found.error());
        for (const auto& name : batch) note_unanswered(name, message_of(found.error()));
        continue;
      }
      failures = 0;
      for (std::size_t i = 0; i < batch.size() && i < found->size(); ++i) {
        if (const auto& problem = (*found)[i].problem; !problem.empty()) note_unanswered(batch[i], problem);
        for (const auto& candidate : (*found)[i].candidates)
          for (const auto& id : ids[batch[i]]) propose(id, batch[i], candidate);
      }
    }
    return {};
  }
  void note_unanswered(const std::string& name, const std::string& why) {
    if (found_.unanswered++ == 0) found_.first_unanswered = "\"" + name + "\": " + why;
  }
  void propose(const std::string& id, const std::string& name, const reconciliation_candidate& candidate) {
    if (id == candidate.id) return;
    auto why = "\"" + name + "\" may be \"" + candidate.name + "\"" +
               (candidate.match ? ", the service is sure" : "");
    found_.candidates.push_back({duplicate_verdict::undecided, std::min(id, candidate.id),
                                 std::max(id, candidate.id), score_text(candidate.score), std::move(why)});
  }

  /// Joins what was found with what was decided, and writes the file when it changes.
  result<void> keep(const decided_groups& decided, const record_taker& taker) {
    auto proposed = undecided_pairs(found_.duplicates, rules_);
    proposed.insert(proposed.end(), found_.candidates.begin(), found_.candidates.end());
    joined_ = with_implied(join_decisions(earlier_, proposed), decided,
                           [&](const std::string& id) { return taker.iri_of(id) != nullptr; });
    auto text = write_decisions(joined_);
    return text == text_before_ ? result<void>{} : rewrite_whole(options_.decisions, text);
  }

  result<void> write_same_as(const decided_groups& decided, const record_taker& taker) {
    no_statements nothing;
    term_maker terms({}, nothing);
    std::vector<std::string> without_iri;
    const auto pairs = same_as_pairs(decided, [&](std::string_view id) {
      if (const auto* iri = taker.iri_of(std::string(id)); iri != nullptr && !iri->empty()) return *iri;
      made_term term{term_kind::iri, std::string(id), {}, {}};
      if (terms.finish_iri(term) && is_absolute(term.value)) return term.value;
      without_iri.emplace_back(id);
      return std::string{};
    });
    if (!without_iri.empty())
      io_.err << "laundromat: --same-as: " << number_of(without_iri.size(), "decided id") << " left out, as "
              << harmless(without_iri.front()) << ": neither an IRI, nor the id of a record that has one\n";
    std::string quads;
    for (const auto& [one, other] : pairs)
      quads.append("<")
          .append(one)
          .append("> <http://www.w3.org/2002/07/owl#sameAs> <")
          .append(other)
          .append("> .\n");
    if (options_.same_as != "-") return write_whole(options_.same_as, quads);
    stdout_sink out;
    auto done = out.write(quads);
    return done ? stdout_sink::flush() : done;
  }

  const reconcile_options& options_;
  console& io_;
  duplicate_options rules_;
  std::shared_ptr<const record_plans> plans_;
  std::vector<duplicate_decision> earlier_, joined_;
  std::string text_before_;
  std::unique_ptr<candidate_source> source_;
  std::atomic<bool> is_stopping_{false};
  reconcile_findings found_;
};

}  // namespace

int reconcile_files(const reconcile_options& options, console& io) {
  return reconciliation(options, io).run();
}

}  // namespace laundromat
