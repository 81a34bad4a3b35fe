import type { Request, RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import { isAnyoneSignedIn, type Slot } from './session.ts';

function refuseVisitor(req: Request): void {
  if (!isAnyoneSignedIn(req)) throw new AppError('NOT_SIGNED_IN', 'Please log in to continue.');
}

/** Lets anybody who is signed in through. Throws NOT_SIGNED_IN. */
export const requireUser: RequestHandler = (req, _res, next) => {
  refuseVisitor(req);
  next();
};

const requireSlot =
  (slot: Slot, wrongRole: string): RequestHandler =>
  (req, _res, next) => {
    refuseVisitor(req);
    if (!req.session[slot]) throw new AppError('FORBIDDEN', wrongRole);
    next();
  };

/** Lets riders through. Throws NOT_SIGNED_IN for a visitor, FORBIDDEN for somebody signed in to another role only. */
export const requireRider = requireSlot('riderId', 'Please log in as a rider to do that.');

/** Lets drivers through. Throws NOT_SIGNED_IN for a visitor, FORBIDDEN for somebody signed in to another role only. */
export const requireDriver = requireSlot('driverId', 'Please log in as a driver to do that.');

/** Lets administrators through. Throws NOT_SIGNED_IN for a visitor, FORBIDDEN for somebody signed in to another role only. */
export const requireAdmin = requireSlot('adminId', 'Only administrators can do that.');
