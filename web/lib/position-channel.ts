import type { SentPosition } from '#common/rides/position.ts';

type Send = (position: SentPosition) => void;

let channel: Send | null = null;

/** Sets how positions are sent; called by `app/realtime.ts`. Null while the socket is not connected. */
export function setPositionChannel(send: Send | null): void {
  channel = send;
}

/**
 * Sends the driver's position. Drops it while disconnected, because the next one supersedes it.
 *
 * @returns whether it was sent
 */
export function sendPosition(position: SentPosition): boolean {
  channel?.(position);
  return channel !== null;
}
