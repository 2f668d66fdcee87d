// Fills families of prometheus-cpp, without a registry.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/metric_list.hpp"

#include <prometheus/text_serializer.h>

#include <algorithm>

#include "core/metadata/property_sink.hpp"

namespace laundromat {

std::string label_text(std::string_view text) {
  constexpr unsigned char continued = 0x80, kind_of_byte = 0xc0;
  auto valid = to_valid_utf8(std::string{text.substr(0, most_label_bytes + 1)});
  if (valid.size() <= most_label_bytes) return valid;
  auto end = most_label_bytes;
  while (end > 0 && (static_cast<unsigned char>(valid[end]) & kind_of_byte) == continued) --end;
  valid.resize(end);
  return valid;
}

prometheus::ClientMetric& metric_list::add(prometheus::MetricType type, const char* name, const char* help,
                                           labels of) {
  auto family = std::ranges::find(families_, name, &prometheus::MetricFamily::name);
  if (family == families_.end()) family = families_.insert(family, {name, help, type, {}});
  auto& added = family->metric.emplace_back();
  for (const auto& label : of) added.label.push_back({label.name, label_text(label.value)});
  return added;
}

void metric_list::gauge(const char* name, const char* help, double value, labels of) {
  add(prometheus::MetricType::Gauge, name, help, of).gauge.value = value;
}

void metric_list::counter(const char* name, const char* help, double value, labels of) {
  add(prometheus::MetricType::Counter, name, help, of).counter.value = value;
}

void metric_list::histogram(const char* name, const char* help, const duration_histogram& durations,
                            labels of) {
  auto& added = add(prometheus::MetricType::Histogram, name, help, of).histogram;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < duration_bounds.size(); ++i)
    added.bucket.push_back({sum += durations.counts[i], metric_seconds(duration_bounds[i])});
  added.sample_count = durations.count();
  added.sample_sum = metric_seconds(durations.sum);
}

std::string metric_list::text() const {
  return prometheus::TextSerializer{}.Serialize(families_);
}

}  // namespace laundromat
