/** The page that stands in for all others while nobody can be looked up: it needs nothing but itself. */
export function unavailablePage(nonce: string): {
  body: string;
  status: number;
  headers: Record<string, string>;
} {
  return {
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Away for a moment · Drydock</title>
<style nonce="${nonce}">
body { display: grid; min-height: 90dvh; margin: 0; padding: 1rem; place-content: center; font: 0.875rem/1.5 system-ui, sans-serif; text-align: center }
h1 { margin: 0; font-size: 1.375rem }
p { max-width: 52ch; margin: 0.5rem auto }
</style>
</head>
<body>
<main>
<h1>Drydock is away for a moment</h1>
<p>The database does not answer. Nothing is lost; try again in a few seconds.</p>
<p><a href="">Try again</a></p>
</main>
</body>
</html>
`,
    status: 503,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "2" },
  };
}
