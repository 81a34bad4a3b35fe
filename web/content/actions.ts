import type { ActionCopy } from './page-copy.ts';

/** The final action of pages for riders. */
export const BOOK_ACTION: ActionCopy = {
  title: 'Ready when you are',
  text: 'See the price before you book.',
  links: [
    { to: '/#booking', label: 'Book a Ride' },
    { to: '/fare-estimator', label: 'Fare Estimator' },
  ],
};

/** The final action of pages for drivers. */
export const DRIVE_ACTION: ActionCopy = {
  title: 'Drive with Marquee',
  text: 'Apply online in about 10 minutes.',
  links: [
    { to: '/drive#apply', label: 'Apply to drive' },
    { to: '/earnings', label: 'Earnings Calculator' },
  ],
};

/** The final action of pages that may leave questions open. */
export const ASK_ACTION: ActionCopy = {
  title: 'Still have a question?',
  text: 'Somebody answers day and night.',
  links: [
    { to: '/help', label: 'Help' },
    { to: '/contact', label: 'Contact Us' },
  ],
};
