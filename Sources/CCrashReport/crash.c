// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CCrashReport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <execinfo.h>
#endif

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { signal_count = sizeof signals / sizeof signals[0], frame_count = 64 };

static char report_path[4096];
static char report_header[512];
static struct sigaction previous[signal_count];
static atomic_flag has_begun = ATOMIC_FLAG_INIT;
// The stack of the handler, for a crash by a full stack.
static char handler_stack[128 << 10];

static void put(int file, const char *text, size_t length) {
  while (length > 0) {
    ssize_t count = write(file, text, length);
    if (count < 0) {
      if (errno == EINTR) continue;
      return;
    }
    text += count;
    length -= (size_t)count;
  }
}

static void put_text(int file, const char *text) { put(file, text, strlen(text)); }

static void put_number(int file, long long number) {
  char digits[24];
  size_t start = sizeof digits;
  unsigned long long rest = number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
  do {
    digits[--start] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0) digits[--start] = '-';
  put(file, digits + start, sizeof digits - start);
}

static void write_report(int number) {
  int file = open(report_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  put_text(file, report_header);
  put_text(file, "signal: ");
  put_number(file, number);
  put_text(file, "\nseconds since 1970: ");
  put_number(file, (long long)time(NULL));
  put_text(file, "\nstack:\n");
#ifdef __GLIBC__
  void *frames[frame_count];
  backtrace_symbols_fd(frames, backtrace(frames, frame_count), file);
#endif
  close(file);
}

static void handle(int number) {
  if (!atomic_flag_test_and_set(&has_begun)) write_report(number);
  for (size_t index = 0; index < signal_count; index++) sigaction(signals[index], &previous[index], NULL);
  // It is blocked here, and delivered when this function returns.
  raise(number);
}

void cairn_crash_report_install(const char *path, const char *header) {
  if (strlen(path) >= sizeof report_path || strlen(header) >= sizeof report_header) return;
  strcpy(report_path, path);
  strcpy(report_header, header);
#ifdef __GLIBC__
  // The first call allocates memory, which a handler must not.
  void *frame[1];
  backtrace(frame, 1);
#endif
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack, .ss_flags = 0};
  sigaltstack(&stack, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (size_t index = 0; index < signal_count; index++) sigaction(signals[index], &action, &previous[index]);
}
