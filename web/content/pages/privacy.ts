import { describeStoredData, UNUSED_ACCOUNT_DAYS } from '#common/personal-data/personal-data.ts';
import { ASK_ACTION } from '../actions.ts';
import { COMPANY } from '../company.ts';
import type { PageCopy, RowCopy } from '../page-copy.ts';
import { storedRows } from '../stored-data.ts';

const HELD = describeStoredData();

const titlesOf = (onDeletion: (typeof HELD)[number]['onDeletion']): string =>
  HELD.flatMap((row) => (row.onDeletion === onDeletion ? [row.title] : [])).join(', ');

/** /privacy (specification sections 2 and 9). Describes what the product does; update it with each change. */
export const privacy: PageCopy = {
  path: '/privacy',
  title: 'Privacy Policy',
  description: 'What we collect, who sees it, how long we keep it, and what you can ask of us.',
  lead: 'What we know about you, who sees it, and how long we keep it.',
  aside: ['For riders, drivers and visitors.', 'Last updated January 2025'],
  layout: 'reference',
  sections: [
    {
      id: 'collect',
      title: 'What we collect',
      points: [
        { title: 'Account', text: 'Your name, email address, phone number and role.' },
        { title: 'Rides', text: 'Pickup, drop-off, date and time, vehicle, requests, fare and status.' },
        {
          title: 'Payments',
          text: 'Amounts, and the brand and last four digits of your card. Never its number.',
        },
        { title: 'Messages', text: 'What you write to us, and how to reply to you.' },
        {
          title: 'Position',
          text: "A driver's, from setting off until the ride is over, if they share it. Never yours.",
        },
      ],
    },
    {
      id: 'use',
      title: 'What we use it for',
      items: [
        'To arrange and price your rides',
        'To take payments and make refunds',
        'To reply to you, and to email you about your rides',
        'To keep rides safe and stop fraud',
      ],
    },
    {
      id: 'share',
      title: 'Who sees it',
      rows: [
        ['Drivers, while a ride is open', 'Route, time, vehicle, fare'],
        [
          'The driver who accepts',
          'Your name; your phone number from 24 hours before the pickup; both until 24 hours after the planned end',
        ],
        ['You, once it is accepted', "Driver's first name and vehicle"],
        [
          'Whoever has your trip link',
          "Status, pickup time, driver's first name and vehicle; once the driver has set off, also the car, the stops and the route on a map. Not your name or fare",
        ],
        ['Our payment provider', 'What it needs to charge and refund'],
      ],
      text: ['We do not sell what we know about you.'],
    },
    {
      id: 'browser',
      title: 'In your browser',
      isWide: true,
      text: [
        'One cookie keeps you signed in, and another tells us that you were here before. Your browser also remembers whether you chose light or dark, and how drivers like to hear about requests. Map images come, once you ask for them, from a public open-map service, which then sees your IP address. Where you pay, our payment provider uses its own cookies to prevent fraud.',
      ],
      table: {
        caption: 'What our pages keep in your browser',
        columns: [{ title: 'Name' }, { title: 'What it keeps' }, { title: 'How long' }],
        rows: storedRows(),
      },
    },
    {
      id: 'keep',
      title: 'How long we keep it',
      rows: [
        ...HELD.map(({ title, period }): RowCopy => [title, period]),
        ["A driver's position", '10 minutes, and only the latest'],
        ['Found items', '30 days'],
      ],
      note: `Accounts that were never signed in to and have no rides are deleted after ${UNUSED_ACCOUNT_DAYS} days. Our payment provider also keeps a record of payments, by number and not by name.`,
    },
    {
      id: 'deletion',
      title: 'When you delete your account',
      points: [
        { title: 'Deleted', text: titlesOf('deleted') },
        { title: 'Kept, without your name, contact info, addresses or text', text: titlesOf('stripped') },
        { title: 'Kept', text: titlesOf('kept') },
      ],
      note: 'Rides must be cancelled or over first, and charges paid. Anyone with a gift card’s code can still spend what is left on it. So that promo codes are not used more often than allowed, we keep fingerprints: of your email addresses if you booked rides, and of the phone number and bank card used with a promo code. No one can read them.',
    },
    {
      id: 'rights',
      title: 'What you can ask',
      items: [
        'What we hold about you',
        'To correct it',
        'To delete it, as far as the law allows',
        'To stop offers by email',
      ],
      note: 'On your account page, you can download all we hold about you and delete your account for good.',
      links: [{ to: '/account', label: 'Your account' }],
    },
    {
      id: 'age',
      title: 'Age',
      text: [
        'Riders and drivers must be at least 18. Drivers must also meet the driver requirements, which ask for 21.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      rows: [
        ['Email', COMPANY.email, COMPANY.emailHref],
        ['Phone', COMPANY.phone, COMPANY.phoneHref],
        ['Mail', `Marquee, ${COMPANY.address}`],
      ],
    },
  ],
  action: ASK_ACTION,
};
