import { COMPANY } from '../company.ts';
import type { PageCopy } from '../page-copy.ts';

/** /accessibility (specification section 2). */
export const accessibility: PageCopy = {
  path: '/accessibility',
  title: 'Accessibility',
  description:
    'Wheelchair-accessible vehicles, service animals, companions, chauffeur training and this site.',
  lead: 'A ride for everyone, at the same price.',
  layout: 'reference',
  sections: [
    {
      id: 'vehicles',
      title: 'Accessible vehicles',
      text: [
        'Wheelchair-accessible vehicles cost nothing extra. Say what you need in Special Order / Requests when you book, or call us.',
      ],
      rows: [
        ['Extra charge', 'None'],
        ['Minimum hourly booking', '1 hour'],
      ],
    },
    {
      id: 'animals',
      title: 'Service animals',
      text: [
        'Service animals ride with you, always. No documentation is needed.',
        'Emotional-support animals and pets need advance notice and may incur fees.',
      ],
    },
    { id: 'companions', title: 'Companions', text: ['Companions ride free.'] },
    {
      id: 'training',
      title: 'Chauffeur training',
      text: ['Chauffeurs are trained to:'],
      items: [
        'Help with boarding and getting out',
        'Stow and secure wheelchairs and walkers',
        'Welcome service animals',
        'Ask before they help',
      ],
    },
    {
      id: 'app',
      title: 'In the app',
      points: [
        { title: 'By keyboard alone', text: 'Every form, menu and list, with a visible focus.' },
        { title: 'With a screen reader', text: 'Changes to your ride are announced as they happen.' },
        { title: 'In light or dark', text: 'Both themes keep text and controls in strong contrast.' },
        { title: 'With less motion', text: 'Movement stops when your device asks for it.' },
      ],
    },
    {
      id: 'help',
      title: 'Ask us',
      text: ['Run into a barrier? Tell us and we will work on it.'],
      rows: [
        ['Phone', COMPANY.phone, COMPANY.phoneHref],
        ['Email', COMPANY.email, COMPANY.emailHref],
      ],
    },
  ],
  action: {
    title: 'Ready when you are',
    text: 'Say what you need in the booking form.',
    links: [
      { to: '/#booking', label: 'Book a Ride' },
      { to: COMPANY.phoneHref, label: `Call ${COMPANY.phone}` },
    ],
  },
};
