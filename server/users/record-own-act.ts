import type { Endpoint } from '#common/endpoint.ts';
import { isStaffRole, type Role } from '#common/users/user.ts';
import { runWithPendingCall } from '../audit-log/pending-calls.ts';
import { type AuditEvent, recordAudit } from '../audit-log/record-audit.ts';
import { networkDigest } from '../crypto/keyed-digest.ts';
import { logger } from '../infra/logger.ts';
import { isFirstWithin, redisKey } from '../infra/redis.ts';

interface Person {
  id: string;
  name: string;
  role: Role;
}

type Change = Pick<AuditEvent, 'before' | 'after'>;

const recordAct = (
  action: string,
  { id, name, role }: Person,
  address: string | null,
  change?: Change,
): Promise<void> =>
  recordAudit({
    actor: { role, id, name, address },
    action,
    subject: { kind: 'account', id, name },
    ...change,
    topic: 'security',
  });

/**
 * Records in the audit log that a user changed their own account, such as by accepting an invitation. For
 * riders and drivers, a line that cannot be written does not make the call fail, because the change is made.
 *
 * @param change the previous and new values, or other details
 * @throws for staff when the line cannot be written; the note about their call becomes a line later
 */
export async function recordOwnAct(
  action: string,
  person: Person,
  address: string | null,
  change?: Change,
): Promise<void> {
  try {
    await recordAct(action, person, address, change);
  } catch (error) {
    if (isStaffRole(person.role)) throw error;
    logger.error({ error, userId: person.id, action }, 'own act missing from audit log');
  }
}

interface OwnAct {
  /** The API call that performs the change. */
  endpoint: Pick<Endpoint, 'method' | 'path'>;
  /** The owner of the account. */
  person: Person;
  address: string;
}

/**
 * Runs a change by a user who is not signed in to their own account, through a mailed link or a code. For
 * staff, the call is noted in the audit log before it runs, as are the calls of signed-in staff.
 */
export function runOwnAct<Result>(
  { endpoint: { method, path }, person: { id, name, role }, address }: OwnAct,
  act: () => Promise<Result>,
): Promise<Result> {
  if (!isStaffRole(role)) return act();
  const actor = { role, id, name, address };
  return runWithPendingCall({ actor, call: `${method} ${path}`, params: { accountId: id } }, act);
}

interface SignInRecord {
  /** The client's network (`clientNetworkOf`). */
  address: string;
  /** How the user authenticated, such as `password`. */
  method: string;
  knownDevice?: boolean;
}

/** For riders and drivers, one sign-in per network and method is recorded in this period. */
const RECORDED_SECONDS = 900;

/**
 * Records that these users signed in, before they are. Sign-ins of riders and drivers are throttled, since
 * anybody can produce them by the thousand.
 *
 * @throws when a line cannot be written
 */
export async function recordSignIn(
  people: readonly Person[],
  { address, ...details }: SignInRecord,
): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      const key = redisKey('recorded', `${person.id}:${details.method}:${networkDigest(address)}`);
      const isDue = isStaffRole(person.role) || (await isFirstWithin(RECORDED_SECONDS, key));
      if (isDue) await recordAct('signed in', person, address, { after: details });
    }),
  );
}
