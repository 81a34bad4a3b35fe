import { setTimeout } from 'node:timers/promises';
import { getRequest, HttpConnection } from './http-connection.ts';
import { openPageSocket, type PageSocket } from './sockets.ts';

/**
 * One loss of a page's socket: when it closed, when it was open again, and when the page had its snapshot.
 */
export interface Loss {
  closedAt: number;
  backAt: number | null;
  currentAt: number | null;
  /** Whether the next socket was also lost before the page was current. */
  isFollowed: boolean;
  /** Why snapshots failed: the status and code of each refusal, else the message of the error. */
  failedLoads: string[];
}

/** A reply to a snapshot request that is not the snapshot. */
class RefusedError extends Error {
  /** @param head the status line and headers */
  constructor(head: string, body: Buffer) {
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? [];
    const [, code] = /"code":"(\w+)"/.exec(body.toString()) ?? [];
    super([status, code].filter(Boolean).join(' '));
  }
}

interface PageOptions {
  port: number;
  cookie: string;
  /** The role in which the page lists its rides, and the path of the list. */
  list: { role: 'rider' | 'driver'; path: string };
  /** The ride that the page shows. */
  rideId: string;
  /** Whether it also shows the offers, as a driver's page does. */
  isWatching: boolean;
}

/**
 * The reconnection delays of browsers (`web/app/realtime.ts`): 200 ms, doubled on each attempt up to a
 * second, with 50 % jitter.
 */
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 1_000;
/**
 * The snapshot timing of browsers (`web/lib/active-lists.ts`): a random delay of up to 800 ms, and a retry
 * four seconds after a failure.
 */
const SNAPSHOT_JITTER_MS = 800;
const SNAPSHOT_RETRY_MS = 4_000;
/** How long browsers wait for a list by the socket before they read it by REST (`web/app/realtime.ts`). */
const SOCKET_ANSWERS_MS = 3_000;
/** Up to how many rides the whole list is read (`web/features/rides/api/read-rides.ts`). */
const FEW_RIDES = 4;

interface Ride {
  id: string;
  version: number;
}

const versionsOf = (rides: readonly Ride[]): Map<string, number> =>
  new Map(rides.map(({ id, version }) => [id, version]));

const reconnectDelayMs = (attempt: number): number => {
  const delay = FIRST_DELAY_MS * 2 ** attempt;
  return Math.min(delay * (0.5 + Math.random()), LONGEST_DELAY_MS);
};

/**
 * A page that behaves as in a browser: reconnects, takes a snapshot after each reconnection, and keeps the
 * higher version of its ride.
 */
export class Page {
  readonly losses: Loss[] = [];
  /** Versions of its ride that its sockets delivered, in order. */
  readonly received: number[] = [];
  /** The version that the page shows. */
  version = 0;
  /** How many lists the socket did not answer, so that they were read by REST. */
  listsByRest = 0;
  /** How many whole lists the page read because it lacked a version. */
  incompleteLists = 0;
  /** The versions of the page's list of rides, by id; null before the first one. */
  #versions: ReadonlyMap<string, number> | null = null;
  readonly #options: PageOptions;
  #socket: PageSocket | null = null;
  #snapshot: HttpConnection | null = null;
  #isClosed = false;
  #offlineUntil = 0;

  constructor(options: PageOptions) {
    this.#options = options;
  }

  /** Opens the socket and takes the first snapshot. */
  async open(): Promise<void> {
    await this.#connect();
    await this.#load();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.cut();
    this.#snapshot?.close();
  }

  /** Whether the page is connected and has a snapshot since its last loss. */
  get isCurrent(): boolean {
    return this.losses.at(-1)?.currentAt !== null;
  }

  /** Whether the socket is open. */
  get isConnected(): boolean {
    return this.losses.at(-1)?.backAt !== null;
  }

  /**
   * Takes the page offline: breaks its connections and makes every reconnection attempt fail for this long.
   */
  drop(ms: number): void {
    this.#offlineUntil = performance.now() + ms;
    this.#socket?.cut();
    this.#snapshot?.close();
  }

  async #connect(): Promise<void> {
    const { port, cookie, isWatching } = this.#options;
    let isOpen = false;
    this.#socket = await openPageSocket({
      port,
      cookie,
      isWatching,
      onText: (bytes, start, end) => this.#handleEvent(bytes.toString('utf8', start, end)),
      onClose: () => {
        if (isOpen && !this.#isClosed) void this.#reconnect();
      },
    });
    isOpen = true;
  }

  async #reconnect(): Promise<void> {
    const loss: Loss = {
      closedAt: performance.now(),
      backAt: null,
      currentAt: null,
      isFollowed: false,
      failedLoads: [],
    };
    const previous = this.losses.at(-1);
    if (previous?.currentAt === null) previous.isFollowed = true;
    this.losses.push(loss);
    for (let attempt = 0; loss.backAt === null; attempt += 1) {
      await setTimeout(reconnectDelayMs(attempt));
      if (this.#isClosed) return;
      if (performance.now() < this.#offlineUntil) continue;
      await this.#connect().then(
        () => {
          loss.backAt = performance.now();
        },
        () => {},
      );
    }
    await setTimeout(Math.random() * SNAPSHOT_JITTER_MS);
    await this.#catchUp(loss);
  }

  /** Takes the snapshot after a loss. Retries until it succeeds or the next loss supersedes it. */
  async #catchUp(loss: Loss): Promise<void> {
    while (!this.#isClosed && !loss.isFollowed) {
      try {
        await this.#load();
        const now = performance.now();
        for (const each of this.losses) each.currentAt ??= now;
        return;
      } catch (error) {
        loss.failedLoads.push(error instanceof Error ? error.message : `${error}`);
        await setTimeout(SNAPSHOT_RETRY_MS);
      }
    }
  }

  /** @throws when the list cannot be read or does not contain the ride */
  async #load(): Promise<void> {
    const { list, rideId } = this.#options;
    const versions = (await this.#listBySocket(list.role)) ?? versionsOf(await this.#listByRest(list.path));
    const version = versions.get(rideId);
    if (version === undefined) throw new Error('the list lacks the ride of the page');
    this.#versions = versions;
    this.version = Math.max(this.version, version);
  }

  /**
   * Lists rides as browsers do (`web/features/rides/api/read-rides.ts`): only what may have changed, once the
   * page has its list and that is long.
   *
   * @returns null when the socket refuses, closes or does not answer in time, as `readBySocket` has it
   */
  async #listBySocket(role: 'rider' | 'driver'): Promise<ReadonlyMap<string, number> | null> {
    if (this.#versions && this.#versions.size > FEW_RIDES) {
      const reply = await this.#ask(`rides:list-recent-as-${role}`);
      if (!reply) return null;
      const recent = versionsOf(reply.rides);
      const all = new Map([...Object.entries(reply.versions ?? {}), ...recent]);
      const known = this.#versions;
      const isComplete = [...all].every(([id, version]) => recent.has(id) || (known.get(id) ?? 0) >= version);
      if (isComplete) return all;
      this.incompleteLists += 1;
    }
    const reply = await this.#ask(`rides:list-as-${role}`);
    return reply && versionsOf(reply.rides);
  }

  async #ask(event: string): Promise<{ rides: Ride[]; versions?: Record<string, number> } | null> {
    const late = setTimeout(SOCKET_ANSWERS_MS, null, { ref: false });
    const text = await Promise.race([this.#socket?.request(event).catch(() => null), late]);
    const reply = text && JSON.parse(text.slice(text.indexOf('[')))[0];
    return reply?.rides ? reply : null;
  }

  async #listByRest(path: string): Promise<Ride[]> {
    this.listsByRest += 1;
    const connection = new HttpConnection(this.#options.port);
    this.#snapshot = connection;
    try {
      const { head, body } = await connection.exchange(getRequest({ path, cookie: this.#options.cookie }));
      if (!head.startsWith('HTTP/1.1 200')) throw new RefusedError(head, body);
      return JSON.parse(body.toString());
    } finally {
      connection.close();
    }
  }

  /** @param text an event as received, `42["ride:changed",[…]]` */
  #handleEvent(text: string): void {
    const [event, items]: [string, Ride[]] = JSON.parse(text.slice(2));
    if (event !== 'ride:changed') return;
    for (const { id, version } of items) {
      if (id !== this.#options.rideId) continue;
      this.received.push(version);
      this.version = Math.max(this.version, version);
    }
  }
}
