import { create } from 'zustand';
import type { Alert } from '#common/alerts/alert.ts';
import { announce } from '#web/lib/announce.ts';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';
import { playAlert } from '#web/lib/play-alert.ts';
import { alertWord } from './alert-words.ts';

const KEY = 'ops-ring';

/** Whether a new alert rings; kept in this browser, off until switched on. */
export const useRing = create<{ isOn: boolean }>(() => ({ isOn: readStored(KEY) === 'on' }));

/** Switches the ring. */
export function setRing(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off');
  useRing.setState({ isOn });
}

/** Tells of a new alert: to screen readers always, with a sound where that is switched on. */
export function alertArrived({ kind, subject, text }: Alert): void {
  announce(`${alertWord(kind)}: ${subject.name}. ${text}`);
  if (useRing.getState().isOn) playAlert();
}
