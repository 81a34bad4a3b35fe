import { timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { rideChangeSchema } from '#common/rides/ride-states.ts';
import { env } from '../env.ts';

/** The Prometheus metrics of this process. Labels must not identify people or rides. */
export const metrics = new Registry();
// Each sample of the event loop delay includes the time between samples, by default 10 ms. A longer one would
// be exported as the delay of an idle process.
collectDefaultMetrics({ register: metrics });

/** Creates series with the value 0. Prometheus sees no increase in a series that begins at 1. */
function startAtZero<Label extends string>(
  counter: Counter<Label>,
  series: readonly Record<Label, string>[],
): void {
  for (const labels of series) counter.inc(labels, 0);
}

/** Whether an Authorization header is METRICS_TOKEN as bearer token; always false when none is set. */
export function mayReadMetrics(authorization: string | undefined): boolean {
  if (!env.METRICS_TOKEN) return false;
  const [given, expected] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${env.METRICS_TOKEN}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Duration of answered requests by route template, such as `/api/rides/:rideId`. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to reply.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Error responses by code, such as `RIDE_TAKEN`. */
export const refusals = new Counter({
  name: 'http_refusals_total',
  help: 'Requests refused, by error code.',
  labelNames: ['code'],
  registers: [metrics],
});
startAtZero(refusals, [{ code: 'OVERLOADED' }]);

/** API requests that this node has admitted and not yet answered. */
export const requestsUnderWay = new Gauge({
  name: 'http_requests_under_way',
  help: 'Requests let in and not answered yet.',
  registers: [metrics],
});

/** Whether balancers may send this node `requests` and `sockets`, as its probes answer. Servers only. */
export const nodeReady = new Gauge({
  name: 'node_ready',
  help: 'Whether this node is ready for a kind of traffic.',
  labelNames: ['for'],
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

/** Sockets by kind of room on this node. A rider's socket counts in `rider` and in `session`. */
export const socketsInRooms = new Gauge({
  name: 'sockets_in_rooms',
  help: 'Sockets by kind of room.',
  labelNames: ['kind'],
  registers: [metrics],
});

/** Events that this node emitted to rooms. */
export const eventsEmitted = new Counter({
  name: 'socket_events_emitted_total',
  help: 'Events emitted to rooms, each counted once however many sockets receive it.',
  labelNames: ['event'],
  registers: [metrics],
});

/** Time from writing a change to receiving its published message on this node. */
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

/** Driver positions that this node is processing. */
export const positionsInProgress = new Gauge({
  name: 'positions_in_progress',
  help: 'Positions of drivers that are being taken.',
  registers: [metrics],
});

/** Job attempts by this worker. `result` is what the job returned, else `done`, or `failed` when it threw. */
export const jobSeconds = new Histogram({
  name: 'job_duration_seconds',
  help: 'Time of an attempt at a job.',
  labelNames: ['job', 'result'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
  registers: [metrics],
});

/** Jobs in the queue by state; the same on every node. */
export const queueJobs = new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of the queue, by state.',
  labelNames: ['state'],
  registers: [metrics],
});

/** Waiting time of the next job, infinite when the queue cannot be read; the same on every node. */
export const queueAgeSeconds = new Gauge({
  name: 'queue_oldest_job_seconds',
  help: 'Time since the next job was due, or since its last attempt began.',
  registers: [metrics],
});

/** Failed attempts of this process to enqueue a job. */
export const queueRefusals = new Counter({
  name: 'queue_refusals_total',
  help: 'Jobs that could not be enqueued, each try counted.',
  registers: [metrics],
});

/** Age of the oldest unpublished change of a ride, alert or message; the same on every node. */
export const outboxAgeSeconds = new Gauge({
  name: 'outbox_oldest_change_seconds',
  help: 'Age of the oldest change of a ride, an alert or a message that was not published.',
  registers: [metrics],
});

/**
 * Age of the newest backup in BACKUP_DIR; infinite when there is none or it cannot be read, absent when
 * BACKUP_DIR is not set.
 */
export const backupAgeSeconds = new Gauge({
  name: 'backup_age_seconds',
  help: 'Age of the newest backup.',
  registers: [metrics],
});

/** Password attempts on this node. */
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
