# Functions that build and start the servers that are compared, and that read their processor time. compare and compare-moves
# read this file. They set which servers are compared (`servers`), and the number of clients, tokens and codes.

fail() {
    echo "compare: $*" >&2
    exit 1
}

# installed PROGRAM: prints the path of the program. In Debian the programs of PostgreSQL are not on PATH but in a
# directory for their version.
installed() {
    find /usr/lib/postgresql/*/bin -name "$1" 2>/dev/null | sort -V | tail -n 1 | grep . || command -v "$1"
}

# need PROGRAM PACKAGE: installs the Debian package if the program is missing and the user is root. For other users it
# fails with a message that names the package.
need() {
    ! installed "$1" >/dev/null || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        # RUNLEVEL=1 keeps the package from starting a service.
        apt-get update -q >/dev/null && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -q "$2" >/dev/null
    fi
    installed "$1" >/dev/null || fail "$1 is missing: install the package '$2'"
}
is_chosen() { [[ " ${servers[*]} " == *" $1 "* ]]; }
# The other version uses SQLite if only that store is measured.
before_has_sqlite() { is_chosen latchkey-sqlite && ! is_chosen latchkey-postgres; }
needs_postgres() {
    is_chosen latchkey-postgres || is_chosen spring || { is_chosen before && ! before_has_sqlite; }
}

need wrk wrk
need taskset util-linux
need node nodejs
! is_chosen oidc-provider || need npm npm
! needs_postgres || need initdb postgresql
# shellcheck source=server/src/main/sh/jdk.sh
. "$root/server/src/main/sh/jdk.sh"
JAVA_HOME=$(find_jdk) || exit 1
export JAVA_HOME
# Maven 3 contains a library that newer JDKs warn about. The warning does not concern this project.
export MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow"

# The server that is measured has one processor. The load and PostgreSQL share another.
mapfile -t processors < <(taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' |
    while IFS=- read -r from to; do seq "$from" "${to:-$from}"; done)
[ ${#processors[@]} -ge 2 ] || fail "two processors are needed"
on_server=(taskset -c "${processors[0]}")
on_load=(taskset -c "${processors[1]}")

work=$(mktemp -d -t latchkey-compare.XXXXXX)
chmod 711 "$work" # PostgreSQL runs as another user and has a directory below
declare -A pid url
pids=()
finish() {
    local each
    for each in "${pids[@]}"; do kill "$each" 2>/dev/null || true; done
    for each in "${pids[@]}"; do wait "$each" 2>/dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# start NAME COMMAND...: starts the command in the background. The command ends when this script ends, even if the
# script is killed.
start() {
    local name=$1
    shift
    setpriv --pdeathsig TERM "$@" >"$work/$name.log" 2>&1 </dev/null &
    pid[$name]=$!
    pids+=($!)
}

# await NAME COMMAND...: waits until the command succeeds, for a minute and a half at most.
await() {
    local name=$1 i
    shift
    for ((i = 0; i < 450; i++)); do
        ! "$@" >/dev/null 2>&1 || return 0
        kill -0 "${pid[$name]}" 2>/dev/null || break
        sleep 0.2
    done
    cat "$work/$name.log" >&2
    fail "$name did not start"
}

free_port() {
    node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

build() {
    "$root/latchkey" --version >/dev/null
    ! is_chosen before || "$before/latchkey" --version >/dev/null
    if is_chosen spring; then
        echo "Building Spring Authorization Server ..." >&2
        mvn -q -B -Dstyle.color=never -f "$here/spring/pom.xml" package >&2 || fail "the build of Spring Authorization Server failed"
    fi
    if is_chosen oidc-provider; then
        echo "Installing oidc-provider ..." >&2
        mkdir -p "$root/target/others/oidc-provider"
        cp "$here"/oidc-provider/{package.json,package-lock.json,server.js} "$root/target/others/oidc-provider/"
        (cd "$root/target/others/oidc-provider" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null) ||
            fail "oidc-provider could not be installed"
    fi
}

# Starts a PostgreSQL with its default durability, and creates a database for each server that needs one.
start_postgres() {
    local programs owner=() data=$work/postgres
    programs=$(dirname "$(installed initdb)")
    mkdir "$data"
    if [ "$(id -u)" = 0 ]; then
        # PostgreSQL refuses to run as root.
        chown postgres "$data"
        owner=(setpriv --reuid=postgres --clear-groups --pdeathsig TERM)
    fi
    (cd "$data" && "${owner[@]}" "$programs/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C --no-sync >/dev/null)
    database_port=$(free_port)
    start postgres "${on_load[@]}" "${owner[@]}" "$programs/postgres" -D "$data" -p "$database_port" \
        -c listen_addresses=127.0.0.1 -c "unix_socket_directories=$data" -c shared_buffers=256MB -c max_connections=200
    await postgres "$programs/pg_isready" -q -h 127.0.0.1 -p "$database_port"
    local name
    for name in latchkey before spring; do
        "$programs/createdb" -h 127.0.0.1 -p "$database_port" -U postgres "$name"
    done
}

# start_latchkey NAME CHECKOUT [OPTION...]: starts the demo of a checkout and obtains its tokens.
start_latchkey() {
    local name=$1 from=$2 port
    shift 2
    port=$(free_port)
    start "$name" "${on_server[@]}" "$from/latchkey" demo --data "$work/$name" --port "$port" "$@"
    await "$name" test -f "$work/$name/demo.json"
    "${on_load[@]}" node "$here/obtain-tokens.js" "$work/$name" "$tokens" "$work/$name.tokens"
    url[$name]=http://127.0.0.1:$port
}

start_server() {
    local port
    echo "Starting $1 with $tokens tokens ..." >&2
    case $1 in
        latchkey-sqlite) start_latchkey "$1" "$root" ;;
        latchkey-postgres)
            start_latchkey "$1" "$root" --database "jdbc:postgresql://127.0.0.1:$database_port/latchkey?user=postgres" ;;
        before)
            if before_has_sqlite; then start_latchkey "$1" "$before" && return; fi
            start_latchkey "$1" "$before" --database "jdbc:postgresql://127.0.0.1:$database_port/before?user=postgres" ;;
        spring)
            port=$(free_port)
            start "$1" "${on_server[@]}" "$JAVA_HOME/bin/java" -Xmx1g \
                -jar "$root/target/others/spring/spring.jar" \
                --server.port="$port" \
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:$database_port/spring?user=postgres" \
                --comparison.clients="$clients" --comparison.tokens="$tokens" --comparison.file="$work/$1.tokens" \
                --comparison.codes="$codes" --comparison.codes-file="$work/$1.codes"
            await "$1" test -f "$work/$1.tokens"
            url[$1]=http://127.0.0.1:$port
            ;;
        oidc-provider)
            port=$(free_port)
            start "$1" "${on_server[@]}" env NODE_ENV=production node "$root/target/others/oidc-provider/server.js" \
                "$port" "$clients" "$tokens" "$work/$1.tokens"
            await "$1" test -f "$work/$1.tokens"
            url[$1]=http://127.0.0.1:$port
            ;;
    esac
}

# Processor time of all processes of PostgreSQL, in ticks.
database_ticks() { { cat /proc/[0-9]*/stat 2>/dev/null || true; } | awk -v of="${pid[postgres]:-none}" '{ n = $1; sub(/.*\) /, ""); if ($2 == of || n == of) all += $12 + $13 } END { print all + 0 }'; }

# Processor time of a server since its start, in ticks.
ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/${pid[$1]}/stat"; }

# median COLUMN NAME: prints the median of a column over the measured windows.
median() { cut -d ' ' -f "$1" "$work/$2.windows" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

quotient() { awk -v one="$1" -v other="$2" 'BEGIN { printf "%.2f", one / other }'; }
