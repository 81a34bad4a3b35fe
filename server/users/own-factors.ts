import { AppError } from '#common/errors.ts';
import type { Factors, Passkey } from '#common/users/factors.ts';
import type { Attestation } from '#common/users/passkeys.ts';
import type { Role } from '#common/users/user.ts';
import type { Slots } from '../http/session.ts';
import { readSession } from '../http/session-store.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { enqueueFactorEmail } from './factor-emails.ts';
import { listFactors, needsFactor, presentPasskey } from './factors.ts';
import { findOwnAccount } from './own-account.ts';
import { deletePasskey, newPasskeyId, storePasskey } from './passkeys.ts';
import { recordOwnAct } from './record-own-act.ts';
import { staffOutbox } from './staff-outbox.ts';
import { confirmTotp, renewRecoveryCodes } from './totp.ts';
import { toUserRecord, UserModel, type UserRecord } from './user-model.ts';

/** What the account that is signed in to a role is signed in to with. @throws FORBIDDEN */
export async function readOwnFactors(user: Slots, role: Role): Promise<Factors> {
  const account = toUserRecord(await findOwnAccount(user, role));
  return { ...(await listFactors(account.id)), isRequired: needsFactor(account) };
}

/** In which session somebody adds a way in, and from where. */
interface Caller {
  sessionId: string;
  address: string;
}

/**
 * Whoever takes the ways in from an account ends its sessions first: what was added in one of them after that goes again.
 *
 * @throws UNAUTHENTICATED
 */
async function keepIfSignedIn({ sessionId }: Caller, remove: () => Promise<unknown>): Promise<void> {
  if (await readSession(sessionId)) return;
  await remove();
  throw new AppError('UNAUTHENTICATED', 'Please log in to continue.');
}

/** Turns on the authenticator app that was begun, and tells its owner. @returns its recovery codes @throws as `confirmTotp`, UNAUTHENTICATED */
export async function turnTotpOn(account: UserRecord, code: string, caller: Caller): Promise<string[]> {
  const now = databaseClock.now();
  await enqueueFactorEmail(account.id, 'totp-on', now.toISOString());
  const codes = await confirmTotp(account.id, code, now);
  await keepIfSignedIn(caller, () => AuthenticatorModel.deleteOne({ _id: account.id, confirmedAt: now }));
  await recordOwnAct('authenticator app turned on', account, caller.address);
  return codes;
}

/**
 * Removes a way in, of which staff need one. It is no part of their account, so that this is marked before: what is relayed too early is
 * published again here.
 */
async function publishing<Result>(account: UserRecord, remove: () => Promise<Result>): Promise<Result> {
  if (!needsFactor(account)) return remove();
  await UserModel.updateOne({ _id: account.id }, MARK_UNPUBLISHED);
  const removed = await remove();
  await staffOutbox.publish(account.id);
  return removed;
}

/** Turns the authenticator app off, if there is one, and tells its owner. */
export async function turnTotpOff(account: UserRecord, address: string): Promise<void> {
  const { totp } = await listFactors(account.id);
  if (!totp) return;
  await enqueueFactorEmail(account.id, 'totp-off', totp.since);
  await publishing(account, () =>
    AuthenticatorModel.deleteOne({ _id: account.id, confirmedAt: new Date(totp.since) }),
  );
  await recordOwnAct('authenticator app turned off', account, address);
}

/** Replaces the recovery codes, and tells their owner. @throws FACTOR_CONFLICT without an app */
export async function changeRecoveryCodes(account: UserRecord, address: string): Promise<string[]> {
  const codes = await renewRecoveryCodes(account.id);
  await enqueueFactorEmail(account.id, 'recovery-renewed', databaseClock.now().toISOString());
  await recordOwnAct('recovery codes renewed', account, address);
  return codes;
}

type Made = Omit<Parameters<typeof storePasskey>[2], 'id'>;

/** Adds a passkey that a browser has made, and tells its owner. @throws as `storePasskey`, UNAUTHENTICATED */
export async function addOwnPasskey(
  account: UserRecord,
  credential: Attestation,
  made: Made,
  caller: Caller,
): Promise<Passkey> {
  const id = newPasskeyId();
  await enqueueFactorEmail(account.id, 'passkey-added', id);
  const passkey = await storePasskey(account.id, credential, { ...made, id });
  await keepIfSignedIn(caller, () => deletePasskey(account.id, id));
  await recordOwnAct('passkey added', account, caller.address);
  return presentPasskey(passkey);
}

/** Removes a passkey of the account, if it is one of its own, and tells its owner. */
export async function removeOwnPasskey(
  account: UserRecord,
  passkeyId: string,
  address: string,
): Promise<void> {
  const { passkeys } = await listFactors(account.id);
  if (!passkeys.some(({ id }) => id === passkeyId)) return;
  await enqueueFactorEmail(account.id, 'passkey-removed', passkeyId);
  if (!(await publishing(account, () => deletePasskey(account.id, passkeyId)))) return;
  await recordOwnAct('passkey removed', account, address);
}
