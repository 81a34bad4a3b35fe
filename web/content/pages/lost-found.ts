import { ASK_ACTION } from '../actions.ts';
import type { PageCopy } from '../page-copy.ts';

/** /lost-found (specification sections 2 and 9). The page shows the form above the sections. */
export const lostFound: PageCopy = {
  path: '/lost-found',
  title: 'Lost & Found',
  description:
    'Report something you left in a Marquee vehicle. We answer within 24 hours and hold items 30 days.',
  lead: "Left something in the car? Tell us what and when, and we'll ask your driver.",
  layout: 'story',
  sections: [
    {
      id: 'how-it-works',
      title: 'How it works',
      stops: [
        { title: 'Report it', text: 'Fill in the form, or call.' },
        { title: 'We look', text: 'We ask your driver and search the vehicle.' },
        { title: 'You hear from us', text: 'Within 24 hours, whether it is found yet or not.' },
        { title: 'Get it back', text: 'Pick it up, or have it brought to you.' },
      ],
    },
    {
      id: 'response-time',
      title: 'How long it takes',
      rows: [
        ['First reply', 'Within 24 hours'],
        ['Usually located', 'In 48 to 72 hours'],
        ['Found items are held', '30 days'],
      ],
    },
    {
      id: 'common-items',
      title: 'Most often lost',
      items: [
        'Phones',
        'Wallets and purses',
        'Keys',
        'Sunglasses and glasses',
        'Jackets and coats',
        'Bags and luggage',
        'Headphones',
        'Jewelry and watches',
        'Passports and IDs',
        'Laptops and tablets',
      ],
    },
    {
      id: 'prevention',
      title: 'Before you get out',
      points: [
        { title: 'Look back once', text: 'Seats, floor and the pockets in front of you.' },
        { title: 'Keep small things together', text: 'Phone, keys and wallet in one bag or pocket.' },
        { title: 'Count your luggage', text: 'At pickup and again at the curb.' },
        { title: 'Mark what matters', text: 'A name and a number on bags and cases.' },
      ],
    },
  ],
  action: ASK_ACTION,
};
