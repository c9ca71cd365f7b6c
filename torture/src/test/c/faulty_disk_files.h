/* Which file a descriptor refers to. */
#ifndef FAULTY_DISK_FILES_H
#define FAULTY_DISK_FILES_H

#include "faulty_disk_shadows.h"

/* Stands for every directory. */
static struct file directory;

static struct file *open_files[MOST_FDS];

static struct file *find(dev_t device, ino_t inode) {
    for (struct file *each = files; each != NULL; each = each->next) {
        if (each->device == device && each->inode == inode) {
            return each;
        }
    }
    return NULL;
}

static struct file *at(const char *path) {
    struct stat64 found;
    return stat64(path, &found) == 0 ? find(found.st_dev, found.st_ino) : NULL;
}

/* Its inode may soon be that of another file. Descriptors that are open still refer to it. */
static void forget(struct file *file) {
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
    if (file != NULL && strcmp(file->path, path) == 0) {
        return file;
    }
    forget(file);
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

#endif
