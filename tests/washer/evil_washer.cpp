// A washer that attempts forbidden actions: alone with an argument for each, or started by an engine, whose documents name the action.
// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "storage/files/posix_file.hpp"
#include "storage/sharing/frame_records.hpp"
#include "washer/landlock.hpp"
#include "washer/sandbox.hpp"
#include "washer/washer_process.hpp"

namespace laundromat {
namespace {

/// True when the kernel refuses the permission or the resource.
bool is_refused(long returned) {
  return returned == -1 && (errno == EPERM || errno == ENOMEM);
}

constexpr std::uint64_t memory_bytes = std::uint64_t{4} << 30;

struct attempt {
  const char* what;
  std::function<long()> make;
  bool is_harmless = false;  ///< may also be attempted without a sandbox
};

/// Attempts whose refusal has a special form.
long no() {
  errno = EPERM;
  return -1;
}

long start_child() {
  const auto pid = ::fork();
  if (pid == 0) ::_exit(0);
  return pid;
}

const attempt attempts[] = {
    {"open a file to read", [] { return ::open("/etc/passwd", O_RDONLY); }, true},
    {"open a file to write", [] { return ::open("/tmp/evil", O_WRONLY | O_CREAT, 0600); }},
    {"open by openat2", [] { return ::syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", nullptr, 0); }},
    {"make a folder", [] { return ::mkdir("/tmp/evil-folder", 0700); }},
    {"remove a file", [] { return ::unlink("/tmp/evil"); }},
    {"rename a file", [] { return ::rename("/tmp/evil", "/tmp/worse"); }},
    {"make a socket", [] { return ::socket(AF_INET, SOCK_STREAM, 0); }, true},
    {"make a local socket", [] { return ::socket(AF_UNIX, SOCK_STREAM, 0); }, true},
    {"make a pair of sockets",
     [] {
       int ends[2];
       return ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
     },
     true},
    {"start another program",
     [] {
       const char* const arguments[] = {"/bin/true", nullptr};
       return ::execve("/bin/true", const_cast<char**>(arguments), nullptr);
     }},
    {"fork", start_child, true},
    {"fork by clone3", [] { return ::syscall(SYS_clone3, nullptr, 0) == -1 && errno == ENOSYS ? no() : 0; }},
    {"use more memory than it may",
     [] {
       auto* const got = ::mmap(nullptr, 2 * memory_bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
       return got == MAP_FAILED ? -1L : 0L;
     },
     true},
    {"hold its parent by a descriptor", [] { return ::syscall(SYS_pidfd_open, ::getppid(), 0); }, true},
    {"take what its parent has open", [] { return ::syscall(SYS_pidfd_getfd, 0, 0, 0); }},
    {"kill its parent", [] { return ::kill(::getppid(), SIGKILL); }},
    {"queue a signal for its parent",
     [] { return ::syscall(SYS_rt_sigqueueinfo, ::getppid(), SIGKILL, nullptr); }},
    {"change the limits of its parent",
     [] { return ::syscall(SYS_prlimit64, ::getppid(), RLIMIT_CPU, nullptr, nullptr); }, true},
    {"ask who else has its terminal", [] { return ::ioctl(0, TIOCGPGRP, nullptr); }},
    {"vfork", [] { return ::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }},
    {"trace its parent", [] { return ::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr); }},
    {"be traced", [] { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
    {"read another process",
     [] { return ::syscall(SYS_process_vm_readv, ::getppid(), nullptr, 0, nullptr, 0, 0); }},
    {"signal its parent", [] { return ::kill(::getppid(), SIGCONT); }, true},
    {"signal a thread of another process",
     [] { return ::syscall(SYS_tgkill, ::getppid(), ::getppid(), SIGCONT); }, true},
    {"have memory with new code",
     [] {
       return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
                      MAP_FAILED
                  ? -1
                  : 0;
     },
     true},
    {"raise its limits",
     [] {
       const rlimit wanted{RLIM_INFINITY, RLIM_INFINITY};
       return ::setrlimit(RLIMIT_AS, &wanted);
     }},
    {"make a namespace", [] { return ::unshare(CLONE_NEWUSER); }},
    {"load a program into the kernel", [] { return ::syscall(SYS_bpf, 0, nullptr, 0); }},
    {"do input and output behind the filter", [] { return ::syscall(SYS_io_uring_setup, 1, nullptr); }},
};

/// Prints the attempts that were not refused, of all or only of the harmless ones; returns their number.
int make_attempts(bool are_all) {
  int possible = 0;
  for (const auto& one : attempts) {
    if ((!are_all && !one.is_harmless) || is_refused(one.make())) continue;
    std::cout << "possible: " << one.what << '\n';
    ++possible;
  }
  return possible;
}

/// The exit code: the number of successful attempts, or 100 and more when no attempt was made or a required action fails.
int try_locked_in() {
  const auto missing = enter_sandbox({memory_bytes, std::uint64_t{1} << 20, 64, 16, 60});
  if (!missing) {
    std::cout << "no sandbox: " << missing.error().detail << '\n';
    return 100;
  }
  for (const auto& what : *missing) std::cout << "missing: " << what << '\n';
  if (!missing->empty()) return 101;
  const int possible = make_attempts(true);
  int sum = 0;
  std::thread([&] { sum = 42; }).join();
  return sum == 42 ? possible : 102;
}

/// With Landlock alone: 0 when it can open nothing by name; 77 when the kernel does not support Landlock.
int try_paths() {
  const file_descriptor open{::open("/dev/null", O_RDWR)};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || take_every_path() == 0) return 77;
  const bool opens = ::open("/etc/passwd", O_RDONLY) >= 0, makes = ::mkdir("/tmp/evil-folder", 0700) == 0;
  if (makes) ::rmdir("/tmp/evil-folder");
  const bool works_on = ::write(open.get(), "x", 1) == 1;
  return (opens ? 1 : 0) + (makes ? 2 : 0) + (works_on ? 0 : 4);
}

/// Uses the processor for ever, and ignores signals about the limit.
int burn() {
  ::signal(SIGXCPU, SIG_IGN);
  if (!enter_sandbox({memory_bytes, std::uint64_t{1} << 20, 64, 16, 1})) return 100;
  processor_allowance{}.renew(1'000);
  for (std::atomic<std::uint64_t> turns = 0;; ++turns) {
  }
}

/// What a washer has inherited in addition to its socket and the body of its job.
bool has_inherited(int body) {
  bool found = environ != nullptr && *environ != nullptr;
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    struct stat seen {};
    found = found || ::fstat(standard, &seen) != 0 || !S_ISCHR(seen.st_mode) || seen.st_rdev != makedev(1, 3);
  }
  for (int other = washer_socket + 1; other < 1'024; ++other)
    found = found || (other != body && ::fcntl(other, F_GETFD) >= 0);
  return found;
}

/// Sends requests and never reads answers.
[[noreturn]] void pester() {
  for (;;) {
    std::string frame;
    add_record(frame, "run ");
    iovec bytes{frame.data(), frame.size()};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    if (::sendmsg(washer_socket, &message, MSG_NOSIGNAL) < 0) ::_exit(1);
  }
}

void obey(stage, std::string_view text, int body) {
  if (text.starts_with("# poison")) ::abort();
  if (text.starts_with("# exit")) ::_exit(0);
  if (text.starts_with("# inherit") && has_inherited(body)) ::abort();
  if (text.starts_with("# shout"))
    for (const int standard : {STDOUT_FILENO, STDERR_FILENO})
      static_cast<void>(::write(standard, "evil words\n", 11));
  if (text.starts_with("# pester")) pester();
  if (text.starts_with("# hang"))
    for (;;) std::this_thread::sleep_for(std::chrono::hours{1});
  if (text.starts_with("# memory"))
    for (std::size_t bytes = 1 << 20;; bytes *= 2) static_cast<void>(::operator new(bytes));
}

}  // namespace
}  // namespace laundromat

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "try";
  if (what == "washer") return laundromat::run_washer(laundromat::obey);
  if (what == "paths") return laundromat::try_paths();
  if (what == "burn") return laundromat::burn();
  return what == "try-freely" ? laundromat::make_attempts(false) : laundromat::try_locked_in();
}
