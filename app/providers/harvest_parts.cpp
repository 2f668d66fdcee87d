// The ports of a harvest in a run.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/harvest_parts.hpp"

#include <sys/stat.h>

#include <tuple>

#include "actors/log.hpp"
#include "app/harvest/send_notification.hpp"
#include "app/providers/graph_export.hpp"
#include "app/providers/import_receipt.hpp"
#include "app/providers/registry_file.hpp"
#include "app/providers/store_sync.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/version/version.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/clean_lines.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

/// A registry file, read again when it has changed.
class watched_registry {
 public:
  watched_registry(std::string file, std::string served)
      : file_(std::move(file)), served_(std::move(served)) {}

  registry_reading read() {
    struct stat now {};
    const auto state = ::stat(file_.c_str(), &now) == 0
                           ? std::tuple{now.st_ino, now.st_size, now.st_mtim.tv_sec, now.st_mtim.tv_nsec}
                           : std::tuple{ino_t{0}, off_t{0}, time_t{0}, long{0}};
    if (has_read_ && state == state_) return last_;
    has_read_ = true;
    state_ = state;
    const auto loaded = load_registry(file_, served_);
    if (loaded) {
      last_ = {loaded->content, {}};
      for (const auto& one : loaded->warnings) log_warning("{}", harmless(to_string(one)));
    } else {
      last_.problem.clear();
      for (const auto& one : loaded.error())
        last_.problem += (last_.problem.empty() ? "" : "\n") + to_string(one);
      last_.problem = harmless(last_.problem);
    }
    return last_;
  }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& served() const { return served_; }

 private:
  std::string file_, served_;
  std::tuple<ino_t, off_t, time_t, long> state_{};
  registry_reading last_;
  bool has_read_ = false;
};

/// Everything that the ports use. Its connections are those of the thread of the harvest.
struct harvest_parts {
  const campaign& settings;
  environment_ptr env;
  journal db;
  watched_registry registry;
  std::unique_ptr<polite_requester> requester;

  [[nodiscard]] std::function<bool()> is_stopping() const {
    return [env = env] { return env->cancelled || env->draining; };
  }
};

/// The inbox of a provider: of the registry, or as its VoID file names it; an empty URI for none.
result<provider_inbox> inbox_of(harvest_parts& parts, const stored_provider& provider,
                                const std::string& registered) {
  if (!registered.empty()) return provider_inbox{registered, provider.void_uri, true};
  const auto crawl = seed_crawls{parts.db}.of(seed_hash(provider.void_uri));
  if (!crawl) return tl::unexpected(crawl.error());
  for (const auto& document : crawl->documents) {
    auto lines = open_clean_lines(*parts.env->clean, document.hash);
    if (!lines) return tl::unexpected(lines.error());
    auto inbox = inbox_of_document(**lines);
    if (!inbox) return tl::unexpected(inbox.error());
    if (!inbox->empty()) return provider_inbox{*inbox, provider.void_uri, false};
  }
  return provider_inbox{};
}

/// Receipts are files `receipts/PROVIDER/NUMBER.json` and `.nt` of the data folder.
result<void> write_receipt(const harvest_parts& parts, const stored_provider& provider,
                           const graph_import& import) {
  const auto& data = *parts.env->folder;
  const auto folder = std::filesystem::path{"receipts"} / provider.name;
  if (auto made = data.make_folders(folder); !made) return made;
  const auto& base = parts.settings.public_base;
  const auto names = base.empty() ? metadata_names{} : metadata_names::below(base);
  if (auto put = data.put(folder / (std::to_string(import.id) + ".json"), receipt_json(provider, import));
      !put)
    return put;
  return data.put(folder / (std::to_string(import.id) + ".nt"),
                  receipt_triples(provider, import, names.id_base));
}

result<void> give_receipt(harvest_parts& parts, const stored_provider& provider, const graph_import& import,
                          const std::string& registered_inbox) {
  if (auto written = write_receipt(parts, provider, import); !written) return written;
  const bool tells =
      import.outcome == import_outcome::imported || import.outcome == import_outcome::unchanged;
  if (!parts.settings.harvest.notify || !tells) return {};
  const auto inbox = inbox_of(parts, provider, registered_inbox);
  if (!inbox) return tl::unexpected(inbox.error());
  if (inbox->uri.empty()) return {};
  import_notification told;
  told.id = receipt_iri(provider, import) + "#notification";
  told.actor = parts.settings.contact.url;
  told.receipt = receipt_iri(provider, import);
  told.provider = provider.void_uri;
  told.graph = provider.graph;
  told.dump_kind = import.extent == dump_extent::full ? "full" : "partial";
  told.modified = to_iso8601(import.modified);
  told.imported = import.ended;
  told.statements = import.statements;
  told.removed = import.removed;
  told.added = import.added;
  told.defects = import.defects;
  const auto sent = send_notification(*parts.requester, *inbox, told);
  if (!sent) return tl::unexpected(sent.error());
  return {};
}

result<std::unique_ptr<provider_harvest>> make_harvest(const campaign& settings, const environment_ptr& env) {
  // Without the checks of `open_journal_of`: whoever closes a file of a database takes all locks from SQLite that this process has on it.
  const auto path = data_layout{env->folder->path()}.journal();
  auto own = journal::open(path, journal_mode::read_write),
       others = journal::open(path, journal_mode::read_write);
  if (!own || !others) return tl::unexpected((own ? others : own).error());
  const auto served = settings.serve.folder.empty()
                          ? std::string{}
                          : "http://127.0.0.1:" + std::to_string(settings.serve.port);
  auto parts = std::make_shared<harvest_parts>(harvest_parts{
      settings, env, *std::move(others), watched_registry{settings.harvest.registry, served}, nullptr});
  requester_options asking;
  asking.body_bytes = 1U << 16;
  asking.is_stopping = parts->is_stopping();
  asking.now = wall_now;
  // A host that wants to be asked slowly must not hold up the other providers.
  asking.on_wait = [](timestamp until, const std::string& why) -> result<void> {
    constexpr seconds longest{30};
    if (until - wall_now() <= longest) return {};
    return fail(errc::host_suspended, "its inbox may be asked again at " + to_iso8601(until) + ": " + why);
  };
  asking.judge = [env](const std::string& uri) { return steering_of(*env)->judge(uri); };
  parts->requester = std::make_unique<polite_requester>(settings, asking);
  harvest_ports ports;
  ports.read_registry = [parts] { return parts->registry.read(); };
  if (settings.harvest.write_back)
    ports.write_registry = [parts](const harvest_times& times) {
      return write_harvest(parts->registry.file(), times, parts->registry.served());
    };
  ports.give_receipt = [parts](const stored_provider& provider, const graph_import& import,
                               const std::string& inbox) {
    return give_receipt(*parts, provider, import, inbox);
  };
  ports.bring_store_up_to_date = [parts](std::size_t store, const stored_provider& provider) {
    return bring_up_to_date(parts->settings.harvest.stores.at(store),
                            user_agent(parts->settings.contact, program_version), *parts->env->folder,
                            *parts->env->scratch, parts->db, provider, wall_now(), parts->is_stopping());
  };
  if (!settings.harvest.export_file.empty())
    ports.export_graphs = [parts]() -> result<void> {
      const auto graphs = newest_graphs(parts->db);
      if (!graphs) return tl::unexpected(graphs.error());
      return export_graphs(*parts->env->folder, parts->db, *graphs, parts->settings.harvest.export_file);
    };
  return std::make_unique<provider_harvest>(env, *std::move(own), std::move(ports));
}

}  // namespace

harvest_factory make_harvest_factory(const campaign& settings) {
  if (settings.harvest.registry.empty()) return {};
  return [&settings](const environment_ptr& env) { return make_harvest(settings, env); };
}

}  // namespace laundromat
