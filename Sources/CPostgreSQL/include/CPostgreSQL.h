// Cairn
// SPDX-License-Identifier: Apache-2.0

#ifndef CAIRN_POSTGRESQL_H
#define CAIRN_POSTGRESQL_H

#include <stddef.h>

/// The functions of libpq that Cairn uses, as declared by libpq-fe.h.
///
/// Pointers to the opaque types PGconn, PGresult and PGcancel are `void *`.
typedef struct {
  void *(*connect)(const char *const *keywords, const char *const *values, int expand_dbname);
  int (*status)(const void *connection);
  char *(*error_message)(const void *connection);
  void (*finish)(void *connection);
  int (*transaction_status)(const void *connection);
  int (*send_query)(void *connection, const char *command, int count, const unsigned *types,
                    const char *const *values, const int *lengths, const int *formats,
                    int result_format);
  int (*socket)(const void *connection);
  int (*consume_input)(void *connection);
  int (*is_busy)(void *connection);
  void *(*get_result)(void *connection);
  int (*result_status)(const void *result);
  char *(*result_error_field)(const void *result, int code);
  char *(*result_error_message)(const void *result);
  int (*row_count)(const void *result);
  int (*column_count)(const void *result);
  int (*is_null)(const void *result, int row, int column);
  char *(*value)(const void *result, int row, int column);
  int (*length)(const void *result, int row, int column);
  char *(*affected_rows)(void *result);
  void (*clear)(void *result);
  void *(*get_cancel)(void *connection);
  int (*cancel)(void *cancel, char *error, int size);
  void (*free_cancel)(void *cancel);
  void *(*parse)(const char *conninfo, char **error);
  void (*free_options)(void *options);
  void (*free_memory)(void *memory);
  void *(*set_notice_processor)(void *connection, void (*processor)(void *, const char *),
                                void *argument);
  int (*library_version)(void);
} CairnPostgreSQL;

/// Loads libpq and finds its functions.
///
/// - `library`: The file name, such as `libpq.so.5`, which the dynamic linker searches.
/// - `functions`: Receives the functions.
/// - `error`: Receives the linker's message after a failure.
/// - `size`: The size of `error` in bytes.
/// - Returns: 1, or 0 after a failure.
int cairn_postgresql_load(const char *library, CairnPostgreSQL *functions, char *error,
                          size_t size);

/// Discards the notices of a connection, which libpq prints to standard error by default.
void cairn_postgresql_discard_notices(const CairnPostgreSQL *functions, void *connection);

/// Returns whether the parsed options of a connection string contain a password.
int cairn_postgresql_has_password(const void *options);

#endif
