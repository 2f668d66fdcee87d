// Tells URIs from files, and finds the files.
// SPDX-License-Identifier: Apache-2.0
#include "app/extraction/spec_seeds.hpp"

#include <glob.h>

#include <filesystem>
#include <utility>

#include "app/campaign/seed_pattern.hpp"
#include "core/specs/seed_uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

/// What of a path is before the first part with `*`.
fs::path fixed_part(const fs::path& path) {
  fs::path fixed;
  for (const auto& part : path) {
    if (part.native().find('*') != std::string::npos) break;
    fixed /= part;
  }
  return fixed;
}

bool goes_up_behind_star(const fs::path& path) {
  bool is_behind = false;
  for (const auto& part : path) {
    if (is_behind && part == "..") return true;
    is_behind |= part.native().find('*') != std::string::npos;
  }
  return false;
}

/// The files of a name, in the order of the alphabet; without `*` the name itself when it is there.
std::vector<std::string> files_at(const fs::path& name) {
  std::vector<std::string> files;
  std::string pattern;
  for (const char c : name.native()) {
    if (c == '?' || c == '[' || c == '\\') pattern += '\\';
    pattern += c;
  }
  glob_t found{};
  if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i) {
      std::error_code ignored;
      if (fs::is_regular_file(found.gl_pathv[i], ignored)) files.emplace_back(found.gl_pathv[i]);
    }
  ::globfree(&found);
  return files;
}

std::string file_uri(const std::string& file) {
  std::error_code ignored;
  auto path = fs::absolute(file).lexically_normal();
  // `..` behind a link leads elsewhere than its text says.
  if (!fs::equivalent(path, file, ignored)) path = fs::canonical(file, ignored);
  std::string uri = "file://";
  for (const char c : path.string()) {
    if (c == '/' || is_segment_char(c))
      uri += c;
    else
      append_percent_encoded(uri, c);
  }
  return uri;
}

/// The URI of the files of a name.
std::string place_of(const fs::path& name) {
  const auto fixed = fixed_part(name);
  auto uri = file_uri(fixed.empty() ? "." : fixed.string());
  if (uri.ends_with('/')) uri.pop_back();
  auto part = name.begin();
  for (std::advance(part, std::distance(fixed.begin(), fixed.end())); part != name.end(); ++part) {
    uri += '/';
    for (const char c : part->native()) {
      if (c == '*' || is_segment_char(c))
        uri += c;
      else
        append_percent_encoded(uri, c);
    }
  }
  return uri;
}

/// Adds the files of a name; returns what is wrong with it.
std::string add_files(const fs::path& path, file_roots roots, std::vector<std::string>& to) {
  if (goes_up_behind_star(path))
    return path.string() + ": `..` cannot be behind `*`: write the folder before it";
  const auto fixed = fixed_part(path);
  if (roots != nullptr && !is_in_roots(fixed.empty() ? "." : fixed, *roots))
    return outside_of_roots(fixed == path ? path : fixed / "*");
  auto files = files_at(path);
  if (files.empty()) return "there is no file " + path.string();
  for (auto& file : files) {
    if (roots != nullptr && !is_in_roots(file, *roots)) return outside_of_roots(file);
    to.push_back(std::move(file));
  }
  return {};
}

/// `of_uri` returns what is wrong with a URI, and takes it otherwise.
template <class TakeUri, class TakeFile>
read_from_file<std::vector<std::string>> seeds_of(const loaded_spec& spec, file_roots roots,
                                                  const TakeUri& of_uri, const TakeFile& of_file) {
  std::vector<std::string> all;
  std::vector<file_problem> problems;
  for (const auto& seed : spec.seeds) {
    std::string wrong;
    if (is_seed_uri(seed.text)) {
      wrong = of_uri(seed.text);
      all.push_back(seed.text);
    } else {
      std::vector<std::string> files;
      wrong = add_files(spec.file.parent_path() / seed.text, roots, files);
      for (const auto& file : files) all.push_back(of_file(file));
    }
    if (!wrong.empty()) problems.push_back({spec.file.string(), seed.line, "documents.seeds: " + wrong});
  }
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return all;
}

}  // namespace

read_from_file<std::vector<std::string>> uris_of_seeds(const loaded_spec& spec,
                                                       const std::vector<std::string>& roots) {
  return seeds_of(
      spec, &roots,
      [](const std::string& uri) -> std::string {
        if (!seed_pattern::is_named_by(uri)) return {};
        const auto pattern = seed_pattern::of({uri});
        return pattern ? std::string{} : uri + ": " + pattern.error();
      },
      file_uri);
}

std::vector<std::string> places_of_seeds(const loaded_spec& spec) {
  std::vector<std::string> all;
  for (const auto& seed : spec.seeds)
    if (!is_seed_uri(seed.text)) all.push_back(place_of(spec.file.parent_path() / seed.text));
  return all;
}

read_from_file<std::vector<std::string>> files_of_seeds(const loaded_spec& spec) {
  return seeds_of(
      spec, nullptr,
      [](const std::string& uri) {
        return uri +
               " is fetched by a campaign only: name the specification in `records:` of one, or name files "
               "behind the specification";
      },
      [](const std::string& file) { return file; });
}

}  // namespace laundromat
