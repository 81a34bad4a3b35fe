/** Any origin does: an address that leaves it leaves every other one. */
const ORIGIN = 'https://marquee.invalid';

/** Where `next` of a sign-in address leads: a path of this site, or null for anything else (another site's address, nothing). */
export function nextPath(query: URLSearchParams): string | null {
  const next = query.get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, ORIGIN)) return null;
  return new URL(next, ORIGIN).origin === ORIGIN ? next : null;
}
