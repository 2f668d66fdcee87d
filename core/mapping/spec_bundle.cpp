// Writes and reads bundles of specifications.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/spec_bundle.hpp"

#include <charconv>
#include <optional>
#include <utility>

#include "core/extraction/spec/read_spec.hpp"

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

failure damaged() {
  return {errc::configuration, "a bundle of specifications is damaged"};
}

}  // namespace

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
  }
  return all;
}

result<std::shared_ptr<const record_plans>> plans_of_bundle(std::string_view bundle) {
  if (bundle.empty()) return nullptr;
  auto plans = std::make_shared<record_plans>();
  for (text_list all(bundle); !all.is_at_end();) {
    const auto name = all.next(), yaml = all.next(), lookups = all.next(), schema = all.next();
    if (!name || !yaml || !lookups || !schema) return tl::unexpected(damaged());
    auto spec = read_record_spec(*yaml);
    if (!spec) return fail(errc::configuration, std::string(*name) + ": " + spec.error().front().message);
    spec->name = *name;
    spec->schema_text = *schema;
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
    auto plan = record_plan::make(*std::move(spec));
    if (!plan) return fail(errc::configuration, std::string(*name) + ": " + plan.error().front().message);
    plans->add(*std::move(plan));
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
