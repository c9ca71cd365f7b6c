/*
 * A disk that fails when a test wants it to, for the files below one folder. It is preloaded into a
 * process (LD_PRELOAD) and stands between its libraries and libc.
 *
 * FAULTY_DISK_FOLDER   the folder, as an absolute path without symbolic links
 * FAULTY_DISK_SHADOW   a folder that holds of each file what is durable
 * FAULTY_DISK_CONTROL  a file of CELLS 64-bit numbers, which the test maps as well
 *
 * Writes go to the files themselves, so the process reads what it wrote, as from the page cache of a
 * kernel. fsync copies the written pages to the shadow of the file. When the test cuts the power, it
 * ends the process and replaces the files by their shadows.
 *
 * What is modelled of a file system: see FaultyDisk.java, which says it for the reader of a test.
 * What is not seen here: mapped memory, and calls that neither SQLite's nor the JDK's libraries
 * make for these files (fallocate, pwritev, copy_file_range, sendfile, truncate by name).
 */
#include "faulty_disk_files.h"
#include "faulty_disk_shadows.h"
#include "faulty_disk_state.h"

#include <stdarg.h>
#include <sys/uio.h>
#include <time.h>

/* Several threads may open a new file at once; exactly one of them makes it. */
static int open_or_make(int from, const char *path, int flags, mode_t mode, bool *is_new) {
    *is_new = false;
    if (!(flags & O_CREAT) || !is_below(path)) {
        return real_openat(from, path, flags, mode);
    }
    int fd = real_openat(from, path, flags | O_EXCL, mode);
    *is_new = fd >= 0;
    bool may_exist = !(flags & O_EXCL);
    return fd < 0 && errno == EEXIST && may_exist ? real_openat(from, path, flags, mode) : fd;
}

static int open_in(int from, const char *path, int flags, mode_t mode) {
    ready();
    int64_t fault = is_below(path) ? cell(FAULT) : NONE;
    bool makes = (flags & O_CREAT) && fault != NONE && access(path, F_OK) != 0;
    if (fault == READ_ONLY && ((flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) || makes)) {
        return fail(EROFS);
    }
    if (fault == FULL && makes) {
        return fail(ENOSPC);
    }
    int error = errno;
    bool is_new;
    int fd = open_or_make(from, path, flags, mode, &is_new);
    if (fd >= 0) {
        track(fd, flags, is_new);
        errno = error;
    }
    return fd;
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPEN(flags, call)                  \
    va_list rest;                          \
    va_start(rest, flags);                 \
    mode_t mode = mode_of(flags, rest);    \
    va_end(rest);                          \
    return call

int open(const char *path, int flags, ...) {
    OPEN(flags, open_in(AT_FDCWD, path, flags, mode));
}

int open64(const char *path, int flags, ...) {
    OPEN(flags, open_in(AT_FDCWD, path, flags | O_LARGEFILE, mode));
}

int openat(int from, const char *path, int flags, ...) {
    OPEN(flags, open_in(from, path, flags, mode));
}

int openat64(int from, const char *path, int flags, ...) {
    OPEN(flags, open_in(from, path, flags | O_LARGEFILE, mode));
}

int close(int fd) {
    if (file_of(fd) != NULL) {
        open_files[fd] = NULL;
    }
    return real_close(fd);
}

/* ---- writes ---- */

/*
 * How many of so many bytes may be written; none: errno is set. On a full disk, half of a write
 * still finds room, to whole sectors, until the next one fails: SQLite sees short writes.
 */
static size_t allowed(size_t bytes) {
    switch ((enum fault) cell(FAULT)) {
        case WRITE_ERROR:
            fail(EIO);
            return 0;
        case READ_ONLY:
            fail(EROFS);
            return 0;
        case FULL:
            if (bytes / 2 < SECTOR) {
                fail(ENOSPC);
                return 0;
            }
            return bytes / 2 / SECTOR * SECTOR;
        default:
            return bytes;
    }
}

static ssize_t written(struct file *file, off64_t from, ssize_t length) {
    if (length > 0) {
        pthread_mutex_lock(&mutex);
        mark(file, from, from + length);
        pthread_mutex_unlock(&mutex);
    }
    return length;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    struct file *file = file_of(fd);
    if (file == NULL || length == 0) {
        return real_write(fd, bytes, length);
    }
    size_t room = allowed(length);
    if (room == 0) {
        return -1;
    }
    ssize_t done = real_write(fd, bytes, room);
    return written(file, lseek64(fd, 0, SEEK_CUR) - done, done);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    struct file *file = file_of(fd);
    if (file == NULL || count == 0) {
        return real_writev(fd, parts, count);
    }
    /* One part at a time is a short write, which the caller has to expect. */
    int first = 0;
    while (first < count - 1 && parts[first].iov_len == 0) {
        first++;
    }
    return write(fd, parts[first].iov_base, parts[first].iov_len);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    struct file *file = file_of(fd);
    if (file == NULL || length == 0) {
        return real_pwrite(fd, bytes, length, offset);
    }
    size_t room = allowed(length);
    return room == 0 ? -1 : written(file, offset, real_pwrite(fd, bytes, room, offset));
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return pwrite64(fd, bytes, length, offset);
}

int ftruncate64(int fd, off64_t size) {
    struct file *file = file_of(fd);
    struct stat64 before;
    if (file == NULL || fstat64(fd, &before) != 0) {
        return real_ftruncate(fd, size);
    }
    int64_t fault = cell(FAULT);
    if (fault == WRITE_ERROR) {
        return fail(EIO);
    }
    if (fault == READ_ONLY) {
        return fail(EROFS);
    }
    if (fault == FULL && size > before.st_size) {
        return fail(ENOSPC);
    }
    int result = real_ftruncate(fd, size);
    if (result == 0) {
        pthread_mutex_lock(&mutex);
        /* The page that holds the new end as well: its rest is zero now. */
        mark(file, size < before.st_size ? size : before.st_size,
             size > before.st_size ? size : before.st_size);
        pthread_mutex_unlock(&mutex);
    }
    return result;
}

int ftruncate(int fd, off_t size) {
    return ftruncate64(fd, size);
}

/* ---- syncs ---- */

static void take_time(void) {
    int64_t millis = cell(SYNC_MILLIS);
    struct timespec left = {.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000};
    while (millis > 0 && nanosleep(&left, &left) != 0 && errno == EINTR) {
        /* What is left of it. */
    }
}

/* As Linux does it: the pages count as clean, and the next sync does not write them. */
static int lose(struct file *file) {
    pthread_mutex_lock(&mutex);
    if (file->dirty != NULL) {
        memset(file->dirty, 0, file->pages);
    }
    pthread_mutex_unlock(&mutex);
    return fail(EIO);
}

static int sync_with(int (*real_sync)(int), int fd) {
    struct file *file = file_of(fd);
    if (file == NULL) {
        return real_sync(fd);
    }
    int64_t fault = cell(FAULT);
    if (fault == READ_ONLY) {
        return fail(EROFS);
    }
    if (fault == SYNC_ERROR) {
        return lose(file);
    }
    /* First, so that a power cut may come while the disk writes. */
    take_time();
    int result = real_sync(fd);
    if (cell(IGNORES_LOG_SYNCS) && ends_with(file->path, "-wal")) {
        count(IGNORED);
        return result;
    }
    pthread_mutex_lock(&mutex);
    sweep(shadows);
    if (file != &directory) {
        apply(file, fd);
    }
    pthread_mutex_unlock(&mutex);
    count(SYNCED);
    return result;
}

int fsync(int fd) {
    ready();
    return sync_with(real_fsync, fd);
}

int fdatasync(int fd) {
    ready();
    return sync_with(real_fdatasync, fd);
}

/* ---- names ---- */

int unlink(const char *path) {
    ready();
    if (!is_below(path)) {
        return real_unlink(path);
    }
    if (cell(FAULT) == READ_ONLY) {
        return fail(EROFS);
    }
    pthread_mutex_lock(&mutex);
    struct file *gone = at(path);
    int result = real_unlink(path);
    if (result == 0) {
        forget(gone);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

int rename(const char *from, const char *to) {
    ready();
    if (!is_below(from) || !is_below(to) || strlen(to) >= PATH_MAX) {
        return real_rename(from, to);
    }
    if (cell(FAULT) == READ_ONLY) {
        return fail(EROFS);
    }
    pthread_mutex_lock(&mutex);
    struct file *replaced = at(to);
    int result = real_rename(from, to);
    if (result == 0) {
        forget(replaced);
        rename_shadow(from, to);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

int link(const char *from, const char *to) {
    ready();
    if (!is_below(from) || !is_below(to)) {
        return real_link(from, to);
    }
    if (cell(FAULT) == READ_ONLY) {
        return fail(EROFS);
    }
    pthread_mutex_lock(&mutex);
    int result = real_link(from, to);
    if (result == 0) {
        link_shadow(from, to);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}
