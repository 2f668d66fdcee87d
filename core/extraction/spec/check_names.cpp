// Finds names in a specification that lead to nothing.
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/base/edit_distance.hpp"
#include "core/extraction/spec/spec_parts.hpp"

namespace laundromat {

namespace {

using field_list = std::vector<field_spec>;

/// What a path leads to, as `for_each_value` follows it.
struct path_end {
  bool is_found = false;
  const field_list* within = nullptr;  ///< the fields of the maps there; null: not known, or none
};

bool has_name(const field_spec& field, std::string_view name) {
  return std::ranges::find(field.names, name) != field.names.end() || field.steps.warn == name;
}

path_end follow(const field_list& fields, std::string_view path) {
  if (path.empty() || path == ".") return {true, &fields};
  for (const auto& field : fields)
    if (has_name(field, path))
      // A name with dots may be a path, too, in a record without the field.
      return {true, path.find('.') == path.npos && !field.fields.empty() ? &field.fields : nullptr};
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1))
    for (const auto& field : fields) {
      if (!has_name(field, path.substr(0, dot))) continue;
      if (field.fields.empty()) return {true, nullptr};
      if (const auto end = follow(field.fields, path.substr(dot + 1)); end.is_found) return end;
    }
  return {};
}

void add_paths(const field_list& fields, const std::string& before, std::vector<std::string>& into) {
  const auto add = [&](const std::string& name) { into.push_back(before + name); };
  for (const auto& field : fields) {
    for (const auto& name : field.names) add(name);
    if (!field.steps.warn.empty()) add(field.steps.warn);
    if (!field.fields.empty() && !field.names.empty())
      add_paths(field.fields, before + field.names.front() + '.', into);
  }
}

class name_check {
 public:
  explicit name_check(spec_problems& problems) : problems_(problems) {}

  void check_lookups(const field_list& fields, const record_spec& spec) {
    for (const auto& field : fields) {
      if (const auto& name = field.steps.lookup; !name.empty() && !spec.lookups.contains(name))
        report(field.line, "there is no table `" + name + "` in `lookups`");
      check_lookups(field.fields, spec);
    }
  }
  /// Where `path` ends. Reports one that leads nowhere.
  path_end check_path(const field_list& fields, std::string_view path, std::size_t line) {
    const auto end = follow(fields, path);
    if (end.is_found) return end;
    std::vector<std::string> paths;
    add_paths(fields, {}, paths);
    const std::vector<std::string_view> known(paths.begin(), paths.end());
    report(line, "`" + std::string(path) + "` is no field" +
                     (known.empty() ? "" : "; the nearest is `" + nearest_key(path, known) + "`"));
    return end;
  }
  void check_resource(const resource_spec& resource, const field_list& fields) {
    check_term(resource.subject, fields);
    check_terms(resource.classes, fields);
    check_terms(resource.graphs, fields);
    for (const auto& property : resource.properties) {
      check_terms(property.predicates, fields);
      check_terms(property.objects, fields);
      for (const auto& inner : property.resources)
        if (const auto end = check_path(fields, inner.each, inner.each_line); end.within != nullptr)
          check_resource(inner, *end.within);
    }
  }

 private:
  void check_term(const term_spec& term, const field_list& fields) {
    for (const auto* parts : {&term.parts, &term.language})
      for (const auto& part : *parts)
        if (!part.field.empty()) (void)check_path(fields, part.field, term.line);
  }
  void check_terms(const std::vector<term_spec>& terms, const field_list& fields) {
    for (const auto& term : terms) check_term(term, fields);
  }
  void report(std::size_t line, std::string message) {
    yaml_node at;
    at.line = line;
    problems_.report(at, std::move(message));
  }

  spec_problems& problems_;
};

}  // namespace

void check_names(spec_problems& problems, const record_spec& spec) {
  name_check check(problems);
  check.check_lookups(spec.fields, spec);
  if (spec.fields.empty() || spec.keeps_others) return;
  if (spec.rdf) check.check_resource(*spec.rdf, spec.fields);
  for (const auto& counter : spec.counters)
    if (!counter.field.empty()) (void)check.check_path(spec.fields, counter.field, counter.line);
}

}  // namespace laundromat
