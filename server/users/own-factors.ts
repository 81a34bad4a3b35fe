import { AppError } from '#common/errors.ts';
import type { Factors, Passkey } from '#common/users/factors.ts';
import type { Attestation } from '#common/users/passkeys.ts';
import type { Role } from '#common/users/user.ts';
import type { Slots } from '../http/session.ts';
import { readSession } from '../http/session-store.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { MARK_UNPUBLISHED } from '../infra/outbox.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { notifyOfFactor } from './factor-emails.ts';
import { listFactors, needsFactor, presentPasskey } from './factors.ts';
import { findOwnAccount } from './own-account.ts';
import { deletePasskey, newPasskeyId, storePasskey } from './passkeys.ts';
import { recordOwnAct } from './record-own-act.ts';
import { staffOutbox } from './staff-outbox.ts';
import { confirmTotp, digestOfRecoveryCodes, renewRecoveryCodes } from './totp.ts';
import { toUserRecord, UserModel, type UserRecord } from './user-model.ts';

/** Lists the factors of the account signed in with this role. @throws AppError FORBIDDEN */
export async function readOwnFactors(user: Slots, role: Role): Promise<Factors> {
  const account = toUserRecord(await findOwnAccount(user, role));
  return { ...(await listFactors(account.id)), isRequired: needsFactor(account) };
}

/** The session and client network that the request came from. */
interface Caller {
  sessionId: string;
  address: string;
}

/**
 * Removes a factor that was just added if the session has ended meanwhile. Removing all factors of an account
 * ends its sessions first, so this catches factors added concurrently.
 *
 * @throws AppError UNAUTHENTICATED
 */
async function keepIfSignedIn({ sessionId }: Caller, remove: () => Promise<unknown>): Promise<void> {
  if (await readSession(sessionId)) return;
  await remove();
  throw new AppError('UNAUTHENTICATED', 'Please log in to continue.');
}

/**
 * Turns on the authenticator app whose setup was begun, and notifies its owner. If something fails after
 * that, the call can be repeated with the same code.
 *
 * @returns the recovery codes
 * @throws AppError UNAUTHENTICATED, and as `confirmTotp`
 */
export async function turnTotpOn(account: UserRecord, code: string, caller: Caller): Promise<string[]> {
  const now = databaseClock.now();
  const change = { change: 'totp-on', evidence: now.toISOString() } as const;
  const codes = await notifyOfFactor(account.id, change, async () => {
    const confirmed = await confirmTotp(account.id, code, now);
    const { confirmedAt } = confirmed;
    await keepIfSignedIn(caller, () => AuthenticatorModel.deleteOne({ _id: account.id, confirmedAt }));
    return confirmed.codes;
  });
  await recordOwnAct('authenticator app turned on', account, caller.address);
  return codes;
}

/**
 * Removes a factor and publishes the change if the account requires one. Factors are not stored in the user
 * document, so the outbox mark is set before the removal. If the relay publishes too early, this publishes
 * again.
 */
async function publishing<Result>(account: UserRecord, remove: () => Promise<Result>): Promise<Result> {
  if (!needsFactor(account)) return remove();
  await UserModel.updateOne({ _id: account.id }, MARK_UNPUBLISHED);
  const removed = await remove();
  await staffOutbox.publish(account.id);
  return removed;
}

/** Turns the authenticator app off, if there is one, and notifies its owner. */
export async function turnTotpOff(account: UserRecord, address: string): Promise<void> {
  const { totp } = await listFactors(account.id);
  if (!totp) return;
  await notifyOfFactor(account.id, { change: 'totp-off', evidence: totp.since }, () =>
    publishing(account, () =>
      AuthenticatorModel.deleteOne({ _id: account.id, confirmedAt: new Date(totp.since) }),
    ),
  );
  await recordOwnAct('authenticator app turned off', account, address);
}

/** Replaces the recovery codes and notifies their owner. @throws AppError FACTOR_CONFLICT without an app */
export async function changeRecoveryCodes(account: UserRecord, address: string): Promise<string[]> {
  const evidence = `${databaseClock.now().toISOString()}/${await digestOfRecoveryCodes(account.id)}`;
  const codes = await notifyOfFactor(account.id, { change: 'recovery-renewed', evidence }, () =>
    renewRecoveryCodes(account.id),
  );
  await recordOwnAct('recovery codes renewed', account, address);
  return codes;
}

type Made = Omit<Parameters<typeof storePasskey>[2], 'id'>;

/**
 * Adds a passkey created by a browser and notifies its owner.
 *
 * @throws AppError UNAUTHENTICATED, and as `storePasskey`
 */
export async function addOwnPasskey(
  account: UserRecord,
  credential: Attestation,
  made: Made,
  caller: Caller,
): Promise<Passkey> {
  const id = newPasskeyId();
  const passkey = await notifyOfFactor(account.id, { change: 'passkey-added', evidence: id }, async () => {
    const stored = await storePasskey(account.id, credential, { ...made, id });
    await keepIfSignedIn(caller, () => deletePasskey(account.id, id));
    return stored;
  });
  await recordOwnAct('passkey added', account, caller.address);
  return presentPasskey(passkey);
}

/** Removes a passkey if it belongs to the account, and notifies its owner. */
export async function removeOwnPasskey(
  account: UserRecord,
  passkeyId: string,
  address: string,
): Promise<void> {
  const { passkeys } = await listFactors(account.id);
  if (!passkeys.some(({ id }) => id === passkeyId)) return;
  const change = { change: 'passkey-removed', evidence: passkeyId } as const;
  const isRemoved = await notifyOfFactor(account.id, change, () =>
    publishing(account, () => deletePasskey(account.id, passkeyId)),
  );
  if (isRemoved) await recordOwnAct('passkey removed', account, address);
}
