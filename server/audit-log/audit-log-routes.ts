import * as api from '#common/audit-log/audit-log-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { readAuditLog } from './read-audit-log.ts';

/** The routes of the audit log: it is read, nothing else. */
export const auditLogRoutes = createApiRoutes();

auditLogRoutes.handle(api.readAuditLog, ({ query }) => readAuditLog(query));
