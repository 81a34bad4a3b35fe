/** The first that matches; most browsers also name those below them. */
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

/** What a user agent calls itself, in words for the person who uses it: `Safari on iPhone`. */
export function deviceOf(userAgent = ''): string {
  const browser = firstMatch(BROWSERS, userAgent) ?? 'A browser';
  const system = firstMatch(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

/** The network of an address as it is kept and shown: `203.0.113.x`, of IPv6 its /64. */
export const shownNetwork = (network: string): string => network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x');
