import type { SentPosition } from '#common/rides/position.ts';

type Send = (position: SentPosition) => void;

let channel: Send | null = null;

/** Set by the owner of the socket: how a position is sent while it is connected, null while it is not. */
export function setPositionChannel(send: Send | null): void {
  channel = send;
}

/** Sends where the driver is. One that cannot go now is dropped: the next follows. @returns whether it went */
export function sendPosition(position: SentPosition): boolean {
  channel?.(position);
  return channel !== null;
}
