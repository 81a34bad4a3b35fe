import { COMPANY } from '../company.ts';
import { FIGURES } from '../figures.ts';
import type { PageCopy } from '../page-copy.ts';

/**
 * /newsroom: press releases, media resources, contact (specification section 2). Releases have no dates,
 * because the specification gives none.
 */
export const newsroom: PageCopy = {
  path: '/newsroom',
  title: 'Newsroom',
  description: 'Press releases, facts and the press contact for Marquee, chauffeured rides in Las Vegas.',
  lead: 'Our latest news, the facts behind it, and who to call.',
  layout: 'story',
  sections: [
    {
      id: 'releases',
      title: 'Press releases',
      points: [
        {
          title: 'Marquee is live in Las Vegas',
          text: 'Riders book licensed and insured chauffeurs by the hour or point to point, in 15 vehicle categories from sedans to 45-seat coaches.',
        },
        {
          title: 'Four more cities by Q1 2026',
          text: 'Los Angeles in Q2 2025, Miami in Q3 2025, New York in Q4 2025 and Chicago in Q1 2026 are next on the route.',
        },
        {
          title: '500K+ riders',
          text: 'That is how many have ridden with Marquee, with support that answers 24/7.',
        },
        {
          title: '$3M insurance in every fare',
          text: 'Each ride includes $3M insurance and a chauffeur with DOT certification. Neither costs extra.',
        },
        {
          title: 'Drivers keep 80% of the fare',
          text: 'And 100% of tips, paid out weekly on Mondays.',
        },
        {
          title: 'Wheelchair-accessible rides at no extra charge',
          text: 'Accessible vehicles cost the same as any other. Companions ride free, and service animals are welcome.',
        },
      ],
    },
    {
      id: 'media-resources',
      title: 'Media resources',
      text: [
        'Marquee is chauffeured ground transport in Las Vegas: luxury sedans, SUVs, limousines, party buses and shuttles, booked online by the hour or point to point.',
      ],
      rows: [
        ['Name', 'Marquee'],
        ['Live in', 'Las Vegas'],
        ['Planned', 'Los Angeles, Miami, New York, Chicago'],
        [FIGURES.riders.label, FIGURES.riders.value],
        [FIGURES.vehicles.label, FIGURES.vehicles.value],
        [FIGURES.insurance.label, FIGURES.insurance.value],
        [FIGURES.support.label, FIGURES.support.value],
      ],
      note: 'Logos and pictures are available on request.',
    },
    {
      id: 'press-contact',
      title: 'Press contact',
      rows: [
        ['Phone', COMPANY.phone, COMPANY.phoneHref],
        ['Email', COMPANY.email, COMPANY.emailHref],
        ['Headquarters', COMPANY.address],
      ],
    },
  ],
  action: {
    title: 'Writing about us?',
    text: 'Tell us what you need and by when.',
    links: [
      { to: COMPANY.emailHref, label: 'Write to us' },
      { to: '/investors', label: 'Investor Relations' },
    ],
  },
};
