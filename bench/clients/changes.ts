import { setTimeout } from 'node:timers/promises';
import { ORIGIN } from '../harness/testbed.ts';
import { HttpConnection, putRequest } from './http-connection.ts';

/** A ride that its rider changes repeatedly. */
interface ChangedRide {
  rideId: string;
  /** The rider's session cookie. */
  cookie: string;
}

/** A steady stream of ride changes by riders. */
export interface Changes {
  /** The version in the last reply, by index of the ride; 0 before the first reply. */
  versions: number[];
  answered(): number;
  failures: Error[];
  /** Stops the stream. Resolves once the last request has its reply. */
  stop(): Promise<void>;
}

const STEP_MS = 5;

/** Takes an idle connection that the server has not closed. */
function popOpen(idle: HttpConnection[]): HttpConnection | undefined {
  let connection = idle.pop();
  while (connection?.isClosed) connection = idle.pop();
  return connection;
}

/**
 * Changes the rides in turn through the balancer, by toggling whether the rider wants a start PIN. Each
 * change is a write in MongoDB and is published to the ride's rider and driver.
 */
export function changeRides(port: number, rides: readonly ChangedRide[], perSecond: number): Changes {
  const versions = rides.map(() => 0);
  const failures: Error[] = [];
  const idle: HttpConnection[] = [];
  const requests: Promise<void>[] = [];
  let answered = 0;
  let isStopped = false;

  const change = async (number: number) => {
    const index = number % rides.length;
    const { rideId = '', cookie = '' } = rides[index] ?? {};
    const isWanted = Math.floor(number / rides.length) % 2 === 0;
    const connection = popOpen(idle) ?? new HttpConnection(port);
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
      while (requests.length < due) requests.push(change(requests.length));
      await setTimeout(STEP_MS);
    }
    await Promise.all(requests);
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
