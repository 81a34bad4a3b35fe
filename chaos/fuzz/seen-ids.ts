/** Ids that answers held, by what names them: the key that they stand under, and the path of the call. */
export interface SeenIds {
  /** Remembers every id in an answer to a call. */
  note(path: string, body: unknown): void;
  /** Prefers a ride of this sequence to those seen elsewhere. */
  bring(rideId: string): void;
  /** The rides that were brought in this sequence. */
  brought(): readonly string[];
  /** One of those that a parameter of a path, or a key of a body, may name; null where none was seen. */
  pick(name: string, path: string, nth: number): string | null;
  /** An object as it was last seen. */
  objectOf(id: string): Readonly<Record<string, unknown>> | undefined;
  /** The ids of a ride's rider and driver. */
  ownersOf(id: string): readonly string[];
}

const MOST = 40;

/** The path up to its last parameter, without the part for staff: what lists such things. */
const listOf = (path: string, name: string): string =>
  (path.split(`/{${name}}`)[0] ?? path).replace('/api/ops/', '/api/');

/** What a key names, where that is listed under another name. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  promoCodeId: ['/api/validate-promo-code', '/api/promos'],
  giftCardId: ['/api/validate-gift-card', '/api/gift-cards'],
  assigneeId: ['/api/inbox/colleagues'],
  userId: ['/api/staff'],
};

interface SeenIdsOptions {
  /** What was seen before, and is not forgotten. */
  earlier: readonly [path: string, body: unknown][];
  /** Whose rides other people change at the same time. */
  isForeign: (userId: string) => boolean;
}

export function createSeenIds({ earlier, isForeign }: SeenIdsOptions): SeenIds {
  const ids = new Map<string, string[]>();
  const objects = new Map<string, Record<string, unknown>>();
  const owners = new Map<string, string[]>();
  const foreign = new Set<string>();
  const rides: string[] = [];

  const add = (name: string, id: string) => {
    const known = (ids.get(name) ?? []).filter((each) => each !== id);
    ids.set(name, [id, ...known].slice(0, MOST));
  };

  function noteObject(list: string | null, key: string, value: Record<string, unknown>): void {
    const { id, key: sessionKey, riderId, driverId } = value;
    if (typeof id === 'string') {
      if (list) add(list, id);
      if (key) add(`${key}Id`, id);
      // Another view of it may have other fields.
      objects.set(id, { ...objects.get(id), ...value });
      if (riderId || driverId) owners.set(id, [riderId, driverId].map(String));
      if (typeof riderId === 'string' && isForeign(riderId)) foreign.add(id);
    }
    if (typeof sessionKey === 'string') add('key', sessionKey);
  }

  /** @param list what lists such things; null for what is part of another thing */
  function walk(list: string | null, key: string, value: unknown): void {
    // The first of a list is picked first.
    if (Array.isArray(value)) for (const each of value.toReversed()) walk(list, key.replace(/s$/, ''), each);
    else if (typeof value === 'object' && value !== null) {
      noteObject(list, key, { ...value });
      const inside = 'id' in value ? null : list;
      for (const [name, part] of Object.entries(value)) walk(inside, name, part);
    } else if (typeof value === 'string' && /Id$/.test(key)) add(key, value);
  }

  const note = (path: string, body: unknown) =>
    walk(path.replace(/\/\{.*$/, '').replace('/api/ops/', '/api/'), '', body);
  for (const [path, body] of earlier) note(path, body);

  const named = (name: string, path: string): string[] => {
    if (name === 'rideId') {
      const listed = [...(ids.get(name) ?? []), ...(ids.get('/api/rides') ?? [])];
      const own = listed.filter((id) => owners.has(id) && !foreign.has(id) && !rides.includes(id));
      return [...rides, ...own];
    }
    const lists = [listOf(path, name), ...(ALIASES[name] ?? [])];
    return [...(ids.get(name) ?? []), ...lists.flatMap((list) => ids.get(list) ?? [])];
  };

  return {
    note,
    bring: (rideId) => void rides.unshift(rideId),
    brought: () => rides,
    pick(name, path, nth) {
      const found = named(name, path);
      return found[nth % Math.max(1, found.length)] ?? null;
    },
    objectOf: (id) => objects.get(id),
    ownersOf: (id) => owners.get(id) ?? [],
  };
}
