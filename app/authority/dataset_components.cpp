// Streams the lines of the dumps into the components.
// SPDX-License-Identifier: Apache-2.0
#include "app/authority/dataset_components.hpp"

#include <cstring>
#include <functional>
#include <map>
#include <set>

#include "app/records/clean_document.hpp"
#include "core/discovery/catalogue/clean_statement.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

constexpr std::string_view rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
constexpr std::size_t component_buffer_bytes = std::size_t{1} << 20;

using line_consumer = std::function<void(std::string_view line)>;

result<void> each_clean_line(byte_source& text, const line_consumer& take) {
  std::string buffer(component_buffer_bytes, '\0');
  std::size_t held = 0;
  for (;;) {
    if (held == buffer.size()) buffer.resize(buffer.size() * 2);
    const auto read = text.read(std::span{buffer}.subspan(held));
    if (!read) return tl::unexpected(read.error());
    if (*read == 0) return {};
    auto rest = std::string_view{buffer}.substr(0, held + *read);
    for (auto end = rest.find('\n', held); end != rest.npos; end = rest.find('\n')) {
      take(rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
    held = rest.size();
    std::memmove(buffer.data(), rest.data(), held);
  }
}

std::string_view subject_of(std::string_view line) {
  const auto end = line.find('>');
  return line.starts_with('<') && end != line.npos ? line.substr(1, end - 1) : std::string_view{};
}

class component_search {
 public:
  component_search(journal& from, const clean_store& store, const component_settings& settings)
      : from_(from), store_(store), settings_(settings), graph_(settings.most_nodes) {}

  result<component_report> run(const announced_dataset& dataset) {
    if (auto listed = list_documents(dataset); !listed) return tl::unexpected(listed.error());
    out_.clean_documents = documents_.size();
    if (auto read = each_line([&](std::string_view line) { graph_.add_subject(subject_of(line)); }); !read)
      return tl::unexpected(read.error());
    graph_.end_of_subjects();
    out_.is_cut = graph_.is_cut();
    if (out_.is_cut) return std::move(out_);
    if (auto read = each_line([&](std::string_view line) { link(line); }); !read)
      return tl::unexpected(read.error());
    for (const auto& sample : dataset.samples)
      if (!graph_.mark(sample)) out_.other_samples.push_back(sample);
    count();
    if (auto found = find_examples(); !found) return tl::unexpected(found.error());
    return std::move(out_);
  }

 private:
  result<void> list_documents(const announced_dataset& dataset) {
    for (const auto& dump : dataset.dumps) {
      const auto found = announcement_reader{from_}.documents(seed_hash(dump.substr(0, dump.find('#'))));
      if (!found) return tl::unexpected(found.error());
      for (const auto& one : *found) {
        if (one.statements == 0) continue;
        const auto clean = journal_reader{from_}.clean(one.hash);
        if (!clean) return tl::unexpected(clean.error());
        if (clean->removed == timestamp{}) documents_.insert(one.hash);
      }
    }
    return {};
  }

  result<void> each_line(const line_consumer& take) {
    for (const auto& document : documents_) {
      warning_log warnings;
      const auto text = open_clean(store_, document, warnings);
      if (!text) return tl::unexpected(text.error());
      if (auto read = each_clean_line(**text, take); !read) return read;
      if (!warnings.rows().empty())
        return fail(warnings.rows().front().code, "clean document " + document.hex() + " is damaged");
    }
    return {};
  }

  void link(std::string_view line) {
    const auto statement = split_clean_line(line);
    if (statement && !statement->is_literal && statement->predicate != rdf_type)
      graph_.link(statement->subject, statement->object);
  }

  void count() {
    out_.documents = graph_.nodes();
    out_.components = graph_.count();
    out_.reached = graph_.count_marked();
    out_.unreached_documents = graph_.unmarked_documents();
  }

  result<void> find_examples() {
    const auto largest = graph_.largest_unmarked(settings_.shown);
    if (largest.empty()) return {};
    std::map<std::uint32_t, std::string> examples;
    for (const auto& one : largest) examples[one.root];
    auto read = each_line([&](std::string_view line) {
      const auto subject = subject_of(line);
      const auto found = examples.find(graph_.component_of(subject));
      if (found != examples.end() && found->second.empty()) found->second = subject;
    });
    if (!read) return read;
    for (const auto& one : largest) out_.unreached.push_back({examples[one.root], one.documents});
    return {};
  }

  journal& from_;
  const clean_store& store_;
  const component_settings& settings_;
  graph_components graph_;
  std::set<content_digest> documents_;
  component_report out_;
};

}  // namespace

result<component_report> find_components(journal& from, const clean_store& store,
                                         const announced_dataset& dataset,
                                         const component_settings& settings) {
  return component_search{from, store, settings}.run(dataset);
}

}  // namespace laundromat
