import { findVehicle } from '#common/vehicles/catalogue.ts';
import type { Draft, KeptDraft } from './draft.ts';

/** The draft with some fields changed. A colour the vehicle does not come in gives way to the vehicle's first. */
export function changeDraft(draft: KeptDraft, change: Partial<Draft>): KeptDraft {
  const next = { ...draft, ...change };
  const paints = findVehicle(next.vehicleId)?.paints ?? [];
  const [firstPaint] = paints;
  if (!firstPaint || paints.includes(next.preferredColor)) return next;
  return { ...next, preferredColor: firstPaint };
}
