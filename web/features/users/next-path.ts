/** An arbitrary origin for parsing. A URL that leaves this origin would leave any. */
const ORIGIN = 'https://marquee.invalid';

/** Returns the path to return to after sign-in (the query's `next`). Null if missing or on another site. */
export function nextPath(query: URLSearchParams): string | null {
  const next = query.get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, ORIGIN)) return null;
  return new URL(next, ORIGIN).origin === ORIGIN ? next : null;
}
