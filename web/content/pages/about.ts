import { FIGURES } from '../figures.ts';
import type { PageCopy } from '../page-copy.ts';

/** /about: story, mission, four values (specification section 2). */
export const about: PageCopy = {
  path: '/about',
  title: 'About Marquee',
  description: 'Chauffeured rides in Las Vegas: who we are, why we do it, and what we hold ourselves to.',
  lead: 'Chauffeured rides in Las Vegas, for evenings that matter and mornings that must go right.',
  layout: 'story',
  figures: [FIGURES.riders, FIGURES.cities, FIGURES.support, FIGURES.vehicles, FIGURES.insurance],
  sections: [
    {
      id: 'story',
      title: 'Our story',
      text: [
        'A city that never closes needs a car that is there when the doors open. Marquee puts sedans, SUVs, limousines, party buses and shuttles on one page, with the price beside each.',
        'You book by the hour or point to point, pay by card, and watch the ride come to you. Las Vegas is live. Los Angeles, Miami, New York and Chicago are planned.',
      ],
      links: [{ to: '/cities', label: 'See the cities' }],
    },
    {
      id: 'mission',
      title: 'Our mission',
      text: [
        'To make a chauffeured ride as easy to book as a table, and just as certain: a known price, a screened chauffeur, and the vehicle you were promised.',
      ],
    },
    {
      id: 'values',
      title: 'Our values',
      points: [
        {
          title: 'Safety first',
          text: 'Licensed and insured chauffeurs with DOT certification, background checks and $3M insurance.',
        },
        { title: 'Plain prices', text: 'Every line of the fare is shown before you request the ride.' },
        { title: 'Fair to drivers', text: 'Drivers get 80% of the fare and 100% of tips.' },
        { title: 'Always there', text: 'Support answers 24 hours a day, 7 days a week.' },
      ],
    },
    {
      id: 'every-ride',
      title: 'With every ride',
      items: [
        'A licensed and insured chauffeur',
        '$3M insurance, included in the fare',
        'Your ride on a live timeline',
        'Major cards, digital wallets and corporate accounts',
      ],
    },
  ],
  action: {
    title: 'Join us',
    text: 'As a rider, or behind the wheel.',
    links: [
      { to: '/#booking', label: 'Book a Ride' },
      { to: '/drive', label: 'Drive with Marquee' },
    ],
  },
};
