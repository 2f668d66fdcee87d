// Holds a read transaction, in which SQLite's online backup copies the pages.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_snapshot.hpp"

#include "storage/files/posix_file.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

result<journal_snapshot> journal_snapshot::begin(journal& from) {
  return answered([&] {
    auto& db = from.state_->db;
    db.execute("BEGIN");
    journal_snapshot out{from};
    (void)db.number("SELECT count(*) FROM data_folder");  // the first query takes the snapshot
    return out;
  });
}

journal_snapshot::~journal_snapshot() {
  if (from_ != nullptr) (void)answered([&] { from_->state_->db.execute("ROLLBACK"); });
}

result<void> journal_snapshot::copy_to(const std::filesystem::path& file,
                                       const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  if (auto made = create_file(file); !made) return tl::unexpected(made.error());
  return answered([&] {
    auto copy = database::open(file, database_access::read_write);
    copy.begin_page_checksums();
    copy.take_copy_of(from_->state_->db, progress);
  });
}

}  // namespace laundromat
