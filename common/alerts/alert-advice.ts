import type { StaffRole } from '../users/user.ts';
import type { Alert, AlertKind, AlertSubject } from './alert.ts';

/**
 * What an alert's button opens: the choice of a driver, the driver's phone number, the papers or the subject.
 */
type AlertAction = 'assign' | 'call' | 'papers' | 'review';

interface AlertAdvice {
  /** The name of the alert on the board and in mails. */
  label: string;
  action: AlertAction;
  /** What staff should do. */
  advice: string;
}

const ALERTS: Readonly<Record<AlertKind, AlertAdvice>> = {
  unaccepted: {
    label: 'Not accepted',
    action: 'assign',
    advice: 'Assign a driver now. Half an hour after pickup time, the ride is cancelled and refunded.',
  },
  unassigned: {
    label: 'No driver',
    action: 'assign',
    advice: 'Assign a driver, or wait for one to accept it.',
  },
  'not-on-the-way': {
    label: 'Not on the way',
    action: 'call',
    advice: 'Call the driver and ask whether they are coming. Otherwise assign another.',
  },
  'driver-late': {
    label: 'Driver late',
    action: 'call',
    advice: 'Call the driver, then the rider. Assign another driver if nobody answers.',
  },
  'driver-silent': {
    label: 'Driver off duty',
    action: 'call',
    advice: 'Call the driver and ask whether they are coming. Otherwise assign another.',
  },
  'not-started': {
    label: 'Not started',
    action: 'call',
    advice:
      'Call the driver. If the ride is under way, it has to be started now: until then, waiting is charged. Refund what was no waiting. If the rider has not come, the driver reports a no-show.',
  },
  'not-completed': {
    label: 'Not completed',
    action: 'call',
    advice:
      'Call the driver, then the rider. Once the ride has ended, its driver completes it, or you do it for them.',
  },
  'payment-flagged': {
    label: 'Payment flagged',
    action: 'review',
    advice:
      'Compare the payment in Stripe with the fare. The ride stays off the drivers\u2019 list until both match or it is cancelled. A fare booked by phone can be paid again once all of that payment is refunded in Stripe.',
  },
  'fare-check': {
    label: 'Final fare to check',
    action: 'review',
    advice:
      'Ask the driver what happened, then confirm the final fare and any waiting, or set others. The refund and the driver\u2019s share wait for it.',
  },
  'refund-failed': {
    label: 'Refund failed',
    action: 'review',
    advice:
      'The money is back with us and is still owed. Write to the payer and agree on another way to refund it.',
  },
  'inquiry-opened': {
    label: 'Bank inquiry',
    action: 'review',
    advice:
      'The bank is asking about the payment: it is not a dispute yet, and nothing was withdrawn. Answer it in Stripe in time, or refund the payment; otherwise it may be disputed.',
  },
  'dispute-opened': {
    label: 'Payment disputed',
    action: 'review',
    advice:
      'Answer it in Stripe in time, or it is lost. Do not refund it another way meanwhile: the bank returns the money itself if the dispute is lost.',
  },
  'dispute-closed': {
    label: 'Dispute closed',
    action: 'review',
    advice:
      'Refunds of this payment that were refused during the dispute are still owed, unless one of them settled the dispute.',
  },
  'paper-expired': {
    label: 'Document expired',
    action: 'papers',
    advice: 'Ask for the renewed document and record its new date, or assign the rides to someone else.',
  },
  'vehicle-out': {
    label: 'Vehicle out of service',
    action: 'assign',
    advice: 'Assign the ride with another vehicle.',
  },
  'driver-suspended': {
    label: 'Driver suspended',
    action: 'assign',
    advice: 'Assign the ride to another driver.',
  },
  'money-difference': {
    label: 'Amounts differ',
    action: 'review',
    advice:
      'Compare the amounts in Stripe, on the ride and in the gift card\u2019s ledger, and correct what is wrong.',
  },
  'sign-in-attack': {
    label: 'Accounts under attack',
    action: 'review',
    advice:
      'No one is locked out: browsers have to solve a challenge for now. Admins can see where it comes from in the log under Security, and can have the worst networks blocked at the load balancer.',
  },
};

/** Stripe's code for an inquiry that the bank closed without a dispute. */
const INQUIRY_CLOSED = 'warning_closed';

/** Stripe's codes for a refund that was refused or not completed because the payment is disputed. */
const DISPUTED = ['charge_disputed', 'charge_for_pending_refund_disputed'];

/**
 * Returns the label of an alert, its button's action, and what staff should do. A kind that only a newer
 * server knows is labelled with its code.
 */
export function alertPresentation({ kind, payment }: Pick<Alert, 'kind' | 'payment'>): AlertAdvice {
  if (!Object.hasOwn(ALERTS, kind)) {
    return { label: kind, action: 'review', advice: 'Reload the page to see what to do.' };
  }
  const words = ALERTS[kind];
  if (kind === 'refund-failed' && payment && DISPUTED.includes(payment.reason)) {
    return {
      ...words,
      advice:
        'The payment is disputed, so its bank decides. If the dispute is won, this refund is still owed: make it in Stripe. If it is lost, the bank has returned the money, and nothing more is owed.',
    };
  }
  if (kind === 'dispute-closed' && payment?.reason === INQUIRY_CLOSED) {
    return {
      ...words,
      label: 'Inquiry closed',
      advice:
        'The bank has no more questions and leaves the payment as it is: nothing is owed because of it.',
    };
  }
  if (kind === 'dispute-closed' && payment?.reason === 'lost') {
    return {
      ...words,
      advice: 'The bank has returned the money. Do not refund any more, whatever was owed on it.',
    };
  }
  return words;
}

/** Returns the console page of an alert's subject; null if it has none, or none for this role. */
export function alertPath({ kind, id }: Pick<AlertSubject, 'kind' | 'id'>, role: StaffRole): string | null {
  switch (kind) {
    case 'ride':
      return `/ops?ride=${id}`;
    case 'driver':
      return `/ops/drivers/${id}`;
    case 'vehicle':
      return '/ops/vehicles';
    case 'promo':
      return role === 'admin' ? '/ops/codes' : null;
    case 'sign-in':
      return role === 'admin' ? '/ops/log?topic=security' : null;
    default:
      return null;
  }
}
