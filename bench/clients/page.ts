import { setTimeout } from 'node:timers/promises';
import { getRequest, HttpConnection } from './http-connection.ts';
import { openPageSocket, type PageSocket } from './sockets.ts';

/** A page that lost its socket: when, when it had one again, and when it knew again how its ride stands. */
export interface Loss {
  closedAt: number;
  backAt: number | null;
  currentAt: number | null;
  /** Whether the socket after it was lost as well, before the page was current. */
  isFollowed: boolean;
}

interface PageOptions {
  port: number;
  cookie: string;
  /** Path of its list of rides. */
  list: string;
  /** The ride that it shows. */
  rideId: string;
  /** Whether it shows the offers too, as a driver's does. */
  isWatching: boolean;
}

/** How browsers reconnect (`web/app/realtime.ts`): after 200 ms, then twice as long each time up to a second, by chance half less or more. */
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 1_000;
/** How they take their snapshot (`web/lib/active-lists.ts`): within 800 ms by chance, and again four seconds after one that failed. */
const SNAPSHOT_JITTER_MS = 800;
const SNAPSHOT_RETRY_MS = 4_000;

const reconnectDelayMs = (attempt: number): number => {
  const delay = FIRST_DELAY_MS * 2 ** attempt;
  return Math.min(delay * (0.5 + Math.random()), LONGEST_DELAY_MS);
};

/** A page as a browser keeps it: it reconnects by itself, takes a snapshot then, and keeps the higher version of its ride. */
export class Page {
  readonly losses: Loss[] = [];
  /** Versions of its ride that came by its socket, in order. */
  readonly heard: number[] = [];
  /** The version it shows. */
  version = 0;
  readonly #options: PageOptions;
  #socket: PageSocket | null = null;
  #snapshot: HttpConnection | null = null;
  #isClosed = false;
  #offlineUntil = 0;

  constructor(options: PageOptions) {
    this.#options = options;
  }

  /** Opens its socket and takes its first snapshot. */
  async open(): Promise<void> {
    await this.#connect();
    await this.#load();
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.cut();
    this.#snapshot?.close();
  }

  /** Whether it has its socket and nothing to catch up with. */
  get isCurrent(): boolean {
    return this.losses.at(-1)?.currentAt !== null;
  }

  /** Whether it has its socket. */
  get isConnected(): boolean {
    return this.losses.at(-1)?.backAt !== null;
  }

  /** Takes away its network: its connections break, and no attempt gets through for so long. */
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
      onText: (bytes, start, end) => this.#hear(bytes.toString('utf8', start, end)),
      onClose: () => {
        if (isOpen && !this.#isClosed) void this.#comeBack();
      },
    });
    isOpen = true;
  }

  async #comeBack(): Promise<void> {
    const loss: Loss = { closedAt: performance.now(), backAt: null, currentAt: null, isFollowed: false };
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

  /** Takes the snapshot that a loss made necessary, until it has one or the next loss asks for another. */
  async #catchUp(loss: Loss): Promise<void> {
    while (!this.#isClosed && !loss.isFollowed) {
      try {
        await this.#load();
        const now = performance.now();
        for (const each of this.losses) each.currentAt ??= now;
        return;
      } catch {
        await setTimeout(SNAPSHOT_RETRY_MS);
      }
    }
  }

  /** @throws where it gets no list, or one without its ride */
  async #load(): Promise<void> {
    const { port, cookie, list, rideId } = this.#options;
    const connection = new HttpConnection(port);
    this.#snapshot = connection;
    try {
      const rides: { id: string; version: number }[] = JSON.parse(
        (await connection.request(getRequest({ path: list, cookie }))).toString(),
      );
      const ride = rides.find(({ id }) => id === rideId);
      if (!ride) throw new Error(`${list} lacks its ride`);
      this.version = Math.max(this.version, ride.version);
    } finally {
      connection.close();
    }
  }

  /** @param text an event as it came, `42["ride:changed",[…]]` */
  #hear(text: string): void {
    const [event, items]: [string, { id: string; version: number }[]] = JSON.parse(text.slice(2));
    if (event !== 'ride:changed') return;
    for (const { id, version } of items) {
      if (id !== this.#options.rideId) continue;
      this.heard.push(version);
      this.version = Math.max(this.version, version);
    }
  }
}
