/** Gratuities that a rider can choose, in percent of the subtotal. 18 is the default. */
export const GRATUITY_OPTIONS = [0, 15, 18, 25, 30] as const;
export const DEFAULT_GRATUITY = 18;

/** Hours of an hourly booking: enforced minimum, default, step and maximum. */
export const MIN_HOURS = 1;
export const DEFAULT_HOURS = 3;
export const HOURS_STEP = 0.5;
export const MAX_HOURS = 24;
