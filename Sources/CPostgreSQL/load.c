// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int cairn_postgresql_load(const char *library, CairnPostgreSQL *functions, char *error,
                          size_t size) {
  memset(functions, 0, sizeof(*functions));
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(error, size, "%s", reason == NULL ? "unknown reason" : reason);
    return 0;
  }
  const struct {
    const char *name;
    void **function;
  } symbols[] = {
      {"PQconnectdbParams", (void **)&functions->connect},
      {"PQstatus", (void **)&functions->status},
      {"PQerrorMessage", (void **)&functions->error_message},
      {"PQfinish", (void **)&functions->finish},
      {"PQtransactionStatus", (void **)&functions->transaction_status},
      {"PQsendQueryParams", (void **)&functions->send_query},
      {"PQsocket", (void **)&functions->socket},
      {"PQconsumeInput", (void **)&functions->consume_input},
      {"PQisBusy", (void **)&functions->is_busy},
      {"PQgetResult", (void **)&functions->get_result},
      {"PQresultStatus", (void **)&functions->result_status},
      {"PQresultErrorField", (void **)&functions->result_error_field},
      {"PQresultErrorMessage", (void **)&functions->result_error_message},
      {"PQntuples", (void **)&functions->row_count},
      {"PQnfields", (void **)&functions->column_count},
      {"PQgetisnull", (void **)&functions->is_null},
      {"PQgetvalue", (void **)&functions->value},
      {"PQgetlength", (void **)&functions->length},
      {"PQcmdTuples", (void **)&functions->affected_rows},
      {"PQclear", (void **)&functions->clear},
      {"PQgetCancel", (void **)&functions->get_cancel},
      {"PQcancel", (void **)&functions->cancel},
      {"PQfreeCancel", (void **)&functions->free_cancel},
      {"PQconninfoParse", (void **)&functions->parse},
      {"PQconninfoFree", (void **)&functions->free_options},
      {"PQfreemem", (void **)&functions->free_memory},
      {"PQsetNoticeProcessor", (void **)&functions->set_notice_processor},
      {"PQlibVersion", (void **)&functions->library_version},
  };
  for (size_t index = 0; index < sizeof(symbols) / sizeof(symbols[0]); index++) {
    *symbols[index].function = dlsym(handle, symbols[index].name);
    if (*symbols[index].function == NULL) {
      snprintf(error, size, "%s has no function %s", library, symbols[index].name);
      dlclose(handle);
      return 0;
    }
  }
  return 1;
}

static void discard(void *argument, const char *message) {
  (void)argument;
  (void)message;
}

void cairn_postgresql_discard_notices(const CairnPostgreSQL *functions, void *connection) {
  functions->set_notice_processor(connection, discard, NULL);
}

// The struct PQconninfoOption of libpq-fe.h, unchanged since PostgreSQL 7.
typedef struct {
  const char *keyword;
  const char *environment;
  const char *compiled;
  const char *value;
  const char *label;
  const char *display;
  int size;
} Option;

int cairn_postgresql_has_password(const void *options) {
  for (const Option *option = options; option->keyword != NULL; option++) {
    int is_password =
        strcmp(option->keyword, "password") == 0 || strcmp(option->keyword, "sslpassword") == 0;
    if (is_password && option->value != NULL && option->value[0] != 0) return 1;
  }
  return 0;
}
