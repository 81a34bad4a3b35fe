import { DRIVE_ACTION } from '../actions.ts';
import { COMPANY } from '../company.ts';
import type { PageCopy } from '../page-copy.ts';

/** /insurance: coverage phases, accident steps, notes (specification sections 2, 4 and 9). */
export const insurance: PageCopy = {
  path: '/insurance',
  title: 'Insurance',
  description:
    'What covers a driver in each phase of a ride, what to do after an accident, and the deductible.',
  lead: 'What covers you depends on where you are in a ride. There are four phases.',
  layout: 'reference',
  sections: [
    {
      id: 'phases',
      title: 'Coverage by phase',
      isWide: true,
      text: ['Full coverage begins when you accept a ride and ends when the trip is marked complete.'],
      table: {
        isOneLine: true,
        caption: 'What covers a driver in phases 0 to 3',
        columns: [
          { title: 'Phase' },
          { title: 'When' },
          { title: 'Liability' },
          { title: 'Uninsured motorist' },
          { title: 'Collision' },
        ],
        rows: [
          ['Phase 0', 'App off', 'Personal policy only', 'Personal policy', 'Personal policy'],
          ['Phase 1', 'App on and waiting', '$50,000/$100,000', 'Not included', 'Contingent'],
          ['Phase 2', 'Ride accepted and en route', '$1M', '$1M', 'Covered'],
          ['Phase 3', 'Passenger on board', '$1M', '$1M', 'Covered'],
        ],
      },
      note: 'Phase 1 is limited contingent coverage: it pays where your personal policy does not.',
    },
    {
      id: 'accident',
      title: 'After an accident',
      stops: [
        { title: 'Make sure everyone is safe', text: 'Call 911 if anyone is hurt.' },
        { title: 'Write down what you can', text: 'Names, plates, policies, photos of both vehicles.' },
        { title: 'Call us', text: `${COMPANY.phone}, 24 hours a day.` },
        { title: 'Report it within 24 hours', text: 'Say which phase you were in and what happened.' },
      ],
      links: [{ to: COMPANY.phoneHref, label: `Call ${COMPANY.phone}` }],
    },
    {
      id: 'notes',
      title: 'Good to know',
      rows: [
        ['Collision deductible', '$2,500'],
        ['Included in every fare', '$3M insurance'],
        ['Changes to vehicle information', 'Approved within 24 hours'],
      ],
      text: ['Keep your personal policy in force: it is what covers you while the app is off.'],
      note: 'An admin approves changes to your vehicle information. This page is a summary; the policy itself governs.',
    },
  ],
  action: DRIVE_ACTION,
};
