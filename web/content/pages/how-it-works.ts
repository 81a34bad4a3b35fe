import { BOOK_ACTION } from '../actions.ts';
import type { PageCopy } from '../page-copy.ts';

/** /how-it-works: four steps and the pricing (specification sections 2 and 9). */
export const howItWorks: PageCopy = {
  path: '/how-it-works',
  title: 'How it Works',
  description: 'Booking a chauffeured ride in four steps, and every line of the fare explained.',
  lead: 'Four steps from the form to your door, and you know the price by step two.',
  layout: 'story',
  stops: [
    {
      title: 'Say where and when',
      text: 'Pickup, drop-off, date and time. By the hour or point to point.',
    },
    { title: 'Choose a vehicle', text: 'Sedans to 45-seat coaches. The fare builds up beside the form.' },
    { title: 'Pay by card', text: 'Drivers see the ride as soon as it is paid.' },
    { title: 'Ride', text: 'Follow it from accepted to completed, as it happens.' },
  ],
  sections: [
    {
      id: 'booking-types',
      title: 'Two ways to book',
      points: [
        {
          title: 'Hourly',
          text: 'The vehicle stays with you. The minimum is 1 hour, and the form starts at 3.',
        },
        { title: 'Point to point', text: 'One way, one price, from the pickup to the drop-off.' },
      ],
    },
    {
      id: 'pricing',
      title: 'Pricing',
      text: ['The fare panel shows each of these lines before you request the ride.'],
      table: {
        caption: 'What makes up a fare',
        columns: [{ title: 'Line' }, { title: 'How it is calculated' }, { title: 'Amount', isFigure: true }],
        rows: [
          [
            'Base rate',
            "The vehicle's hourly rate times the hours, or its point-to-point rate",
            'By vehicle',
          ],
          ['NTA tax', 'On the base rate', '3%'],
          ['Fuel surcharge', 'Per hour; flat if point to point', '$6'],
          ['Tech fee', 'Per ride', '$10'],
          ['Airport pickup fee', 'When the pickup is at the airport', '$10'],
          ['Stop on the way', 'Each, point to point', '$15'],
          ['Gratuity', 'On the subtotal, your choice', '0 to 30%'],
          ['Service and insurance', '$3M insurance', 'Included'],
        ],
      },
      note: 'Final fare may vary.',
    },
    {
      id: 'surge',
      title: 'Busy days',
      text: [
        'On some days the base rate is multiplied. The booking form says so as soon as you pick the date.',
      ],
      rows: [
        ['Monday to Thursday', '× 1'],
        ['Friday, Saturday and Sunday', '× 1.25'],
        ['Fight nights', '× 1.25'],
        ['Special events', '× 1.5'],
      ],
    },
    {
      id: 'gratuity',
      title: 'Gratuity',
      text: [
        'Choose 15%, 18%, 25% or 30% of the subtotal, or no gratuity. 18% is selected by default. All of it goes to the driver.',
      ],
      links: [{ to: '/booking-terms', label: 'Vehicles and typical rates' }],
    },
  ],
  action: BOOK_ACTION,
};
