import type { PageCopy } from '../page-copy.ts';

/**
 * /careers: six sample positions and a way to apply without one, both put in by the page (specification
 * section 2).
 */
export const careers: PageCopy = {
  path: '/careers',
  title: 'Careers',
  description: 'Work on chauffeured rides in Las Vegas: support, fleet, safety, product and expansion.',
  lead: 'The people behind the wheel, and those who see to it that the car is there.',
  layout: 'story',
  sections: [
    { id: 'positions', title: 'Positions' },
    {
      id: 'resume',
      title: 'None that fits?',
      text: ['Send your resume and say what you would like to do. We keep it in mind when a position opens.'],
    },
    {
      id: 'driving',
      title: 'Want to drive?',
      text: ['Chauffeurs apply on a page of their own: about 10 minutes online, approval in 3 to 5 days.'],
      links: [{ to: '/drive', label: 'Drive with Marquee' }],
    },
  ],
  action: {
    title: 'Know us first',
    text: 'What we do, and what we hold ourselves to.',
    links: [
      { to: '/about', label: 'About Marquee' },
      { to: '/contact', label: 'Contact Us' },
    ],
  },
};
