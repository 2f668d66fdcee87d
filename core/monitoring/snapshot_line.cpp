// One list of members, with which a snapshot is written and read.
// SPDX-License-Identifier: Apache-2.0
#include "core/monitoring/snapshot_line.hpp"

#include <charconv>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

using nlohmann::json;

constexpr std::string_view snapshot_kind = "engine_snapshot";
constexpr std::size_t most_text_bytes = 512;
constexpr std::size_t most_waited_hosts = 16;

/// Puts members into an object.
class member_writer {
 public:
  explicit member_writer(json& to) : to_(to) {}

  template <std::integral T>
  void operator()(const char* name, T& value) {
    to_[name] = value;
  }
  void operator()(const char* name, std::string& value) { to_[name] = value.substr(0, most_text_bytes); }
  void operator()(const char* name, timestamp& value) { to_[name] = to_ms(value); }
  template <class Rep, class Period>
  void operator()(const char* name, std::chrono::duration<Rep, Period>& value) {
    to_[name] = value.count();
  }
  void operator()(const char* name, std::optional<std::uint64_t>& value) {
    if (value) to_[name] = *value;
  }
  template <class Numbers>
  void numbers(const char* name, Numbers& values) {
    to_[name] = json::array();
    for (const auto value : values) to_[name].push_back(value);
  }
  /// Numbers by name, of which those that are 0 are left out. `names` has one function for each direction.
  template <class Numbers, class Names>
  void sparse(const char* name, Numbers& values, const Names& names) {
    auto& object = to_[name] = json::object();
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] > 0) object[names.of(i)] = values[i];
  }
  template <class Part>
  void part(const char* name, Part& value) {
    member_writer inner{to_[name] = json::object()};
    visit(inner, value);
  }
  template <class Parts>
  void parts(const char* name, Parts& values, std::size_t most) {
    to_[name] = json::array();
    for (std::size_t i = 0; i < values.size() && i < most; ++i) {
      member_writer inner{to_[name].emplace_back(json::object())};
      visit(inner, values[i]);
    }
  }

 private:
  json& to_;
};

/// Takes members out of an object, until one is not as expected: `wrong` has the name of the first.
class member_reader {
 public:
  member_reader(const json& from, std::string& wrong) : from_(from), wrong_(wrong) {}

  template <std::integral T>
  void operator()(const char* name, T& value) {
    const auto* found = find(name);
    if (found == nullptr) return;
    if (found->is_number_unsigned() && std::in_range<T>(found->get<std::uint64_t>()))
      value = static_cast<T>(found->get<std::uint64_t>());
    else if (std::signed_integral<T> && found->is_number_integer() && !found->is_number_unsigned() &&
             std::in_range<T>(found->get<std::int64_t>()))
      value = static_cast<T>(found->get<std::int64_t>());
    else
      note(name);
  }
  void operator()(const char* name, bool& value) {
    const auto* found = find(name);
    if (found == nullptr) return;
    found->is_boolean() ? void(value = found->get<bool>()) : note(name);
  }
  void operator()(const char* name, std::string& value) {
    const auto* found = find(name);
    if (found == nullptr) return;
    found->is_string() ? void(value = found->get<std::string>()) : note(name);
  }
  void operator()(const char* name, timestamp& value) {
    auto ms = to_ms(value);
    (*this)(name, ms);
    value = from_ms(ms);
  }
  template <class Rep, class Period>
  void operator()(const char* name, std::chrono::duration<Rep, Period>& value) {
    std::int64_t count = 0;
    (*this)(name, count);
    value = std::chrono::duration<Rep, Period>{count};
  }
  void operator()(const char* name, std::optional<std::uint64_t>& value) {
    if (from_.is_object() && from_.contains(name)) (*this)(name, value.emplace());
  }
  template <class Numbers>
  void numbers(const char* name, Numbers& values) {
    const auto* found = find(name);
    if (found == nullptr) return;
    if (!found->is_array() || found->size() != values.size()) return note(name);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!(*found)[i].is_number_unsigned()) return note(name);
      values[i] = (*found)[i].template get<std::uint64_t>();
    }
  }
  template <class Numbers, class Names>
  void sparse(const char* name, Numbers& values, const Names& names) {
    const auto* found = find(name);
    if (found == nullptr) return;
    if (!found->is_object()) return note(name);
    for (const auto& [key, value] : found->items()) {
      const auto index = names.index_of(key);
      if (!index) continue;  // of a newer engine
      if (!value.is_number_unsigned()) return note(name);
      values[*index] = value.template get<std::uint64_t>();
    }
  }
  template <class Part>
  void part(const char* name, Part& value) {
    const auto* found = find(name);
    if (found == nullptr) return;
    member_reader inner{*found, wrong_};
    visit(inner, value);
  }
  template <class Parts>
  void parts(const char* name, Parts& values, std::size_t most) {
    const auto* found = find(name);
    if (found == nullptr) return;
    if (!found->is_array() || found->size() > most) return note(name);
    if constexpr (requires { values.resize(1); }) values.resize(found->size());
    if (found->size() != values.size()) return note(name);
    for (std::size_t i = 0; i < values.size(); ++i) {
      member_reader inner{(*found)[i], wrong_};
      visit(inner, values[i]);
    }
  }

 private:
  const json* find(const char* name) {
    if (!wrong_.empty()) return nullptr;
    if (const auto found = from_.find(name); from_.is_object() && found != from_.end()) return &*found;
    note(name);
    return nullptr;
  }
  void note(const char* name) {
    if (wrong_.empty()) wrong_ = name;
  }

  const json& from_;
  std::string& wrong_;
};

/// Names of causes, as `errc` has them.
struct cause_names {
  static std::string of(std::size_t index) { return std::string{to_string(static_cast<errc>(index))}; }
  static std::optional<std::size_t> index_of(std::string_view name) {
    const auto found = errc_from_name(name);
    return found ? std::optional{static_cast<std::size_t>(*found)} : std::nullopt;
  }
};

/// `200`, `404`.
struct status_names {
  static std::string of(std::size_t index) { return std::to_string(http_status_counts::least + index); }
  static std::optional<std::size_t> index_of(std::string_view name) {
    std::uint16_t status = 0;
    const auto [end, bad] = std::from_chars(name.data(), name.data() + name.size(), status);
    if (bad != std::errc{} || end != name.data() + name.size() || status < http_status_counts::least ||
        status > http_status_counts::most)
      return std::nullopt;
    return status - http_status_counts::least;
  }
};

template <class Io>
void visit(Io& io, duration_histogram& of) {
  io.numbers("counts", of.counts);
  io("sum_us", of.sum);
}

template <class Io>
void visit(Io& io, stage_figures& of) {
  io("waiting", of.waiting);
  io("active", of.active);
  io("workers", of.workers);
  io("finished", of.work.finished);
  io("failed", of.work.failed);
  io("lost", of.work.lost);
  io.part("durations", of.work.durations);
}

template <class Io>
void visit(Io& io, commit_figures& of) {
  io("transitions", of.transitions);
  io("failed", of.failed);
  io("longest_us", of.longest);
  io.part("durations", of.durations);
}

template <class Io>
void visit(Io& io, fetch_figures& of) {
  io.sparse("by_status", of.by_status.of, status_names{});
  io("other_status", of.by_status.other);
  io.sparse("by_cause", of.by_cause.of, cause_names{});
  io("hops", of.hops);
}

template <class Io>
void visit(Io& io, washer_figures& of) {
  io("started", of.started);
  io("crashed", of.crashed);
  io("running", of.running);
}

template <class Io>
void visit(Io& io, run_figures& of) {
  io("documents", of.documents);
  io("cleaned", of.cleaned);
  io("failed", of.failed);
  io("refused", of.refused);
  io("unchanged", of.unchanged);
  io("lists", of.lists);
  io("archives", of.archives);
  io("lossy_archives", of.lossy_archives);
  io("received_bytes", of.received_bytes);
  io("statements", of.statements);
  io("ended_crawls", of.ended_crawls);
  io("added_seeds", of.added_seeds);
  io("refused_seeds", of.refused_seeds);
}

template <class Io>
void visit(Io& io, waited_host& of) {
  io("authority", of.authority);
  io("requests", of.requests);
  io("until_ms", of.until);
}

template <class Io>
void visit(Io& io, wait_figures& of) {
  io("requests", of.requests);
  io("hosts", of.hosts);
  io.parts("longest", of.longest, most_waited_hosts);
}

template <class Io>
void visit(Io& io, machine_figures& of) {
  io("free_bytes", of.free_bytes);
  io("reserve_bytes", of.reserve_bytes);
  io("trouble", of.trouble);
  io("intake", of.intake);
}

template <class Io>
void visit(Io& io, process_figures& of) {
  io("resident_bytes", of.resident_bytes);
  io("virtual_bytes", of.virtual_bytes);
  io("open_descriptors", of.open_descriptors);
  io("most_descriptors", of.most_descriptors);
  io("processor_ms", of.processor);
  io("threads", of.threads);
}

template <class Io>
void visit(Io& io, engine_snapshot& of) {
  io("taken_ms", of.taken);
  io("started_ms", of.started);
  io("version", of.version);
  io("draining", of.draining);
  io.part("run", of.run);
  io.parts("stages", of.stages, of.stages.size());
  io.part("commits", of.commits);
  io.part("fetched", of.fetched);
  io.sparse("failures", of.failures.of, cause_names{});
  io.part("washers", of.washers);
  io("live_seeds", of.live_seeds);
  io("live_entries", of.live_entries);
  io("waiting_entries", of.waiting_entries);
  io.part("waits", of.waits);
  io.part("machine", of.machine);
  io.part("process", of.process);
}

}  // namespace

std::string to_line(const engine_snapshot& taken) {
  auto copy = taken;  // visited as what is read is
  const auto line = [&copy] {
    json object{{"kind", snapshot_kind}};
    member_writer io{object};
    visit(io, copy);
    return object.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
  };
  auto text = line();
  if (text.size() <= most_snapshot_line_bytes) return text;
  copy.waits.longest.clear();  // only their names can be so long
  return line();
}

result<engine_snapshot> snapshot_of_line(std::string_view line) {
  if (line.size() > most_snapshot_line_bytes)
    return fail(errc::invalid_argument,
                "a snapshot of the engine is longer than " + number_of(most_snapshot_line_bytes, "byte"));
  const auto object = json::parse(line, nullptr, false);
  if (!object.is_object()) return fail(errc::invalid_argument, "a snapshot of the engine is no JSON object");
  std::string wrong;
  std::string kind;
  engine_snapshot out;
  member_reader io{object, wrong};
  io("kind", kind);
  if (wrong.empty() && kind != snapshot_kind) wrong = "kind";
  visit(io, out);
  if (!wrong.empty())
    return fail(errc::invalid_argument,
                "member " + wrong + " of a snapshot of the engine is missing or wrong");
  return out;
}

}  // namespace laundromat
