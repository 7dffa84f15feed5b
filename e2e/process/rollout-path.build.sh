#!/bin/sh
# A build that runs the plugins that it carries, and packs them.
set -eu
echo "build $BUILD_ID of $APP_ID"
for main in "$INPUTS"/app-plugin/*/main.js; do
  node "$main"
done
tar -czf "$ARTIFACT" -C "$INPUTS" inputs.json app-plugin
