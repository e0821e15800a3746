/** What a server has to say about a request that it accepted, for example that an API version is deprecated. */
export interface Warning {
  /** The message. */
  readonly text: string;
  /** The request, as `POST /api/v1/pods`. */
  readonly request: string;
}

export type WarningHandler = (warning: Warning) => void;

/** The texts of `Warning` headers: `299 - "text"`, one or several in a header (RFC 7234, section 5.5). */
export function parseWarnings(header: string | readonly string[] | undefined): string[] {
  if (header === undefined) return [];
  const headers = typeof header === 'string' ? [header] : header;
  return headers.flatMap((text) =>
    [...text.matchAll(/(?:^|,)\s*\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map((match) =>
      (match[1] ?? '').replace(/\\(.)/g, '$1'),
    ),
  );
}

/** How many different texts are remembered; an operator meets a handful. */
const REMEMBERED_WARNINGS = 1000;

/** Hands on each text once, as client-go's `NewWarningWriter` with `Deduplicate` does. */
export function deduplicateWarnings(handler: WarningHandler): WarningHandler {
  const seen = new Set<string>();
  return (warning) => {
    if (seen.has(warning.text)) return;
    if (seen.size >= REMEMBERED_WARNINGS) seen.clear();
    seen.add(warning.text);
    handler(warning);
  };
}
