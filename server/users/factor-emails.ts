import { env } from '../env.ts';
import type { EmailContent } from '../mail/email-content.ts';
import { enqueueEmail } from '../mail/email-outbox.ts';
import { notifyOfChange } from '../mail/notify-of-change.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { PasskeyModel } from './passkey-model.ts';
import { digestOfRecoveryCodes, isRecoveryHash } from './totp.ts';
import { type UserDoc, UserModel } from './user-model.ts';

interface FactorEvent {
  subject: string;
  text: string;
  /** What to do if it was not the owner's wish. Default: choose a new password. */
  otherwise?: string;
  /** Whether the change was made. */
  isTrue: (userId: string, evidence: string) => Promise<boolean>;
}

const hasPasskey = async (_id: string) => (await PasskeyModel.exists({ _id })) !== null;
const isOnSince = async (_id: string, since: string) =>
  (await AuthenticatorModel.exists({ _id, confirmedAt: new Date(since) })) !== null;

/** Whether no factor from before this time is left. */
async function areRemoved(userId: string, at: string): Promise<boolean> {
  const isEarlier = { $lte: new Date(at) };
  const left = await Promise.all([
    PasskeyModel.exists({ userId, createdAt: isEarlier }),
    AuthenticatorModel.exists({ _id: userId, confirmedAt: isEarlier }),
  ]);
  return left.every((factor) => factor === null);
}

const CHOOSE_NEW_PASSWORD = 'If that was not you, choose a new password now and look at your account.';
/** For what staff did: a new password would not help. */
const WRITE_TO_US = 'If you did not ask for this, please write to us.';

/** Changes that the owner is notified of. The comment on each names the evidence stored with it. */
const EVENTS = {
  /** Evidence: the passkey's id. */
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'A passkey was added to your Marquee account. It signs in without a password.',
    isTrue: (_userId, passkeyId) => hasPasskey(passkeyId),
  },
  /** Evidence: the passkey's id. */
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey was removed from your Marquee account. It no longer signs in.',
    isTrue: async (_userId, passkeyId) => !(await hasPasskey(passkeyId)),
  },
  /** Evidence: when the app was turned on. */
  'totp-on': {
    subject: 'Your authenticator app was turned on',
    text: 'Signing in to your Marquee account now takes your password and a code from your authenticator app.',
    isTrue: isOnSince,
  },
  /** Evidence: when the app was turned on. */
  'totp-off': {
    subject: 'Your authenticator app was turned off',
    text: 'Signing in to your Marquee account no longer takes a code from an authenticator app. Its recovery codes are void.',
    isTrue: async (userId, since) => !(await isOnSince(userId, since)),
  },
  /** Evidence: the code's keyed hash. */
  'recovery-used': {
    subject: 'A recovery code was used',
    text: 'A recovery code was used in place of a code from your authenticator app. Each works once.',
    isTrue: async (userId, hash) => !(await isRecoveryHash(userId, hash)),
  },
  /** Evidence: the time, `/`, and a digest of the codes replaced. */
  'recovery-renewed': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were created for your Marquee account. The earlier ones are void.',
    isTrue: async (userId, replaced) => replaced.split('/')[1] !== (await digestOfRecoveryCodes(userId)),
  },
  /** Evidence: the time. */
  reset: {
    subject: 'Your passkeys and authenticator app were removed',
    text: 'Our team removed all passkeys and the authenticator app from your Marquee account, and signed out all browsers.',
    otherwise: WRITE_TO_US,
    isTrue: areRemoved,
  },
  /** Evidence: the time. Enqueued before the export is returned. */
  'data-exported': {
    subject: 'Your data was downloaded',
    text: 'A copy of all that we hold about you was downloaded from your Marquee account by someone who knew its password.',
    isTrue: async () => true,
  },
  /** Evidence: the time. Enqueued before the export is returned. */
  'data-exported-by-staff': {
    subject: 'Our team downloaded your data',
    text: 'Our team downloaded a copy of all that we hold about you, as we do for people who ask us for it.',
    otherwise: WRITE_TO_US,
    isTrue: async () => true,
  },
  /** Evidence: the time. */
  unproven: {
    subject: 'Passkeys and authenticator app were removed',
    text: 'They had been added to your Marquee account before this address was confirmed, and were removed when a new password was chosen by email. Please add your own again.',
    isTrue: areRemoved,
  },
} as const satisfies Record<string, FactorEvent>;

type FactorChange = keyof typeof EVENTS;

/** Enqueues the mail that notifies an account's owner of something that is never undone. */
export const enqueueFactorEmail = (userId: string, change: FactorChange, evidence: string): Promise<void> =>
  enqueueEmail('factor-changed', userId, { what: `${change}:${evidence}` });

/** Makes a change and notifies the account's owner of it by mail, if it was made. */
export const notifyOfFactor = <Result>(
  userId: string,
  { change, evidence }: { change: FactorChange; evidence: string },
  make: () => Promise<Result>,
): Promise<Result> =>
  notifyOfChange({ template: 'factor-changed', aboutId: userId, whats: [`${change}:${evidence}`] }, make);

const isChange = (name: string): name is FactorChange => Object.hasOwn(EVENTS, name);

/**
 * Composes the mail for a change. Null when the change was not made, or the account is deleted.
 *
 * @param what `<change>:<evidence>`
 */
export async function composeFactorChangedEmail(userId: string, what = ''): Promise<EmailContent | null> {
  const [name = ''] = what.split(':');
  const user = await UserModel.findById(userId).lean<UserDoc>();
  if (!user || user.deletion?.decidedAt || !isChange(name)) return null;
  const { subject, text, otherwise = CHOOSE_NEW_PASSWORD, isTrue }: FactorEvent = EVENTS[name];
  if (!(await isTrue(userId, what.slice(name.length + 1)))) return null;
  return {
    to: user.email,
    subject,
    title: subject,
    parts: [
      { kind: 'text', text },
      { kind: 'text', text: otherwise },
      { kind: 'link', label: 'Your account', href: new URL('/account', env.PUBLIC_URL).href },
    ],
  };
}
