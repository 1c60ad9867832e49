export interface PageSources {
  /** Where the page may load its style from (`Webview.cspSource`). */
  origin: string;
  script: string;
  style: string;
  /** Fresh for every page. */
  nonce: string;
}

/** The memory map's page: one script by nonce, one style sheet of the extension, nothing else from anywhere. */
export function pageHtml({ origin, script, style, nonce }: PageSources): string {
  const policy = `default-src 'none'; style-src ${origin}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${style}">
  <title>HIVM memory map</title>
</head>
<body>
  <main id="app"></main>
  <script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
