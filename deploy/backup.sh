#!/bin/sh
# Run in the MongoDB image by `docker compose run --rm backup`. Dumps the whole replica set as of one instant
# into a new folder in /backups. `--oplog` includes the writes made during the dump, which a restore replays.
set -eu
umask 077

at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
path="/backups/marquee-$(echo "$at" | tr : -)"
unfinished="$path.unfinished"
config=$(mktemp)
trap 'rm -rf "$unfinished" "$config"' EXIT
mkdir "$unfinished"

# Keeps the password out of the process list, and out of the folder of backups even if this is killed.
printf 'password: %s\n' "$MONGO_ROOT_PASSWORD" > "$config"
mongodump --config "$config" --host marquee/mongo:27017 --username root --authenticationDatabase admin \
  --oplog --gzip --archive="$unfinished/dump.archive.gz"

# Reads the archive back to its end.
gzip -t "$unfinished/dump.archive.gz"
bytes=$(stat -c %s "$unfinished/dump.archive.gz")
sha256=$(sha256sum "$unfinished/dump.archive.gz" | cut -d ' ' -f 1)
printf '{ "format": "mongodump", "at": "%s", "files": { "dump.archive.gz": { "bytes": %s, "sha256": "%s" } } }\n' \
  "$at" "$bytes" "$sha256" > "$unfinished/manifest.json"
sync
mv "$unfinished" "$path"
echo "$path as of $at, $bytes bytes. Copy it to another machine."
