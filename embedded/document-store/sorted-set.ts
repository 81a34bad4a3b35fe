const CHUNK = 512;

/** What a sorted set holds: ordered by `key`, then by the record's own key. */
export type Entry<T> = { key: string; tie: string; value: T };

type Bound = { key: string; tie: string };

function isBefore(entry: Bound, bound: Bound): boolean {
  return entry.key < bound.key || (entry.key === bound.key && entry.tie < bound.tie);
}

/** The first place in an ascending list whose item is not before the bound. */
function lowerBound<T>(list: T[], bound: Bound, lastOf: (item: T) => Bound | undefined): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    const last = item === undefined ? undefined : lastOf(item);
    if (last && isBefore(last, bound)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An ordered set in chunks of at most 512 entries: binary search on both levels, so a change moves little. */
export class SortedSet<T> {
  #chunks: Entry<T>[][] = [];

  #locate(bound: Bound): { at: number; chunk: Entry<T>[] | undefined; index: number } {
    const at = lowerBound(this.#chunks, bound, (chunk) => chunk.at(-1));
    const chunk = this.#chunks[at];
    return { at, chunk, index: chunk ? lowerBound(chunk, bound, (entry) => entry) : 0 };
  }

  add(entry: Entry<T>): void {
    const { at, chunk, index } = this.#locate(entry);
    const target = chunk ?? this.#chunks.at(-1);
    if (!target) {
      this.#chunks.push([entry]);
      return;
    }
    target.splice(chunk ? index : target.length, 0, entry);
    if (target.length > CHUNK) this.#chunks.splice((chunk ? at : at - 1) + 1, 0, target.splice(CHUNK / 2));
  }

  delete(bound: Bound): void {
    const { at, chunk, index } = this.#locate(bound);
    const entry = chunk?.[index];
    if (!chunk || entry?.key !== bound.key || entry.tie !== bound.tie) return;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** Entries with `from <= key < to`, ascending or, if `isReverse`, descending. The set must not change meanwhile. */
  *range(from: string, to: string, isReverse = false): Generator<Entry<T>> {
    const start = this.#locate({ key: from, tie: '' });
    const end = this.#locate({ key: to, tie: '' });
    const last = Math.min(end.at, this.#chunks.length - 1);
    for (let step = 0; step <= last - start.at; step++) {
      const at = isReverse ? last - step : start.at + step;
      const chunk = this.#chunks[at] ?? [];
      const low = at === start.at ? start.index : 0;
      const high = at === end.at ? end.index : chunk.length;
      if (isReverse) for (let i = high - 1; i >= low; i--) yield* entryAt(chunk, i);
      else for (let i = low; i < high; i++) yield* entryAt(chunk, i);
    }
  }
}

function* entryAt<T>(chunk: Entry<T>[], index: number): Generator<Entry<T>> {
  const entry = chunk[index];
  if (entry) yield entry;
}
