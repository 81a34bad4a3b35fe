import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process, for Prometheus. No labels that identify people or rides. */
export const metrics = new Registry();
// Samples the event loop's delay ten times a second, not a hundred: each sample wakes an idle process.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 });

/** Requests answered, by route template such as `/api/rides/:rideId`. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to reply.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Sockets connected to this node. */
export const socketsConnected = new Gauge({
  name: 'sockets_connected',
  help: 'Open sockets.',
  registers: [metrics],
});

/** Rooms on this node, each socket's own included. */
export const socketRooms = new Gauge({
  name: 'socket_rooms',
  help: 'Rooms with at least one socket.',
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
