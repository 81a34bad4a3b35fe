import { useEffect } from 'react';
import { create } from 'zustand';

/** How many screens watch the link. Read by the owner of the socket. */
const useLinkWatch = create(() => ({ screens: 0 }));

const change = (by: number) => useLinkWatch.setState(({ screens }) => ({ screens: screens + by }));

/** Whether a screen is shown on which a dead link has to be noticed within seconds. */
export const isLinkWatched = (): boolean => useLinkWatch.getState().screens > 0;

/** Calls back whenever {@link isLinkWatched} has changed. @returns ends it */
export const onLinkWatch = (callback: () => void): (() => void) =>
  useLinkWatch.subscribe((now, before) => {
    if (now.screens > 0 !== before.screens > 0) callback();
  });

/** Has a dead link noticed within seconds from now on. @returns ends it */
export function beginLinkWatch(): () => void {
  change(1);
  return () => change(-1);
}

/** The same while the component is on screen, and `isOn`: for what happens live. */
export const useWatchedLink = (isOn = true): void =>
  useEffect(() => (isOn ? beginLinkWatch() : undefined), [isOn]);
