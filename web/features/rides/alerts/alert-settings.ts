import { create } from 'zustand';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

/** How new offers alert the driver; kept in this browser. */
export interface AlertSettings {
  /** A sound for each new offer. */
  rings: boolean;
  /** Show the number of open offers in the tab's title. */
  counts: boolean;
  /** Requests are read out in the Drive view. */
  reads: boolean;
  /** Of those only the ones that overlap no ride of the driver's. */
  readsOnlyFitting: boolean;
  /** New offers are notifications of the device while their page is hidden. */
  notifies: boolean;
  /** Of sounds and voice, from 0 to 100. */
  volume: number;
}

type AlertSwitch = Exclude<keyof AlertSettings, 'volume'>;

const KEYS = {
  rings: 'offers-ring',
  counts: 'offers-count',
  reads: 'offers-read',
  readsOnlyFitting: 'offers-read-fitting',
  notifies: 'offers-notify',
} as const satisfies Record<AlertSwitch, string>;
const VOLUME_KEY = 'offers-volume';
const USUAL_VOLUME = 70;
const VOLUME_STEP = 10;

const isStoredOn = (setting: AlertSwitch) => readStored(KEYS[setting]) !== 'off';

function storedVolume(): number {
  const stored = Number(readStored(VOLUME_KEY) ?? USUAL_VOLUME);
  return stored >= 0 && stored <= 100 ? stored : USUAL_VOLUME;
}

/** All are on until switched off, but notifications, which the browser has to be asked for. */
export const useAlertSettings = create<AlertSettings>(() => ({
  rings: isStoredOn('rings'),
  counts: isStoredOn('counts'),
  reads: isStoredOn('reads'),
  readsOnlyFitting: isStoredOn('readsOnlyFitting'),
  notifies: readStored(KEYS.notifies) === 'on',
  volume: storedVolume(),
}));

export function setAlert(setting: AlertSwitch, isOn: boolean): void {
  writeStored(KEYS[setting], isOn ? 'on' : 'off');
  useAlertSettings.setState({ [setting]: isOn });
}

/** Makes sounds and voice one step louder, or softer. */
export function changeVolume(direction: 1 | -1): void {
  const volume = Math.min(100, Math.max(0, useAlertSettings.getState().volume + direction * VOLUME_STEP));
  writeStored(VOLUME_KEY, `${volume}`);
  useAlertSettings.setState({ volume });
}
