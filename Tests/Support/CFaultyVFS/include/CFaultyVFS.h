// Cairn
// SPDX-License-Identifier: Apache-2.0
//
// An SQLite file system whose disk fails when a test says so. It stands before the real one and
// is the default for every connection that is opened after `faulty_vfs_install`.

#ifndef CAIRN_FAULTY_VFS_H
#define CAIRN_FAULTY_VFS_H

#include "CStatementKiller.h"

/// What the disk does from the chosen operation on.
typedef enum {
  /// Writes fail as on a full disk.
  FAULTY_DISK_FULL = 0,
  /// Writes and syncs fail as on a broken disk.
  FAULTY_WRITE_ERROR = 1,
  /// Reads fail as on a broken disk.
  FAULTY_READ_ERROR = 2,
  /// The process is killed in the middle of a write, or before a sync.
  FAULTY_KILL = 3,
} faulty_kind;

/// Makes it the default file system; SQLITE_OK, or why not. Later calls do nothing.
int faulty_vfs_install(void);

/// Lets the operation number `after` (from 1) on files whose path begins with `prefix`, and all
/// that follow, fail. At most 64 prefixes are watched at a time; 0 if there is no place left.
int faulty_vfs_arm(const char *prefix, faulty_kind kind, long after);

/// How many operations were failed for a prefix so far.
long faulty_vfs_failures(const char *prefix);

/// Ends the faults for a prefix; how many operations it failed.
long faulty_vfs_disarm(const char *prefix);

#endif
