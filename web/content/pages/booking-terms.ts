import { BOOK_ACTION } from '../actions.ts';
import { CONTACT_ROWS } from '../company.ts';
import type { PageCopy } from '../page-copy.ts';
import {
  CANCELLATION_NOTE,
  CANCELLATION_ROWS,
  REFUND_ROWS,
  WAITING_NOTE,
  WAITING_ROWS,
} from '../terms-rows.ts';

/** /booking-terms (specification sections 2 and 9). The page inserts a table into the section `vehicles`. */
export const bookingTerms: PageCopy = {
  path: '/booking-terms',
  title: 'Booking Terms & Conditions',
  description: 'The fifteen vehicles with their typical rates, and the terms of a booking.',
  lead: 'What you agree to when you request a ride, in the order it matters.',
  aside: ['Applies to every ride in Las Vegas.', 'Last updated January 2025'],
  layout: 'reference',
  sections: [
    {
      id: 'vehicles',
      title: 'Vehicles and rates',
      isWide: true,
      text: [
        'Fifteen categories, drawn to one scale. These ranges are typical; the booking form shows the price you pay.',
      ],
    },
    {
      id: 'booking',
      title: 'Booking',
      text: [
        'You need an account to request a ride. Pickup date and time are Las Vegas time, up to 365 days ahead.',
        'Hourly bookings have a minimum of 3 hours. Where the booking form accepts fewer, from 1 hour, the form applies.',
        'A ride is offered to drivers once it is paid. The final fare may vary.',
      ],
    },
    { id: 'cancellation', title: 'Cancellation', rows: CANCELLATION_ROWS, note: CANCELLATION_NOTE },
    { id: 'waiting', title: 'Waiting time', rows: WAITING_ROWS, note: WAITING_NOTE },
    {
      id: 'payment',
      title: 'Payment and refunds',
      rows: REFUND_ROWS,
      note: 'Major cards, digital wallets and corporate accounts. Cash is not accepted. Your card is charged when you book. Hours you pay for and do not use are refunded.',
    },
    {
      id: 'conduct',
      title: 'Conduct',
      text: [
        'Stay within the seat limit, and treat the chauffeur and vehicle with respect. Violations may cause suspension or permanent removal.',
      ],
    },
    { id: 'contact', title: 'Contact', rows: CONTACT_ROWS },
  ],
  action: BOOK_ACTION,
};
