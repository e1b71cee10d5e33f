// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_CRASH_REPORT_H
#define CAIRN_CRASH_REPORT_H

/// Writes a report to a file if the process crashes: a header, the signal, the time, and the stack.
///
/// The handler of the signals SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE and SIGSEGV calls only functions that are
/// safe in handlers. It replaces an earlier report, then restores the previous handlers and raises the signal
/// again, so that the process ends as without it. A path or a header that is too long is ignored.
///
/// Call it once, before the process has other threads.
void cairn_crash_report_install(const char *path, const char *header);

#endif
