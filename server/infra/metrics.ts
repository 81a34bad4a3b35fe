import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus reads of this process. No labels that name people or rides. */
export const metrics = new Registry();
// Ten looks a second at how late the event loop is, not a hundred: each of them wakes a process that rests.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 });

/** Requests answered, by route template such as `/api/rides/:rideId`. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** Browsers connected to this node. */
export const socketsConnected = new Gauge({
  name: 'sockets_connected',
  help: 'Sockets open now.',
  registers: [metrics],
});

/** Rooms on this node, each socket's own included. */
export const socketRooms = new Gauge({
  name: 'socket_rooms',
  help: 'Rooms that somebody is in.',
  registers: [metrics],
});

/** Rides, offers and removals told to rooms of this node. */
export const eventsEmitted = new Counter({
  name: 'socket_events_emitted_total',
  help: 'Items sent to rooms, each counted once however many sockets hear it.',
  labelNames: ['event'],
  registers: [metrics],
});

/** From a change being written to this node hearing of it. */
export const publishDelaySeconds = new Histogram({
  name: 'ride_publish_delay_seconds',
  help: "Age of a ride's last change when its announcement arrives.",
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30],
  registers: [metrics],
});
