# Defines create_aot_cache JAVA OPTIONS JAR CACHE: runs the program of JAR once, and stores in CACHE what the JVM has learned about its start.
# It halves the time of a start. The program consists of the same bytes with and without it. A native image would be another program with another profile, and a checkpoint (CRaC) an image of a memory that contains secrets. The cache contains nothing of a store.
# The JVM checks that jar, JDK and object layout are those of this run, and otherwise starts without the cache.
# The output of the run is in CACHE.log. Nothing else changes: the run uses an empty store in a temporary directory.
create_aot_cache() {
    rm -f "$4"
    "$1" @"$2" -XX:AOTCacheOutput="$4" -jar "$3" train >"$4.log" 2>&1 && [ -s "$4" ]
}
