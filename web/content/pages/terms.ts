import { ASK_ACTION } from '../actions.ts';
import { CONTACT_ROWS } from '../company.ts';
import type { PageCopy } from '../page-copy.ts';
import {
  CANCELLATION_NOTE,
  CANCELLATION_ROWS,
  REFUND_ROWS,
  WAITING_NOTE,
  WAITING_ROWS,
} from '../terms-rows.ts';

/** /terms (specification sections 2, 6 and 9). */
export const terms: PageCopy = {
  path: '/terms',
  title: 'Terms and Conditions',
  description: 'The terms for using Marquee: accounts, rides, cancellation, waiting, refunds and conduct.',
  lead: 'What you can expect of us, and what we expect of you.',
  layout: 'reference',
  sections: [
    {
      id: 'use',
      title: 'Using Marquee',
      text: [
        'Riders and drivers must be at least 18. Drivers must also meet the driver requirements, which ask for 21.',
        'You can browse and see estimates without an account. To request a ride you need one, and you are responsible for what is done with it.',
      ],
      links: [{ to: '/driver-requirements', label: 'Driver Requirements' }],
    },
    {
      id: 'rides',
      title: 'Rides',
      text: [
        'Rides are driven by licensed and insured chauffeurs. A fare shown before booking is an estimate: the final fare may vary. It includes $3M insurance.',
      ],
      rows: [
        ['Standard', 'Up to 4 passengers'],
        ['Premium', 'Up to 4 passengers'],
        ['XL', 'Up to 6 passengers, or 4 with extra luggage'],
      ],
      note: 'Where a vehicle is listed with its own capacity, that capacity applies.',
      links: [{ to: '/booking-terms', label: 'Booking Terms & Conditions' }],
    },
    { id: 'cancellation', title: 'Cancellation', rows: CANCELLATION_ROWS, note: CANCELLATION_NOTE },
    { id: 'waiting', title: 'Waiting time', rows: WAITING_ROWS, note: WAITING_NOTE },
    {
      id: 'payment',
      title: 'Payment',
      text: [
        'Rides are paid by card, digital wallet or corporate account. Cash is not accepted. One promo code and one gift card can be used per booking.',
      ],
      links: [{ to: '/payment-methods', label: 'Payment Methods' }],
    },
    { id: 'refunds', title: 'Refunds and disputes', rows: REFUND_ROWS },
    {
      id: 'conduct',
      title: 'Conduct',
      text: [
        'Treat chauffeurs, riders and vehicles with respect. Violations may cause suspension or permanent removal.',
      ],
      links: [{ to: '/trust-safety#guidelines', label: 'Community guidelines' }],
    },
    {
      id: 'changes',
      title: 'Changes',
      text: ['We may change these terms. The terms in force when you booked apply to that ride.'],
    },
    { id: 'contact', title: 'Contact', rows: CONTACT_ROWS },
  ],
  action: ASK_ACTION,
};
