import { BOOK_ACTION } from '../actions.ts';
import { COMPANY } from '../company.ts';
import type { PageCopy } from '../page-copy.ts';

/** /safety: features, screening, emergency steps (specification sections 2 and 9). */
export const safety: PageCopy = {
  path: '/safety',
  title: 'Safety',
  description: 'How chauffeurs are screened, what every ride has, and what to do in an emergency.',
  lead: 'Who drives you, what protects you, and what to do when something goes wrong.',
  layout: 'reference',
  sections: [
    {
      id: 'features',
      title: 'On every ride',
      points: [
        { title: 'Licensed and insured chauffeurs', text: 'With DOT certification.' },
        { title: '$3M insurance', text: 'Included in every fare.' },
        {
          title: 'Live ride status',
          text: 'You see when your driver sets off and arrives. While the driver shares their position, you see the car on a map.',
        },
        {
          title: 'You know who is coming',
          text: "The driver's first name and vehicle are on your ride once it is accepted.",
        },
        {
          title: 'Share your trip',
          text: 'Anyone with the link sees the car and its plate, not who is in it. You can stop sharing any time.',
        },
        {
          title: 'Start PIN',
          text: 'If you turn it on, no ride starts until your driver has your four digits.',
        },
        { title: 'Support 24/7', text: 'A person answers, day and night.' },
        {
          title: 'Your number stays yours',
          text: 'Your driver sees it from 24 hours before the pickup until 24 hours after the planned end, and no longer.',
        },
      ],
    },
    {
      id: 'screening',
      title: 'Chauffeur screening',
      text: ['No one drives for Marquee until all of this is done.'],
      rows: [
        ['Criminal background', '7 years'],
        ['Driving record', '3 years, clean'],
        ['License held', '3 years or more'],
        ['Age', '21 or more'],
        ['Re-screening', 'Every year'],
      ],
    },
    {
      id: 'vehicles',
      title: 'Vehicles',
      text: ['Every vehicle is a 2018 model or newer and is inspected before its first ride.'],
    },
    {
      id: 'emergency',
      title: 'In an emergency',
      stops: [
        { title: 'Call 911', text: 'If anyone is hurt or in danger, before anything else.' },
        { title: 'Get to a safe place', text: 'Leave the road and stay together.' },
        { title: `Call ${COMPANY.phone}`, text: 'Our line is open 24/7. Tell us where you are.' },
        { title: 'Report what happened', text: 'Within 24 hours, while it is fresh.' },
      ],
      links: [
        { to: COMPANY.phoneHref, label: `Call ${COMPANY.phone}` },
        { to: '/trust-safety#report', label: 'Report an incident' },
      ],
    },
  ],
  action: BOOK_ACTION,
};
