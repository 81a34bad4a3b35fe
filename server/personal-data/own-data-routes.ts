import { AppError } from '#common/errors.ts';
import * as api from '#common/personal-data/own-data-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { clearBrowser, type Staff } from '../http/session.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { findAccount } from '../users/close-account.ts';
import { enqueueFactorEmail } from '../users/factor-emails.ts';
import { requireOwner } from '../users/own-account.ts';
import { recordOwnAct } from '../users/record-own-act.ts';
import { deleteAccount } from './delete-account.ts';
import { exportData } from './export-data.ts';

/** The routes to export or delete personal data, for the person themselves and for admins. */
export const ownDataRoutes: ApiRoutes = createApiRoutes();

ownDataRoutes.handle(api.exportOwnData, async ({ body, user, req, clientNetwork }) => {
  const account = await requireOwner(user, body, req.session.signedInAt);
  const data = await exportData(account.id);
  await recordOwnAct('data exported', account, clientNetwork);
  await enqueueFactorEmail(account.id, 'data-exported', databaseClock.now().toISOString());
  return data;
});

ownDataRoutes.handle(api.deleteOwnAccount, async ({ body, user, req, clientNetwork }) => {
  const { id, name, role } = await requireOwner(user, body, req.session.signedInAt);
  await deleteAccount(id, { by: 'owner', actor: { role, id, name, address: clientNetwork } });
  clearBrowser(req);
});

/** @throws AppError STAFF_CONFLICT for the admin's own account, which requires their password instead */
function requireOther(userId: string, staff: Staff): void {
  if (userId === staff.id) throw new AppError('STAFF_CONFLICT', 'Please do that in your own account.');
}

ownDataRoutes.handle(api.exportPerson, async ({ params, staff, clientNetwork }) => {
  requireOther(params.userId, staff);
  const { id, role } = await findAccount(params.userId);
  const data = await exportData(id);
  const subject = { kind: 'account', id };
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'data exported',
    subject,
    after: { role },
  });
  await enqueueFactorEmail(id, 'data-exported-by-staff', databaseClock.now().toISOString());
  return data;
});

ownDataRoutes.handle(api.deletePerson, async ({ params, staff, clientNetwork }) => {
  requireOther(params.userId, staff);
  await deleteAccount(params.userId, { by: 'admin', actor: { ...staff, address: clientNetwork } });
});
