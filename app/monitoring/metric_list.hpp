// Metrics as they are listed for Prometheus.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <prometheus/metric_family.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/monitoring/duration_histogram.hpp"

namespace laundromat {

/// The longest value of a label.
inline constexpr std::size_t most_label_bytes = 255;

/// A text as the value of a label: UTF-8, at most `most_label_bytes`. The serializer escapes it. A scraper refuses a whole page with one byte that is not
/// UTF-8.
[[nodiscard]] std::string label_text(std::string_view text);

struct metric_label {
  const char* name;
  std::string_view value;
};

/// Families of metrics in the order of their first mention. One without a value is not printed.
class metric_list {
 public:
  using labels = std::initializer_list<metric_label>;

  /// Adds a value to a family, and the family with its first value. Name and help are literals; the name of a counter ends in `_total`.
  void gauge(const char* name, const char* help, double value, labels of = {});
  void counter(const char* name, const char* help, double value, labels of = {});
  void histogram(const char* name, const char* help, const duration_histogram& durations, labels of = {});

  /// The text format of Prometheus, version 0.0.4.
  [[nodiscard]] std::string text() const;

 private:
  prometheus::ClientMetric& add(prometheus::MetricType type, const char* name, const char* help, labels of);

  std::vector<prometheus::MetricFamily> families_;
};

/// A count, as Prometheus has it.
[[nodiscard]] constexpr double metric_number(std::uint64_t count) {
  return static_cast<double>(count);
}

/// Seconds, as Prometheus counts time.
template <class Rep, class Period>
[[nodiscard]] constexpr double metric_seconds(std::chrono::duration<Rep, Period> time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace laundromat
