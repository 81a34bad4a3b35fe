import { create } from 'zustand';
import type { NewRates, StaffRates } from '#common/fares/rates-api.ts';

/** What was changed of a version, and is not saved yet. */
interface Edited {
  rates: NewRates;
  /** The version that it was changed from, whatever was saved since; null for new rates. */
  base: Pick<StaffRates, 'id' | 'version'> | null;
}

type RatesEdits = Readonly<Record<string, Edited>>;

/** What was changed of each version, by its key. It survives navigation, until it is saved or discarded, or who typed it signs out. */
export const useRatesEdits = create<RatesEdits>()(() => ({}));

/** Changes what is kept. */
export const setRatesEdits = (change: (edits: RatesEdits) => RatesEdits): void =>
  useRatesEdits.setState(change, true);

/** Forgets all of it. */
export const clearRatesEdits = (): void => useRatesEdits.setState({}, true);
