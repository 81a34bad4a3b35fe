import { create } from 'zustand';
import type { NewRates, StaffRates } from '#common/fares/rates-api.ts';

/** Unsaved changes of a version. */
interface Edited {
  rates: NewRates;
  /** The stored version that the changes are based on, whatever was saved since; null for new rates. */
  base: Pick<StaffRates, 'id' | 'version'> | null;
}

type RatesEdits = Readonly<Record<string, Edited>>;

/**
 * Unsaved changes by the key of their version. They survive navigation, until they are saved or discarded, or
 * the user signs out.
 */
export const useRatesEdits = create<RatesEdits>()(() => ({}));

/** Updates the unsaved changes. */
export const setRatesEdits = (change: (edits: RatesEdits) => RatesEdits): void =>
  useRatesEdits.setState(change, true);

/** Removes all unsaved changes. */
export const clearRatesEdits = (): void => useRatesEdits.setState({}, true);
