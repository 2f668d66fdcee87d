// Collects what is said of each subject, then judges it.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/provider_void.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/discovery/catalogue/catalogue_graph.hpp"
#include "core/discovery/catalogue/clean_statement.hpp"
#include "core/discovery/dates/announced_date.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr std::chrono::hours clocks_differ{48};

constexpr std::string_view rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                           void_dataset = "http://rdfs.org/ns/void#Dataset",
                           void_feature = "http://rdfs.org/ns/void#feature",
                           void_dump = "http://rdfs.org/ns/void#dataDump",
                           dcterms_modified = "http://purl.org/dc/terms/modified",
                           formats = "http://www.w3.org/ns/formats/";

/// The overview of the GeoLink Harvester names features in the first namespace, its rules in the second.
constexpr std::array<std::string_view, 2> harvester_namespaces{"http://schema.geolink.org/dev/voc/harvester#",
                                                               "http://lod.dataone.org/glharvest#"};

bool is_extent(std::string_view feature, std::string_view name) {
  return std::ranges::any_of(harvester_namespaces, [&](std::string_view space) {
    return feature.size() == space.size() + name.size() && feature.starts_with(space) &&
           feature.ends_with(name);
  });
}

bool has_extent(const std::vector<std::string>& features, std::string_view name) {
  return std::ranges::any_of(features, [&](const auto& feature) { return is_extent(feature, name); });
}

/// Whether a file can be requested from it.
bool is_file_uri(std::string_view uri) {
  const auto parts = split_uri(uri);
  return parts.scheme && is_http_scheme(*parts.scheme) && authority_key(uri).has_value();
}

/// Judges one dataset.
class dataset_judge {
 public:
  /// `file` is the URI of the VoID file.
  dataset_judge(std::string name, const std::string& file, timestamp now,
                std::vector<void_violation>& violations)
      : name_(std::move(name)), file_(file), now_(now), violations_(violations) {}

  void report(void_rule rule, std::string value = {}) {
    if (violations_.size() < provider_void_reader::most_violations)
      violations_.push_back({rule, name_, std::move(value)});
  }

  /// The newest date; nothing when none can be read.
  std::optional<timestamp> modified(const std::vector<std::string>& texts) {
    std::optional<timestamp> newest;
    for (const auto& text : texts) {
      const auto date = read_announced_date(text, date_style::w3c);
      if (!date.value)
        report(void_rule::modified_not_a_date, text);
      else
        newest = std::max(newest.value_or(*date.value), *date.value);
    }
    if (texts.empty()) report(void_rule::no_modified);
    if (texts.size() > 1) report(void_rule::several_modified);
    if (newest && *newest > now_ + clocks_differ) report(void_rule::modified_in_future, to_iso8601(*newest));
    return newest;
  }

  dump_extent extent(const std::vector<std::string>& features) {
    const bool is_full = has_extent(features, "FullDump"), is_partial = has_extent(features, "PartialDump");
    if (is_full == is_partial) report(is_full ? void_rule::both_extents : void_rule::no_extent);
    return is_full && !is_partial ? dump_extent::full : dump_extent::partial;
  }

  /// All dumps, where texts may be relative to the file; none when one of them cannot be requested: they are one, and without it nothing is certain.
  std::vector<std::string> dumps(const std::vector<std::string>& iris,
                                 const std::vector<std::string>& texts) {
    std::vector<std::string> found;
    bool has_all = true;
    const auto take = [&](const std::string& uri) {
      if (is_file_uri(uri)) {
        found.push_back(uri);
      } else {
        has_all = false;
        report(void_rule::dump_not_absolute, uri);
      }
    };
    for (const auto& text : texts) {
      report(void_rule::dump_as_text, text);
      take(resolve(file_, text));
    }
    std::ranges::for_each(iris, take);
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    if (iris.empty() && texts.empty()) report(void_rule::no_dump);
    return has_all ? found : std::vector<std::string>{};
  }

 private:
  std::string name_;
  const std::string& file_;
  timestamp now_;
  std::vector<void_violation>& violations_;
};

/// A dataset and what its key is chosen by.
struct keyed_dataset {
  provider_dataset dataset;
  std::string subject;
  bool is_blank = false, is_used = true;
};

/// Chooses the keys of blank nodes, whose order and names change with what is said of them.
class blank_keys {
 public:
  explicit blank_keys(std::vector<keyed_dataset>& all) : all_(all) {
    for (auto& one : all_) {
      one.dataset.key = one.is_blank ? one.dataset.dumps.front() : one.subject;
      ++with_key_[one.dataset.key];
      for (const auto& dump : one.dataset.dumps) ++with_dump_[dump];
      if (!one.is_blank) iris_.insert(one.subject);
    }
  }

  /// Gives those with the same key others. Reports and leaves out all but the newest of those for which there are none.
  void separate(std::vector<void_violation>& violations) {
    keyed_map<std::string, keyed_dataset*> owners;
    for (auto& one : all_) {
      if (!one.is_blank || with_key_.find(one.dataset.key)->second == 1) continue;
      const auto own = std::ranges::find_if(one.dataset.dumps, [&](const auto& dump) {
        return with_dump_.find(dump)->second == 1 && !iris_.contains(dump);
      });
      if (own != one.dataset.dumps.end()) {
        one.dataset.key = *own;
        continue;
      }
      auto* left_out = &one;
      if (!iris_.contains(one.dataset.key)) {
        auto*& owner = owners[one.dataset.key];
        left_out = owner && !is_rather_used(one.dataset, owner->dataset) ? &one : std::exchange(owner, &one);
      }
      if (!left_out) continue;
      left_out->is_used = false;
      if (violations.size() < provider_void_reader::most_violations)
        violations.push_back({void_rule::same_dumps, left_out->subject, left_out->dataset.key});
    }
  }

 private:
  /// The newest; of two with the same date the one that removes less.
  static bool is_rather_used(const provider_dataset& one, const provider_dataset& other) {
    return one.modified != other.modified
               ? one.modified > other.modified
               : one.extent == dump_extent::partial && other.extent == dump_extent::full;
  }

  std::vector<keyed_dataset>& all_;
  keyed_map<std::string, std::size_t> with_key_, with_dump_;
  keyed_set<std::string> iris_;
};

}  // namespace

provider_void_reader::described* provider_void_reader::find_or_add(std::string_view subject) {
  if (const auto found = places_.find(subject); found != places_.end()) return &all_[found->second];
  bytes_ += subject.size();
  if (all_.size() >= most_datasets || bytes_ > most_bytes) {
    has_too_many_ = true;
    return nullptr;
  }
  places_.emplace(subject, all_.size());
  auto& added = all_.emplace_back();
  added.subject = subject;
  added.is_blank = is_skolem_iri(subject);
  return &added;
}

void provider_void_reader::add(std::string_view line) {
  const auto read = split_clean_line(line);
  if (!read) return;
  const auto& predicate = read->predicate;
  const bool is_type = predicate == rdf_type && read->object == void_dataset;
  if (!is_type && predicate != void_feature && predicate != void_dump && predicate != dcterms_modified)
    return;
  auto* const dataset = find_or_add(read->subject);
  if (!dataset) return;
  if (is_type) {
    dataset->is_dataset = true;
    return;
  }
  auto& values = predicate == dcterms_modified ? dataset->modified
                 : predicate == void_feature   ? dataset->features
                 : read->is_literal            ? dataset->text_dumps
                                               : dataset->dumps;
  bytes_ += read->object.size();
  if (values.size() < most_values && bytes_ <= most_bytes)
    values.emplace_back(read->object);
  else
    dataset->has_too_many = true;
}

provider_void provider_void_reader::finish(const std::string& uri, timestamp now) const {
  provider_void found;
  std::size_t dumps_left = most_dumps;
  std::vector<keyed_dataset> usable;
  for (const auto& one : all_) {
    const bool has_dump = !one.dumps.empty() || !one.text_dumps.empty();
    if (!one.is_dataset && !has_dump) continue;  // something else that has a date or a feature
    dataset_judge judge{one.subject, uri, now, found.violations};
    if (!one.is_dataset) judge.report(void_rule::no_type);
    if (one.has_too_many) judge.report(void_rule::too_many);
    const auto modified = judge.modified(one.modified);
    const auto extent = judge.extent(one.features);
    auto dumps = judge.dumps(one.dumps, one.text_dumps);
    if (!modified || dumps.empty() || one.has_too_many) continue;
    if (dumps.size() > dumps_left) {
      judge.report(void_rule::too_many);
      continue;
    }
    dumps_left -= dumps.size();
    auto& added = usable.emplace_back();
    added.subject = one.subject;
    added.is_blank = one.is_blank;
    auto& dataset = added.dataset;
    dataset.modified = *modified;
    dataset.extent = extent;
    dataset.dumps = std::move(dumps);
    for (const auto& feature : one.features)
      if (feature.starts_with(formats)) dataset.formats.push_back(feature);
  }
  blank_keys{usable}.separate(found.violations);
  std::erase_if(usable, [](const keyed_dataset& one) { return !one.is_used; });
  if (usable.size() == 1 && usable.front().is_blank) usable.front().dataset.key = uri;
  for (auto& one : usable) found.datasets.push_back(std::move(one.dataset));
  const auto is_described = [](const described& one) {
    return one.is_dataset || !one.dumps.empty() || !one.text_dumps.empty();
  };
  if (std::ranges::none_of(all_, is_described)) found.violations.push_back({void_rule::no_dataset, {}, {}});
  if (has_too_many_) found.violations.push_back({void_rule::too_many, {}, {}});
  return found;
}

harvest_verdict verdict_of(const provider_dataset& dataset, std::optional<timestamp> harvested,
                           timestamp now) {
  if (!harvested) return harvest_verdict::first;
  if (dataset.modified == *harvested) return harvest_verdict::same;
  return dataset.modified > *harvested || *harvested > now + clocks_differ ? harvest_verdict::newer
                                                                           : harvest_verdict::older;
}

}  // namespace laundromat
