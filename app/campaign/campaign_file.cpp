// Applies the table of keys to a YAML tree.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/campaign_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <type_traits>

#include "app/campaign/campaign_keys.hpp"
#include "app/campaign/campaign_place.hpp"
#include "app/cluster/cluster_bundle.hpp"
#include "app/extraction/label_lines.hpp"
#include "app/extraction/spec_seeds.hpp"
#include "app/providers/registry_file.hpp"
#include "app/serve/server_token.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/webhooks/webhook_files.hpp"
#include "core/base/edit_distance.hpp"
#include "core/campaign/served_folder.hpp"
#include "core/yaml/yaml_text.hpp"
#include "core/yaml/yaml_tree.hpp"

namespace laundromat {
namespace {

using shape = yaml_node::shape;

std::string in_ticks(std::string_view text) {
  constexpr std::size_t columns = 60;
  return "`" + cut_to(harmless(text.substr(0, 4 * columns)), columns) + "`";
}

std::string shown(const yaml_node& node) {
  switch (node.kind) {
    case shape::nothing:
      return "nothing";
    case shape::list:
      return "a list";
    case shape::map:
      return "a map of keys";
    case shape::scalar:
      break;
  }
  return in_ticks(node.text);
}

template <class T>
std::optional<T> number_from(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// `seeds.2.uri` for the path `seeds.1.uri`: messages count the items of a list from 1.
std::string counted_from_1(std::string_view path) {
  std::string out;
  while (true) {
    const auto part = path.substr(0, path.find('.'));
    const auto index = number_from<std::size_t>(part);
    out += index ? std::to_string(*index + 1) : std::string{part};
    if (part.size() == path.size()) return out;
    out += '.';
    path.remove_prefix(part.size() + 1);
  }
}

/// `; write 86400` for `1d` where seconds are expected; empty for other texts.
std::string better_spelling(std::string_view unit, const yaml_node& node) {
  constexpr std::array<std::pair<char, std::uint64_t>, 4> units{
      {{'s', 1}, {'m', 60}, {'h', 3'600}, {'d', 86'400}}};
  if (unit != "seconds" || node.kind != shape::scalar || node.text.empty()) return {};
  const auto found = std::ranges::find(units, node.text.back(), &std::pair<char, std::uint64_t>::first);
  const auto count = number_from<std::uint32_t>(std::string_view{node.text}.substr(0, node.text.size() - 1));
  return found == units.end() || !count ? "" : "; write " + std::to_string(*count * found->second);
}

/// Walks the tree along the table and collects problems and the line of every key.
class campaign_reader {
 public:
  campaign read(const yaml_node& root) {
    campaign c;
    if (root.kind == shape::map)
      read_sections(root, c);
    else if (root.kind != shape::nothing)
      report(root,
             "a campaign is a map of keys, and this is " + shown(root) + ": begin with `name: my-campaign`");
    for (const auto& broken : check(c))
      problems_.push_back({line_of(broken.key), counted_from_1(broken.key) + ": " + broken.message});
    return c;
  }

  [[nodiscard]] std::vector<line_problem> take_problems() {
    std::ranges::stable_sort(problems_, {}, &line_problem::line);
    return std::move(problems_);
  }

  /// A specification in the file itself; null when the item is another one.
  [[nodiscard]] const yaml_node* spec_at(std::size_t item) const {
    const auto found = specs_.find(item);
    return found == specs_.end() ? nullptr : &found->second;
  }
  /// Gives a line to what another key has added.
  void set_line(const std::string& key, std::size_t line) { lines_.insert_or_assign(key, line); }

  /// The line of a key, or of the nearest enclosing section that the file has.
  [[nodiscard]] std::size_t line_of(std::string_view key) const {
    for (std::string path{key}; !path.empty();) {
      if (const auto found = lines_.find(path); found != lines_.end()) return found->second;
      const auto dot = path.rfind('.');
      path.resize(dot == std::string::npos ? 0 : dot);
    }
    return 1;
  }

 private:
  void report(const yaml_node& at, std::string message) {
    problems_.push_back({at.line, std::move(message)});
  }
  [[nodiscard]] bool is_unschedulable(const yaml_node& at) {
    if (problems_.size() < most_problems) return false;
    if (problems_.size() == most_problems)
      report(at, "too many problems: the rest of the file is not read; check that this is a campaign file");
    return true;
  }

  /// Records a key; reports a key that cannot be used and returns false.
  bool note(const yaml_node& key, const std::string& path) {
    if (lines_.emplace(path, key.line).second) return true;
    report(key, in_ticks(counted_from_1(path)) + " is given twice (first on line " +
                    std::to_string(lines_[path]) + "): remove one of them");
    return false;
  }

  void read_sections(const yaml_node& root, campaign& c) {
    for (const auto& [key, value] : root.members) {
      if (is_unschedulable(key)) return;
      if (is_section(key.text)) {
        if (!note(key, key.text)) continue;
        if (value.kind == shape::map)
          for (const auto& [inner_key, inner] : value.members)
            read_key(campaign_keys(), key.text + ".", inner_key, inner, c, key.text + "." + inner_key.text);
        else if (value.kind != shape::nothing)
          report(value, in_ticks(key.text) + " is a section with keys, not " + shown(value) +
                            ": write one key per line below it, " + "indented by two spaces");
      } else if (value.kind == shape::map && !is_key(key.text)) {
        if (note(key, key.text))
          report(key,
                 "unknown section " + in_ticks(key.text) + "; the nearest is " + nearest_section(key.text));
      } else {
        read_key(campaign_keys(), "", key, value, c, key.text);
      }
    }
  }

  static bool is_section(std::string_view name) {
    return std::ranges::any_of(campaign_keys(), [&](const auto& key) {
      return key.path.size() > name.size() && key.path.starts_with(name) && key.path[name.size()] == '.';
    });
  }

  static bool is_key(std::string_view path) {
    return std::ranges::find(campaign_keys(), path, &key_rule<campaign>::path) != campaign_keys().end();
  }

  static std::string nearest_section(std::string_view wrong) {
    std::vector<std::string_view> names;
    for (const auto& key : campaign_keys())
      if (const auto dot = key.path.find('.'); dot != std::string_view::npos)
        names.push_back(key.path.substr(0, dot));
    return in_ticks(nearest_key(wrong, names));
  }

  template <class Owner>
  void read_key(std::span<const key_rule<Owner>> table, const std::string& prefix, const yaml_node& key,
                const yaml_node& value, Owner& owner, const std::string& full_path) {
    if (!note(key, full_path)) return;
    const auto found = std::ranges::find(table, prefix + key.text, &key_rule<Owner>::path);
    if (found == table.end()) {
      report(key, "unknown key " + in_ticks(counted_from_1(full_path)) + "; the nearest is " +
                      nearest_of(table, prefix + key.text));
      return;
    }
    std::visit([&](auto field) { read_value(*found, value, field(owner), full_path); }, found->field);
  }

  template <class Owner>
  static std::string nearest_of(std::span<const key_rule<Owner>> table, std::string_view wrong) {
    std::vector<std::string_view> names;
    for (const auto& key : table) names.push_back(key.path);
    const auto best = nearest_key(wrong, names);
    const auto rule = std::ranges::find(table, best, &key_rule<Owner>::path);
    return in_ticks(best) + ", " + describe(*rule) + ": " + std::string{rule->meaning};
  }

  template <class Owner>
  void wrong_value(const key_rule<Owner>& key, const yaml_node& at, const std::string& path) {
    report(at, in_ticks(counted_from_1(path)) + " is " + describe(key) + ", and this is " + shown(at) + ": " +
                   std::string{key.meaning} + better_spelling(key.unit, at));
  }

  template <class Owner>
  void wrong_list(const key_rule<Owner>& key, const yaml_node& at, const std::string& path) {
    const auto name = path.substr(path.rfind('.') + 1);
    const auto example = at.kind == shape::scalar ? "; write `" + name + ": [" + at.text + "]`" : "";
    report(at, in_ticks(counted_from_1(path)) + " is " + describe(key) + ", and this is " + shown(at) + ": " +
                   std::string{key.meaning} + example);
  }

  template <class T, class Owner>
  void read_value(const key_rule<Owner>& key, const yaml_node& node, T& into, const std::string& path) {
    if constexpr (std::is_same_v<T, std::vector<campaign_seed>>) {
      read_items(key, node, into, path, seed_keys(), &campaign_seed::uri);
    } else if constexpr (std::is_same_v<T, std::vector<campaign::own_host>>) {
      read_items(key, node, into, path, own_host_keys(), &campaign::own_host::host);
    } else if constexpr (std::is_same_v<T, std::vector<campaign::host_override>>) {
      read_items(key, node, into, path, host_override_keys(), &campaign::host_override::host);
    } else if constexpr (std::is_same_v<T, std::vector<campaign::harvest_store>>) {
      read_items(key, node, into, path, harvest_store_keys(), &campaign::harvest_store::graph_store);
    } else if constexpr (std::is_same_v<T, std::vector<campaign::webhook>>) {
      read_items(key, node, into, path, webhook_keys(), &campaign::webhook::url);
    } else if constexpr (std::is_same_v<T, std::vector<std::string>> ||
                         std::is_same_v<T, std::vector<std::uint32_t>>) {
      if constexpr (std::is_same_v<T, std::vector<std::string>>)
        if (key.path == "records") return read_specs(key, node, into, path);
      read_list(key, node, into, path);
    } else if constexpr (std::is_same_v<T, label_choice>) {
      read_choice(key, node, into, path);
    } else {
      if (auto value = scalar_from<T>(key, node))
        into = *std::move(value);
      else
        wrong_value(key, node, path);
    }
  }

  /// The value of a scalar; nothing when its type or range is wrong.
  template <class T, class Owner>
  static std::optional<T> scalar_from(const key_rule<Owner>& key, const yaml_node& node) {
    if (node.kind != shape::scalar) return std::nullopt;
    if constexpr (std::is_same_v<T, std::string>) {
      return node.text;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (node.quoted || (node.text != "true" && node.text != "false")) return std::nullopt;
      return node.text == "true";
    } else {
      if (node.quoted) return std::nullopt;
      const auto value = number_from<T>(node.text);
      if (!value) return std::nullopt;
      const auto wide = static_cast<double>(*value);
      if (!std::isfinite(wide) || wide < key.lowest || wide > key.highest) return std::nullopt;
      return value;
    }
  }

  template <class T, class Owner>
  void read_list(const key_rule<Owner>& key, const yaml_node& node, std::vector<T>& into,
                 const std::string& path) {
    if (node.kind != shape::list) return wrong_list(key, node, path);
    into.clear();
    for (const auto& item : node.items) {
      if (is_unschedulable(item)) return;
      const auto item_path = path + "." + std::to_string(into.size());
      lines_.emplace(item_path, item.line);
      auto value = scalar_from<T>(key, item);
      if (!value) wrong_value(key, item, path);
      into.push_back(value ? *std::move(value) : T{});
    }
  }

  /// `true`, `false`, or a list.
  template <class Owner>
  void read_choice(const key_rule<Owner>& key, const yaml_node& node, label_choice& into,
                   const std::string& path) {
    if (node.kind == shape::scalar && node.text.find(':') == std::string::npos) {
      if (const auto is_on = scalar_from<bool>(key, node))
        into = {*is_on};
      else
        wrong_value(key, node, path);
      return;
    }
    read_list(key, node, into.properties, path);
    if (node.kind == shape::list && node.items.empty())
      report(node, in_ticks(path) +
                       " names nothing: write `true` for the usual properties, or `false` for no index");
  }

  /// A list whose items are maps of keys, or the text of their main key alone.
  template <class Item, class Owner>
  void read_items(const key_rule<Owner>& key, const yaml_node& node, std::vector<Item>& into,
                  const std::string& path, std::span<const key_rule<Item>> table,
                  std::string Item::*main_key) {
    if (node.kind != shape::list) return wrong_list(key, node, path);
    for (const auto& item : node.items) {
      if (is_unschedulable(item)) return;
      const auto item_path = path + "." + std::to_string(into.size());
      lines_.emplace(item_path, item.line);
      Item& made = into.emplace_back();
      if (item.kind == shape::scalar)
        made.*main_key = item.text;
      else if (item.kind == shape::map)
        for (const auto& [inner_key, inner] : item.members)
          read_key(table, "", inner_key, inner, made, item_path + "." + inner_key.text);
      else
        report(item, "an item of " + in_ticks(counted_from_1(path)) + " is text or a map of keys, not " +
                         shown(item));
    }
  }

  /// A list of files, and of specifications, which are checked later.
  template <class Owner>
  void read_specs(const key_rule<Owner>& key, const yaml_node& node, std::vector<std::string>& into,
                  const std::string& path) {
    if (node.kind != shape::list) return wrong_list(key, node, path);
    for (const auto& item : node.items) {
      if (is_unschedulable(item)) return;
      lines_.emplace(path + "." + std::to_string(into.size()), item.line);
      if (item.kind == shape::scalar && !item.text.empty()) {
        into.push_back(item.text);
      } else if (item.kind == shape::map) {
        specs_.emplace(into.size(), item);
        into.push_back(yaml_text(item));
      } else {
        report(item, "an item of " + in_ticks(path) + " is the name of a file, or a specification, not " +
                         shown(item));
      }
    }
  }

  std::vector<line_problem> problems_;
  std::map<std::string, std::size_t, std::less<>> lines_;
  std::map<std::size_t, yaml_node> specs_;  ///< by their place in `records`
};

std::vector<file_problem> in_file(std::string_view file, std::vector<line_problem> problems) {
  std::vector<file_problem> out;
  out.reserve(problems.size());
  for (auto& p : problems) out.push_back({std::string{file}, p.line, std::move(p.message)});
  return out;
}

tl::expected<std::string, file_problem> slurp(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  std::ostringstream text;
  std::error_code error;
  if (!in || std::filesystem::is_directory(file, error) || !(text << in.rdbuf()).good()) {
    if (in && std::filesystem::is_regular_file(file, error) && std::filesystem::file_size(file, error) == 0)
      return {};
    if (std::filesystem::is_directory(file, error))
      return tl::unexpected(file_problem{file.string(), 1, "is a folder: write the name of a file"});
    return tl::unexpected(file_problem{
        file.string(), 1, "cannot be read: check that the file exists and that you may read it"});
  }
  return std::move(text).str();
}

void resolve_paths(campaign& c, const std::filesystem::path& folder) {
  const auto resolve = [&](std::string& path) {
    if (!path.empty()) path = (folder / path).lexically_normal().string();
  };
  std::ranges::for_each(c.seed_files, resolve);
  std::ranges::for_each(c.files.roots, resolve);
  resolve(c.washing.contexts);
  resolve(c.serve.folder);
  resolve(c.serve.rules);
  resolve(c.listen.bundle);
  resolve(c.http.token_file);
  resolve(c.http.labels);
  for (auto& one : c.hosts) resolve(one.password_file);
  const bool is_folder = c.harvest.export_file.ends_with('/');
  resolve(c.harvest.registry);
  resolve(c.harvest.export_file);
  if (is_folder && !c.harvest.export_file.ends_with('/')) c.harvest.export_file += '/';
  for (auto& one : c.harvest.stores) resolve(one.password_file);
  for (auto& one : c.webhooks) resolve(one.secret_file);
  for (auto& one : c.webhooks) resolve(one.ca_file);
}

read_from_file<campaign> read_with(campaign_reader& reader, std::string_view text, std::string_view file) {
  const auto tree = read_yaml(text);
  if (!tree) return tl::unexpected(in_file(file, {tree.error()}));
  auto c = reader.read(*tree);
  auto problems = reader.take_problems();
  if (!problems.empty()) return tl::unexpected(in_file(file, std::move(problems)));
  return c;
}

/// Problems of the bundle are reported at the line that names the bundle.
void check_bundle_of(const campaign& c, file_problem at, std::vector<file_problem>& problems) {
  if (c.listen.bundle.empty()) return;
  const auto opened = cluster_bundle::open(c.listen.bundle, wall_now());
  if (opened) return;
  at.message = "listen.bundle: " + opened.error().detail;
  problems.push_back(std::move(at));
}

/// Problems of the token are reported at the line that names its file.
void check_token_of(const campaign& c, file_problem at, std::vector<file_problem>& problems) {
  const auto token = read_server_token(c.http.token_file);
  if (token) return;
  at.message = "http.token_file: " + token.error().detail;
  problems.push_back(std::move(at));
}

/// The file is read here, so that the server does not fail later.
void check_labels_of(const campaign& c, file_problem at, std::vector<file_problem>& problems) {
  if (c.http.labels.empty()) return;
  const auto labels = read_label_file(c.http.labels);
  if (labels) return;
  at.message = "http.labels: " + labels.error().detail;
  problems.push_back(std::move(at));
}

/// Problems of the registry are reported at its own lines.
void check_registry_of(const campaign& c, std::vector<file_problem>& problems) {
  const auto some_address = served_address(unknown_served_port);  // it is chosen by the run
  if (c.harvest.registry.empty()) return;
  const auto read = load_registry(c.harvest.registry, c.serve.folder.empty() ? std::string{} : some_address);
  if (!read) problems.insert(problems.end(), read.error().begin(), read.error().end());
}

/// Reads the specifications of records, whose problems are reported at their own lines. Where their documents are becomes seeds.
void read_specs_of(campaign& c, const std::string& file, campaign_reader& reader,
                   std::vector<file_problem>& problems) {
  std::vector<bundled_spec> specs;
  for (std::size_t i = 0; i < c.records.size(); ++i) {
    const auto key = "records." + std::to_string(i);
    const auto report = [&](std::string message) {
      problems.push_back({file, reader.line_of(key), counted_from_1(key) + ": " + message});
    };
    const auto* const inner = reader.spec_at(i);
    if (inner == nullptr)
      c.records[i] = (std::filesystem::path(file).parent_path() / c.records[i]).lexically_normal().string();
    auto spec = inner != nullptr
                    ? read_spec_within(file, *inner, counted_from_1(key), nullptr, &c.files.roots)
                    : read_spec_file(c.records[i], nullptr, &c.files.roots);
    if (!spec) {
      problems.insert(problems.end(), spec.error().begin(), spec.error().end());
      continue;
    }
    const auto is_same = [&](const bundled_spec& other) { return other.name == spec->bundled.name; };
    if (std::ranges::any_of(specs, is_same))
      report("there is another specification with the name " + spec->bundled.name + ": write another `name`" +
             (inner != nullptr ? std::string{} : " in " + c.records[i]));
    if (spec->is_csvw && !c.washing.fetch_contexts && c.washing.contexts.empty())
      report(
          "`csvw` loads the metadata of tables from the Web: allow that by `washing: {fetch_contexts: "
          "true}`, "
          "or name a folder that has them by `washing.contexts`");
    auto seeds = uris_of_seeds(*spec, c.files.roots);
    if (!seeds) problems.insert(problems.end(), seeds.error().begin(), seeds.error().end());
    for (auto& uri : seeds ? *seeds : std::vector<std::string>{}) {
      reader.set_line("seeds." + std::to_string(c.seeds.size()), reader.line_of(key));
      c.seeds.push_back({std::move(uri)});
    }
    spec->bundled.places = places_of_seeds(*spec);
    specs.push_back(std::move(spec->bundled));
  }
  c.record_specs = to_bundle(specs);
}

/// Reads the passwords of hosts, and checks those of stores. A file that cannot be read is reported at the line that names it.
void read_passwords(campaign& c, const std::string& file, const campaign_reader& reader,
                    std::vector<file_problem>& problems) {
  const auto read = [&](const std::string& password_file, const std::string& key) -> std::string {
    if (password_file.empty()) return {};
    auto text = slurp(password_file);
    auto password = text ? text->substr(0, text->find_first_of("\r\n")) : std::string{};
    if (password.empty())
      problems.push_back(
          {file, reader.line_of(key),
           counted_from_1(key) + ": " + password_file +
               (text ? " is empty: write the password in its first line" : " " + text.error().message)});
    return password;
  };
  for (std::size_t i = 0; i < c.hosts.size(); ++i)
    c.hosts[i].password = read(c.hosts[i].password_file, "hosts." + std::to_string(i) + ".password_file");
  for (std::size_t i = 0; i < c.harvest.stores.size(); ++i)
    (void)read(c.harvest.stores[i].password_file, "harvest.stores." + std::to_string(i) + ".password_file");
}

}  // namespace

read_from_file<campaign> read_campaign(std::string_view text, std::string_view file) {
  campaign_reader reader;
  return read_with(reader, text, file);
}

read_from_file<campaign> load_campaign(const std::filesystem::path& file,
                                       const std::optional<std::string>& data) {
  const auto text = slurp(file);
  if (!text) return tl::unexpected(std::vector{text.error()});
  campaign_reader reader;
  auto c = read_with(reader, *text, file.string());
  if (!c) c.error().back().hides_others = true;
  if (!c) return c;
  resolve_paths(*c, file.parent_path());
  if (data) c->data = *data;
  campaign_place place{file.string(), [&](std::string_view key) { return reader.line_of(key); }};
  place.check_seed_files(*c);
  auto problems = place.take_problems();
  const bool has_seeds = problems.empty();
  check_bundle_of(*c, {file.string(), reader.line_of("listen.bundle"), {}}, problems);
  check_token_of(*c, {file.string(), reader.line_of("http.token_file"), {}}, problems);
  check_labels_of(*c, {file.string(), reader.line_of("http.labels"), {}}, problems);
  read_passwords(*c, file.string(), reader, problems);
  check_webhook_files(
      *c, file.string(), [&](std::string_view key) { return reader.line_of(key); }, problems);
  check_registry_of(*c, problems);
  read_specs_of(*c, file.string(), reader, problems);
  if (has_seeds) {
    place.check(*c);
    const auto found = place.take_problems();
    problems.insert(problems.end(), found.begin(), found.end());
  }
  if (!has_seeds) problems.back().hides_others = true;
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return c;
}

}  // namespace laundromat
