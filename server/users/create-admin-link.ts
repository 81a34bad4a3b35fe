import { noteCall } from '../audit-log/begun-calls.ts';
import { recordAudit, WORKER } from '../audit-log/record-audit.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { createInvitationLink, createInvited } from './invitations.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/**
 * A single-use link with which an admin sets a password, for whoever runs the installation: the account is
 * created where there is none; where there is one, it is enabled and signed out everywhere, a forgotten password is set anew,
 * and passkeys and authenticator app that may be lost are removed with it. Noted before, as what staff do is.
 *
 * @returns null when the address belongs to somebody who is no admin, or whose account is being deleted
 */
export async function createAdminLink({
  email,
  name,
}: {
  email: string;
  name: string;
}): Promise<string | null> {
  const known = await UserModel.findOne({ email }).lean<UserDoc>();
  if (known && (known.role !== 'admin' || known.deletion)) return null;
  const knownId = known?._id.toHexString();
  const actor = { ...WORKER, name: 'Command line' };
  const params: Record<string, string> = knownId ? { staffId: knownId } : {};
  return noteCall({ actor, call: 'create:admin', params }, async () => {
    // What was open when the account was disabled must not be open again with it.
    if (knownId) await endSessionsOf(knownId);
    const id = knownId ?? (await createInvited({ email, name, phone: null, role: 'admin' })).id;
    const { matchedCount } = await UserModel.updateOne(
      { _id: id, 'deletion.since': { $exists: false } },
      { $set: { disabledAt: null } },
    );
    if (matchedCount === 0) return null;
    await recordAudit({ actor, action: 'admin link printed', subject: { kind: 'staff', id, name: email } });
    return createInvitationLink(id, { removesFactors: true });
  });
}
