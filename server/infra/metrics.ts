import { timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { rideChangeSchema } from '#common/rides/ride-states.ts';
import { env } from '../env.ts';

/** The metrics of this process, for Prometheus. No labels that identify people or rides. */
export const metrics = new Registry();
// Samples the event loop's delay ten times a second, not a hundred: each sample wakes an idle process.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 });

/** Has series be there before anything is counted: to Prometheus one that begins at 1 has not increased. */
function startAtZero<Label extends string>(
  counter: Counter<Label>,
  series: readonly Record<Label, string>[],
): void {
  for (const labels of series) counter.inc(labels, 0);
}

/** Whether the authorization of a request is METRICS_TOKEN as bearer; nothing is where none is set. */
export function mayReadMetrics(authorization: string | undefined): boolean {
  if (!env.METRICS_TOKEN) return false;
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${env.METRICS_TOKEN}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Requests answered, by route template such as `/api/rides/:rideId`. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to reply.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Refusals: what a client was answered instead of what it asked for, such as `RIDE_TAKEN`. */
export const refusals = new Counter({
  name: 'http_refusals_total',
  help: 'Requests refused, by error code.',
  labelNames: ['code'],
  registers: [metrics],
});
startAtZero(refusals, [{ code: 'OVERLOADED' }]);

/** Requests of the API that this node has let in and not answered. */
export const requestsUnderWay = new Gauge({
  name: 'http_requests_under_way',
  help: 'Requests let in and not answered yet.',
  registers: [metrics],
});

/** Changes of rides written by this process, such as `paid`, `accepted`, `flagged`. */
export const rideChanges = new Counter({
  name: 'ride_changes_total',
  help: 'Changes of rides, by kind.',
  labelNames: ['change'],
  registers: [metrics],
});
startAtZero(
  rideChanges,
  rideChangeSchema.options.map((change) => ({ change })),
);

/** Sockets connected to this node. */
export const socketsConnected = new Gauge({
  name: 'sockets_connected',
  help: 'Open sockets.',
  registers: [metrics],
});

/** Sockets in rooms of this node, by the kind of room: a socket of a rider is in `rider` and `session`. */
export const socketsInRooms = new Gauge({
  name: 'sockets_in_rooms',
  help: 'Sockets by kind of room.',
  labelNames: ['kind'],
  registers: [metrics],
});

/** Rides, offers and removals emitted to rooms of this node. */
export const eventsEmitted = new Counter({
  name: 'socket_events_emitted_total',
  help: 'Events emitted to rooms, each counted once however many sockets receive it.',
  labelNames: ['event'],
  registers: [metrics],
});

/** From a change being written to this node receiving it. */
export const publishDelaySeconds = new Histogram({
  name: 'ride_publish_delay_seconds',
  help: "Age of a ride's last change when its message arrives.",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30],
  registers: [metrics],
});

/** Positions that drivers sent to this node. */
export const positionsTaken = new Counter({
  name: 'positions_total',
  help: 'Positions of drivers by what became of them.',
  labelNames: ['outcome'],
  registers: [metrics],
});

/** Positions of drivers that this node looks at right now. */
export const positionsInProgress = new Gauge({
  name: 'positions_in_progress',
  help: 'Positions of drivers that are being taken.',
  registers: [metrics],
});

/** Jobs that this worker ran: `result` is the outcome that a job names, else `done`, or `failed` for an attempt that threw. */
export const jobSeconds = new Histogram({
  name: 'job_duration_seconds',
  help: 'Time of an attempt at a job.',
  labelNames: ['job', 'result'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
  registers: [metrics],
});

/** Jobs of the queue, by state; every node says the same. */
export const queueJobs = new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of the queue, by state.',
  labelNames: ['state'],
  registers: [metrics],
});

/** For how long no worker has taken the job that is next, infinite where that cannot be read; every node says the same. */
export const queueAgeSeconds = new Gauge({
  name: 'queue_oldest_job_seconds',
  help: 'Time since the next job was due, or since its last attempt began.',
  registers: [metrics],
});

/** Jobs that the queue did not take from this process, each time it tried. */
export const queueRefusals = new Counter({
  name: 'queue_refusals_total',
  help: 'Jobs that could not be enqueued, each try counted.',
  registers: [metrics],
});

/** Since when the longest unpublished change of a ride, an alert or a message has not been; every node says the same. */
export const outboxAgeSeconds = new Gauge({
  name: 'outbox_oldest_change_seconds',
  help: 'Age of the oldest change of a ride, an alert or a message that was not published.',
  registers: [metrics],
});

/** How old the newest backup in BACKUP_DIR is; infinite where there is none yet or they cannot be read, and not said where no folder is named. */
export const backupAgeSeconds = new Gauge({
  name: 'backup_age_seconds',
  help: 'Age of the newest backup.',
  registers: [metrics],
});

/** Guesses at passwords on this node. */
export const guesses = new Counter({
  name: 'guesses_total',
  help: 'Guesses that a guard against brute force let through or not, by what became of them.',
  labelNames: ['guard', 'outcome'],
  registers: [metrics],
});
startAtZero(
  guesses,
  ['succeeded', 'failed', 'challenged', 'refused'].map((outcome) => ({ guard: 'sign-in', outcome })),
);
