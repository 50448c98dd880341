#!/usr/bin/env bash
# Builds Citus and starts a coordinator and two workers on this machine, to run and test Pasarela on Citus.
#
#   scripts/citus.sh <folder with the source of Citus, a git repository>   builds if needed, starts, prints the URL
#   scripts/citus.sh stop                                                  stops all three
#
# CITUS_HOME   the folder of their data (.citus)
# CITUS_PORT   the coordinator's port; the workers have the next two (5600)
# CITUS_TAG    the version to build (v13.2.2)
set -euo pipefail
cd "$(dirname "$0")/.."

home=${CITUS_HOME:-$PWD/.citus}
port=${CITUS_PORT:-5600}
tag=${CITUS_TAG:-v13.2.2}
bin=/usr/lib/postgresql/15/bin
nodes=(coordinator worker-1 worker-2)

# PostgreSQL refuses to run as root.
account=$(id -un)
[ "$account" != root ] || account=postgres
as_account() { if [ "$(id -un)" = "$account" ]; then "$@"; else (cd / && runuser -u "$account" -- "$@"); fi; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

stop() {
  for node in "${nodes[@]}"; do
    [ ! -f "$home/$node/postmaster.pid" ] || as_account "$bin/pg_ctl" -D "$home/$node" -m fast -s stop
  done
}

install_packages() {
  local missing=()
  for package in postgresql-15 postgresql-server-dev-15 libkrb5-dev liblz4-dev libzstd-dev libicu-dev libssl-dev \
    libxml2-dev libpam0g-dev libselinux1-dev libreadline-dev make gcc git; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] || as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq "${missing[@]}"
}

build() {
  local source=$1 folder
  folder=$(mktemp -d)
  echo "Building Citus $tag. It takes some minutes."
  git -C "$source" archive "$tag" | tar x -C "$folder"
  # PostgreSQL has had a function of this name of its own since 15.9.
  sed -i 's/^have_createdb_privilege(void)$/own_have_createdb_privilege(void)/' "$folder/src/include/pg_version_compat.h"
  (
    cd "$folder"
    ./configure --quiet --without-libcurl PG_CONFIG="$bin/pg_config"
    make -s -j"$(nproc)" with_llvm=no
    as_root make -s install with_llvm=no
  ) >"$home/build.log" 2>&1 || { tail -n 20 "$home/build.log" >&2; exit 1; }
  rm -rf "$folder"
}

start() {
  local number=0
  for node in "${nodes[@]}"; do
    if [ ! -f "$home/$node/PG_VERSION" ]; then
      as_account "$bin/initdb" -D "$home/$node" -U pasarela --auth trust --encoding UTF8 --locale C.UTF-8 >/dev/null
      as_account tee -a "$home/$node/postgresql.conf" >/dev/null <<SETTINGS
port = $((port + number))
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
wal_level = logical
# Each of a process's connections to the coordinator keeps up to four to each node.
max_connections = 1000
max_prepared_transactions = 1000
max_worker_processes = 64
citus.shard_count = 8
# Three nodes share one machine.
citus.max_adaptive_executor_pool_size = 4
citus.max_cached_conns_per_worker = 4
# Killed, a node with many databases is back sooner.
recovery_init_sync_method = syncfs
SETTINGS
    fi
    [ -f "$home/$node/postmaster.pid" ] || as_account "$bin/pg_ctl" -D "$home/$node" -l "$home/$node.log" -w -s start
    number=$((number + 1))
  done
}

# Runs SQL on the server with this number (0: the coordinator).
on() { as_account "$bin/psql" -h 127.0.0.1 -p $((port + $1)) -U pasarela -d "$2" -v ON_ERROR_STOP=1 -qAt -c "$3"; }

join_nodes() {
  for number in 0 1 2; do
    [ -n "$(on $number postgres "SELECT 1 FROM pg_database WHERE datname = 'pasarela'")" ] || on $number postgres 'CREATE DATABASE pasarela'
    on $number pasarela 'CREATE EXTENSION IF NOT EXISTS citus' 2>/dev/null
  done
  [ "$(on 0 pasarela 'SELECT count(*) FROM pg_dist_node')" = 3 ] || {
    on 0 pasarela "SELECT citus_set_coordinator_host('127.0.0.1', $port)" >/dev/null
    for number in 1 2; do on 0 pasarela "SELECT citus_add_node('127.0.0.1', $((port + number)))" >/dev/null; done
  }
}

case ${1:-} in
'') sed -n '2,8s/^# \{0,1\}//p' "$0" && exit 2 ;;
stop) stop && exit ;;
esac
mkdir -p "$home"
[ "$(id -un)" = "$account" ] || chown "$account" "$home"
install_packages
[ -f "$("$bin/pg_config" --sharedir)/extension/citus.control" ] || build "$1"
start
join_nodes
echo "CITUS_URL=postgresql://pasarela@127.0.0.1:$port/pasarela"
