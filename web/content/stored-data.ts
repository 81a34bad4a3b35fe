interface StoredRow {
  /** The kind of storage, which determines how long the data is kept. */
  where: 'cookie' | 'device cookie' | 'localStorage' | 'sessionStorage';
  /** The purpose, as shown on the privacy page. */
  purpose: string;
}

/**
 * All data that our pages store in a browser, by name. `readStored` and the like accept no other keys. The
 * privacy page lists these entries.
 */
export const STORED_DATA = {
  marquee: {
    where: 'cookie',
    purpose: 'That you are signed in; set only once you sign in or open the sign-in page',
  },
  'marquee-device': {
    where: 'device cookie',
    purpose: 'That you signed in here before, so signing in again is quick',
  },
  theme: { where: 'localStorage', purpose: 'Your choice of light or dark' },
  'signed-out': { where: 'localStorage', purpose: 'That you signed out here' },
  role: { where: 'sessionStorage', purpose: 'Which of your roles this tab shows' },
  'booking-draft': { where: 'sessionStorage', purpose: 'What you typed into the booking form' },
  'booking-key': {
    where: 'sessionStorage',
    purpose: 'That a booking sent twice counts once, until we reply',
  },
  'driver-application': { where: 'localStorage', purpose: 'Your application to drive, until it is sent' },
  'position-agreed': { where: 'localStorage', purpose: 'That a driver agreed to share their position' },
  'position-stopped': { where: 'localStorage', purpose: 'The ride for which a driver stopped sharing it' },
  'street-map': { where: 'localStorage', purpose: 'Whether you wanted to see the street map' },
  'navigation-app': { where: 'localStorage', purpose: 'The app a driver navigates with' },
  'offer-filters': { where: 'localStorage', purpose: 'Which requests a driver is shown' },
  'offers-ring': { where: 'localStorage', purpose: 'Whether a request rings' },
  'offers-count': { where: 'localStorage', purpose: 'Whether the title counts requests' },
  'offers-read': { where: 'localStorage', purpose: 'Whether requests are read aloud' },
  'offers-read-fitting': { where: 'localStorage', purpose: 'Whether only those that fit are' },
  'offers-notify': { where: 'localStorage', purpose: 'Whether the device shows requests' },
  'offers-volume': { where: 'localStorage', purpose: 'How loud that is' },
  'ops-ring': { where: 'localStorage', purpose: 'Whether an alert rings, for our staff' },
  'ops-keys': { where: 'localStorage', purpose: 'Whether shortcuts are on, for our staff' },
} as const satisfies Record<string, StoredRow>;

/** The keys of `localStorage` and `sessionStorage`. */
export type StoredKey = Exclude<keyof typeof STORED_DATA, 'marquee' | 'marquee-device'>;

const HOW_LONG: Readonly<Record<StoredRow['where'], string>> = {
  cookie: '30 days, or until you sign out',
  'device cookie': 'Six months after you sign in',
  localStorage: 'Until you clear it',
  sessionStorage: 'Until you close the tab',
};

/** Returns the name, purpose and lifetime of each entry, as table rows. */
export const storedRows = (): string[][] =>
  Object.entries(STORED_DATA).map(([name, { where, purpose }]) => [name, purpose, HOW_LONG[where]]);
