import { ASK_ACTION } from '../actions.ts';
import type { PageCopy } from '../page-copy.ts';

/**
 * /gift-cards (specification section 2). The page shows the cards above the sections and inserts the balance
 * form into the section `balance`.
 */
export const giftCards: PageCopy = {
  path: '/gift-cards',
  title: 'Gift Cards',
  description:
    'Marquee gift cards from $25 to $5,000, sent by email. They never expire and work for any ride.',
  lead: 'A night out, already driven. A Marquee gift card never expires and works for any ride until the balance is used.',
  aside: ['Delivered by email. Transferable.', 'Use it on several rides.'],
  layout: 'story',
  sections: [
    {
      id: 'how-it-works',
      title: 'How It Works',
      stops: [
        { title: 'Purchase', text: 'Pick an amount and say who it is for.' },
        { title: 'Receive', text: 'The card and its code arrive by email.' },
        { title: 'Redeem', text: 'Enter the code when booking. What is left stays on the card.' },
      ],
    },
    {
      id: 'perfect-for',
      title: 'Perfect For',
      items: [
        'Birthdays',
        'Weddings',
        'Bachelor and bachelorette parties',
        'Client visits',
        'Holidays',
        'Thank-yous',
      ],
    },
    {
      id: 'benefits',
      title: 'Benefits',
      points: [
        { title: 'Never expires', text: 'The balance stays until it is used.' },
        { title: 'Any vehicle', text: 'From a sedan to a 45-seat coach.' },
        { title: 'Transferable', text: 'Whoever has the code can ride.' },
        { title: 'Several rides', text: 'Use part of it now and the rest later.' },
      ],
    },
    {
      id: 'balance',
      title: 'Check a balance',
      text: ['See what is on a card and where the rest went. You need its full code.'],
    },
    {
      id: 'bulk-orders',
      title: 'Corporate and Bulk Orders',
      text: ['Ordering five or more? We send them on your schedule with one invoice.'],
      links: [{ to: '/contact', label: 'Contact us' }],
    },
  ],
  action: ASK_ACTION,
};
