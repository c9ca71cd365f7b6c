/*
 * A clock that a test steps while a process runs. It is preloaded into the process (LD_PRELOAD) and
 * adds an offset to what libc says about the time of day. Monotonic clocks go on unchanged.
 *
 * NODE_CLOCK_CONTROL  a file with the offset in milliseconds, as one 64-bit number
 *
 * What is not shifted: times that the kernel takes itself, which are the times of files and waits
 * until a time of day.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { MILLIS = 1000, NANOS_PER_MILLI = 1000000, NANOS_PER_MICRO = 1000, NANOS = 1000000000 };

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int64_t *offset;

static void fail_start(const char *what) {
    fprintf(stderr, "node_clock: %s\n", what);
    abort();
}

static void start(void) {
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    const char *control = getenv("NODE_CLOCK_CONTROL");
    if (real_clock_gettime == NULL || control == NULL) {
        fail_start("its variable is not set");
    }
    int fd = open(control, O_RDONLY | O_CLOEXEC);
    offset = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, fd, 0);
    if (fd < 0 || offset == MAP_FAILED) {
        fail_start("it cannot map its control file");
    }
    close(fd);
}

static struct timespec shifted(struct timespec time) {
    int64_t millis = __atomic_load_n(offset, __ATOMIC_SEQ_CST);
    int64_t nanos = time.tv_nsec + millis % MILLIS * NANOS_PER_MILLI;
    time.tv_sec += millis / MILLIS;
    if (nanos < 0) {
        nanos += NANOS;
        time.tv_sec--;
    } else if (nanos >= NANOS) {
        nanos -= NANOS;
        time.tv_sec++;
    }
    time.tv_nsec = nanos;
    return time;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    int result = real_clock_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        *time = shifted(*time);
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void) zone;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / NANOS_PER_MICRO;
    return result;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into != NULL) {
        *into = now.tv_sec;
    }
    return now.tv_sec;
}
