// Checks the tree of a registry, and replaces its file.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/registry_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>

#include "app/terminal/terminal.hpp"
#include "core/base/edit_distance.hpp"
#include "core/campaign/served_folder.hpp"
#include "core/discovery/dates/announced_date.hpp"
#include "core/web/uri.hpp"
#include "core/yaml/yaml_tree.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/scratch_folder.hpp"

namespace laundromat {

namespace {

using shape = yaml_node::shape;

constexpr std::array<std::string_view, 5> known_keys{"void", "modified", "datasets", "inbox", "full_dumps"};

constexpr std::uint64_t most_registry_bytes = std::uint64_t{16} << 20;

std::string ticked(std::string_view text) {
  constexpr std::size_t columns = 60;
  return "`" + cut_to(harmless(text.substr(0, 4 * columns)), columns) + "`";
}

std::string no_block_of(const std::string& provider) {
  return "dates of harvests cannot be written into the entry of " + provider +
         ", which is no block of keys: write `" + provider + ":` and below it `  void: URI`";
}

class registry_reader {
 public:
  registry_reader(std::string file, std::string served)
      : file_(std::move(file)), served_(std::move(served)) {}

  read_from_file<parsed_registry> read(const yaml_node& tree) {
    if (tree.kind == shape::nothing) return parsed_registry{};
    if (tree.kind != shape::map) {
      report(tree,
             "a registry is a map from the names of providers to their keys: write `name:` and below it "
             "`void: URI`");
    } else {
      std::set<std::string> names;
      for (const auto& [name, keys] : tree.members) {
        if (!names.insert(name.text).second)
          report(name, "the provider " + ticked(name.text) + " is registered twice");
        read_provider(name, keys);
      }
    }
    if (!problems_.empty()) return tl::unexpected(std::move(problems_));
    return std::move(read_);
  }

 private:
  void read_provider(const yaml_node& name, const yaml_node& keys) {
    if (const auto fault = fault_of_name(name.text); !fault.empty()) return report(name, harmless(fault));
    if (!is_plain_name(name.text))
      warn(name,
           "the name " + ticked(name.text) +
               " has other characters than a-z, A-Z and 0-9, which the rules of registries advise against");
    registered_provider made;
    made.name = name.text;
    made.line = name.line;
    if (keys.kind == shape::map)
      for (const auto& [key, value] : keys.members) read_key(key, value, made);
    else if (keys.kind != shape::nothing)
      return report(keys,
                    "the keys of " + ticked(name.text) + " are a map: write `void: URI` below the name");
    if (made.void_uri.empty())
      return warn(name, "the provider " + ticked(name.text) +
                            " has no `void` and is left out: write `void: URI` of its VoID file");
    read_.content.providers.push_back(std::move(made));
  }

  void read_key(const yaml_node& key, const yaml_node& value, registered_provider& to) {
    if (key.text == "void") return read_uri(key, value, to.void_uri);
    if (key.text == "inbox") return read_uri(key, value, to.inbox);
    if (key.text == "modified") {
      if (value.kind != shape::nothing) to.modified = time_of(value);
    } else if (key.text == "datasets") {
      if (value.kind == shape::nothing) return;
      if (value.kind != shape::map)
        return report(value, "`datasets` is a map from the IRIs of datasets to times");
      for (const auto& [dataset, at] : value.members)
        if (const auto time = time_of(at)) to.datasets[dataset.text] = *time;
    } else if (key.text == "full_dumps") {
      to.full_dumps = read_full_dumps(value.text);
      if (!to.full_dumps)
        report(value, "`full_dumps` is " + std::string{full_dumps_choices} + ", not " + ticked(value.text));
    } else {
      report(key, "unknown key " + ticked(key.text) + "; the nearest is `" +
                      nearest_key(key.text, known_keys) + "`");
    }
  }

  void read_uri(const yaml_node& key, const yaml_node& value, std::string& to) {
    to = value.text;
    if (to.starts_with(serve_placeholder) && !served_.empty())
      to.replace(0, serve_placeholder.size(), served_);
    const bool is_web = to.starts_with("http://") || to.starts_with("https://");
    if (value.kind == shape::scalar && is_web && authority_key(to) && parse_uri(to)) return;
    report(value.kind == shape::nothing ? key : value,
           "`" + key.text + "` is an absolute http or https URI, not " +
               (value.kind == shape::scalar ? ticked(value.text) : "that"));
  }

  std::optional<timestamp> time_of(const yaml_node& value) {
    const auto read = read_announced_date(value.text, date_style::w3c);
    if (!read.value || value.kind != shape::scalar)
      report(value, ticked(value.text) + " is no time: write it as 2015-10-10T14:25:44Z");
    return read.value;
  }

  void report(const yaml_node& at, std::string message) {
    if (problems_.size() < most_problems) problems_.push_back({file_, at.line, std::move(message)});
  }
  void warn(const yaml_node& at, std::string message) {
    if (read_.warnings.size() < most_problems) read_.warnings.push_back({file_, at.line, std::move(message)});
  }

  std::string file_, served_;
  parsed_registry read_;
  std::vector<file_problem> problems_;
};

result<std::string> text_of_file(const std::filesystem::path& file) {
  std::error_code error;
  std::ifstream in{file, std::ios::binary};
  std::ostringstream text;
  if (!in || !std::filesystem::is_regular_file(file, error))
    return fail(errc::not_found,
                "the registry " + file.string() + " cannot be read: check that the file exists");
  if (std::filesystem::file_size(file, error) > most_registry_bytes)
    return fail(errc::limit_exceeded, "the registry " + file.string() + " is larger than 16 MiB");
  text << in.rdbuf();
  return std::move(text).str();
}

/// Looks at the old file once more when the bytes of the new one are durable, right before it takes its name: syncing takes long enough for an editor to write.
class sync_if_same final : public disk_sync {
 public:
  sync_if_same(const std::filesystem::path& old, const std::string& text) : old_(old), text_(text) {}

  [[nodiscard]] result<void> file(int fd, const std::filesystem::path& path) const override {
    if (auto done = posix_sync().file(fd, path); !done) return done;
    const auto now = text_of_file(old_);
    if (now && *now == text_) return {};
    return fail(errc::invalid_argument, "the registry was edited in this moment");
  }
  [[nodiscard]] result<void> folder(int fd, const std::filesystem::path& path) const override {
    return posix_sync().folder(fd, path);
  }
  [[nodiscard]] result<void> file_system(int fd, const std::filesystem::path& path) const override {
    return posix_sync().file_system(fd, path);
  }

 private:
  const std::filesystem::path& old_;
  const std::string& text_;
};

/// Of the entry of a provider; 1 where it has none.
std::size_t line_of(const std::string& text, const std::string& file, const std::string& provider,
                    const std::string& served) {
  const auto read = parse_registry(text, file, served);
  if (!read) return 1;
  const auto& all = read->content.providers;
  const auto entry = std::ranges::find(all, provider, &registered_provider::name);
  return entry == all.end() ? 1 : entry->line;
}

}  // namespace

read_from_file<parsed_registry> parse_registry(const std::string& text, const std::string& file,
                                               const std::string& served) {
  const auto tree = read_yaml(text, {most_registry_bytes, 5});
  if (!tree)
    return tl::unexpected(std::vector<file_problem>{{file, tree.error().line, tree.error().message}});
  auto read = registry_reader{file, served}.read(*tree);
  if (!read) return read;
  for (const auto& one : without_block(text, read->content.providers))
    if (read->read_only.size() < most_problems)
      read->read_only.push_back({file, one.line, no_block_of(one.name)});
  return read;
}

read_from_file<parsed_registry> load_registry(const std::filesystem::path& file, const std::string& served) {
  const auto text = text_of_file(file);
  if (!text) return tl::unexpected(std::vector<file_problem>{{file.string(), 1, text.error().detail}});
  return parse_registry(*text, file.string(), served);
}

result<void> write_harvest(const std::filesystem::path& file, const harvest_times& times,
                           const std::string& served) {
  const auto text = text_of_file(file);
  if (!text) return tl::unexpected(text.error());
  const auto changed = with_harvest(*text, times);
  if (!changed)
    return fail(errc::invalid_argument,
                to_string(file_problem{file.string(), line_of(*text, file.string(), times.provider, served),
                                       no_block_of(times.provider)}));
  if (*changed == *text) return {};
  for (const auto* one : {&*text, &*changed})
    if (const auto read = parse_registry(*one, file.string(), served);
        !read || changed->size() > most_registry_bytes)
      return fail(errc::invalid_argument,
                  "the registry is not written: " +
                      (read            ? std::string{"it would be larger than 16 MiB"}
                       : one == &*text ? to_string(read.error().front())
                                       : "with the dates of " + times.provider +
                                             " it would be no registry: " + read.error().front().message +
                                             "; an IRI of a dataset may be too long"));
  std::error_code none;
  const auto mode = std::filesystem::status(file, none).permissions();
  struct stat owner {};
  const bool has_owner = ::stat(file.c_str(), &owner) == 0;
  const sync_if_same sync{file, *text};
  auto staged = replace_file(file, sync);
  if (!staged) return tl::unexpected(staged.error());
  if (auto written = (*staged)->write(*changed); !written) return written;
  if (auto committed = (*staged)->commit(); !committed) return committed;
  std::filesystem::permissions(file, mode, none);
  if (has_owner) (void)!::chown(file.c_str(), owner.st_uid, owner.st_gid);
  return {};
}

}  // namespace laundromat
