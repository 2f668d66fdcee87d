// Writes and reads bundles of specifications.
// SPDX-License-Identifier: Apache-2.0
#include "core/specs/spec_bundle.hpp"

#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "core/extraction/spec/read_spec.hpp"
#include "core/specs/csvw_spec.hpp"
#include "core/specs/rml_spec.hpp"
#include "core/specs/seed_uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

void append(std::string& out, std::string_view text) {
  out.append(std::to_string(text.size())).append(":").append(text);
}

/// Takes texts from the front; after one that is damaged there is none.
class text_list {
 public:
  explicit text_list(std::string_view all) : rest_(all) {}
  [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
  [[nodiscard]] std::optional<std::string_view> next() {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    const auto begin = static_cast<std::size_t>(end - rest_.data()) + 1;
    if (error != std::errc{} || begin > rest_.size() || *end != ':' || size > rest_.size() - begin) {
      rest_ = {};
      return std::nullopt;
    }
    const auto text = rest_.substr(begin, size);
    rest_.remove_prefix(begin + size);
    return text;
  }

 private:
  std::string_view rest_;
};

/// The URIs of a pattern of seeds, with any text for its groups.
std::string claim_of_uris(std::string_view seed) {
  constexpr std::string_view served = "{serve}";
  std::string pattern = seed.starts_with(served) ? "*" : "";
  if (!pattern.empty()) seed.remove_prefix(served.size());
  std::size_t depth = 0;
  for (std::size_t at = 0; at < seed.size(); ++at) {
    if (seed[at] == '\\' && at + 1 < seed.size()) {
      ++at;
      if (depth == 0) pattern += seed[at];
    } else if (seed[at] == '{') {
      if (depth++ == 0) pattern += '*';
    } else if (seed[at] == '}' && depth > 0) {
      --depth;
    } else if (depth == 0) {
      pattern += seed[at];
    }
  }
  return pattern;
}

/// What of a specification cannot be used for the formats that its seeds have by their names.
std::vector<line_problem> problems_of_seeds(const record_spec& spec) {
  std::set<data_format> known{data_format::unknown};
  for (const auto& seed : spec.seeds) {
    if (spec.format != data_format::unknown) break;
    const auto format = guess_data_format({}, seed.text, {});
    if (!known.insert(format).second) continue;
    auto of_format = spec;
    of_format.format = format;
    auto made = record_plan::make(std::move(of_format));
    if (made) continue;
    for (auto& one : made.error())
      one.message += ", because " + seed.text + " is " + std::string(to_string(format)) + " by its name";
    return std::move(made.error());
  }
  return {};
}

failure damaged() {
  return {errc::configuration, "a bundle of specifications is damaged"};
}

}  // namespace

tl::expected<claiming_spec, std::vector<line_problem>> make_claiming_spec(record_spec spec,
                                                                          std::vector<std::string> places) {
  claiming_spec made;
  made.name = spec.name;
  made.encoding = spec.encoding;
  made.claims.uris = spec.uris;
  made.claims.places = std::move(places);
  for (const auto& seed : spec.seeds) {
    if (!is_seed_uri(seed.text)) continue;
    auto claim = claim_of_uris(seed.text);
    made.claims.uris.push_back(claim + "!/*");  // what is in it when it is an archive
    made.claims.uris.push_back(std::move(claim));
  }
  made.claims.media_types = spec.media_types;
  const bool claims_all =
      made.claims.uris.empty() && made.claims.places.empty() && made.claims.media_types.empty();
  if (spec.is_csvw) {
    made.claims.only_tables = claims_all;
    made.make = described_table_readers();
    return made;
  }
  if (!spec.rml.text.empty()) {
    auto mapping = read_rml_spec(spec.rml_text);
    if (!mapping) {
      auto problems = std::move(mapping.error());
      for (auto& one : problems)
        one = {spec.rml.line, spec.rml.text + ":" + std::to_string(one.line) + ": " + one.message};
      return tl::unexpected(std::move(problems));
    }
    if (claims_all) made.claims.file_names = file_names_of(**mapping);
    made.make = rml_readers(*std::move(mapping));
    return made;
  }
  if (auto problems = problems_of_seeds(spec); !problems.empty()) return tl::unexpected(std::move(problems));
  auto plan = record_plan::make(std::move(spec));
  if (!plan) return tl::unexpected(std::move(plan.error()));
  made.plan = *std::move(plan);
  return made;
}

std::string to_bundle(const std::vector<bundled_spec>& specs) {
  std::string all;
  for (const auto& spec : specs) {
    std::string lookups;
    for (const auto& [name, values] : spec.lookups) {
      std::string table;
      for (const auto& [key, value] : values) {
        append(table, key);
        append(table, value);
      }
      append(lookups, name);
      append(lookups, table);
    }
    append(all, spec.name);
    append(all, spec.yaml);
    append(all, lookups);
    append(all, spec.schema);
    append(all, spec.rml);
    std::string places;
    for (const auto& place : spec.places) append(places, place);
    append(all, places);
  }
  return all;
}

result<std::shared_ptr<const record_plans>> plans_of_bundle(std::string_view bundle) {
  if (bundle.empty()) return nullptr;
  auto plans = std::make_shared<record_plans>();
  for (text_list all(bundle); !all.is_at_end();) {
    const auto name = all.next(), yaml = all.next(), lookups = all.next(), schema = all.next(),
               rml = all.next(), at = all.next();
    if (!name || !yaml || !lookups || !schema || !rml || !at) return tl::unexpected(damaged());
    auto spec = read_record_spec(*yaml);
    if (!spec) return fail(errc::configuration, std::string(*name) + ": " + spec.error().front().message);
    spec->name = *name;
    spec->schema_text = *schema;
    spec->rml_text = *rml;
    for (text_list tables(*lookups); !tables.is_at_end();) {
      const auto table = tables.next(), values = tables.next();
      if (!table || !values) return tl::unexpected(damaged());
      auto& into = spec->lookups[std::string(*table)].values;
      for (text_list pairs(*values); !pairs.is_at_end();) {
        const auto key = pairs.next(), value = pairs.next();
        if (!key || !value) return tl::unexpected(damaged());
        into.emplace(*key, *value);
      }
    }
    std::vector<std::string> places;
    for (text_list uris(*at); !uris.is_at_end();) {
      const auto uri = uris.next();
      if (!uri) return tl::unexpected(damaged());
      places.emplace_back(*uri);
    }
    auto made = make_claiming_spec(*std::move(spec), std::move(places));
    if (!made) return fail(errc::configuration, std::string(*name) + ": " + made.error().front().message);
    plans->add(*std::move(made));
  }
  return std::shared_ptr<const record_plans>(std::move(plans));
}

result<std::shared_ptr<const record_plans>> plans_for_all(std::string_view bundle) {
  auto plans = plans_of_bundle(bundle);
  if (!plans || !*plans) return plans;
  auto all = std::make_shared<record_plans>(**plans);
  all->ignore_claims();
  return all;
}

}  // namespace laundromat
