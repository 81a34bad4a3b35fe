import type { StaffRates } from '#common/fares/rates-api.ts';
import type { RatesList } from './format-rates.ts';

/** Returns the list without a deleted version. */
export const withoutRates = ({ versions, draft }: RatesList, id: string): RatesList => ({
  versions: versions.filter((each) => each.id !== id),
  draft: draft?.id === id ? null : draft,
});

/** Returns the list with a stored version added or replaced. */
export function withStoredRates(list: RatesList, stored: StaffRates): RatesList {
  const { versions, draft } = withoutRates(list, stored.id);
  if (stored.state === 'draft') return { versions, draft: stored };
  const byDay = [...versions, stored].toSorted((one, other) =>
    one.effectiveFrom.localeCompare(other.effectiveFrom),
  );
  return { versions: byDay, draft };
}
