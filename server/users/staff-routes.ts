import type { RequestHandler } from 'express';
import { AppError } from '#common/errors.ts';
import * as api from '#common/users/staff-api.ts';
import type { StaffRole } from '#common/users/user.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { clientNetworkOf } from '../http/network-of.ts';
import type { Staff } from '../http/session.ts';
import { acceptInvitation, openInvitation } from './invitations.ts';
import { openUserSession } from './open-user-session.ts';
import { recordOwnAct, runOwnAct } from './record-own-act.ts';
import { resetFactors } from './reset-factors.ts';
import { requireSecondStep } from './second-step-routes.ts';
import { authorizeBeside } from './sign-in-beside.ts';
import { changeStaff, findActiveStaff, findStaff, inviteStaff, listStaff, reinviteStaff } from './staff.ts';

export const staffRoutes = createApiRoutes();

staffRoutes.handle(api.listStaff, listStaff);

staffRoutes.handle(api.inviteStaff, async ({ body, staff, clientNetwork }) => {
  const member = await inviteStaff(body);
  const { id, name, role } = member;
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'staff invited',
    subject: { kind: 'staff', id, name },
    after: { role },
    topic: 'security',
  });
  return member;
});

staffRoutes.handle(api.reinviteStaff, async ({ params, staff, clientNetwork }) => {
  const member = await reinviteStaff(params.userId);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'staff invited again',
    subject: { kind: 'staff', id: member.id, name: member.name },
  });
  return member;
});

staffRoutes.handle(api.changeStaff, async ({ params, body, staff, clientNetwork }) => {
  const { before, after } = await changeStaff(params.userId, body);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'staff changed',
    subject: { kind: 'staff', id: after.id, name: after.name },
    before: { name: before.name, role: before.role, state: before.state },
    after: { name: after.name, role: after.role, state: after.state },
    topic: 'security',
  });
  return after;
});

staffRoutes.handle(api.resetFactors, async ({ params, staff, clientNetwork }) => {
  const { id, name, role } = await resetFactors(params.userId, staff);
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'passkeys and app removed',
    subject: { kind: role === 'driver' ? 'driver' : 'staff', id, name },
  });
});

staffRoutes.handle(api.readInvitation, async ({ params }) => {
  const { name, email, role } = await openInvitation(params.token);
  return { name, email, role };
});

staffRoutes.handle(api.acceptInvitation, async ({ params, body, clientNetwork, req }) => {
  const isBeside = body.beside === true;
  const person = await openInvitation(params.token);
  const user = await runOwnAct(
    { endpoint: api.acceptInvitation, person, address: clientNetwork },
    async () => {
      const accepted = await acceptInvitation(params.token, body.password, (invited) =>
        authorizeBeside(invited, req.session, isBeside),
      );
      await recordOwnAct('invitation accepted', accepted, clientNetwork);
      return accepted;
    },
  );
  await requireSecondStep(req, user, { isBeside });
  return openUserSession(req, user);
});

/**
 * Adds functions to the request that read and authorize the account in the session's staff slot. They read it
 * only when called. Mounted between `session` and the routes.
 */
export const identifyStaff: RequestHandler = (req, _res, next) => {
  req.findOwnStaff = () => findStaff(req.session.staffId);
  req.authorizeStaff = async (needed: StaffRole): Promise<Staff> => {
    const staff = await findActiveStaff(req.session.staffId);
    if (!staff) throw new AppError('FORBIDDEN', 'Only our staff can do that.');
    if (needed === 'dispatcher' || staff.role === 'admin') return staff;

    const call = `${req.method} ${req.call?.endpoint.path ?? req.path}`;
    await recordAudit({
      actor: { ...staff, address: clientNetworkOf(req) },
      action: 'call refused',
      subject: { kind: 'call', id: call },
      topic: 'security',
    });
    throw new AppError('FORBIDDEN', 'Only admins can do that.');
  };
  next();
};
