/** Words after "airport" that make it the name of a street or a house near one. */
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
 * Whether a pickup text looks like an airport: the word airport, a terminal with its number, departures,
 * arrivals, or a named airport's address (specification section 4). Streets and hotels that merely carry the
 * word do not count.
 */
export const looksLikeAirport = (text: string): boolean =>
  AIRPORT_PATTERNS.some((pattern) => pattern.test(text));
