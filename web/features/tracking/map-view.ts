import type { Position } from '#web/content/sample-ride.ts';

/**
 * The initial view: Las Vegas, Flamingo Road and the Strip, at zoom 12 (specification section 9, map demo).
 */
export const MAP_CENTRE: Position = [36.1147, -115.1728];
export const MAP_ZOOM = 12;
