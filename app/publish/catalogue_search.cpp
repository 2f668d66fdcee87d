// Distributes words over files.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/catalogue_search.hpp"

#include "app/terminal/json.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_words = 64;  // of an entry
constexpr std::size_t most_shown_bytes = 400;

std::uint8_t file_of(std::string_view word) {
  std::uint32_t hash = 2'166'136'261U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
  return static_cast<std::uint8_t>(hash & 0xFFU);
}

std::string name_of(std::size_t file) {
  constexpr std::string_view digits = "0123456789abcdef";
  return std::string{"search/"} + digits[file / 16] + digits[file % 16] + ".js";
}

}  // namespace

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (word.size() >= 2 && words.size() < most_words) words.insert(word);
    word.clear();
  };
  for (const char c : text) {
    const bool is_large = c >= 'A' && c <= 'Z';
    const bool is_part = is_large || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                         static_cast<unsigned char>(c) >= 0x80U;
    if (is_part)
      word += is_large ? static_cast<char>(c - 'A' + 'a') : c;
    else
      end_word();
  }
  end_word();
  return words;
}

result<void> catalogue_search::add(const search_entry& entry) {
  const json_fact shown{entry.page, entry.title.substr(0, most_shown_bytes),
                        entry.host, entry.format,
                        entry.date, entry.statements};
  const auto text = shown.dump(-1, ' ', true, json_fact::error_handler_t::replace);
  // The host and the format first: a long title must not crowd them out.
  for (const auto& word : words_of(entry.host + ' ' + entry.format + ' ' + percent_decode(entry.title))) {
    const auto number = file_of(word);
    auto& file = files_[number];
    if (!file) {
      auto opened = open_(name_of(number));
      if (!opened) return tl::unexpected(opened.error());
      file = *std::move(opened);
    }
    const auto name = json_fact(word).dump(-1, ' ', true, json_fact::error_handler_t::replace);
    if (auto done = file->write("found(" + name + ',' + text + ");\n"); !done) return done;
  }
  return {};
}

result<void> catalogue_search::finish(const closer& close) {
  for (auto& file : files_)
    if (file)
      if (auto done = close(file); !done) return done;
  return {};
}

std::string_view catalogue_script() {
  return R"js("use strict";
(() => {
  const form = document.querySelector("form[data-search]");
  if (!form) return;
  const root = document.body.dataset.root, list = document.querySelector("[data-hits]"), said = document.querySelector("[data-said]");
  form.hidden = false;
  const wordsOf = (text) => new Set(text.replace(/[A-Z]/g, (c) => c.toLowerCase()).split(/[^a-z0-9\u0080-\uffff]+/)
    .filter((word) => new TextEncoder().encode(word).length >= 2));
  const fileOf = (word) => {
    let hash = 2166136261;
    for (const byte of new TextEncoder().encode(word)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
    return (hash & 255).toString(16).padStart(2, "0");
  };
  const known = new Map();
  window.found = (word, entry) => { if (known.has(word)) known.get(word).push(entry); else known.set(word, [entry]); };
  const loaded = new Map();
  const load = (file) => {
    if (!loaded.has(file)) loaded.set(file, new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${root}search/${file}.js`;
      script.onload = script.onerror = done;
      document.head.append(script);
    }));
    return loaded.get(file);
  };
  const cell = (row, content) => { const one = document.createElement("td"); one.append(content); row.append(one); };
  const show = async () => {
    const words = [...wordsOf(form.elements.words.value)];
    list.replaceChildren();
    if (words.length === 0) { said.textContent = "Write words of a URL, a host or a format."; return; }
    await Promise.all(words.map((word) => load(fileOf(word))));
    let hits = known.get(words[0]) || [];
    for (const word of words.slice(1)) {
      const others = new Set((known.get(word) || []).map((entry) => entry.join(" ")));
      hits = hits.filter((entry) => others.has(entry.join(" ")));
    }
    said.textContent = hits.length === 1 ? "1 source" : `${hits.length} sources` + (hits.length > 500 ? ", of which 500 are shown" : "");
    for (const [page, title, host, format, date, statements] of hits.slice(0, 500)) {
      const row = document.createElement("tr"), link = document.createElement("a");
      link.href = root + page;
      link.textContent = title;
      cell(row, link);
      for (const text of [host, format, date, String(statements)]) cell(row, text);
      list.append(row);
    }
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
  const asked = new URLSearchParams(location.search).get("words");
  if (asked) { form.elements.words.value = asked; show(); }
})();
)js";
}

}  // namespace laundromat
