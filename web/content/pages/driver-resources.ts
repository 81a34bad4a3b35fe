import { DRIVE_ACTION } from '../actions.ts';
import { CONTACT_ROWS } from '../company.ts';
import type { PageCopy } from '../page-copy.ts';

/** /driver-resources: resource cards, questions, support contacts (specification sections 2 and 9). */
export const driverResources: PageCopy = {
  path: '/driver-resources',
  title: 'Driver Resources',
  description: 'Payouts, ratings, tips, insurance and support for drivers.',
  lead: 'How you are paid, how you are rated, and who to call.',
  layout: 'reference',
  sections: [
    {
      id: 'resources',
      title: 'Resources',
      points: [
        {
          title: 'Dashboard',
          text: 'Open requests as they come in. The first driver to accept gets the ride.',
          link: { to: '/driver', label: 'Open the dashboard' },
        },
        {
          title: 'My rides',
          text: 'Start a ride at the pickup, complete it at the drop-off.',
          link: { to: '/driver-rides', label: 'See your rides' },
        },
        {
          title: 'Earnings calculator',
          text: 'Your hours, your category, your week, month and year.',
          link: { to: '/earnings', label: 'Calculate' },
        },
        {
          title: 'Insurance',
          text: 'What covers you in each phase of a ride, and what to do after an accident.',
          link: { to: '/insurance', label: 'See the phases' },
        },
        {
          title: 'Requirements',
          text: 'What you, your vehicle and your documents need.',
          link: { to: '/driver-requirements', label: 'See the lists' },
        },
        {
          title: 'Lost items',
          text: 'Something left in your vehicle? Turn it in; we hold it for 30 days.',
          link: { to: '/lost-found', label: 'Lost & Found' },
        },
      ],
    },
    {
      id: 'questions',
      title: 'Questions',
      questions: [
        {
          question: 'When am I paid?',
          answer: 'Weekly, on Mondays: 80% of the fare and 100% of tips from the rides of the week before.',
        },
        {
          question: 'How is my share worked out?',
          answer:
            'As 80% of the base rate, before tax, fuel and fees, plus the whole gratuity. Each request shows the amount before you accept.',
        },
        { question: 'What do riders tip?', answer: 'On average 15 to 25%. All of it is yours.' },
        {
          question: 'How is my rating worked out?',
          answer: 'It is the average of your last 100 trips.',
        },
        {
          question: 'Does it matter how many requests I accept?',
          answer:
            'No. Every driver whose vehicle and documents fit sees a request at the same time, and the first to accept gets it.',
        },
        {
          question: 'How do I change my vehicle?',
          answer: 'Send us the new details. An admin approves changes within 24 hours.',
        },
        {
          question: 'What if something happens on a ride?',
          answer: 'Call 911 if anyone is hurt, then call us. Report every incident within 24 hours.',
          more: { to: '/insurance#accident', label: 'After an accident' },
        },
      ],
    },
    { id: 'support', title: 'Driver support', rows: CONTACT_ROWS },
  ],
  action: DRIVE_ACTION,
};
