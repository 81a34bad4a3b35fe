/** Ids that answers held, by what names them: the key that they stand under, and the path of the call. */
export interface SeenIds {
  /** Remembers every id in an answer to a call. */
  note(path: string, body: unknown): void;
  /** One of those that a parameter of a path, or a key of a body, may name; null where none was seen. */
  pick(name: string, path: string, nth: number): string | null;
  /** The version that an object was last seen in. */
  versionOf(id: string): number | undefined;
  /** The ids of a ride's rider and driver. */
  ownersOf(id: string): readonly string[];
}

const MOST = 40;

/** The path up to its last parameter, without the part for staff: what lists such things. */
const listOf = (path: string, name: string): string =>
  (path.split(`/{${name}}`)[0] ?? path).replace('/api/ops/', '/api/');

/** @param earlier what was seen before, and is not forgotten */
export function createSeenIds(earlier: readonly [path: string, body: unknown][] = []): SeenIds {
  const ids = new Map<string, string[]>();
  const versions = new Map<string, number>();
  const owners = new Map<string, string[]>();

  const add = (name: string, id: string) => {
    const known = (ids.get(name) ?? []).filter((each) => each !== id);
    ids.set(name, [id, ...known].slice(0, MOST));
  };

  function walk(list: string, key: string, value: unknown): void {
    if (Array.isArray(value)) for (const each of value) walk(list, key.replace(/s$/, ''), each);
    else if (typeof value === 'object' && value !== null) {
      const { id, version, key: sessionKey } = Object(value);
      if (typeof id === 'string') {
        add(list, id);
        if (key) add(`${key}Id`, id);
        if (typeof version === 'number') versions.set(id, version);
        const { riderId, driverId } = Object(value);
        if (riderId || driverId) owners.set(id, [riderId, driverId]);
      }
      if (typeof sessionKey === 'string') add('key', sessionKey);
      for (const [name, part] of Object.entries(value)) walk(list, name, part);
    } else if (typeof value === 'string' && /Id$/.test(key)) add(key, value);
  }

  const note = (path: string, body: unknown) =>
    walk(path.replace(/\/\{.*$/, '').replace('/api/ops/', '/api/'), '', body);
  for (const [path, body] of earlier) note(path, body);

  return {
    note,
    pick(name, path, nth) {
      const found = [...(ids.get(name) ?? []), ...(ids.get(listOf(path, name)) ?? [])];
      return found[nth % Math.max(1, found.length)] ?? null;
    },
    versionOf: (id) => versions.get(id),
    ownersOf: (id) => owners.get(id) ?? [],
  };
}
