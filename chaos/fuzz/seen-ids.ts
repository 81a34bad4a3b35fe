/** Ids found in replies, by their key in the reply and by the path of the call. */
export interface SeenIds {
  /** Records every id in the reply to a call. */
  note(path: string, body: unknown): void;
  /** Marks a ride as booked by this sequence. Such rides are picked first. */
  bring(rideId: string): void;
  /** Returns the rides booked by this sequence. */
  brought(): readonly string[];
  /** Returns one of the ids that fit a path parameter or a body key; null if none was seen. */
  pick(name: string, path: string, nth: number): string | null;
  /** Returns an object as it was last seen. */
  objectOf(id: string): Readonly<Record<string, unknown>> | undefined;
  /** Returns the ids of a ride's rider and driver. */
  ownersOf(id: string): readonly string[];
}

const MOST = 40;

/**
 * Returns the path up to this parameter, without the prefix for staff: the path of the list that
 * contains such objects.
 */
const listOf = (path: string, name: string): string =>
  (path.split(`/{${name}}`)[0] ?? path).replace('/api/ops/', '/api/');

/** The lists for keys whose objects are listed under another name. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  promoCodeId: ['/api/validate-promo-code', '/api/promos'],
  giftCardId: ['/api/validate-gift-card', '/api/gift-cards'],
  assigneeId: ['/api/inbox/colleagues'],
  userId: ['/api/staff'],
};

interface SeenIdsOptions {
  /** Replies from before the sequence. */
  earlier: readonly [path: string, body: unknown][];
  /** Whether a user belongs to another lane, which changes their rides concurrently. */
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
      // Merged, because another view of the object may have other fields.
      objects.set(id, { ...objects.get(id), ...value });
      if (riderId || driverId) owners.set(id, [riderId, driverId].map(String));
      if (typeof riderId === 'string' && isForeign(riderId)) foreign.add(id);
    }
    if (typeof sessionKey === 'string') add('key', sessionKey);
  }

  /** @param list path of the list that the value belongs to; null inside another object */
  function walk(list: string | null, key: string, value: unknown): void {
    // Reversed, so that the first object of a list is picked first.
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
