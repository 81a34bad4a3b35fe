import { BOOK_ACTION } from '../actions.ts';
import type { PageCopy } from '../page-copy.ts';
import { CANCELLATION_NOTE, CANCELLATION_ROWS, WAITING_NOTE, WAITING_ROWS } from '../terms-rows.ts';

/** /payment-methods: accepted methods, how payment works, policies (specification sections 2 and 9). */
export const paymentMethods: PageCopy = {
  path: '/payment-methods',
  title: 'Payment Methods',
  description:
    'Cards, wallets and corporate accounts, when you are charged, and what happens when plans change.',
  lead: 'How you can pay, when you are charged, and what happens when plans change.',
  layout: 'reference',
  sections: [
    {
      id: 'accepted',
      title: 'What we take',
      items: ['Visa', 'Mastercard', 'Amex', 'Discover', 'Apple Pay', 'Google Pay'],
      note: 'Cash is not accepted.',
    },
    {
      id: 'corporate',
      title: 'Corporate accounts',
      rows: [
        ['Payment terms', 'Net 30 or net 60'],
        ['Invoicing', 'Monthly'],
      ],
      links: [{ to: '/contact', label: 'Open a corporate account' }],
    },
    {
      id: 'how',
      title: 'How payment works',
      stops: [
        { title: 'See the fare', text: 'Every line, before you request the ride.' },
        { title: 'Add a code', text: 'One promo code and one gift card per booking.' },
        { title: 'Pay', text: 'Your card is checked and charged when you book.' },
        { title: 'Ride', text: 'If the final fare is lower, we refund the rest.' },
      ],
      note: 'Hourly bookings are pre-authorized and charged on actual hours: what you have paid for and do not use is refunded to your card.',
    },
    {
      id: 'cancellation',
      title: 'Cancellation',
      rows: CANCELLATION_ROWS,
      note: CANCELLATION_NOTE,
      links: [{ to: '/my-rides', label: 'My Rides' }],
    },
    {
      id: 'waiting',
      title: 'Waiting time',
      rows: WAITING_ROWS,
      note: WAITING_NOTE,
    },
    {
      id: 'refunds',
      title: 'Refunds and disputes',
      rows: [
        ['Dispute a charge', 'Within 48 hours'],
        ['We reply', 'In 5-7 business days'],
        ['Refunds arrive', 'In 5-7 business days'],
      ],
    },
    {
      id: 'security',
      title: 'Security',
      text: [
        'Card details go straight to our payment provider over SSL, under PCI-DSS. We never see or keep your card number.',
      ],
    },
  ],
  action: BOOK_ACTION,
};
