// The table of configuration keys, from which campaigns are read and defaults and messages are printed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/campaign/campaign.hpp"

namespace laundromat {

/// The field of a key in the struct `Owner`; the alternative determines the type of its value.
template <class Owner>
using key_field = std::variant<
    bool& (*)(Owner&), double& (*)(Owner&), std::int32_t& (*)(Owner&), std::uint16_t& (*)(Owner&),
    std::uint32_t& (*)(Owner&), std::uint64_t& (*)(Owner&), std::string& (*)(Owner&),
    std::vector<std::string>& (*)(Owner&), std::vector<std::uint32_t>& (*)(Owner&),
    std::vector<campaign_seed>& (*)(Owner&), std::vector<campaign::own_host>& (*)(Owner&),
    std::vector<campaign::host_override>& (*)(Owner&), std::vector<campaign::harvest_store>& (*)(Owner&),
    std::vector<campaign::webhook>& (*)(Owner&), label_choice& (*)(Owner&)>;

/// One key. Its default is that of the struct.
template <class Owner>
struct key_rule {
  std::string_view path;  ///< `politeness.delay_s`: the section and the key, or the key alone
  std::string_view unit;  ///< empty where there is none
  double lowest = 0;      ///< of numbers, and of each number of a list
  double highest = 0;
  std::string_view meaning;  ///< one line, lower case, no full stop
  key_field<Owner> field;
};

/// All keys, sections together, in the order in which they are printed.
[[nodiscard]] std::span<const key_rule<campaign>> campaign_keys();
/// The keys of one item of `seeds`.
[[nodiscard]] std::span<const key_rule<campaign_seed>> seed_keys();
/// The keys of one item of `hosts`.
[[nodiscard]] std::span<const key_rule<campaign::host_override>> host_override_keys();
/// The keys of one item of `harvest.stores`.
[[nodiscard]] std::span<const key_rule<campaign::harvest_store>> harvest_store_keys();
/// The keys of one item of `webhooks`.
[[nodiscard]] std::span<const key_rule<campaign::webhook>> webhook_keys();
/// The keys of one item of `politeness.own_hosts`.
[[nodiscard]] std::span<const key_rule<campaign::own_host>> own_host_keys();

/// A campaign file that names every key with its default, unit, range and meaning: conf/default.yaml.
[[nodiscard]] std::string default_campaign_yaml();

/// The keys that differ, `politeness.delay_s from 1 to 5`; of lists whose items have keys only the key.
[[nodiscard]] std::vector<std::string> changed_keys(const campaign& before, const campaign& after);

/// A key with its value, as YAML. Of a list whose items have keys, as they may have secrets, only the number of items.
struct key_setting {
  std::string key, value, usual, meaning, kind;
};
[[nodiscard]] std::vector<key_setting> settings_of(const campaign& settings);

/// The type and range of a key as text: `a number of seconds from 1 to 86400`, `a text`, `a list of texts`.
template <class Owner>
[[nodiscard]] std::string describe(const key_rule<Owner>& key);

}  // namespace laundromat
