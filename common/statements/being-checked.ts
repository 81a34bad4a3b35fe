/** `1 being checked`, of rides whose final fare waits for staff. */
export const beingCheckedInWords = (count: number): string => `${count} being checked`;

/** The same beside sums which their fares and shares are added to once they are decided. */
export const notInSumInWords = (count: number): string => `Not in it, ${beingCheckedInWords(count)}`;
