import { promisify } from 'node:util';
import type { Request } from 'express';
import { logger } from '../infra/logger.ts';
import type { Slot } from './session.ts';
import { publishSessionEnded } from './session-ended.ts';

/**
 * Signs users in, by the slot each takes; who is signed in to another slot stays. The session gets a new id, so that one
 * planted before is worth nothing, and sockets opened under the old one are closed: they know too little.
 */
export async function openSession(req: Request, users: Partial<Record<Slot, string>>): Promise<void> {
  const { riderId, driverId, adminId, signedInAt = new Date().toISOString() } = req.session;
  const oldId = req.sessionID;
  await promisify(req.session.regenerate.bind(req.session))();
  Object.assign(req.session, { riderId, driverId, adminId, signedInAt, isNew: true }, users);
  await promisify(req.session.save.bind(req.session))();
  await publishSessionEnded(oldId);
  logger.info({ requestId: req.id, ...users }, 'signed in');
}
