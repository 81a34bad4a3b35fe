import type { Endpoint } from '#common/endpoint.ts';
import { isStaffRole, type Role } from '#common/users/user.ts';
import { noteCall } from '../audit-log/begun-calls.ts';
import { type AuditEvent, recordAudit } from '../audit-log/record-audit.ts';
import { networkDigest } from '../crypto/keyed-digest.ts';
import { isFirstWithin, redisKey } from '../infra/redis.ts';

interface Person {
  id: string;
  name: string;
  role: Role;
}

/**
 * Records in the audit log what somebody did to their own account, such as accepting an invitation.
 *
 * @param change what was before and is now, or else there is to say
 */
export const recordOwnAct = (
  action: string,
  { id, name, role }: Person,
  address: string | null,
  change?: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> =>
  recordAudit({
    actor: { role, id, name, address },
    action,
    subject: { kind: 'account', id, name },
    ...change,
    topic: 'security',
  });

interface OwnAct {
  /** The call by which they do it. */
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  /** Whose account it is. */
  person: Person;
  address: string;
}

/**
 * Does what somebody who is not signed in does to their own account, by a mailed link or a code, and what records it. Of the staff it is
 * noted before, as the calls are by which they change something while they are signed in.
 */
export function noteOwnAct<Result>(
  { endpoint: { method, path }, person: { id, name, role }, address }: OwnAct,
  act: () => Promise<Result>,
): Promise<Result> {
  if (!isStaffRole(role)) return act();
  const actor = { role, id, name, address };
  return noteCall({ actor, call: `${method} ${path}`, params: { accountId: id } }, act);
}

interface SignInRecord {
  /** The client's network. */
  address: string;
  /** How they showed who they are, such as `password`. */
  method: string;
  knownDevice?: boolean;
}

/** Of somebody who is not of the staff one sign-in in this time is recorded per network and method. */
const RECORDED_SECONDS = 900;

/** Records that these people signed in. Those of riders and drivers are bounded, since anybody can make them by the thousand. */
export async function recordSignIn(
  people: readonly Person[],
  { address, ...details }: SignInRecord,
): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      const key = redisKey('recorded', `${person.id}:${details.method}:${networkDigest(address)}`);
      const isDue = isStaffRole(person.role) || (await isFirstWithin(RECORDED_SECONDS, key));
      if (isDue) await recordOwnAct('signed in', person, address, { after: details });
    }),
  );
}
