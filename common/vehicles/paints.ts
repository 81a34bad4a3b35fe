/** The colors of vehicles. */
export const PAINTS = ['black', 'white', 'pink', 'green'] as const;
