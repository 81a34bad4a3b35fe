import type { RequestHandler } from 'express';
import * as api from '#common/audit-log/audit-log-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { addressOf } from '../http/network-of.ts';
import { noteCall } from './begun-calls.ts';
import { readAuditLog } from './read-audit-log.ts';

/** The routes of the audit log: it is read, nothing else. */
export const auditLogRoutes = createApiRoutes();

/** Lets every call by which staff change something be noted before. Mounted before the routes. */
export const noteStaffCalls: RequestHandler = (req, _res, next) => {
  req.noteStaffCall = (staff, answer) => {
    const { endpoint, params = {} } = req.call ?? {};
    const call = `${req.method} ${endpoint?.path ?? req.path}`;
    const actor = { ...staff, address: addressOf(req) };
    // What they do to their own account is about that, whatever of it the path names.
    return noteCall(
      { actor, call, params: endpoint?.who === 'user' ? { accountId: staff.id } : params },
      answer,
    );
  };
  next();
};

auditLogRoutes.handle(api.readAuditLog, ({ query }) => readAuditLog(query));
