#!/bin/sh
# A build that ends as its version says.
set -eu
echo "build $BUILD_ID of $APP_ID, $PLATFORM $VERSION at $GIT_REF in $(pwd)"
test -z "$(ls -A .)" || { echo "the directory is not clean"; exit 9; }
echo made > product
case $VERSION in
  1.0.0-fails) echo "error: it does not compile" >&2; exit 3 ;;
  1.0.0-hangs) sleep 1000 ;;
  1.0.0-killed) kill -9 $$ ;;
  *) sleep 0.3; printf '%s' "$BUILD_ID" > "$ARTIFACT" ;;
esac
echo done
