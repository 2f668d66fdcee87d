// Installs a handler of std::terminate that prints a message.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/fatal_error.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <ios>
#include <new>
#include <system_error>

#include "app/terminal/exit_code.hpp"
#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

/// Allocates no memory.
void print_raw(std::string_view text) {
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

void report_lack(std::string_view of_what) {
  print_raw("laundromat: the system has no more ");
  print_raw(of_what);
  print_raw("; ");
  print_raw(remedy_for(errc::out_of_memory));
  print_raw("\n");
}

bool is_lack_of_threads(const std::system_error& e) {
  return e.code() == std::errc::resource_unavailable_try_again;
}

void print_line(std::string_view why) {
  print_raw("laundromat: ");
  print_raw(why);
  print_raw("\n");
}

/// Prints the exception that is being handled, and returns whether it is a lack of memory or threads.
bool report_exception() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    report_lack("memory");
    return true;
  } catch (const std::system_error& e) {
    if (is_lack_of_threads(e)) {
      report_lack("threads");
      return true;
    }
    print_line(e.what());
  } catch (const std::exception& e) {
    print_line(e.what());
  } catch (...) {
  }
  return false;
}

[[noreturn]] void end_program() {
  const auto what = std::current_exception();
  if (!what && std::uncaught_exceptions() >
                   0) {  // one error on top of another, as when half of the threads could be started
    report_lack("memory or threads");
    ::_exit(exit_disk);
  }
  if (!what) std::abort();
  try {
    std::rethrow_exception(what);
  } catch (...) {
    if (report_exception()) ::_exit(exit_disk);
  }
  std::abort();
}

}  // namespace

void install_terminate_handler() {
  std::set_terminate(end_program);
}

int end_by_exception() {
  try {
    throw;
  } catch (const std::ios_base::failure&) {
    const auto why = output_failure();
    if (why.code == errc::cancelled)
      return exit_interrupted;  // the reader has closed the pipe, as `head` does: no message
    print_line(why.detail);
  } catch (...) {
    report_exception();
  }
  return exit_disk;
}

}  // namespace laundromat
