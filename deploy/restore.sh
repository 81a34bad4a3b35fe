#!/bin/sh
# Run in the MongoDB image by `docker compose run --rm backup sh /deploy/restore.sh <name of the backup>`.
# Restores only into a MongoDB whose database marquee is empty.
set -eu
umask 077

path="/backups/${1:?the name of a backup in the folder of backups}"
expected=$(sed -n 's/.*"sha256": "\([0-9a-f]*\)".*/\1/p' "$path/manifest.json")
echo "$expected  $path/dump.archive.gz" | sha256sum -c -

config=$(mktemp)
trap 'rm -f "$config"' EXIT
printf 'password: %s\n' "$MONGO_ROOT_PASSWORD" > "$config"

# The password comes from the environment, so that it is not in the process list.
held=$(mongosh --quiet 'mongodb://mongo:27017/admin?replicaSet=marquee' --eval '
  db.auth("root", process.env.MONGO_ROOT_PASSWORD);
  print(db.getSiblingDB("marquee").getCollectionNames().length);' | tail -n 1)
if [ "$held" != 0 ]; then
  echo "The database marquee is not empty ($held): restore into an empty volume, while no server runs." >&2
  exit 1
fi

# Also restores the users of MongoDB with their passwords at that time, because --oplogReplay only works on a
# full restore.
mongorestore --config "$config" --host marquee/mongo:27017 --username root --authenticationDatabase admin \
  --oplogReplay --gzip --archive="$path/dump.archive.gz"
