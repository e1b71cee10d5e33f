// Cairn
// SPDX-License-Identifier: Apache-2.0
//
// Kills the process before a given SQLite statement.

#ifndef CAIRN_STATEMENT_KILLER_H
#define CAIRN_STATEMENT_KILLER_H

/// Counts the statements of all connections that are opened from now on, and kills the process with
/// SIGKILL before statement `number` (from 1). If `number` is 0, it only counts.
int statement_killer_install(long number);

/// The number of statements begun so far.
long statement_killer_count(void);

#endif
