import { useEffect } from 'react';
import { create } from 'zustand';

/**
 * The number of mounted screens that need fast detection of a dead connection, for
 * `app/detect-dead-connection.ts`.
 */
const useLinkWatch = create(() => ({ screens: 0 }));

const change = (by: number) => useLinkWatch.setState(({ screens }) => ({ screens: screens + by }));

/** Whether a screen is shown that needs a dead connection detected within seconds. */
export const needsFastDetection = (): boolean => useLinkWatch.getState().screens > 0;

/** Subscribes to changes of {@link needsFastDetection}. @returns unsubscribes */
export const onLinkWatch = (callback: () => void): (() => void) =>
  useLinkWatch.subscribe((now, before) => {
    if (now.screens > 0 !== before.screens > 0) callback();
  });

/** Requests detection of a dead connection within seconds. @returns ends the request */
export function requestFastDetection(): () => void {
  change(1);
  return () => change(-1);
}

/** Requests it while the component is mounted and `isOn`, for screens with live data. */
export const useFastDetection = (isOn = true): void =>
  useEffect(() => (isOn ? requestFastDetection() : undefined), [isOn]);
