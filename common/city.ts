/** The only live city. Offers are sent to rooms by city. */
export const CITY = 'las-vegas';
export const CITIES: readonly string[] = [CITY];
