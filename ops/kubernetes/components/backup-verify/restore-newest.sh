#!/bin/sh
# Unpacks the newest base backup (pg_basebackup -Ft -z) below BASE_DIR into PGDATA, ready for the server of the same major version to
# start there for a trial: on the loopback alone, archiving nothing. With WAL_DIR the archived log is replayed to its end.
set -eu
newest=$(ls -t "$BASE_DIR"/*/base.tar.gz | head -n 1)
folder=$(dirname "$newest")
echo "Restoring $folder"
mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
if [ -n "$(ls -A "$PGDATA")" ]; then
  echo "$PGDATA is not empty." >&2
  exit 1
fi
tar -xzf "$folder/base.tar.gz" -C "$PGDATA"
if [ -f "$folder/pg_wal.tar.gz" ]; then
  tar -xzf "$folder/pg_wal.tar.gz" -C "$PGDATA/pg_wal"
fi
# The settings of the server that was backed up name certificates, archives and standbys that are not here.
rm -f "$PGDATA/standby.signal" "$PGDATA/postgresql.auto.conf"
cat > "$PGDATA/postgresql.conf" <<END
listen_addresses = '127.0.0.1'
port = ${PGPORT:-5432}
archive_mode = off
# Not asked for while the log is replayed: so the limits of the other server need not be known.
hot_standby = off
max_prepared_transactions = 100
fsync = off
full_page_writes = off
END
cat > "$PGDATA/pg_hba.conf" <<END
local all all trust
host all all 127.0.0.1/32 trust
END
if [ -n "${WAL_DIR:-}" ]; then
  echo "restore_command = 'cp \"$WAL_DIR/%f\" \"%p\"'" >> "$PGDATA/postgresql.conf"
  echo "recovery_target_timeline = 'latest'" >> "$PGDATA/postgresql.conf"
  touch "$PGDATA/recovery.signal"
fi
