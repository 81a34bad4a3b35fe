import { setTimeout } from 'node:timers/promises';
import { ORIGIN } from '../harness/testbed.ts';
import { HttpConnection, putRequest } from './http-connection.ts';

/** A ride that its rider changes. */
interface ChangedRide {
  rideId: string;
  /** Its rider's. */
  cookie: string;
}

/** Changes of rides by their riders, at an even rate. */
export interface Changes {
  /** The version that the server last answered, by ride; 0 before the first answer. */
  versions: number[];
  answered(): number;
  failures: Error[];
  /** Stops, and resolves once the last one is answered. */
  stop(): Promise<void>;
}

const STEP_MS = 5;

/** Takes the next connection that nobody has closed meanwhile. */
function openOf(idle: HttpConnection[]): HttpConnection | undefined {
  let connection = idle.pop();
  while (connection?.isClosed) connection = idle.pop();
  return connection;
}

/**
 * Changes one ride after the other through the balancer: its rider wants the start PIN asked for, or no longer. Each is a write in
 * MongoDB, and is published to its rider and its driver.
 */
export function changeRides(port: number, rides: readonly ChangedRide[], perSecond: number): Changes {
  const versions = rides.map(() => 0);
  const failures: Error[] = [];
  const idle: HttpConnection[] = [];
  const asked: Promise<void>[] = [];
  let answered = 0;
  let isStopped = false;

  const change = async (number: number) => {
    const index = number % rides.length;
    const { rideId = '', cookie = '' } = rides[index] ?? {};
    const isWanted = Math.floor(number / rides.length) % 2 === 0;
    const connection = openOf(idle) ?? new HttpConnection(port);
    try {
      const path = `/api/rides/${rideId}/start-pin`;
      const reply = await connection.request(
        putRequest({ path, cookie, origin: ORIGIN, body: { isWanted } }),
      );
      versions[index] = JSON.parse(reply.toString()).version;
      answered += 1;
      idle.push(connection);
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
      connection.close();
    }
  };

  const run = async () => {
    const startedAt = performance.now();
    while (!isStopped) {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond;
      while (asked.length < due) asked.push(change(asked.length));
      await setTimeout(STEP_MS);
    }
    await Promise.all(asked);
    for (const connection of idle) connection.close();
  };
  const running = run();

  return {
    versions,
    failures,
    answered: () => answered,
    stop() {
      isStopped = true;
      return running;
    },
  };
}
