import type { Issue } from '#common/errors.ts';
import { type Draft, draftSchema } from './draft.ts';
import type { Mistake } from './mistake.ts';

/** Fields of the form that go by another name in the request. */
const FIELDS: Partial<Record<string, keyof Draft>> = {
  rideType: 'vehicleId',
  promoCodeId: 'promoCode',
  giftCardId: 'giftCardCode',
};

const isField = (name: string): name is keyof Draft => name in draftSchema.shape;

/** What the server found in a ride request, as mistakes of the form; what is about no field of it is left out. */
export const mistakesOfIssues = (issues: readonly Issue[]): Mistake[] =>
  issues.flatMap(({ path, message }) => {
    const field = FIELDS[path] ?? path;
    return isField(field) ? [{ fields: [field], message }] : [];
  });
