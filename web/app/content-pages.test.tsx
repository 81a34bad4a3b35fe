import { type ComponentType, Suspense } from 'react';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN_PLACEHOLDER, PAGE_PATHS } from '#common/pages.ts';
import { prerenderMarkup } from '#web/testing/prerender-markup.ts';
import { CONTENT_PAGES } from './content-pages.tsx';
import { HomePage } from './pages/home-page.tsx';

/** Prerenders a page's HTML, including its lazy chunks. */
const renderPage = (path: string, Page: ComponentType): Promise<string> =>
  prerenderMarkup(
    <StaticRouter location={path}>
      <Suspense>
        <Routes>
          <Route path={path} element={<Page />} />
        </Routes>
      </Suspense>
    </StaticRouter>,
  );

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&#x27;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
};

/** Returns the text of a page without tags and entities. */
const textOf = (html: string): string =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ');

const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => match[1] ?? '');

const paths = Object.keys(CONTENT_PAGES);
const pages = new Map<string, string>();

beforeAll(async () => {
  // The home page is the only other page whose anchors content pages link to.
  for (const [path, Page] of Object.entries({ ...CONTENT_PAGES, '/': HomePage }))
    pages.set(path, await renderPage(path, Page));
});

const pageAt = (path: string): string => pages.get(path) ?? '';

describe.each(paths)('%s', (path) => {
  test('has a title, a description and a canonical link to its own address', () => {
    const html = pageAt(path);
    expect(html).toMatch(/<title>[^<]+ · Marquee<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html).toMatch(/<meta property="og:title" content="[^"]+ · Marquee"/);
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN_PLACEHOLDER}${path}"/>`);
  });

  test('has exactly one h1 and skips no heading level', () => {
    const levels = all(pageAt(path), /<h([1-6])[ >]/g).map(Number);
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries())
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
  });

  test('has unique ids, and its anchor links point to existing ids', () => {
    const ids = all(pageAt(path), / id="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of all(pageAt(path), /href="([^"]*#[^"]+)"/g)) {
      const [to, anchor] = link.split('#');
      expect(pageAt(to || path), link).toContain(`id="${anchor}"`);
    }
  });

  test('links only to existing pages', () => {
    for (const to of all(pageAt(path), /<a [^>]*href="(\/[^"#?]*)/g)) expect(PAGE_PATHS).toContain(to);
  });

  test('has a link or button in its last section', () => {
    const html = pageAt(path);
    expect(html.slice(html.lastIndexOf('<h2'))).toMatch(/<(a|button) /);
  });
});

/** Facts each page must state (specification sections 1, 2, 4, 6 and 9). */
const FACTS: Record<string, readonly string[]> = {
  '/about': [
    'Riders 500K+',
    'Cities, Las Vegas first 5',
    'Support 24/7',
    'Vehicle categories 15',
    'Insurance $3M',
    'Our story',
    'Our mission',
    'Our values',
    'Licensed and insured chauffeurs with DOT certification',
    'Major cards, digital wallets and corporate accounts',
    'Drivers get 80% of the fare and 100% of tips',
  ],
  '/careers': ['Positions', 'Rider Support Specialist', 'City Launch Manager', 'No position that fits?'],
  '/newsroom': [
    'Press releases',
    'Media resources',
    'Press contact',
    '500K+ riders',
    'Four more cities by Q1 2026',
  ],
  '/investors': [
    '500K+',
    'Expansion timeline',
    'four more cities by Q1 2026',
    'Los Angeles Q2 2025',
    'Miami Q3 2025',
    'New York Q4 2025',
    'Chicago Q1 2026',
    'Reports',
  ],
  '/how-it-works': [
    'Say where and when',
    'Choose a vehicle',
    'Pay by card',
    'Ride',
    'NTA tax On the base rate 3%',
    'Fuel surcharge Per hour; flat if point to point $6',
    'Tech fee Per ride $10',
    'Airport pickup fee When the pickup is at the airport $10',
    'Stop on the way Each, point to point $15',
    'Friday, Saturday and Sunday × 1.25',
    'Fight nights × 1.25',
    'Special events × 1.5',
    '15%, 18%, 25% or 30%',
    'The minimum is 1 hour',
    'Final fare may vary',
  ],
  '/safety': [
    '7 years',
    '3 years, clean',
    'Every year',
    '$3M insurance',
    'DOT certification',
    'Call 911',
    '24 hours',
  ],
  '/cities': [
    'Las Vegas Live now',
    'Los Angeles Q2 2025',
    'Miami Q3 2025',
    'New York Q4 2025',
    'Chicago Q1 2026',
    'Join the waitlist',
    'Suggest a city',
  ],
  '/promotions': [
    'Active offers',
    'Coming Soon',
    'How to use a code',
    'One promo code per booking',
    'May be combined with a gift card',
    'Codes are upper-cased',
    'at least 2 or 3 hours',
  ],
  '/drive': [
    '80% of the fare and 100% of your tips',
    'Apply online About 10 minutes',
    'Approval Background check and vehicle inspection, 3-5 days',
    'Training 2 hours',
    'Start earning',
    'license and DOT certification ready',
    '15 to 20%',
    'Luxury Sedan $45 to $60 $36 to $48 $900 to $1,200',
    'Luxury SUV $55 to $75 $44 to $60 $1,100 to $1,500',
    'Limousine $95 to $150 $76 to $120 $1,900 to $3,000',
    'Shuttle $75 to $120 $60 to $96 $1,500 to $2,400',
    'Party Bus $120 to $175 $96 to $140 $2,400 to $3,500',
  ],
  '/driver-requirements': [
    'Age 21 or more',
    'held 3+ years',
    '2018 or newer',
    'Criminal check 7 years',
    'Driving record 3 years',
    'Re-screening Every year',
    'within 24 hours',
    'Documents',
    'What disqualifies you',
  ],
  '/driver-resources': [
    'Weekly, on Mondays: 80% of the fare and 100% of tips',
    'the first to accept gets it',
    'average of your last 100 trips',
    '15 to 25%',
    'within 24 hours',
    'Driver support',
  ],
  '/insurance': [
    '0 App off Personal policy only',
    '1 App on and waiting $50,000/$100,000 Not included Contingent',
    '2 Ride accepted and en route $1M $1M Covered',
    '3 Passenger on board $1M $1M Covered',
    'limited contingent coverage',
    'ends when the trip is marked complete',
    'Collision deductible $2,500',
    '$3M insurance',
    'within 24 hours',
    'After an accident',
  ],
  '/help': [
    'Booking',
    'Payment',
    'Fares',
    'Safety',
    'Driving',
    'Lost and found',
    'Popular questions',
    'free more than 1 hour before pickup',
    'never more than half of what you paid',
    'first 15 minutes of waiting are free',
    '$1/min for sedans and SUVs and $2/min for larger vehicles',
    'A gift card is money, not a promotion',
    '48-72 hours',
    '30 days',
    '5-7 business days',
    'One hour for hourly rides',
  ],
  '/accessibility': [
    'cost nothing extra',
    'Minimum hourly booking 1 hour',
    'No documentation is needed',
    'Emotional-support animals and pets need advance notice and may incur fees',
    'Companions ride free',
    'Chauffeur training',
    'In the app',
  ],
  '/trust-safety': [
    'Chauffeurs background checked 100%',
    'Support 24/7',
    'Liability insurance $3M',
    'Annual re-screening',
    'Community guidelines',
    'Violations may cause suspension or permanent removal.',
    'Emergency 911',
    'Report incident',
    'hotline',
  ],
  '/payment-methods': [
    'Visa',
    'Mastercard',
    'Amex',
    'Discover',
    'Apple Pay',
    'Google Pay',
    'Net 30 or net 60',
    'Invoicing Monthly',
    'Cash is not accepted',
    'pre-authorized and charged on actual hours',
    'More than 1 hour before pickup Free',
    'Up to 50% of what you paid',
    'First 15 minutes Free',
    'sedans and SUVs $1',
    'larger vehicles $2',
    'Within 48 hours',
    'In 5-7 business days',
  ],
  '/privacy': ['Last updated January 2025', 'Ride history 7 years', 'at least 18'],
  '/terms': [
    'at least 18',
    'Standard Up to 4 passengers',
    'Premium Up to 4 passengers',
    'XL Up to 6 passengers, or 4 with extra luggage',
    'Within 2 minutes of paying Free',
    'While no driver has accepted Free',
    'Later, before the driver arrives $5',
    'After the driver arrives $10',
    'No-show after 15 minutes $15',
    'First 15 minutes Free',
    'Each minute after, sedans and SUVs $1',
    'Within 30 days',
    '5-7 business days',
    '5-7 business days',
  ],
  '/booking-terms': [
    'Lux Sedan 3 $45 to $60',
    'EV Lux Sedan 3 $50 to $65',
    'Lux SUV 6 $55 to $70',
    'EV Lux SUV 6 $60 to $75',
    'Limousine 10 10 $85 to $110',
    'Limousine 16 16 $95 to $125',
    'Limousine 18 18 $105 to $135',
    'Hummer 18 18 $110 to $140',
    'Party Bus 16 16 $95 to $120',
    'Party Bus 20 20 $150 to $170',
    'Party Bus 33 33 $135 to $170',
    'Party Bus 45 45 $155 to $195',
    'Executive Shuttle 16 16 $75 to $95',
    'Shuttle 33 33 $120 to $150',
    'Shuttle 45 45 $140 to $175',
    'typical',
    'minimum of 3 hours',
    'Your card is charged when you book. Hours you pay for and do not use are refunded.',
    'No-show after 15 minutes $15',
    'Each minute after, larger vehicles $2',
  ],
};

test.each(Object.entries(FACTS))('%s states the facts required by the specification', (path, facts) => {
  const words = textOf(pageAt(path));
  for (const fact of facts) expect(words).toContain(fact);
});

test('the booking terms list fifteen vehicles, each with a drawing', () => {
  const html = pageAt('/booking-terms');
  expect(all(html, /<th (scope="row")/g)).toHaveLength(15);
  expect(all(html, /<svg class="(vehicle)/g)).toHaveLength(15);
});

test('the careers page lists six positions', () => {
  expect(all(pageAt('/careers'), /<(h3)[ >]/g)).toHaveLength(6);
});
