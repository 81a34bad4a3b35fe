import { create } from 'zustand';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

/** How a driver wants to hear of new offers; remembered in this browser. */
export interface AlertSettings {
  /** Ring for each new offer. */
  rings: boolean;
  /** Show the number of open offers in the tab's title. */
  counts: boolean;
}

const KEYS: Record<keyof AlertSettings, string> = { rings: 'offers-ring', counts: 'offers-count' };

const remembered = (setting: keyof AlertSettings) => readStored(KEYS[setting]) !== 'off';

/** Both are on until switched off. */
export const useAlertSettings = create<AlertSettings>(() => ({
  rings: remembered('rings'),
  counts: remembered('counts'),
}));

/** Switches one of them, and remembers it. */
export function setAlert(setting: keyof AlertSettings, isOn: boolean): void {
  writeStored(KEYS[setting], isOn ? 'on' : 'off');
  useAlertSettings.setState({ [setting]: isOn });
}
