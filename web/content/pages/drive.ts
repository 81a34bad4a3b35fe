import { DRIVER_RATES } from '../driver-rates.ts';
import { FIGURES } from '../figures.ts';
import type { PageCopy } from '../page-copy.ts';

/** /drive: earnings pitch, requirements, process, earnings potential and rates (specification section 2). */
export const drive: PageCopy = {
  path: '/drive',
  title: 'Drive with Marquee',
  description: 'Drivers get 80% of the fare and 100% of tips. Requirements, how to apply, and typical rates.',
  lead: 'Keep 80% of the fare and 100% of your tips, on hours you choose.',
  layout: 'story',
  figures: [
    FIGURES.fareShare,
    FIGURES.tipShare,
    { value: 'Monday', label: 'Weekly payout' },
    FIGURES.insurance,
  ],
  sections: [
    {
      id: 'why',
      title: 'Why drive with us',
      points: [
        {
          title: 'You see the fare first',
          text: 'Each request shows its route, its fare and your share before you accept.',
        },
        { title: 'Tips are yours', text: 'All of them. They average 15 to 20%.' },
        { title: 'Your hours', text: 'Accept what suits you. There is no schedule to keep.' },
        { title: 'Paid every week', text: 'Payouts go out on Mondays.' },
      ],
    },
    {
      id: 'requirements',
      title: 'What you need',
      items: [
        'Age 21 or more',
        'License held 3 years or more',
        'Clean 3-year driving record',
        '7-year criminal background check',
        'Vehicle from 2018 or newer, if you drive your own',
        'Inspection passed',
      ],
      links: [{ to: '/driver-requirements', label: 'All requirements' }],
    },
    {
      id: 'process',
      title: 'Four steps to the wheel',
      stops: [
        { title: 'Apply online', text: 'About 10 minutes.' },
        { title: 'Approval', text: 'Background check and vehicle inspection, 3-5 days.' },
        { title: 'Training', text: '2 hours.' },
        { title: 'Start earning', text: 'Open the dashboard and accept your first ride.' },
      ],
    },
    {
      id: 'earnings',
      title: 'What you can earn',
      text: [
        'Typical hourly rates, and what they add up to at 25 hours a week. Tips are extra. Each request shows what the ride pays.',
      ],
      table: DRIVER_RATES,
      links: [{ to: '/earnings', label: 'Calculate with your own hours' }],
    },
    {
      id: 'apply',
      title: 'Apply',
      text: [
        'Three short steps: about you, your vehicle, your documents. Have your license and DOT certification ready, and for your own vehicle its registration, insurance and inspection report. What you type is saved on this device until you send it.',
      ],
    },
  ],
  action: {
    title: 'Know before you go',
    text: 'What covers you on the road, and how payouts and ratings work.',
    links: [
      { to: '/insurance', label: 'Insurance' },
      { to: '/driver-resources', label: 'Driver Resources' },
    ],
  },
};
