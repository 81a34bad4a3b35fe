import * as api from '#common/personal-data/own-data-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { clearBrowser } from '../http/session.ts';
import { findAccount } from '../users/close-account.ts';
import { requireOwner } from '../users/own-account.ts';
import { deleteAccount } from './delete-account.ts';
import { exportData } from './export-data.ts';

/** The routes by which somebody gets what is held about them, or has it deleted. */
export const ownDataRoutes: ApiRoutes = createApiRoutes();

ownDataRoutes.handle(api.exportOwnData, async ({ body, user, req }) => {
  const { id } = await requireOwner(user, body, req.session.signedInAt);
  return exportData(id);
});

ownDataRoutes.handle(api.deleteOwnAccount, async ({ body, user, req, address }) => {
  const { id, name, role } = await requireOwner(user, body, req.session.signedInAt);
  await deleteAccount(id, { by: 'owner', actor: { role, id, name, address } });
  clearBrowser(req);
});

ownDataRoutes.handle(api.exportPerson, async ({ params, staff, address }) => {
  const { id, role } = await findAccount(params.userId);
  const data = await exportData(id);
  const subject = { kind: 'account', id };
  await recordAudit({ actor: { ...staff, address }, action: 'data exported', subject, after: { role } });
  return data;
});

ownDataRoutes.handle(api.deletePerson, ({ params, staff, address }) =>
  deleteAccount(params.userId, { by: 'admin', actor: { ...staff, address } }),
);
