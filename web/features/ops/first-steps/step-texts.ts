import type { FirstStepId } from '#common/ops/ops-api.ts';

/** Texts of a setup step. */
export interface StepTexts {
  title: string;
  /** What to do, and when the step counts as done. */
  text: string;
  /** Where to do it: a path in this app, or an external URL. */
  link: { label: string; to: string };
  /** Whether the linked page is for admins only. */
  isForAdmins?: boolean;
}

/** Texts of the setup steps. */
export const STEP_TEXTS: Readonly<Record<FirstStepId, StepTexts>> = {
  dispatcher: {
    title: 'Invite a dispatcher',
    text: 'Dispatchers run the day: rides, drivers, the inbox. They choose a password with the link in their email.',
    link: { label: 'Open People', to: '/ops/people' },
    isForAdmins: true,
  },
  vehicle: {
    title: 'Add the first vehicle',
    text: 'A ride is offered to drivers with a vehicle of its kind. Done once a vehicle is on the road.',
    link: { label: 'Open Vehicles', to: '/ops/vehicles' },
  },
  driver: {
    title: 'Find the first driver',
    text: 'Drivers apply on the Drive page and appear under Drivers. Until one is approved, no one can accept a ride.',
    link: { label: 'Open Drivers', to: '/ops/drivers' },
  },
  mail: {
    title: 'Send the first email',
    text: 'Set SMTP_URL and MAIL_FROM. Done once the mail server has accepted an email, such as an invitation.',
    link: { label: 'Invite someone', to: '/ops/people' },
    isForAdmins: true,
  },
  stripe: {
    title: 'Add your Stripe keys',
    text: 'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, and restart. For testing, the simulator counts too: it charges no one.',
    link: { label: 'Stripe keys', to: 'https://dashboard.stripe.com/apikeys' },
  },
  webhook: {
    title: 'Let Stripe reach you',
    text: 'Add this site’s address /api/webhooks/stripe as a webhook, and set STRIPE_WEBHOOK_SECRET. Done once an event has arrived.',
    link: { label: 'Stripe webhooks', to: 'https://dashboard.stripe.com/webhooks' },
  },
  capacity: {
    title: 'Limit bookings to your vehicles',
    text: 'Once your vehicles are added, turn this on. From then on, no ride is sold unless a vehicle is free for it.',
    link: { label: 'Open setting', to: '/ops/vehicles' },
    isForAdmins: true,
  },
};
