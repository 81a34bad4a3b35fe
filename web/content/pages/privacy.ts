import { ASK_ACTION } from '../actions.ts';
import { COMPANY } from '../company.ts';
import type { PageCopy } from '../page-copy.ts';

/**
 * /privacy (specification sections 2 and 9). Describes this product's behaviour; a change there belongs here
 * too.
 */
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
        { title: 'Messages', text: 'What you write to us, and how to answer you.' },
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
        'To answer you, and to write to you about your rides',
        'To keep rides safe and stop fraud',
      ],
    },
    {
      id: 'share',
      title: 'Who sees it',
      rows: [
        ['Drivers, while a ride is open', 'Route, time, vehicle, fare'],
        ['The driver who accepts', 'Your name and phone number, until 24 hours after the ride'],
        ['You, once it is accepted', "Driver's first name and vehicle"],
        [
          'Whoever has your trip link',
          'Status, first name of the driver, vehicle and its position; nothing of you',
        ],
        ['Our payment provider', 'What it takes to charge and refund'],
      ],
      text: ['We do not sell what we know about you.'],
    },
    {
      id: 'browser',
      title: 'In your browser',
      text: [
        'One cookie keeps you signed in. Your browser also remembers whether you chose light or dark, and how drivers like to be told of requests. Map pictures come from a public open-map service, which sees your network address.',
      ],
    },
    {
      id: 'keep',
      title: 'How long we keep it',
      rows: [
        ['Ride history', '7 years'],
        ['Position of a driver', '10 minutes, and only the last one'],
        ['Found items', '30 days'],
      ],
    },
    {
      id: 'rights',
      title: 'What you can ask',
      items: [
        'What we hold about you',
        'To correct it',
        'To delete it, as far as the law lets us',
        'To stop offers by email',
      ],
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
        ['Post', `Marquee, ${COMPANY.address}`],
      ],
    },
  ],
  action: ASK_ACTION,
};
