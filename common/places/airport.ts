/** Words after "airport" that indicate a street or building near an airport. */
const NOT_THE_AIRPORT =
  '(?:road|rd|boulevard|blvd|drive|dr|avenue|ave|street|st|way|lane|ln|parkway|pkwy|center|centre|plaza|hotel|inn|motel|suites|marriott|hilton|hyatt|business)';

const AIRPORT_PATTERNS = [
  new RegExp(
    `(?<!\\b(?:near|by|beside|opposite)\\s+(?:the\\s+)?)\\bairport\\b(?!\\s+${NOT_THE_AIRPORT}\\b)`,
    'i',
  ),
  /\bterminal\s*(?:#\s*)?\d\b/i,
  /\b(?:departures|arrivals)\b/i,
  /\b5757\s+wayne\s+newton\b/i,
  /\bharry\s+reid\s+international\b/i,
  /\bmccarran\s+international\b/i,
];

/**
 * Whether a pickup text denotes an airport: the word airport, a numbered terminal, departures, arrivals, or
 * the address of a named airport (specification section 4). Streets and hotels with "airport" in their name
 * do not count.
 */
export const looksLikeAirport = (text: string): boolean =>
  AIRPORT_PATTERNS.some((pattern) => pattern.test(text));
