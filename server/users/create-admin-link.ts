import { runWithPendingCall } from '../audit-log/pending-calls.ts';
import { recordAudit, WORKER } from '../audit-log/record-audit.ts';
import { endSessionsOf } from '../http/user-sessions.ts';
import { createInvitationLink, createInvited } from './invitations.ts';
import { type UserDoc, UserModel } from './user-model.ts';

/**
 * Creates a single-use link with which an admin sets a password, for the operator of the installation. A
 * missing account is created. An existing one is enabled and signed out everywhere; using the link replaces
 * its password and removes its passkeys and authenticator app, which may be lost. The call is noted in the
 * audit log before it runs.
 *
 * @returns null when the address belongs to a non-admin, or to an account being deleted
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
  return runWithPendingCall({ actor, call: 'create:admin', params }, async () => {
    // Sessions from before the account was disabled must not become valid again when it is enabled.
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
