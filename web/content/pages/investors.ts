import { COMPANY } from '../company.ts';
import { FIGURES } from '../figures.ts';
import { LAUNCHES } from '../launches.ts';
import type { PageCopy } from '../page-copy.ts';

/** /investors: metrics, expansion timeline, reports (specification section 2). */
export const investors: PageCopy = {
  path: '/investors',
  title: 'Investor Relations',
  description: 'Metrics, the expansion timeline and how to ask for reports.',
  lead: 'One city live, four planned. The figures we work with, and the road ahead.',
  layout: 'story',
  stops: LAUNCHES,
  figures: [FIGURES.riders, FIGURES.cities, FIGURES.vehicles, FIGURES.insurance],
  sections: [
    {
      id: 'expansion',
      title: 'Expansion timeline',
      text: [
        'Las Vegas is live. The line above runs to four more cities by Q1 2026: Los Angeles, Miami, New York and Chicago.',
      ],
      links: [{ to: '/cities', label: 'About the cities' }],
    },
    {
      id: 'model',
      title: 'How a ride pays',
      rows: [
        ['Fare to the driver', '80%'],
        ['Tips to the driver', '100%'],
        ['Payout to drivers', 'Weekly, on Mondays'],
        ['Tech fee on each ride', '$10'],
      ],
    },
    {
      id: 'reports',
      title: 'Reports',
      text: [
        'The figures on this page are the ones we publish. For reports, write to us: say who you represent and what you would like to see.',
      ],
      rows: [
        ['Email', COMPANY.email, COMPANY.emailHref],
        ['Phone', COMPANY.phone, COMPANY.phoneHref],
      ],
    },
  ],
  action: {
    title: 'Talk to us',
    text: 'We answer within 24 hours.',
    links: [
      { to: COMPANY.emailHref, label: 'Write to us' },
      { to: '/newsroom', label: 'Newsroom' },
    ],
  },
};
