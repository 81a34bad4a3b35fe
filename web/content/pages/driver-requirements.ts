import { DRIVE_ACTION } from '../actions.ts';
import type { PageCopy } from '../page-copy.ts';

/**
 * /driver-requirements: lists for drivers, vehicles and documents, checks, disqualifying factors
 * (specification sections 2 and 9).
 */
export const driverRequirements: PageCopy = {
  path: '/driver-requirements',
  title: 'Driver Requirements',
  description: 'What drivers, vehicles and documents need, how we check, and what disqualifies an applicant.',
  lead: 'What you, your vehicle and your documents need before the first ride.',
  layout: 'reference',
  sections: [
    {
      id: 'driver',
      title: 'You',
      rows: [
        ['Age', '21 or more'],
        ["Driver's license", 'Valid, held 3+ years'],
        ['Driving record', 'Clean for 3 years'],
        ['Certification', 'DOT'],
        ['Training', '2 hours, before the first ride'],
      ],
    },
    {
      id: 'vehicle',
      title: 'Your vehicle',
      rows: [
        ['Model year', '2018 or newer'],
        ['Inspection', 'Passed before approval'],
        ['Category', 'One of the 15 we list'],
        ['Color', 'One offered for the category'],
      ],
      note: 'An admin approves changes to your vehicle information within 24 hours.',
      links: [{ to: '/booking-terms#vehicles', label: 'The vehicle categories' }],
    },
    {
      id: 'documents',
      title: 'Documents',
      items: [
        "Driver's license",
        'Vehicle registration',
        'Personal auto insurance',
        'DOT certification',
        'Vehicle inspection report',
        'Consent to the background check',
      ],
      note: 'Registration, insurance and inspection report only for your own vehicle.',
    },
    {
      id: 'background-checks',
      title: 'Background checks',
      text: [
        'Approval takes 3-5 days, most of it for these checks. They are repeated for as long as you drive.',
      ],
      rows: [
        ['Criminal check', '7 years'],
        ['Driving record', '3 years'],
        ['Re-screening', 'Every year'],
      ],
    },
    {
      id: 'disqualifying',
      title: 'What disqualifies you',
      items: [
        'Younger than 21',
        'A license held for less than 3 years',
        'A suspended or expired license',
        'A finding in the 7-year criminal check',
        'A driving record that is not clean for 3 years',
        'A vehicle older than 2018, or one that fails inspection',
        'Missing or lapsed insurance',
        'False statements in the application',
      ],
    },
  ],
  action: DRIVE_ACTION,
};
