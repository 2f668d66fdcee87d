// Finds out whether an input is clean, and washes others.
// SPDX-License-Identifier: Apache-2.0
#include "app/sinks/load_input.hpp"

#include "app/records/clean_document.hpp"
#include "app/wash/wash_files.hpp"
#include "core/base/count_words.hpp"
#include "core/rdf/delta/line_stream.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/files/scratch_folder.hpp"

namespace laundromat {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t copied_bytes = std::size_t{1} << 18;

/// Ends with an error where the file was damaged.
class undamaged_source final : public byte_source {
 public:
  static result<byte_source_ptr> open(const fs::path& file) {
    auto out = std::make_unique<undamaged_source>();
    auto text = open_clean_file(file.string(), out->warnings_);
    if (!text) return tl::unexpected(text.error());
    out->text_ = *std::move(text);
    return out;
  }
  result<std::size_t> read(std::span<char> buffer) override {
    const auto n = text_->read(buffer);
    if (n && *n == 0 && !warnings_.rows().empty())
      return fail(errc::archive_damaged, "the file is damaged: nothing may be sent of it");
    return n;
  }

 private:
  warning_log warnings_;
  byte_source_ptr text_;
};

/// Whether the spelling of a line is the canonical one, as far as it can be seen without reading its terms again. Escapes of characters are rare in clean
/// documents: with one of them a document is washed, which changes nothing if it is clean.
bool is_canonical_line(std::string_view line) {
  const auto cut = cut_graph(line.substr(0, line.size() - 1));
  if (!cut || line.find("_:") < line.find('"') || line.find("\\u") != line.npos ||
      line.find("\\U") != line.npos)
    return false;
  const auto predicate = cut->triple.find(' ') + 1, object = cut->triple.find(' ', predicate) + 1;
  if (line[predicate] != '<' || line[predicate - 2] != '>' || line[object - 2] != '>') return false;
  if (line[object] == '<') return line[object + 1] != '<' || line.find("_:", object) == line.npos;
  if (line[object] != '"' || cut->triple.ends_with("^^<http://www.w3.org/2001/XMLSchema#string>"))
    return false;
  const auto tag = cut->triple.rfind('@'), quote = cut->triple.rfind('"');
  if (tag == cut->triple.npos || tag < quote) return true;
  for (const char c : cut->triple.substr(tag))
    if (c >= 'A' && c <= 'Z') return false;
  return true;
}

result<content_digest> digest_of(const fs::path& file) {
  auto text = undamaged_source::open(file);
  if (!text) return tl::unexpected(text.error());
  content_hasher hasher;
  std::string buffer(copied_bytes, '\0');
  while (true) {
    const auto n = (*text)->read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return hasher.finish();
    hasher.update({buffer.data(), *n});
  }
}

result<fs::path> copy_of(std::istream& in, const fs::path& target) {
  const auto to = create_file(target);
  if (!to) return tl::unexpected(to.error());
  std::string buffer(copied_bytes, '\0');
  while (in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    const std::string_view got(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (auto written = write_all(to->get(), got, target); !written) return tl::unexpected(written.error());
  }
  return target;
}

result<fs::path> wash_to(const std::string& input, const fs::path& folder) {
  wash_options wash;
  wash.inputs = {input};
  wash.output = folder.string();
  wash.are_temporary = true;
  wash.format_option.clear();
  if (wash_files(wash) != exit_ok)
    return fail(errc::non_rdf_format, input + " was not sent, because not all of it could be washed");
  fs::path found;
  std::size_t documents = 0;
  for (const auto& file : fs::directory_iterator(folder)) {
    const auto name = file.path().filename().string();
    if (!name.ends_with(".nq.gz") || name.ends_with(".meta.nq.gz") || name.ends_with(".ledger.nq.gz"))
      continue;
    ++documents;
    found = file.path();
  }
  if (documents > 1)
    return fail(errc::invalid_argument, input + " has " + number_of(documents, "document") +
                                            ", and a graph is one: wash it, and load each of them");
  if (documents == 1) return found;
  // A document without statements.
  const auto empty = create_file(folder / "empty.nq");
  if (!empty) return tl::unexpected(empty.error());
  return folder / "empty.nq";
}

bool is_regular_file(const std::string& name) {
  std::error_code none;
  return fs::is_regular_file(name, none);
}

}  // namespace

result<byte_source_ptr> load_input::open() const {
  return undamaged_source::open(file);
}

delta_source load_input::changes() const {
  return [from = *this](const delta_consumer& take) -> result<void> {
    const auto text = from.open();
    if (!text) return tl::unexpected(text.error());
    const auto counts = read_patch(**text, take);
    return counts ? result<void>{} : tl::unexpected(counts.error());
  };
}

result<bool> is_clean_document(byte_source& text) {
  line_stream lines{text, "the input"};
  while (true) {
    const auto more = lines.advance();
    if (!more && (more.error().code == errc::syntax_error || more.error().code == errc::limit_exceeded))
      return false;
    if (!more) return tl::unexpected(more.error());
    if (!*more) return true;
    if (!is_canonical_line(lines.line())) return false;
  }
}

result<load_input> prepare_input(const load_options& options, const fs::path& folder, std::istream& in) {
  load_input out;
  auto name = options.input;
  if (options.write_input) {
    name = (folder / "graph.nq").string();
    const auto copy = replace_file(name);
    if (!copy) return tl::unexpected(copy.error());
    if (auto written = options.write_input(**copy); !written) return tl::unexpected(written.error());
    if (auto done = (*copy)->commit(); !done) return tl::unexpected(done.error());
  } else if (name == "-") {
    auto copied = copy_of(in, folder / "standard-input");
    if (!copied) return tl::unexpected(copied.error());
    name = copied->string();
  }
  std::error_code none;
  const bool is_url = name.starts_with("http://") || name.starts_with("https://");
  if (!is_url && !fs::exists(name, none)) return fail(errc::not_found, name + " does not exist");
  if (options.is_patch || is_regular_file(name)) {
    out.file = name;
    auto text = out.open();
    if (!text) return tl::unexpected(text.error());
    auto is_usable = result<bool>{true};
    if (options.is_patch) {
      const auto counts = read_patch(**text, [](delta_sign, std::string_view) { return result<void>{}; });
      if (!counts) return tl::unexpected(counts.error());
    } else {
      is_usable = is_clean_document(**text);
    }
    if (!is_usable) return tl::unexpected(is_usable.error());
    out.was_washed = !*is_usable;
  } else {
    out.was_washed = true;
  }
  if (out.was_washed) {
    auto washed = wash_to(name, folder / "washed");
    if (!washed) return tl::unexpected(washed.error());
    out.file = *washed;
  }
  auto digest = digest_of(out.file);
  if (!digest) return tl::unexpected(digest.error());
  out.digest = *digest;
  return out;
}

}  // namespace laundromat
