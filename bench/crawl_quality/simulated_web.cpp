// Builds the simulated data web from a plan, always the same for the same seed.
// SPDX-License-Identifier: Apache-2.0
#include "bench/crawl_quality/simulated_web.hpp"

#include <algorithm>
#include <random>

namespace laundromat {

namespace {

constexpr std::string_view turtle = "text/turtle";
constexpr std::string_view void_prefix = "@prefix void: <http://rdfs.org/ns/void#> .\n";
constexpr std::string_view dcat_prefix = "@prefix dcat: <http://www.w3.org/ns/dcat#> .\n";
constexpr std::uint32_t pages_of_catalogue = 20;

std::string number(std::uint32_t n) {
  return std::to_string(n);
}

}  // namespace

std::string_view host_of_uri(std::string_view uri) {
  const auto begin = uri.find("://");
  if (begin == std::string_view::npos) return {};
  uri.remove_prefix(begin + 3);
  return uri.substr(0, uri.find('/'));
}

/// Adds one host after the other.
class web_builder {
 public:
  web_builder(simulated_web& web, const web_plan& plan) : web_(web), plan_(plan), random_(plan.seed) {}

  void build() {
    web_.start_ = "http://portal.example/";
    const std::string catalogue = "http://portal.example/catalogue.ttl";
    host("portal.example", 0, "");
    std::string portal{dcat_prefix};
    portal += "<> a dcat:Catalog .\n";
    for (std::uint32_t n = 0; n < plan_.hosts_of_each_kind; ++n) {
      void_host(n, portal);
      dcat_host(n, portal);
      ckan_host(n, portal);
      sitemap_host(n, portal);
      semantic_host(n, portal);
      linked_host(n, portal);
      feed_host(n, portal);
      trap_host(n, portal);
      endpoint_host(n, portal);
      hidden_host(n);
    }
    add(catalogue, turtle, portal, count_lines(portal), true);
    add(web_.start_, "text/html",
        "<!DOCTYPE html><html><head><title>Portal</title><link rel=\"alternate\" type=\"text/turtle\" "
        "href=\"" +
            catalogue + "\"></head><body>" + links_ + "</body></html>",
        0, true);
  }

 private:
  std::uint32_t upto(std::uint32_t most) {
    return std::uniform_int_distribution<std::uint32_t>{0, most}(random_);
  }
  static std::uint64_t count_lines(const std::string& text) {
    // One statement a line, but for the prefixes.
    return static_cast<std::uint64_t>(std::ranges::count(text, '\n')) - (text.starts_with("@prefix") ? 1 : 0);
  }

  void host(const std::string& name, std::uint32_t crawl_delay_s, const std::string& more_robots) {
    web_.hosts_[name] = {crawl_delay_s, 20 + upto(300)};
    std::string robots = "User-agent: *\nDisallow: /private/\n";
    if (crawl_delay_s > 0) robots += "Crawl-delay: " + number(crawl_delay_s) + "\n";
    add("http://" + name + "/robots.txt", "text/plain", robots + more_robots, 0, true);
  }
  void add(const std::string& uri, std::string_view type, std::string body, std::uint64_t triples,
           bool announces) {
    web_.pages_[uri] = {200, std::string{type}, {}, std::move(body), triples, announces, false};
  }
  /// A document with some triples of its own.
  void document(const std::string& uri, const std::string& more = {}) {
    const auto count = 1 + upto(9);
    std::string body;
    for (std::uint32_t n = 0; n < count; ++n)
      body += "<" + uri + "#it> <http://vocab.example/p" + number(n) + "> \"" + number(upto(1'000'000)) +
              "\" .\n";
    body += more;
    const auto triples = count_lines(body);
    add(uri, uri.ends_with(".nt") ? "application/n-triples" : turtle, std::move(body), triples,
        !more.empty());
  }
  void forbidden(const std::string& uri) {
    document(uri);
    web_.pages_[uri].is_forbidden = true;
    web_.pages_[uri].triples = 0;
  }
  void missing(const std::string& uri) { web_.pages_[uri].status = 404; }
  void moved(const std::string& from, const std::string& to) {
    auto& page = web_.pages_[from];
    page.status = 301;
    page.fields = {{"Location", to}};
    page.announces = true;
  }
  /// In the catalogue of the portal, and on its page for people, whose links a crawler for pages follows.
  void in_portal(std::string& portal, const std::string& uri) {
    portal += "<> dcat:catalog <" + uri + "> .\n";
    links_ += "<a href=\"" + uri + "\">" + uri + "</a> ";
  }

  /// Dumps that a VoID file lists; some are gone, one is forbidden.
  void void_host(std::uint32_t n, std::string& portal) {
    const auto name = "void" + number(n) + ".example", base = "http://" + name;
    host(name, n % 3, "");
    std::string text{void_prefix};
    for (std::uint32_t d = 0; d < plan_.documents; ++d) {
      const auto dump = base + "/dumps/" + number(d) + ".nt";
      if (d % 25 == 24)
        missing(dump);
      else if (d % 25 == 12)
        moved(dump, base + "/moved/" + number(d) + ".nt"), document(base + "/moved/" + number(d) + ".nt");
      else
        document(dump);
      text += "<" + base + "/void.ttl#d" + number(d) + "> void:dataDump <" + dump + "> .\n";
    }
    forbidden(base + "/private/dump.nt");
    text += "<" + base + "/void.ttl#p> void:dataDump <" + base + "/private/dump.nt> .\n";
    add(base + "/void.ttl", turtle, text, count_lines(text), true);
    in_portal(portal, base + "/void.ttl");
  }

  /// A catalogue of data sets whose distributions lie at a host for files.
  void dcat_host(std::uint32_t n, std::string& portal) {
    const auto name = "dcat" + number(n) + ".example", base = "http://" + name;
    const auto files = "files" + number(n) + ".example";
    host(name, 0, "");
    host(files, 2, "");
    std::string text{dcat_prefix};
    for (std::uint32_t d = 0; d < plan_.documents; ++d) {
      const auto file = "http://" + files + "/" + number(d) + (d % 2 == 0 ? ".ttl" : ".nt");
      document(file);
      text += "<" + base + "/set/" + number(d) + "> dcat:distribution <" + base + "/set/" + number(d) +
              "/dist> .\n";
      text += "<" + base + "/set/" + number(d) + "/dist> dcat:downloadURL <" + file + "> .\n";
    }
    add(base + "/catalogue.ttl", turtle, text, count_lines(text), true);
    in_portal(portal, base + "/catalogue.ttl");
  }

  /// The API of CKAN, in pages.
  void ckan_host(std::uint32_t n, std::string& portal) {
    const auto name = "ckan" + number(n) + ".example", base = "http://" + name;
    host(name, 0, "");
    const auto search = base + "/api/3/action/package_search";
    for (std::uint32_t from = 0; from < plan_.documents; from += pages_of_catalogue) {
      std::string results;
      const auto end = std::min(from + pages_of_catalogue, plan_.documents);
      for (auto d = from; d < end; ++d) {
        const auto file = base + "/download/" + number(d) + ".ttl";
        document(file);
        results += std::string{results.empty() ? "" : ","} + R"({"name":"set-)" + number(d) +
                   R"(","resources":[{"url":")" + file + R"(","format":"TTL","mimetype":"text/turtle"}]})";
      }
      const auto page = R"({"success":true,"result":{"count":)" + number(plan_.documents) +
                        R"(,"results":[)" + results + "]}}";
      const auto uri = from == 0 ? search + "?rows=" + number(pages_of_catalogue)
                                 : search + "?rows=" + number(pages_of_catalogue) + "&start=" + number(from);
      add(uri, "application/json", page, 0, true);
    }
    in_portal(portal, search + "?rows=" + number(pages_of_catalogue));
  }

  /// An index of sitemaps; some pages are HTML with another format, named in the page or in the header.
  void sitemap_host(std::uint32_t n, std::string& portal) {
    const auto name = "map" + number(n) + ".example", base = "http://" + name;
    host(name, n % 2, "Sitemap: " + base + "/index.xml\n");
    std::string index = R"(<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">)";
    for (std::uint32_t part = 0; part < 2; ++part) {
      std::string map = R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">)";
      for (auto d = part; d < plan_.documents; d += 2) {
        const auto page = base + "/page/" + number(d);
        html_page(page, base + "/data/" + number(d) + ".ttl", d % 4 < 2);
        map += "<url><loc>" + page + "</loc></url>";
      }
      map += "<url><loc>" + base + "/private/page</loc></url></urlset>";
      add(base + "/map" + number(part) + ".xml", "application/xml", map, 0, true);
      index += "<sitemap><loc>" + base + "/map" + number(part) + ".xml</loc></sitemap>";
    }
    forbidden(base + "/private/page");
    add(base + "/index.xml", "application/xml", index + "</sitemapindex>", 0, true);
    document(base + "/about.ttl");
    in_portal(portal, base + "/about.ttl");
  }
  void html_page(const std::string& uri, const std::string& data, bool in_header) {
    document(data);
    const auto link = "<link rel=\"alternate\" type=\"text/turtle\" href=\"" + data + "\">";
    add(uri, "text/html",
        "<!DOCTYPE html><html><head><title>A page</title>" + (in_header ? "" : link) +
            "</head><body>Text</body></html>",
        0, true);
    if (in_header)
      web_.pages_[uri].fields = {{"Link", "<" + data + ">; rel=\"alternate\"; type=\"text/turtle\""}};
  }

  /// A Semantic Sitemap with a data set in parts.
  void semantic_host(std::uint32_t n, std::string& portal) {
    const auto name = "sem" + number(n) + ".example", base = "http://" + name;
    host(name, 0, "Sitemap: " + base + "/sitemap.xml\n");
    std::string map =
        R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"><sc:dataset><sc:datasetLabel>Set</sc:datasetLabel>)";
    for (std::uint32_t d = 0; d < plan_.documents; ++d) {
      document(base + "/part/" + number(d) + ".nt");
      map += "<sc:dataDumpLocation>" + base + "/part/" + number(d) + ".nt</sc:dataDumpLocation>";
    }
    add(base + "/sitemap.xml", "application/xml",
        map + "<changefreq>monthly</changefreq></sc:dataset></urlset>", 0, true);
    document(base + "/about.ttl");
    in_portal(portal, base + "/about.ttl");
  }

  /// Documents that follow one another by `Link: rel=next`.
  void linked_host(std::uint32_t n, std::string& portal) {
    const auto name = "link" + number(n) + ".example", base = "http://" + name;
    host(name, 0, "");
    for (std::uint32_t d = 0; d < plan_.documents; ++d) {
      const auto uri = base + "/page/" + number(d) + ".ttl";
      document(uri);
      if (d + 1 == plan_.documents) break;
      web_.pages_[uri].fields = {{"Link", "<" + base + "/page/" + number(d + 1) + ".ttl>; rel=next"}};
      web_.pages_[uri].announces = true;
    }
    in_portal(portal, base + "/page/0.ttl");
  }

  /// A feed that announces new documents.
  void feed_host(std::uint32_t n, std::string& portal) {
    const auto name = "feed" + number(n) + ".example", base = "http://" + name;
    host(name, 0, "Sitemap: " + base + "/feed.atom\n");
    std::string feed = R"(<feed xmlns="http://www.w3.org/2005/Atom"><title>New</title>)";
    for (std::uint32_t d = 0; d < plan_.documents; ++d) {
      document(base + "/new/" + number(d) + ".ttl");
      feed += "<entry><title>x</title><link rel=\"alternate\" href=\"" + base + "/new/" + number(d) +
              ".ttl\"/></entry>";
    }
    add(base + "/feed.atom", "application/atom+xml", feed + "</feed>", 0, true);
    document(base + "/about.ttl");
    in_portal(portal, base + "/about.ttl");
  }

  /// Pages without end, behind `Link: rel=item` and in ever deeper paths.
  void trap_host(std::uint32_t n, std::string& portal) {
    const auto name = "trap" + number(n) + ".example", base = "http://" + name;
    host(name, 0, "");
    document(base + "/about.ttl");
    web_.pages_[base + "/about.ttl"].fields = {{"Link", "<" + base + "/loop/a>; rel=item"}};
    web_.pages_[base + "/about.ttl"].announces = true;
    in_portal(portal, base + "/about.ttl");
  }

  /// A dataset with three ways: a dump, an endpoint, and documents below a prefix. The dump has all, so that nothing else is to be requested.
  void endpoint_host(std::uint32_t n, std::string& portal) {
    const auto name = "ways" + number(n) + ".example", base = "http://" + name;
    host(name, 0, "");
    std::string dump, text{void_prefix};
    text += "<" + base + "/void.ttl#d> void:dataDump <" + base + "/all.nt> ; void:sparqlEndpoint <" + base +
            "/sparql> ; void:uriSpace \"" + base + "/thing/\" .\n";
    for (std::uint32_t d = 0; d < plan_.documents; ++d) {
      const auto thing = base + "/thing/" + number(d);
      dump += "<" + thing + "> <http://vocab.example/p> \"" + number(d) + "\" .\n";
      if (d < 5) text += "<" + base + "/void.ttl#d> void:exampleResource <" + thing + "> .\n";
      add(thing, turtle, "<" + thing + "> <http://vocab.example/p> \"" + number(d) + "\" .\n", 0, false);
    }
    add(base + "/all.nt", "application/n-triples", dump, count_lines(dump), false);
    add(base + "/sparql", "application/sparql-results+json", "{}", 0, false);
    add(base + "/void.ttl", turtle, text, count_lines(text) + 2, true);
    in_portal(portal, base + "/void.ttl");
  }

  /// Nothing announces it: it must not be found.
  void hidden_host(std::uint32_t n) {
    const auto name = "hidden" + number(n) + ".example";
    host(name, 0, "");
    document("http://" + name + "/secret.ttl");
    web_.pages_["http://" + name + "/secret.ttl"].triples = 0;
  }

  simulated_web& web_;
  const web_plan& plan_;
  std::mt19937_64 random_;
  std::string links_;  ///< of the page of the portal
};

simulated_web::simulated_web(const web_plan& plan) {
  web_builder{*this, plan}.build();
}

const simulated_page* simulated_web::get(std::string_view uri) {
  if (const auto found = pages_.find(uri); found != pages_.end()) return &found->second;
  if (!host_of_uri(uri).starts_with("trap") || uri.find("/loop/") == std::string_view::npos) return nullptr;
  // One page leads to two further ones, one deeper and one beside it, for ever.
  auto& page = pages_[std::string{uri}];
  page.media_type = "text/html";
  page.body = "<html><head></head><body>Another day of the calendar</body></html>";
  page.fields = {{"Link", "<" + std::string{uri} + "/a>; rel=item, <" + std::string{uri} + "b>; rel=item"}};
  page.announces = true;
  return &page;
}

}  // namespace laundromat
