import { type Role, staffRoleSchema } from '#common/users/user.ts';
import { recordAudit } from '../audit-log/record-audit.ts';

interface Person {
  id: string;
  name: string;
  role: Role;
}

/** Records in the audit log what somebody did to their own account, such as accepting an invitation. */
export const recordOwnAct = (
  action: string,
  { id, name, role }: Person,
  address: string | null,
): Promise<void> =>
  recordAudit({ actor: { role, id, name, address }, action, subject: { kind: 'account', id, name } });

/** Records that those of these people who are staff signed in. */
export async function recordStaffSignIn(people: readonly Person[], address: string): Promise<void> {
  const staff = people.filter(({ role }) => staffRoleSchema.safeParse(role).success);
  await Promise.all(staff.map((person) => recordOwnAct('signed in', person, address)));
}
