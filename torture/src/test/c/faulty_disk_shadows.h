/* Which pages of a file are not synced, and how a sync makes them durable. */
#ifndef FAULTY_DISK_SHADOWS_H
#define FAULTY_DISK_SHADOWS_H

#include "faulty_disk_state.h"

#include <dirent.h>

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

/* Held by whoever uses what follows in this file, and by changes of names. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct file *files;

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

/* The same of a second name. */
static void link_shadow(const char *from, const char *to) {
    char before[PATH_MAX];
    char after[PATH_MAX];
    if (shadow_of(from, before) && shadow_of(to, after)) {
        real_link(before, after);
    }
}

#endif
