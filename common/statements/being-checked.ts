/** Counts rides whose final fare is under review by staff: `1 being checked`. */
export const formatBeingChecked = (count: number): string => `${count} being checked`;

/** The same note next to sums that exclude these rides until they are decided. */
export const formatNotInSum = (count: number): string => `Not included, ${formatBeingChecked(count)}`;
