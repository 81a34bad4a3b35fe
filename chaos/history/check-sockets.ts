import type { Entry, Span } from './check-history.ts';

interface KeptSockets {
  /** The pages, and what each recorded. */
  pages: readonly { name: string; record: readonly Entry[] }[];
  /** The fault that may not cost any page its socket. */
  fault: Span;
  /**
   * The page whose socket was cut silently, and until when. It notices through its heartbeat, possibly
   * during this fault.
   */
  cutOff: (Span & { name: string }) | null;
}

/** Checks that no page lost its socket during a fault. @returns one problem per page that did */
export function checkSockets({ pages, fault, cutOff }: KeptSockets): string[] {
  const isWithin = (at: number, { from, to }: Span) => at >= from && at <= to;
  return pages
    .filter(({ name, record }) =>
      record.some(
        ({ kind, at }) =>
          kind === 'cut' && isWithin(at, fault) && !(cutOff?.name === name && isWithin(at, cutOff)),
      ),
    )
    .map(({ name }) => `${name} lost its socket`);
}
