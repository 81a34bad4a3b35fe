/**
 * The word airport, unless it is before a kind of street, hotel or building, or after near, by, beside or
 * opposite; or a part of an airport, or the name or address of one, wherever it is in the text.
 */
const AIRPORT =
  /(?<!\b(?:near|by|beside|opposite)\s+(?:the\s+)?)\bairport\b(?!\s+(?:road|rd|boulevard|blvd|drive|dr|avenue|ave|street|st|way|lane|ln|parkway|pkwy|center|centre|plaza|hotel|inn|motel|suites|marriott|hilton|hyatt|business)\b)|\b(?:airport\s+(?:terminal|baggage|curb(?:side)?|gate)s?|terminal[\s#]*\d|departures|arrivals|5757\s+wayne\s+newton|(?:harry\s+reid|mccarran)\s+international|signature\s+aviation)\b/i;

/**
 * Whether a pickup text denotes an airport: the word airport, a numbered terminal, departures, arrivals, or
 * the name or address of a known airport (specification section 4). Streets and hotels with "airport" in
 * their name do not count, nor does what is near an airport, unless it is a part of it, like a gate.
 */
export const looksLikeAirport = (text: string): boolean => AIRPORT.test(text);
