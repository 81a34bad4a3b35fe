import type { Issue } from '#common/errors.ts';
import { type Draft, draftSchema } from './draft.ts';
import type { Mistake } from './mistake.ts';

const isField = (name: string): name is keyof Draft => name in draftSchema.shape;

/** What the server found in a ride request, as mistakes of the form; what is about no field of it is left out. */
export const mistakesOfIssues = (issues: readonly Issue[]): Mistake[] =>
  issues.flatMap(({ path, message }) => {
    const field = path === 'rideType' ? 'vehicleId' : path;
    return isField(field) ? [{ fields: [field], message }] : [];
  });
