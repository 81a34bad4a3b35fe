import { ASK_ACTION } from '../actions.ts';
import { COMPANY } from '../company.ts';
import { FIGURES } from '../figures.ts';
import type { PageCopy } from '../page-copy.ts';

/** /trust-safety (specification section 2). */
export const trustSafety: PageCopy = {
  path: '/trust-safety',
  title: 'Trust & Safety',
  description: 'Screening, safety features, community guidelines, privacy, and how to report an incident.',
  lead: 'How we choose who drives, what we ask of everyone, and how to tell us when something is wrong.',
  layout: 'reference',
  figures: [
    { value: '100%', label: 'Chauffeurs background checked' },
    FIGURES.support,
    { value: '$3M', label: 'Liability insurance' },
  ],
  sections: [
    {
      id: 'screening',
      title: 'Screening',
      stops: [
        { title: 'Criminal check', text: 'Past 7 years.' },
        { title: 'Driving record', text: 'Clean for 3 years.' },
        { title: 'Vehicle inspection', text: 'Before the first ride.' },
        { title: 'Annual re-screening', text: 'Every chauffeur, every year.' },
      ],
    },
    {
      id: 'features',
      title: 'Safety features',
      items: [
        'Live ride status for rider and driver',
        'First name and vehicle shown once a ride is accepted',
        'A phone line open 24/7',
        '$3M liability insurance',
        'Card payment only: no one carries cash',
        'Your number hidden again 24 hours after the planned end',
      ],
    },
    {
      id: 'guidelines',
      title: 'Community guidelines',
      items: [
        'Be on time and be polite',
        'Wear a seat belt where there is one',
        'Stay within the seat limit',
        'No weapons, no illegal drugs',
        'No harassment and no discrimination',
        'Leave the vehicle as you found it',
      ],
      note: 'Violations may cause suspension or permanent removal.',
    },
    {
      id: 'privacy',
      title: 'Privacy',
      text: [
        'Open requests show drivers the route and the fare, never your name, phone or email. Whoever accepts your ride sees your name, and your number from 24 hours before the pickup, both until 24 hours after the planned end.',
      ],
      links: [{ to: '/privacy', label: 'Privacy Policy' }],
    },
    {
      id: 'report',
      title: 'Report',
      rows: [
        ['Emergency', '911', 'tel:911'],
        ['Report incident', COMPANY.email, COMPANY.emailHref],
        ['Safety hotline, 24/7', COMPANY.phone, COMPANY.phoneHref],
      ],
      note: 'Report incidents within 24 hours.',
    },
  ],
  action: ASK_ACTION,
};
