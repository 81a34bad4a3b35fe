import { promisify } from 'node:util';
import type { Request } from 'express';
import { logger } from '../infra/logger.ts';
import { isAnyoneSignedIn, type Slot } from './session.ts';
import { publishSessionEnded } from './session-ended.ts';

/** Signs out of one slot, or, without one, of all: the session is forgotten. Either way its sockets are closed. */
export async function endSession(req: Request, slot: Slot | undefined): Promise<void> {
  const { sessionID } = req;
  if (slot) delete req.session[slot];
  if (slot && isAnyoneSignedIn(req)) {
    await promisify(req.session.save.bind(req.session))();
  } else {
    await promisify(req.session.destroy.bind(req.session))();
  }
  await publishSessionEnded(sessionID);
  logger.info({ requestId: req.id, slot }, 'signed out');
}
