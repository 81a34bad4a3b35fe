import type { RequestHandler } from 'express';
import * as api from '#common/audit-log/audit-log-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { clientNetworkOf } from '../http/network-of.ts';
import { runWithPendingCall } from './pending-calls.ts';
import { readAuditLog } from './read-audit-log.ts';

/** The read-only routes of the audit log. */
export const auditLogRoutes = createApiRoutes();

/**
 * Adds `req.runStaffCall`, which records every changing staff call before it runs. Mount it before the
 * routes.
 */
export const recordStaffCalls: RequestHandler = (req, _res, next) => {
  req.runStaffCall = (staff, answer) => {
    const { endpoint, params = {} } = req.call ?? {};
    const call = `${req.method} ${endpoint?.path ?? req.path}`;
    const actor = { ...staff, address: clientNetworkOf(req) };
    // A call about the caller's own account is logged under the account, whatever else the path names.
    return runWithPendingCall(
      { actor, call, params: endpoint?.who === 'user' ? { accountId: staff.id } : params },
      answer,
    );
  };
  next();
};

auditLogRoutes.handle(api.readAuditLog, ({ query }) => readAuditLog(query));
