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
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
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

/* A file that was opened for writing. It is kept after its last close: what it wrote may be dirty. */
struct file {
    dev_t device;
    ino_t inode;
    char path[PATH_MAX];
    bool is_durable; /* false: nothing of it is expected to survive a power cut */
    int reader;      /* never closed: a close drops all POSIX locks of the process on the file */
    uint8_t *dirty;  /* one byte a page */
    size_t pages;
    struct file *next;
};

static const char *folder;
static const char *shadows;
static int64_t *cells;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct file *files;
static struct file directory;
static struct file *open_files[MOST_FDS];

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

/* ---- what is dirty; all of it with the mutex held ---- */

static void mark(struct file *file, off64_t from, off64_t to) {
    if (!file->is_durable || to <= from) {
        return;
    }
    size_t end = (size_t) ((to + PAGE - 1) / PAGE);
    if (end > file->pages) {
        size_t pages = end + end / 2 + 16;
        file->dirty = realloc(file->dirty, pages);
        if (file->dirty == NULL) {
            fail_start("out of memory");
        }
        memset(file->dirty + file->pages, 0, pages - file->pages);
        file->pages = pages;
    }
    size_t first = (size_t) (from / PAGE);
    memset(file->dirty + first, 1, end - first);
}

static void make_folders_of(char *path) {
    for (char *slash = strchr(path + strlen(shadows) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

static void copy_page(int from, int to, off64_t offset, off64_t size) {
    char page[PAGE];
    size_t length = size - offset < PAGE ? (size_t) (size - offset) : PAGE;
    ssize_t read = pread64(from, page, length, offset);
    if (read > 0 && real_pwrite(to, page, (size_t) read, offset) != read) {
        fail_start("it cannot write a shadow");
    }
}

static int reader_of(struct file *file, int fd) {
    if (file->reader < 0) {
        char self[64];
        snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
        file->reader = real_openat(AT_FDCWD, self, O_RDONLY | O_CLOEXEC);
    }
    return file->reader;
}

/* Makes the file durable as it is now. */
static void apply(struct file *file, int fd) {
    struct stat64 now;
    char shadow[PATH_MAX];
    if (!file->is_durable || fstat64(fd, &now) != 0 || !shadow_of(file->path, shadow)) {
        return;
    }
    make_folders_of(shadow);
    int to = real_openat(AT_FDCWD, shadow, O_WRONLY | O_CREAT | O_CLOEXEC, now.st_mode & 0777);
    int from = reader_of(file, fd);
    if (to < 0 || from < 0 || real_ftruncate(to, now.st_size) != 0) {
        fail_start("it cannot write a shadow");
    }
    for (size_t page = 0; page < file->pages; page++) {
        off64_t offset = (off64_t) page * PAGE;
        if (file->dirty[page] && offset < now.st_size) {
            copy_page(from, to, offset, now.st_size);
        }
        file->dirty[page] = 0;
    }
    real_close(to);
}

/* Makes deletions durable: removes each shadow whose file is gone. */
static void sweep(const char *under) {
    DIR *listing = opendir(under);
    if (listing == NULL) {
        return;
    }
    for (struct dirent *each = readdir(listing); each != NULL; each = readdir(listing)) {
        char shadow[PATH_MAX];
        char path[PATH_MAX];
        if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0
            || snprintf(shadow, PATH_MAX, "%s/%s", under, each->d_name) >= PATH_MAX
            || snprintf(path, PATH_MAX, "%s%s", folder, shadow + strlen(shadows)) >= PATH_MAX) {
            continue;
        }
        if (each->d_type == DT_DIR) {
            sweep(shadow);
        } else if (access(path, F_OK) != 0) {
            real_unlink(shadow);
        }
    }
    closedir(listing);
}

/* ---- which files are open ---- */

static struct file *find(dev_t device, ino_t inode) {
    for (struct file *each = files; each != NULL; each = each->next) {
        if (each->device == device && each->inode == inode) {
            return each;
        }
    }
    return NULL;
}

/* Its inode may soon be that of another file. Descriptors that are open still refer to it. */
static void forget(const char *path) {
    struct stat64 found;
    if (stat64(path, &found) != 0) {
        return;
    }
    struct file *file = find(found.st_dev, found.st_ino);
    if (file != NULL) {
        file->inode = 0;
        file->is_durable = false;
    }
}

static struct file *add(const struct stat64 *found, const char *path) {
    struct file *file = calloc(1, sizeof *file);
    if (file == NULL) {
        fail_start("out of memory");
    }
    file->device = found->st_dev;
    file->inode = found->st_ino;
    file->reader = -1;
    file->is_durable = !ends_with(path, "-shm") && !ends_with(path, "-visits");
    strcpy(file->path, path);
    file->next = files;
    files = file;
    return file;
}

/*
 * What an earlier process left unsynced is unknown here, so the first sync copies the whole file.
 */
static struct file *known(const struct stat64 *found, const char *path, bool is_new) {
    struct file *file = find(found->st_dev, found->st_ino);
    if (file != NULL && !is_new && strcmp(file->path, path) == 0) {
        return file;
    }
    if (file != NULL) {
        file->inode = 0;
        file->is_durable = false;
    }
    file = add(found, path);
    char shadow[PATH_MAX];
    if (is_new && shadow_of(path, shadow)) {
        /* A deletion is durable at the latest when a new file gets the name. */
        real_unlink(shadow);
    }
    mark(file, 0, found->st_size);
    return file;
}

static struct file *opened(int fd, int flags, bool is_new) {
    char self[64];
    char path[PATH_MAX];
    struct stat64 found;
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(self, path, sizeof path - 1);
    if (length < 0 || fstat64(fd, &found) != 0) {
        return NULL;
    }
    path[length] = '\0';
    if (S_ISDIR(found.st_mode) && (is_below(path) || strcmp(path, folder) == 0)) {
        return &directory;
    }
    if (!S_ISREG(found.st_mode) || !is_below(path) || (flags & O_ACCMODE) == O_RDONLY) {
        return NULL;
    }
    pthread_mutex_lock(&mutex);
    struct file *file = known(&found, path, is_new);
    if (flags & O_TRUNC) {
        char shadow[PATH_MAX];
        mark(file, 0, shadow_of(path, shadow) ? size_of(shadow) : 0);
    }
    pthread_mutex_unlock(&mutex);
    return file;
}

static void track(int fd, int flags, bool is_new) {
    struct file *file = opened(fd, flags, is_new);
    if (fd < MOST_FDS) {
        open_files[fd] = file;
    } else if (file != NULL) {
        fail_start("too many files are open");
    }
}

static struct file *file_of(int fd) {
    ready();
    return fd >= 0 && fd < MOST_FDS ? open_files[fd] : NULL;
}

static int open_in(int from, const char *path, int flags, mode_t mode) {
    ready();
    bool is_new = (flags & O_CREAT) && faccessat(from, path, F_OK, 0) != 0;
    if (is_below(path)) {
        bool changes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) || is_new;
        if (cell(FAULT) == READ_ONLY && changes) {
            return fail(EROFS);
        }
        if (cell(FAULT) == FULL && is_new) {
            return fail(ENOSPC);
        }
    }
    int fd = real_openat(from, path, flags, mode);
    if (fd >= 0) {
        int error = errno;
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
    forget(path);
    int result = real_unlink(path);
    pthread_mutex_unlock(&mutex);
    return result;
}

/* Durable at once where the content is; otherwise the old file of that name stays durable. */
static void rename_shadow(const char *from, const char *to) {
    char before[PATH_MAX];
    char after[PATH_MAX];
    if (shadow_of(from, before) && shadow_of(to, after)) {
        real_rename(before, after);
    }
    for (struct file *each = files; each != NULL; each = each->next) {
        if (each->is_durable && strcmp(each->path, from) == 0) {
            strcpy(each->path, to);
            mark(each, 0, size_of(to));
        }
    }
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
    forget(to);
    int result = real_rename(from, to);
    if (result == 0) {
        rename_shadow(from, to);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

/* Durable at once where the content is. */
int link(const char *from, const char *to) {
    ready();
    if (!is_below(from) || !is_below(to)) {
        return real_link(from, to);
    }
    if (cell(FAULT) == READ_ONLY) {
        return fail(EROFS);
    }
    int result = real_link(from, to);
    char before[PATH_MAX];
    char after[PATH_MAX];
    if (result == 0 && shadow_of(from, before) && shadow_of(to, after)) {
        pthread_mutex_lock(&mutex);
        real_link(before, after);
        pthread_mutex_unlock(&mutex);
    }
    return result;
}
