// Cairn
// SPDX-License-Identifier: Apache-2.0
//
// An SQLite VFS with fault injection. It wraps the default VFS, and is the default for every
// connection that is opened after `faulty_vfs_install`.

#ifndef CAIRN_FAULTY_VFS_H
#define CAIRN_FAULTY_VFS_H

#include "CStatementKiller.h"

/// The fault, from the chosen operation on.
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

/// Installs the VFS as the default. Returns SQLITE_OK or an error code. Later calls do nothing.
int faulty_vfs_install(void);

/// Makes operation number `after` (from 1) and all later operations fail, on files whose path
/// begins with `prefix`. At most 64 prefixes are active at a time. Returns 0 above that limit.
int faulty_vfs_arm(const char *prefix, faulty_kind kind, long after);

/// The number of failed operations for a prefix so far.
long faulty_vfs_failures(const char *prefix);

/// Removes the faults for a prefix, and returns the number of failed operations.
long faulty_vfs_disarm(const char *prefix);

#endif
