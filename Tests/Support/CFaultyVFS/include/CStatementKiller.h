// Cairn
// SPDX-License-Identifier: Apache-2.0
//
// Kills the process before it begins a certain SQLite statement.

#ifndef CAIRN_STATEMENT_KILLER_H
#define CAIRN_STATEMENT_KILLER_H

/// Counts the statements of all connections that are opened from now on, and kills the process with
/// SIGKILL before it begins number `number` (from 1); 0 only counts.
int statement_killer_install(long number);

/// How many statements have begun.
long statement_killer_count(void);

#endif
