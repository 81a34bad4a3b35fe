import { promisify } from 'node:util';
import type { Request } from 'express';
import type { Role } from '#common/users/user.ts';
import { announceSessionEnded } from '../http/session-ended.ts';
import { slotOf } from './open-session.ts';

/** Signs out of one role's slot, or, without a role, of all: the session is forgotten. Either way its sockets are closed. */
export async function endSession(req: Request, role: Role | undefined): Promise<void> {
  const { sessionID } = req;
  if (role) delete req.session[slotOf(role)];
  const { riderId, driverId, adminId } = req.session;
  if (role && (riderId ?? driverId ?? adminId)) {
    await promisify(req.session.save.bind(req.session))();
  } else {
    await promisify(req.session.destroy.bind(req.session))();
  }
  await announceSessionEnded(sessionID);
}
