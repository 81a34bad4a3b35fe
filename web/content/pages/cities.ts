import { BOOK_ACTION } from '../actions.ts';
import { LAUNCHES } from '../launches.ts';
import type { PageCopy } from '../page-copy.ts';

/** /cities: one live city, four planned, waitlist and suggestions (specification section 2). */
export const cities: PageCopy = {
  path: '/cities',
  title: 'Cities',
  description: 'Marquee drives in Las Vegas. Los Angeles, Miami, New York and Chicago are planned.',
  lead: 'We drive in Las Vegas today. Four more cities are on the route.',
  layout: 'story',
  stops: LAUNCHES,
  sections: [
    {
      id: 'live',
      title: 'Live now',
      text: [
        'Las Vegas: the Strip, downtown, the airport, the arenas and the malls. Every vehicle in the fleet, and support day and night.',
      ],
      links: [{ to: '/#booking', label: 'Book a ride in Las Vegas' }],
    },
    {
      id: 'waitlist',
      title: 'Join the waitlist',
      text: [
        'Los Angeles, Miami, New York and Chicago are coming soon. Tell us your city and your email address, and we will note that you would like to ride there.',
      ],
    },
    {
      id: 'suggest',
      title: 'Suggest a city',
      text: ["Your city isn't listed? Tell us where you would like to ride."],
    },
  ],
  action: BOOK_ACTION,
};
