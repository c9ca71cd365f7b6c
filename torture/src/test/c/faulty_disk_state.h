/* What the test and this library share, and the functions of libc behind those of this library. */
#ifndef FAULTY_DISK_STATE_H
#define FAULTY_DISK_STATE_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = 4096, SECTOR = 512, MOST_FDS = 65536 };

/* The cells of the control file, and the values of the first; FaultyDisk.java has the same. */
enum cell {
    FAULT = 0,
    IGNORES_LOG_SYNCS = 1,
    SYNC_MILLIS = 2,
    FAILED = 3,
    SYNCED = 4,
    IGNORED = 5,
    CELLS = 6
};

enum fault { NONE = 0, FULL = 1, WRITE_ERROR = 2, SYNC_ERROR = 3, READ_ONLY = 4 };

static const char *folder;
static const char *shadows;
static int64_t *cells;

static int (*real_openat)(int, const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static int (*real_ftruncate)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);
static int (*real_link)(const char *, const char *);

static void fail_start(const char *what) {
    fprintf(stderr, "faulty_disk: %s\n", what);
    abort();
}

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        fail_start(name);
    }
    return found;
}

static void start(void) {
    real_openat = real("openat64");
    real_close = real("close");
    real_write = real("write");
    real_pwrite = real("pwrite64");
    real_writev = real("writev");
    real_ftruncate = real("ftruncate64");
    real_fsync = real("fsync");
    real_fdatasync = real("fdatasync");
    real_unlink = real("unlink");
    real_rename = real("rename");
    real_link = real("link");
    folder = getenv("FAULTY_DISK_FOLDER");
    shadows = getenv("FAULTY_DISK_SHADOW");
    const char *control = getenv("FAULTY_DISK_CONTROL");
    if (folder == NULL || shadows == NULL || control == NULL) {
        fail_start("its variables are not set");
    }
    int fd = real_openat(AT_FDCWD, control, O_RDWR | O_CLOEXEC);
    cells = mmap(NULL, CELLS * sizeof *cells, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd < 0 || cells == MAP_FAILED) {
        fail_start("it cannot map its control file");
    }
    real_close(fd);
}

/* Other libraries may call before a constructor of this one would have run. */
static void ready(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

static int64_t cell(enum cell which) {
    return __atomic_load_n(&cells[which], __ATOMIC_SEQ_CST);
}

static void count(enum cell which) {
    __atomic_fetch_add(&cells[which], 1, __ATOMIC_SEQ_CST);
}

static int fail(int error) {
    count(FAILED);
    errno = error;
    return -1;
}

static bool is_below(const char *path) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool ends_with(const char *path, const char *end) {
    size_t length = strlen(path);
    size_t ending = strlen(end);
    return length >= ending && strcmp(path + length - ending, end) == 0;
}

/* Returns false where the name would be too long; such a file is not modelled. */
static bool shadow_of(const char *path, char *shadow) {
    return snprintf(shadow, PATH_MAX, "%s%s", shadows, path + strlen(folder)) < PATH_MAX;
}

static off64_t size_of(const char *path) {
    struct stat64 found;
    return stat64(path, &found) == 0 ? found.st_size : 0;
}

#endif
