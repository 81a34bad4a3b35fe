import { create } from 'zustand';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

/** How new offers alert the driver. Stored in this browser. */
interface AlertSettings {
  /** Play a sound for each new offer. */
  rings: boolean;
  /** Show the number of open offers in the tab's title. */
  counts: boolean;
  /** Read requests aloud in the Drive view. */
  reads: boolean;
  /** Read only requests that overlap no ride of the driver. */
  readsOnlyFitting: boolean;
  /** Show new offers as browser notifications while the page is hidden. */
  notifies: boolean;
  /** Volume of sounds and speech, from 0 to 100. */
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

/** All are on by default except notifications, which need the browser's permission. */
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

/** Raises or lowers the volume of sounds and speech by one step. */
export function changeVolume(direction: 1 | -1): void {
  const volume = Math.min(100, Math.max(0, useAlertSettings.getState().volume + direction * VOLUME_STEP));
  writeStored(VOLUME_KEY, `${volume}`);
  useAlertSettings.setState({ volume });
}
