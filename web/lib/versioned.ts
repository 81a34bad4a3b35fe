/** The phase of a list: `failed` if no snapshot was ever loaded; `ready` from the first one on. */
export type ListPhase = 'loading' | 'failed' | 'ready';

/** Something with an id, and a version that rises by one with every change. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

/**
 * Merges `arrivals` by id: the higher version wins, so lost, repeated and late copies do no harm. Returns
 * `known` itself when nothing is newer.
 */
export function mergeByVersion<T extends Versioned>(
  known: Readonly<Record<string, T>>,
  arrivals: readonly T[],
): Readonly<Record<string, T>> {
  let next: Record<string, T> | null = null;
  for (const arrival of arrivals) {
    const held = (next ?? known)[arrival.id];
    if (held && held.version >= arrival.version) continue;
    next ??= { ...known };
    next[arrival.id] = arrival;
  }
  return next ?? known;
}
