// Numbers the terms by sorting, then the triples, and writes all parts.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/hdt_writer.hpp"

#include <array>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/count_words.hpp"
#include "core/rdf/hdt/hdt_parts.hpp"
#include "core/rdf/hdt/packed_numbers.hpp"
#include "core/rdf/hdt/sort_codes.hpp"
#include "core/rdf/hdt/term_section.hpp"
#include "core/rdf/sort/line_sorter.hpp"

namespace laundromat {

namespace {

// The first byte after the space of a line tells what it says; of one term or subject, these lines come first.
constexpr char as_subject = '0', as_object = '1';
constexpr char subject_number = '0', triple_of_subject = '1';

/// A number in a section: those of the shared terms come first.
struct section_number {
  bool is_shared = false;
  std::uint64_t index = 0;  ///< from 0

  friend bool operator==(const section_number&, const section_number&) = default;
};

void append_section_number(std::string& out, const section_number& number) {
  out += number.is_shared ? '0' : '1';
  append_sortable_number(out, number.index);
}

section_number take_section_number(std::string_view& from) {
  const bool is_shared = from.front() == '0';
  from.remove_prefix(1);
  return {is_shared, take_number(from)};
}

/// A sorter with its runs.
struct sorted_lines {
  sorted_lines(const run_store_maker& make_runs, std::uint64_t memory_bytes, worker_pool* workers)
      : runs(make_runs()), lines(*runs, {memory_bytes, workers}) {}

  std::unique_ptr<run_store> runs;
  line_sorter lines;
};

/// Takes a line up to its space, and what follows it without the line feed.
using line_taker = std::function<result<void>(std::string_view key, std::string_view rest)>;

result<void> each_sorted(line_sorter& lines, const line_taker& take) {
  return lines.finish([&](std::string& batch) -> result<void> {
    for (std::string_view left = batch; !left.empty();) {
      const auto end = left.find('\n'), space = left.find(' ');
      if (auto taken = take(left.substr(0, space), left.substr(space + 1, end - space - 1)); !taken)
        return taken;
      left.remove_prefix(end + 1);
    }
    return {};
  });
}

/// The different predicates.
class predicate_list {
 public:
  explicit predicate_list(std::uint64_t most_bytes) : left_bytes_(most_bytes) {}

  /// Its number, in the order of their first use. Error: `limit_exceeded`.
  result<std::uint64_t> number_of(std::string_view predicate) {
    constexpr std::uint64_t bytes_of_each = 128;
    if (last_ && last_->first == predicate) return last_->second;
    auto found = numbers_.find(predicate);
    if (found == numbers_.end()) {
      const auto bytes = predicate.size() + bytes_of_each;
      if (bytes > left_bytes_)
        return fail(errc::limit_exceeded, "more than " + laundromat::number_of(numbers_.size(), "predicate") +
                                              ", which HDT numbers in memory");
      left_bytes_ -= bytes;
      found = numbers_.emplace(predicate, numbers_.size()).first;
    }
    last_ = &*found;
    return found->second;
  }

  /// Adds them to the section; the result has at the number of each its place there.
  result<std::vector<std::uint64_t>> number_in_order(term_section& section) const {
    std::vector<std::uint64_t> places(numbers_.size());
    for (const auto& [predicate, number] : numbers_) {
      places[number] = section.terms();
      if (auto added = section.add(predicate); !added) return tl::unexpected(added.error());
    }
    return places;
  }

 private:
  std::map<std::string, std::uint64_t, std::less<>> numbers_;
  const std::pair<const std::string, std::uint64_t>* last_ = nullptr;
  std::uint64_t left_bytes_;
};

void spell_term(std::string& out, const term_view& term) {
  out.clear();
  if (term.kind == term_kind::blank) out = "_:";
  if (term.kind != term_kind::literal) {
    out.append(term.value);
    return;
  }
  out.append("\"").append(term.value).append("\"");
  if (!term.language.empty())
    out.append("@").append(term.language);
  else if (!term.datatype.empty())
    out.append("^^<").append(term.datatype).append(">");
}

result<void> check_for_hdt(const statement_view& statement) {
  if (statement.graph.kind != term_kind::none)
    return fail(errc::quad_in_triples, "HDT has no named graphs: " + std::string(statement.graph.value));
  if (statement.object.kind == term_kind::triple)
    return fail(errc::triple_term_out_of_place, "HDT has no triple terms");
  for (const auto* term : {&statement.subject, &statement.predicate, &statement.object})
    if (term->value.find('\0') != std::string_view::npos)
      return fail(errc::odd_character, "HDT has no terms with U+0000");
  return {};
}

/// Appends statements of the header, which are N-Triples.
class header_text {
 public:
  explicit header_text(std::string dataset) : dataset_('<' + std::move(dataset) + '>') {}

  void of_dataset(std::string_view predicate, std::string_view object) { add(dataset_, predicate, object); }
  void of_dataset(std::string_view predicate, std::uint64_t number) { add(dataset_, predicate, number); }
  void add(std::string_view subject, std::string_view predicate, std::string_view object) {
    text_.append(subject).append(" <").append(predicate).append("> ").append(object).append(" .\n");
  }
  void add(std::string_view subject, std::string_view predicate, std::uint64_t number) {
    add(subject, predicate, '"' + std::to_string(number) + '"');
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string dataset_, text_;
};

#define LAUNDROMAT_HDT "http://purl.org/HDT/hdt#"
#define LAUNDROMAT_VOID "http://rdfs.org/ns/void#"
constexpr std::string_view container_format = "<" LAUNDROMAT_HDT "HDTv1>", header_format = "ntriples",
                           dictionary_format = "<" LAUNDROMAT_HDT "dictionaryFour>",
                           triples_format = "<" LAUNDROMAT_HDT "triplesBitmap>";
constexpr std::string_view rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                           format_property = "http://purl.org/dc/terms/format";

}  // namespace

class hdt_writer::state {
 public:
  state(hdt_options options, const run_store_maker& make_runs)
      : options_(std::move(options)),
        make_runs_(make_runs),
        predicates_(options_.most_predicate_bytes),
        shared_(make_runs),
        subjects_(make_runs),
        predicate_section_(make_runs),
        objects_(make_runs) {
    start(mentions_);
  }

  result<void> add(const statement_view& statement);
  result<void> finish(std::uint64_t original_bytes, byte_sink& out);

 private:
  /// The triples as they are written.
  struct packed_triples {
    packed_triples(unsigned predicate_width, unsigned object_width, const run_store_maker& make_runs)
        : last_of_subject(packed_numbers::layout::bitmap, 1, make_runs),
          last_of_predicate(packed_numbers::layout::bitmap, 1, make_runs),
          predicates(packed_numbers::layout::log_array, predicate_width, make_runs),
          objects(packed_numbers::layout::log_array, object_width, make_runs) {}

    [[nodiscard]] auto parts() {
      return std::array{&last_of_subject, &last_of_predicate, &predicates, &objects};
    }

    packed_numbers last_of_subject;    ///< a bit for each entry of `predicates`
    packed_numbers last_of_predicate;  ///< a bit for each entry of `objects`
    packed_numbers predicates, objects;
  };

  /// Two sorters exist at the same time.
  void start(std::optional<sorted_lines>& lines) {
    lines.emplace(make_runs_, options_.memory_bytes / 2, options_.workers);
  }
  result<void> number_terms();
  result<void> number_term(std::string_view sortable);
  result<void> end_term();
  result<void> add_link(std::uint64_t subject, char kind, std::uint64_t predicate,
                        const section_number& number);
  result<void> number_subjects();
  result<void> pack_triples();
  result<void> pack(const section_number& subject, std::uint64_t predicate, const section_number& object);
  [[nodiscard]] std::uint64_t number_of(const section_number& one) const {
    return one.index + 1 + (one.is_shared ? 0 : shared_.terms());
  }
  [[nodiscard]] std::string describe(std::uint64_t original_bytes);

  hdt_options options_;
  run_store_maker make_runs_;
  predicate_list predicates_;
  term_section shared_, subjects_, predicate_section_, objects_;

  std::optional<sorted_lines>
      mentions_;  ///< `term subject` and `term subject predicate`: where each term is used
  std::string subject_, term_, line_;
  std::string subject_key_;  ///< as it is sorted
  std::uint64_t subject_count_ = 0;

  std::optional<sorted_lines> links_;   ///< `subject its-number` and `subject predicate object`
  std::string key_;                     ///< of the term that is numbered
  std::vector<std::uint64_t> used_by_;  ///< the subjects with this term
  bool is_object_ = false;
  section_number number_;

  std::optional<sorted_lines> triples_;
  std::optional<packed_triples> packed_;
  std::uint64_t triple_count_ = 0;
  section_number last_subject_;
  std::uint64_t last_predicate_ = 0;
};

/// Lines of one subject that come one after the other have one number.
result<void> hdt_writer::state::add(const statement_view& statement) {
  if (auto checked = check_for_hdt(statement); !checked) return checked;
  spell_term(term_, statement.subject);
  if (subject_count_ == 0 || term_ != subject_) {
    subject_ = term_;
    line_.clear();
    append_sortable(line_, subject_);
    line_.append(" ") += as_subject;
    append_sortable_number(line_, subject_count_++);
    line_ += '\n';
    if (auto added = mentions_->lines.add(line_); !added) return added;
  }
  const auto predicate = predicates_.number_of(statement.predicate.value);
  if (!predicate) return tl::unexpected(predicate.error());
  spell_term(term_, statement.object);
  line_.clear();
  append_sortable(line_, term_);
  line_.append(" ") += as_object;
  append_sortable_number(line_, subject_count_ - 1);
  append_sortable_number(line_, *predicate);
  line_ += '\n';
  return mentions_->lines.add(line_);
}

result<void> hdt_writer::state::add_link(std::uint64_t subject, char kind, std::uint64_t predicate,
                                         const section_number& number) {
  line_.clear();
  append_sortable_number(line_, subject);
  line_.append(" ") += kind;
  if (kind == triple_of_subject) append_sortable_number(line_, predicate);
  append_section_number(line_, number);
  line_ += '\n';
  return links_->lines.add(line_);
}

/// Decides in which section the term is. `is_object_` and `used_by_` are known.
result<void> hdt_writer::state::number_term(std::string_view sortable) {
  term_.clear();
  append_term_of(term_, sortable);
  auto& section = used_by_.empty() ? objects_ : is_object_ ? shared_ : subjects_;
  number_ = {&section == &shared_, section.terms()};
  auto done = section.add(term_);
  for (const auto subject : used_by_)
    if (done) done = add_link(subject, subject_number, 0, number_);
  return done;
}

result<void> hdt_writer::state::end_term() {
  auto done = is_object_ || key_.empty() ? result<void>{} : number_term(key_);
  is_object_ = false;
  used_by_.clear();
  return done;
}

/// The terms in their order: first the subjects that are the term, then the triples with it as object.
result<void> hdt_writer::state::number_terms() {
  start(links_);
  auto done =
      each_sorted(mentions_->lines, [this](std::string_view key, std::string_view rest) -> result<void> {
        if (key != key_) {
          if (auto ended = end_term(); !ended) return ended;
          key_.assign(key);
        }
        const bool is_subject = rest.front() == as_subject;
        rest.remove_prefix(1);
        const auto subject = take_number(rest);
        if (is_subject) {
          used_by_.push_back(subject);
          return {};
        }
        if (!std::exchange(is_object_, true))
          if (auto numbered = number_term(key); !numbered) return numbered;
        return add_link(subject, triple_of_subject, take_number(rest), number_);
      });
  if (done) done = end_term();
  mentions_.reset();
  return done;
}

/// The subjects in the order of the input: first the number of each, then its triples.
result<void> hdt_writer::state::number_subjects() {
  const auto places = predicates_.number_in_order(predicate_section_);
  if (!places) return tl::unexpected(places.error());
  start(triples_);
  section_number subject;
  auto done = each_sorted(links_->lines, [&](std::string_view, std::string_view rest) -> result<void> {
    const bool is_number = rest.front() == subject_number;
    rest.remove_prefix(1);
    if (is_number) {
      subject = take_section_number(rest);
      return {};
    }
    line_.clear();
    append_section_number(line_, subject);
    line_ += ' ';
    append_sortable_number(line_, (*places)[take_number(rest)]);
    line_.append(rest) += '\n';
    return triples_->lines.add(line_);
  });
  links_.reset();
  return done;
}

/// A bit is 1 for the last entry of its list, which is known at the next one.
result<void> hdt_writer::state::pack(const section_number& subject, std::uint64_t predicate,
                                     const section_number& object) {
  const bool is_new_subject = triple_count_ == 0 || subject != last_subject_;
  const bool is_new_predicate = is_new_subject || predicate != last_predicate_;
  result<void> done;
  if (is_new_predicate) {
    if (triple_count_ > 0) done = packed_->last_of_subject.add(is_new_subject ? 1 : 0);
    if (done) done = packed_->predicates.add(predicate + 1);
  }
  if (done && triple_count_ > 0) done = packed_->last_of_predicate.add(is_new_predicate ? 1 : 0);
  if (done) done = packed_->objects.add(number_of(object));
  ++triple_count_;
  last_subject_ = subject;
  last_predicate_ = predicate;
  return done;
}

/// Without triples the bitmaps have one bit all the same, as those of rdf2hdt: readers expect one.
result<void> hdt_writer::state::pack_triples() {
  packed_.emplace(static_cast<unsigned>(std::bit_width(predicate_section_.terms())),
                  static_cast<unsigned>(std::bit_width(shared_.terms() + objects_.terms())), make_runs_);
  auto done = each_sorted(triples_->lines, [this](std::string_view key, std::string_view rest) {
    const auto subject = take_section_number(key);
    const auto predicate = take_number(rest);
    return pack(subject, predicate, take_section_number(rest));
  });
  triples_.reset();
  if (done) done = packed_->last_of_subject.add(1);
  if (done) done = packed_->last_of_predicate.add(1);
  for (auto* part : packed_->parts())
    if (done) done = part->end();
  return done;
}

std::string hdt_writer::state::describe(std::uint64_t original_bytes) {
  std::uint64_t bytes = 0;
  for (const auto* section : {&shared_, &subjects_, &predicate_section_, &objects_})
    bytes += section->bytes();
  const auto dictionary_bytes = bytes;
  for (const auto* part : packed_->parts()) bytes += part->bytes();
  header_text header{options_.dataset};
  header.of_dataset(rdf_type, "<" LAUNDROMAT_HDT "Dataset>");
  header.of_dataset(rdf_type, "<" LAUNDROMAT_VOID "Dataset>");
  header.of_dataset(LAUNDROMAT_VOID "triples", triple_count_);
  header.of_dataset(LAUNDROMAT_VOID "properties", predicate_section_.terms());
  header.of_dataset(LAUNDROMAT_VOID "distinctSubjects", shared_.terms() + subjects_.terms());
  header.of_dataset(LAUNDROMAT_VOID "distinctObjects", shared_.terms() + objects_.terms());
  header.of_dataset(LAUNDROMAT_HDT "statisticalInformation", "_:statistics");
  header.of_dataset(LAUNDROMAT_HDT "formatInformation", "_:format");
  header.add("_:format", LAUNDROMAT_HDT "dictionary", "_:dictionary");
  header.add("_:format", LAUNDROMAT_HDT "triples", "_:triples");
  header.add("_:dictionary", format_property, dictionary_format);
  header.add("_:dictionary", LAUNDROMAT_HDT "dictionarynumSharedSubjectObject", shared_.terms());
  header.add("_:dictionary", LAUNDROMAT_HDT "dictionarymapping", 1);
  header.add("_:dictionary", LAUNDROMAT_HDT "dictionarysizeStrings", dictionary_bytes);
  header.add("_:dictionary", LAUNDROMAT_HDT "dictionaryblockSize", term_section::block_terms);
  header.add("_:triples", format_property, triples_format);
  header.add("_:triples", LAUNDROMAT_HDT "triplesnumTriples", triple_count_);
  header.add("_:triples", LAUNDROMAT_HDT "triplesOrder", "\"SPO\"");
  header.add("_:statistics", LAUNDROMAT_HDT "originalSize", original_bytes);
  header.add("_:statistics", LAUNDROMAT_HDT "hdtSize", bytes);
  return header.text();
}

result<void> hdt_writer::state::finish(std::uint64_t original_bytes, byte_sink& out) {
  auto done = number_terms();
  if (done) done = number_subjects();
  if (done) done = pack_triples();
  if (!done) return done;
  std::string text;
  append_control_information(text, hdt_part::whole, container_format, {});
  const auto header = describe(original_bytes);
  append_control_information(text, hdt_part::header, header_format,
                             "length=" + std::to_string(header.size()) + ';');
  text.append(header);
  std::uint64_t term_bytes = 0;
  const std::array sections{&shared_, &subjects_, &predicate_section_, &objects_};
  for (const auto* section : sections) term_bytes += section->term_bytes();
  append_control_information(text, hdt_part::dictionary, dictionary_format,
                             "mapping=1;sizeStrings=" + std::to_string(term_bytes) + ';');
  done = out.write(text);
  for (auto* section : sections)
    if (done) done = section->write(out);
  text.clear();
  append_control_information(text, hdt_part::triples, triples_format, "order=1;");
  if (done) done = out.write(text);
  for (auto* part : packed_->parts())
    if (done) done = part->write(out);
  return done;
}

hdt_writer::hdt_writer(hdt_options options, const run_store_maker& make_runs)
    : state_(std::make_unique<state>(std::move(options), make_runs)) {}

hdt_writer::~hdt_writer() = default;

result<void> hdt_writer::add(const statement_view& statement) {
  return state_->add(statement);
}

result<void> hdt_writer::finish(std::uint64_t original_bytes, byte_sink& out) {
  return state_->finish(original_bytes, out);
}

}  // namespace laundromat
