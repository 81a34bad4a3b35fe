import type { Factors, Passkey } from '#common/users/factors.ts';
import type { Attestation } from '#common/users/passkeys.ts';
import type { Role } from '#common/users/user.ts';
import type { Slots } from '../http/session.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { AuthenticatorModel } from './authenticator-model.ts';
import { enqueueFactorEmail } from './factor-emails.ts';
import { listFactors, needsFactor, presentPasskey } from './factors.ts';
import { findOwnAccount } from './own-account.ts';
import { deletePasskey, newPasskeyId, storePasskey } from './passkeys.ts';
import { recordOwnAct } from './record-own-act.ts';
import { announceStaff } from './staff.ts';
import { confirmTotp, renewRecoveryCodes } from './totp.ts';
import { toUserRecord, type UserRecord } from './user-model.ts';

/** What the account that is signed in to a role is signed in to with. @throws FORBIDDEN */
export async function readOwnFactors(user: Slots, role: Role): Promise<Factors> {
  const account = toUserRecord(await findOwnAccount(user, role));
  return { ...(await listFactors(account.id)), isRequired: needsFactor(account) };
}

/** Turns on the authenticator app that was begun, and tells its owner. @returns its recovery codes @throws as `confirmTotp` */
export async function turnTotpOn(account: UserRecord, code: string, address: string): Promise<string[]> {
  const now = databaseClock.now();
  await enqueueFactorEmail(account.id, 'totp-on', now.toISOString());
  const codes = await confirmTotp(account.id, code, now);
  await recordOwnAct('authenticator app turned on', account, address);
  return codes;
}

/** Turns the authenticator app off, if there is one, and tells its owner. */
export async function turnTotpOff(account: UserRecord, address: string): Promise<void> {
  const { totp } = await listFactors(account.id);
  if (!totp) return;
  await enqueueFactorEmail(account.id, 'totp-off', totp.since);
  await AuthenticatorModel.deleteOne({ _id: account.id, confirmedAt: new Date(totp.since) });
  if (needsFactor(account)) await announceStaff(account.id);
  await recordOwnAct('authenticator app turned off', account, address);
}

/** Replaces the recovery codes, and tells their owner. @throws FACTOR_CONFLICT without an app */
export async function changeRecoveryCodes(account: UserRecord, address: string): Promise<string[]> {
  const codes = await renewRecoveryCodes(account.id);
  await enqueueFactorEmail(account.id, 'recovery-renewed', databaseClock.now().toISOString());
  await recordOwnAct('recovery codes renewed', account, address);
  return codes;
}

type Made = Omit<Parameters<typeof storePasskey>[2], 'id'> & { address: string };

/** Adds a passkey that a browser has made, and tells its owner. @throws as `storePasskey` */
export async function addOwnPasskey(
  account: UserRecord,
  credential: Attestation,
  { address, ...made }: Made,
): Promise<Passkey> {
  const id = newPasskeyId();
  await enqueueFactorEmail(account.id, 'passkey-added', id);
  const passkey = await storePasskey(account.id, credential, { ...made, id });
  await recordOwnAct('passkey added', account, address);
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
  if (!(await deletePasskey(account.id, passkeyId))) return;
  if (needsFactor(account)) await announceStaff(account.id);
  await recordOwnAct('passkey removed', account, address);
}
