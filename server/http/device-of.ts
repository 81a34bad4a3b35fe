/** The first match counts, since most user agents also contain the tokens of those below. */
const BROWSERS = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

const firstMatch = (rows: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  rows.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a readable name of a user agent: `Safari on iPhone`. */
export function deviceOf(userAgent = ''): string {
  const browser = firstMatch(BROWSERS, userAgent) ?? 'A browser';
  const system = firstMatch(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

/** Returns a network as stored and displayed: `203.0.113.x`, or the /64 of an IPv6 address. */
export const shownNetwork = (network: string): string => network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x');
