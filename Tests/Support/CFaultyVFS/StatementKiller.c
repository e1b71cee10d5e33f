// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CStatementKiller.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_long count;
static atomic_long last;

static int statement_begins(unsigned kind, void *context, void *statement, void *text) {
  (void)kind;
  (void)context;
  (void)statement;
  (void)text;
  if (atomic_fetch_add(&count, 1) + 1 == atomic_load(&last)) kill(getpid(), SIGKILL);
  return 0;
}

static int connection_opens(sqlite3 *database, char **message, const void *api) {
  (void)message;
  (void)api;
  return sqlite3_trace_v2(database, SQLITE_TRACE_STMT, statement_begins, NULL);
}

int statement_killer_install(long number) {
  atomic_store(&count, 0);
  atomic_store(&last, number);
  return sqlite3_auto_extension((void (*)(void))connection_opens);
}

long statement_killer_count(void) { return atomic_load(&count); }
