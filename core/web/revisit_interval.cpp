// Halves and doubles the interval of a seed.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/revisit_interval.hpp"

#include <algorithm>

namespace laundromat {

namespace {

seconds within(seconds interval, const interval_rules& rules) {
  return std::clamp(interval, rules.shortest, std::max(rules.shortest, rules.longest));
}

seconds adapted(const interval_facts& facts, const interval_rules& rules) {
  switch (facts.found) {
    case crawl_finding::nothing:
      return within(facts.current, rules);
    case crawl_finding::first:
      return within(facts.given == rules.usual ? facts.age.value_or(facts.given) : facts.given, rules);
    case crawl_finding::changed:
      return within(facts.current / 2, rules);
    case crawl_finding::unchanged:
      return within(std::min(facts.current, rules.longest) * 2, rules);
  }
  return facts.current;
}

}  // namespace

seconds next_interval(const interval_facts& facts, const interval_rules& rules) {
  return rules.adaptive ? adapted(facts, rules) : facts.given;
}

seconds due_interval(seconds interval, seconds fresh, const interval_rules& rules) {
  return std::max(interval, std::min(fresh, rules.longest_fresh));
}

}  // namespace laundromat
