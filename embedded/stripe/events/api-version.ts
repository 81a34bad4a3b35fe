/** The version of Stripe's API whose shapes the simulator returns: the one the installed `stripe` client pins. */
export const API_VERSION = '2026-10-28.endive';
