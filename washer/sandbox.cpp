// Sets resource limits, no_new_privs, Landlock and a list of allowed system calls.
// SPDX-License-Identifier: Apache-2.0
#include "washer/sandbox.hpp"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <type_traits>

#include "storage/files/posix_file.hpp"
#include "washer/landlock.hpp"

namespace laundromat {

namespace {

/// System calls for memory, threads, time and open files.
constexpr int allowed_calls[] = {
    // open files
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(pwrite64),
    SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(fadvise64),
    SCMP_SYS(close), SCMP_SYS(sendmsg), SCMP_SYS(recvmsg), SCMP_SYS(poll), SCMP_SYS(ppoll),
    // memory
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    // threads
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // signals
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall),
    // time and resource usage
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(getrusage), SCMP_SYS(getrandom), SCMP_SYS(uname), SCMP_SYS(sysinfo)};

using filter = std::remove_pointer_t<scmp_filter_ctx>;
struct releaser {
  void operator()(filter* given) const { seccomp_release(given); }
};

/// Allows calls that are harmless only with certain arguments. Returns 0 or a negative `errno`.
int allow_with_conditions(scmp_filter_ctx rules) {
  const auto self = static_cast<scmp_datum_t>(::getpid());
  int failed = 0;
  const auto allow = [&](int call, auto... conditions) {
    if (failed == 0)
      failed = seccomp_rule_add(rules, SCMP_ACT_ALLOW, call, sizeof...(conditions), conditions...);
  };
  // No new executable memory.
  allow(SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  allow(SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  // Threads, but no processes. The filter cannot see the flags of clone3; glibc uses clone when clone3 returns ENOSYS.
  allow(SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  if (failed == 0) failed = seccomp_rule_add(rules, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  // abort() signals its own thread.
  allow(SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, self));
  // Newer libraries use it for fstat. The filter cannot see whether the path is empty, so the metadata of a path can be read, but not its content.
  allow(SCMP_SYS(newfstatat), SCMP_A3(SCMP_CMP_EQ, AT_EMPTY_PATH));
  for (const auto command : {F_GETFD, F_SETFD, F_GETFL, F_SETFL})
    allow(SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, static_cast<scmp_datum_t>(command)));
  // The name of a thread, and the limit of the process's own processor time.
  allow(SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
  allow(SCMP_SYS(prlimit64), SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_CPU));
  return failed;
}

/// Sets the filter of system calls. Returns 0 or a negative `errno`.
int filter_calls(std::initializer_list<int> also) {
  const std::unique_ptr<filter, releaser> rules{seccomp_init(SCMP_ACT_ERRNO(EPERM))};
  if (!rules) return -ENOMEM;
  if (const int failed = seccomp_attr_set(rules.get(), SCMP_FLTATR_CTL_TSYNC, 1); failed != 0) return failed;
  for (const int call : allowed_calls)
    if (const int failed = seccomp_rule_add(rules.get(), SCMP_ACT_ALLOW, call, 0); failed != 0) return failed;
  for (const int call : also)
    if (const int failed = seccomp_rule_add(rules.get(), SCMP_ACT_ALLOW, call, 0); failed != 0) return failed;
  if (const int failed = allow_with_conditions(rules.get()); failed != 0) return failed;
  return seccomp_load(rules.get());
}

result<void> limit(__rlimit_resource which, std::uint64_t most, const char* what) {
  rlimit wanted{};
  if (::getrlimit(which, &wanted) != 0) return fail_errno("read the limit of", what);
  wanted.rlim_max = std::min<rlim_t>(wanted.rlim_max, most);
  wanted.rlim_cur = wanted.rlim_max;
  return ::setrlimit(which, &wanted) == 0 ? result<void>{} : fail_errno("limit", what);
}

}  // namespace

result<std::vector<std::string>> enter_sandbox(const sandbox_limits& limits,
                                               std::initializer_list<int> also) {
  if (auto done = limit(RLIMIT_CORE, 0, "core dumps"); !done) return tl::unexpected(done.error());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers map terabytes
  if (auto done = limit(RLIMIT_AS, limits.memory_bytes, "memory"); !done) return tl::unexpected(done.error());
#endif
  if (auto done = limit(RLIMIT_FSIZE, limits.file_bytes, "files"); !done) return tl::unexpected(done.error());
  if (auto done = limit(RLIMIT_NOFILE, limits.files, "open files"); !done)
    return tl::unexpected(done.error());
  if (auto done = limit(RLIMIT_NPROC, limits.processes, "processes"); !done)
    return tl::unexpected(done.error());
  if (auto done = limit(RLIMIT_CPU, limits.processor_s, "processor time"); !done)
    return tl::unexpected(done.error());
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return fail_errno("hide", "the memory of a washer");
  std::vector<std::string> missing;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) missing.emplace_back("no_new_privs");
  // Landlock is a second protection. The list of calls is the first one, and only its absence is reported.
  static_cast<void>(take_every_path());
  if (const int failed = filter_calls(also); failed != 0)
    missing.push_back("seccomp (" + std::system_category().message(-failed) + ")");
  return missing;
}

void processor_allowance::renew(std::uint64_t allowed_s) {
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) != 0) return;
  const auto until = static_cast<std::uint64_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + allowed_s + 1;
  rlimit wanted{};
  if (until == limit_s_ || ::getrlimit(RLIMIT_CPU, &wanted) != 0) return;
  wanted.rlim_cur = std::min<rlim_t>(wanted.rlim_max, until);
  if (::setrlimit(RLIMIT_CPU, &wanted) == 0) limit_s_ = until;
}

}  // namespace laundromat
