# Defines create_aot_cache JAVA OPTIONS JAR CACHE: runs the program of JAR once, and stores in CACHE what the JVM has learned about its start (docs/decisions/0036).
# The output of the run is in CACHE.log. Nothing else changes: the run uses an empty store in a temporary directory.
create_aot_cache() {
    rm -f "$4"
    "$1" @"$2" -XX:AOTCacheOutput="$4" -jar "$3" train >"$4.log" 2>&1 && [ -s "$4" ]
}
