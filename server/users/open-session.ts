import { promisify } from 'node:util';
import type { Request } from 'express';
import type { Role } from '#common/users/user.ts';
import { announceSessionEnded } from '../http/session-ended.ts';
import type { UserRecord } from './user-model.ts';

const SLOTS = { rider: 'riderId', driver: 'driverId', admin: 'adminId' } as const satisfies Record<
  Role,
  string
>;

/** The key under which a session keeps who is signed in to a role. */
export const slotOf = (role: Role) => SLOTS[role];

/**
 * Signs users in, each to its role's slot; who was signed in to the other slots stays. The session gets a new id, so that one
 * planted before is worth nothing, and sockets opened under the old one are closed: they know too little.
 */
export async function openSession(req: Request, users: readonly UserRecord[]): Promise<void> {
  const { riderId, driverId, adminId, signedInAt = new Date().toISOString() } = req.session;
  const oldId = req.sessionID;
  await promisify(req.session.regenerate.bind(req.session))();
  Object.assign(req.session, { riderId, driverId, adminId, signedInAt });
  for (const user of users) req.session[slotOf(user.role)] = user.id;
  await promisify(req.session.save.bind(req.session))();
  await announceSessionEnded(oldId);
}
