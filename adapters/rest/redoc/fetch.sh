#!/bin/sh
# Fetches Redoc's bundle with its licences: fetch.sh VERSION
set -e
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
(cd "$folder" && npm pack --silent "redoc@$1" >/dev/null && tar -xzf redoc-*.tgz)
# The logo beside Redoc's name would be loaded from another host.
sed 's#https://cdn.redoc.ly/redoc/logo-mini.svg#data:image/svg+xml,#' "$folder/package/bundles/redoc.standalone.js" | gzip -9nc > redoc.js.gz
cat "$folder/package/LICENSE" "$folder/package/bundles/redoc.standalone.js.LICENSE.txt" > LICENSE
