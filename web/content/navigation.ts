/** A page of the site in menus. */
interface NavigationLink {
  to: string;
  label: string;
  /** Second line in the header's menu. */
  hint: string;
}

export interface NavigationGroup {
  title: string;
  links: readonly NavigationLink[];
}

/** The groups of header, side panel and footer (specification section 2). A group without pages is hidden. */
const GROUPS: readonly NavigationGroup[] = [
  {
    title: 'Company',
    links: [
      { to: '/about', label: 'About', hint: 'Who we are, what we stand for' },
      { to: '/careers', label: 'Careers', hint: 'Open positions' },
      { to: '/newsroom', label: 'Newsroom', hint: 'Releases and media resources' },
      { to: '/investors', label: 'Investors', hint: 'Metrics and expansion' },
    ],
  },
  {
    title: 'For Riders',
    links: [
      { to: '/how-it-works', label: 'How it works', hint: 'Four steps, one price' },
      { to: '/safety', label: 'Safety', hint: 'Screening, cover, live tracking' },
      { to: '/cities', label: 'Cities', hint: 'Las Vegas now, four more planned' },
      { to: '/gift-cards', label: 'Gift cards', hint: 'From $25 to $5,000, by email' },
      { to: '/fare-estimator', label: 'Fare estimator', hint: 'The price before you book' },
      { to: '/promotions', label: 'Promotions', hint: 'Current offers and codes' },
    ],
  },
  {
    title: 'For Drivers',
    links: [
      { to: '/drive', label: 'Drive', hint: '80% of the fare, 100% of tips' },
      { to: '/driver-requirements', label: 'Requirements', hint: 'You, your vehicle, your documents' },
      { to: '/earnings', label: 'Earnings calculator', hint: 'What your hours pay' },
      { to: '/driver-resources', label: 'Resources', hint: 'Payouts, ratings, support' },
      { to: '/insurance', label: 'Insurance', hint: 'What covers you, and when' },
    ],
  },
  {
    title: 'Support',
    links: [
      { to: '/help', label: 'Help', hint: 'Search answers as you type' },
      { to: '/contact', label: 'Contact', hint: 'Write to us or call' },
      { to: '/lost-found', label: 'Lost & Found', hint: 'Report what you left in a car' },
      { to: '/accessibility', label: 'Accessibility', hint: 'Vehicles, animals, companions' },
      { to: '/trust-safety', label: 'Trust & Safety', hint: 'Guidelines and reporting' },
    ],
  },
];

/** The groups that have pages. */
export const NAVIGATION: readonly NavigationGroup[] = GROUPS.filter(({ links }) => links.length > 0);

/** The last row of the footer. */
export const FOOTER_LINKS: readonly Omit<NavigationLink, 'hint'>[] = [
  { to: '/#pricing', label: 'Fleet and pricing' },
  { to: '/payment-methods', label: 'Payment methods' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/booking-terms', label: 'Booking terms' },
];
