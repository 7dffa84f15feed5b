#!/bin/sh
# Sample build: takes a few seconds, prints a build log and creates a small artifact.
set -eu

bold=$(printf '\033[1m') green=$(printf '\033[32m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
step() { printf '%s▸ %s%s\n' "$bold" "$1" "$plain"; sleep "${SAMPLE_PAUSE:-1}"; }

step "Checking out ${GIT_REF:-main}"
mkdir -p src
for part in assets code resources; do
  printf '%s of app %s\n' "$part" "$APP_ID" > "src/$part.txt"
  printf '  %s%s%s\n' "$dim" "src/$part.txt" "$plain"
done

step "Resolving dependencies"
for number in 1 2 3 4 5 6 7 8 9 10 11 12; do
  printf '  %slibrary-%s:%s.0.0%s\n' "$dim" "$number" "$number" "$plain"
done

if grep -q '"slug"' "${INPUTS:-}/inputs.json" 2> /dev/null; then
  step "Adding plugins and theme"
  awk -F '"' '/"type":/ { type = $4 } /"slug":/ { slug = $4 } /"version":/ { print "  " type " " slug " " $4 }' \
    "$INPUTS/inputs.json"
  cp "$INPUTS/inputs.json" src/inputs.json
  for type in app-plugin system-plugin; do
    if [ -d "$INPUTS/$type" ]; then cp -R "$INPUTS/$type" "src/$type"; fi
  done
fi
if [ -s "${INPUTS:-}/theme.json" ]; then
  # Palettes are flat objects of colors.
  for scheme in light dark; do
    { sed -n "s/.*\"$scheme\":{\([^}]*\)}.*/\1/p" "$INPUTS/theme.json"; echo; } | tr ',' '\n' |
      sed -n "s/^\"\([A-Za-z]*\)\":\"\(#[0-9a-f]*\)\"\$/$scheme.\1=\2/p"
  done > src/colors.properties
  sed "s/^/  /" src/colors.properties
fi

step "Compiling for $PLATFORM"
for number in 10 25 40 55 70 85 100; do
  printf '  Compiled %3d%%\n' "$number"
  sleep "${SAMPLE_PAUSE:-1}"
done

step "Packaging version $VERSION"
printf 'build=%s\nversion=%s\nplatform=%s\n' "$BUILD_ID" "$VERSION" "$PLATFORM" > src/build.properties
tar -czf "$ARTIFACT" -C src .

printf '%s✓ Packaged %s bytes%s\n' "$green" "$(wc -c < "$ARTIFACT" | tr -d ' ')" "$plain"
