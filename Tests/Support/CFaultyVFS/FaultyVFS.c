// Cairn
// SPDX-License-Identifier: Apache-2.0

#include "CFaultyVFS.h"

#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: Faults

typedef struct {
  char *prefix;
  faulty_kind kind;
  long countdown;
  long failed;
} fault;

enum { fault_limit = 64 };
static fault faults[fault_limit];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int faulty_vfs_arm(const char *prefix, faulty_kind kind, long after) {
  int done = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < fault_limit && !done; i++) {
    if (faults[i].prefix) continue;
    faults[i] = (fault){strdup(prefix), kind, after, 0};
    done = 1;
  }
  pthread_mutex_unlock(&lock);
  return done;
}

long faulty_vfs_failures(const char *prefix) {
  long failed = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < fault_limit; i++) {
    if (faults[i].prefix && strcmp(faults[i].prefix, prefix) == 0) failed += faults[i].failed;
  }
  pthread_mutex_unlock(&lock);
  return failed;
}

long faulty_vfs_disarm(const char *prefix) {
  long failed = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < fault_limit; i++) {
    if (!faults[i].prefix || strcmp(faults[i].prefix, prefix) != 0) continue;
    failed += faults[i].failed;
    free(faults[i].prefix);
    faults[i] = (fault){0};
  }
  pthread_mutex_unlock(&lock);
  return failed;
}

typedef enum { op_read, op_write, op_sync } operation;

/// An outcome that is not an SQLite code: kill the process.
enum { code_kill = -1 };

static void die(void) { kill(getpid(), SIGKILL); }

/// Returns SQLITE_OK, or the error code to inject.
static int outcome(const char *path, operation op) {
  int code = SQLITE_OK;
  if (!path) return code;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < fault_limit; i++) {
    fault *f = &faults[i];
    if (!f->prefix || strncmp(path, f->prefix, strlen(f->prefix)) != 0) continue;
    int concerned = f->kind == FAULTY_READ_ERROR ? op == op_read
                    : f->kind == FAULTY_DISK_FULL ? op == op_write
                                                  : op != op_read;
    if (!concerned) continue;
    if (f->countdown > 1) {
      f->countdown--;
      continue;
    }
    f->failed++;
    code = f->kind == FAULTY_KILL        ? code_kill
           : f->kind == FAULTY_DISK_FULL ? SQLITE_FULL
           : op == op_read             ? SQLITE_IOERR_READ
           : op == op_write            ? SQLITE_IOERR_WRITE
                                       : SQLITE_IOERR_FSYNC;
  }
  pthread_mutex_unlock(&lock);
  // `file_write` kills the process after half of a write.
  if (code == code_kill && op != op_write) die();
  return code;
}

// MARK: Files

typedef struct {
  sqlite3_file base;
  const char *path;
  sqlite3_file *real;
} faulty_file;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs faulty;

#define REAL(file) (((faulty_file *)(file))->real)
#define PATH(file) (((faulty_file *)(file))->path)
#define PASS(file, method, ...) REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__)

static int file_close(sqlite3_file *f) { return PASS(f, xClose); }

static int file_read(sqlite3_file *f, void *to, int count, sqlite3_int64 at) {
  int code = outcome(PATH(f), op_read);
  return code == SQLITE_OK ? PASS(f, xRead, to, count, at) : code;
}

static int file_write(sqlite3_file *f, const void *from, int count, sqlite3_int64 at) {
  int code = outcome(PATH(f), op_write);
  if (code == SQLITE_OK) return PASS(f, xWrite, from, count, at);
  // A torn write: only the first half is on disk.
  if (count > 1) PASS(f, xWrite, from, count / 2, at);
  if (code == code_kill) die();
  return code;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
  int code = outcome(PATH(f), op_write);
  if (code == code_kill) die();
  return code == SQLITE_OK ? PASS(f, xTruncate, size) : code;
}

static int file_sync(sqlite3_file *f, int flags) {
  int code = outcome(PATH(f), op_sync);
  return code == SQLITE_OK ? PASS(f, xSync, flags) : code;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) { return PASS(f, xFileSize, size); }
static int file_lock(sqlite3_file *f, int level) { return PASS(f, xLock, level); }
static int file_unlock(sqlite3_file *f, int level) { return PASS(f, xUnlock, level); }
static int file_reserved(sqlite3_file *f, int *is) { return PASS(f, xCheckReservedLock, is); }
static int file_control(sqlite3_file *f, int op, void *arg) {
  return PASS(f, xFileControl, op, arg);
}
static int file_sector(sqlite3_file *f) { return PASS(f, xSectorSize); }
static int file_device(sqlite3_file *f) { return PASS(f, xDeviceCharacteristics); }
static int file_map(sqlite3_file *f, int page, int size, int extend, void volatile **to) {
  return PASS(f, xShmMap, page, size, extend, to);
}
static int file_shm_lock(sqlite3_file *f, int offset, int count, int flags) {
  return PASS(f, xShmLock, offset, count, flags);
}
static void file_barrier(sqlite3_file *f) { PASS(f, xShmBarrier); }
static int file_unmap(sqlite3_file *f, int delete) { return PASS(f, xShmUnmap, delete); }

// Version 2 has no memory-mapped reads, so every read is intercepted.
static const sqlite3_io_methods methods = {
    2,           file_close,    file_read,     file_write,  file_truncate, file_sync,
    file_size,   file_lock,     file_unlock,   file_reserved, file_control, file_sector,
    file_device, file_map,      file_shm_lock, file_barrier, file_unmap,    0,
    0,
};

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  (void)vfs;
  faulty_file *f = (faulty_file *)file;
  f->path = path;
  f->real = (sqlite3_file *)(f + 1);
  int code = real_vfs->xOpen(real_vfs, path, f->real, flags, out);
  f->base.pMethods = f->real->pMethods ? &methods : 0;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  (void)vfs;
  return real_vfs->xDelete(real_vfs, path, sync);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out) {
  (void)vfs;
  return real_vfs->xAccess(real_vfs, path, flags, out);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *out) {
  (void)vfs;
  return real_vfs->xFullPathname(real_vfs, path, count, out);
}

static void install(void) {
  real_vfs = sqlite3_vfs_find(0);
  if (!real_vfs) return;
  faulty = *real_vfs;
  faulty.pNext = 0;
  faulty.zName = "cairn-faulty";
  faulty.szOsFile = (int)sizeof(faulty_file) + real_vfs->szOsFile;
  faulty.xOpen = vfs_open;
  faulty.xDelete = vfs_delete;
  faulty.xAccess = vfs_access;
  faulty.xFullPathname = vfs_full_path;
  sqlite3_vfs_register(&faulty, 1);
}

int faulty_vfs_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  return real_vfs ? SQLITE_OK : SQLITE_ERROR;
}
