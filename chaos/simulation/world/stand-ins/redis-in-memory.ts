import { EventEmitter } from 'node:events';
import { world } from '../the-world.ts';

/** The part of Redis that rides need, in this process. Replaces the package `ioredis`. */
interface Entry {
  value: string;
  /** Expiry in milliseconds since the epoch; null for none. */
  until: number | null;
}

const entries = new Map<string, Entry>();

/** @throws Error as ioredis does while the server is away */
function requireServer(): void {
  if (world().isRedisAway) throw new Error('Connection is closed.');
}

const ask = <Result>(isWrite: boolean, perform: () => Result): Promise<Result> =>
  world().scheduler.request(isWrite, () => {
    requireServer();
    return perform();
  });

function read(key: string): Entry | undefined {
  const entry = entries.get(key);
  if (entry?.until == null || entry.until > world().clock.now()) return entry;
  entries.delete(key);
  return undefined;
}

function write(key: string, value: string, options: readonly (string | number)[]): 'OK' | null {
  if (options.includes('NX') && read(key)) return null;
  const msOf = (unit: string, ms: number) => {
    const at = options.indexOf(unit);
    return at < 0 ? null : Number(options[at + 1]) * ms;
  };
  const keptMs = msOf('EX', 1_000) ?? msOf('PX', 1);
  entries.set(key, { value, until: keptMs === null ? null : world().clock.now() + keptMs });
  return 'OK';
}

export class Redis extends EventEmitter {
  readonly options: object;

  constructor(_url?: string, options: object = {}) {
    super();
    this.options = options;
  }

  set = (key: string, value: string, ...options: (string | number)[]): Promise<'OK' | null> =>
    ask(true, () => write(key, value, options));
  get = (key: string): Promise<string | null> => ask(false, () => read(key)?.value ?? null);
  del = (...keys: (string | string[])[]): Promise<number> =>
    ask(true, () => keys.flat().filter((key) => entries.delete(key)).length);
  publish = (channel: string, message: string): Promise<number> =>
    ask(true, () => {
      world().onPublish(channel, message);
      return 1;
    });
  ping = (): Promise<'PONG'> => ask(false, () => 'PONG' as const);
  smembers = (): Promise<string[]> => ask(false, () => []);
  mget = (keys: string[]): Promise<(string | null)[]> =>
    ask(false, () => keys.map((key) => read(key)?.value ?? null));

  sendCommand(): never {
    throw new Error('the simulated Redis knows no other command');
  }

  disconnect(): void {}
}

/** Not supported: the simulation has one Redis. */
export class Cluster {
  constructor() {
    throw new Error('the simulated Redis is no cluster');
  }
}
