#!/bin/sh
# A build that prints its secret in several forms, one of them in two parts, and fails.
printf 'plain: %s\n' "$TOKEN"
printf 'parts: %s' "$(printf '%s' "$TOKEN" | cut -c 1-9)"
sleep 1
printf '%s\n' "$(printf '%s' "$TOKEN" | cut -c 10-)"
printf 'base64: %s\n' "$(printf '%s' "$TOKEN" | base64)"
printf 'url: https://host.test/?key=%s\n' "$(node -p 'encodeURIComponent(process.env.TOKEN)')"
printf 'json: %s\n' "$(node -p 'JSON.stringify({ key: process.env.TOKEN })')"
printf 'upper: %s\n' "$(printf '%s' "$TOKEN" | tr '[:lower:]' '[:upper:]')"
node -e '
  const token = process.env.TOKEN;
  const base64 = (text) => Buffer.from(text).toString("base64");
  console.log("hex: " + Buffer.from(token).toString("hex"));
  console.log("xml: " + token.replaceAll("\"", "&quot;"));
  console.log("entities: " + [...token].map((mark) => `&#${mark.codePointAt(0)};`).join(""));
  console.log("twice: " + base64(base64(token)));
  console.log("colors: " + [...token].join("\x1b[31m"));
  console.log("nested: " + JSON.stringify([JSON.stringify([token])]));
  process.stdout.write("utf-16: ");
  process.stdout.write(Buffer.from(token + "\n", "utf16le"));
  console.log("\nend");
'
echo 'error: no signature' >&2
exit 3
