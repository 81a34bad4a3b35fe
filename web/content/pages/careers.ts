import type { PageCopy } from '../page-copy.ts';

/** /careers. The page inserts sample positions and a form to apply without one (specification section 2). */
export const careers: PageCopy = {
  path: '/careers',
  title: 'Careers',
  description: 'Work on chauffeured rides in Las Vegas: support, fleet, safety, product and expansion.',
  lead: 'The people behind the wheel, and the people who make sure the car is there.',
  layout: 'story',
  sections: [
    { id: 'positions', title: 'Positions' },
    {
      id: 'resume',
      title: 'No position that fits?',
      text: ['Send your resume and say what you would like to do. We keep it in mind when a position opens.'],
    },
    {
      id: 'driving',
      title: 'Want to drive?',
      text: ['Chauffeurs apply separately: about 10 minutes online, approval in 3 to 5 days.'],
      links: [{ to: '/drive', label: 'Drive with Marquee' }],
    },
  ],
  action: {
    title: 'Get to know us first',
    text: 'What we do, and what we hold ourselves to.',
    links: [
      { to: '/about', label: 'About Marquee' },
      { to: '/contact', label: 'Contact Us' },
    ],
  },
};

/** An open position. */
export interface Position {
  title: string;
  team: string;
  place: string;
  text: string;
}

/** The six sample positions of the careers page (specification section 2). */
export const POSITIONS: readonly Position[] = [
  {
    title: 'Rider Support Specialist',
    team: 'Support',
    place: 'Las Vegas',
    text: 'Answer riders by phone and email. Support is open day and night, in shifts.',
  },
  {
    title: 'Chauffeur Trainer',
    team: 'Driver operations',
    place: 'Las Vegas',
    text: 'Run the two-hour training that every new driver takes before the first ride.',
  },
  {
    title: 'Fleet Coordinator',
    team: 'Fleet',
    place: 'Las Vegas',
    text: 'Keep sedans, limousines, buses and shuttles inspected, clean and where they are needed.',
  },
  {
    title: 'Trust and Safety Analyst',
    team: 'Safety',
    place: 'Las Vegas',
    text: 'Oversee screening, annual re-screening and every incident report.',
  },
  {
    title: 'Software Engineer',
    team: 'Product',
    place: 'Las Vegas',
    text: 'Build the app that shows a ride to rider and driver at the same moment.',
  },
  {
    title: 'City Launch Manager',
    team: 'Expansion',
    place: 'Los Angeles',
    text: 'Prepare the next city: drivers, vehicles, places.',
  },
];
