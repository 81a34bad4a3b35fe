import type { Entry, Span } from './check-history.ts';

interface KeptSockets {
  /** The pages, and what each recorded. */
  pages: readonly { name: string; record: readonly Entry[] }[];
  /** A fault that may cost no page its socket. */
  fault: Span;
  /** The page whose socket was cut silently, and until when: it notices by its heartbeat, during whatever fault that is. */
  cutOff: (Span & { name: string }) | null;
}

/** Checks that no page lost its socket to a fault. @returns a problem of each that did */
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
