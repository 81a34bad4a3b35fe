import type { Alert } from '#common/alerts/alert.ts';
import { alertPresentation } from '#common/alerts/alert-advice.ts';
import * as api from '#common/alerts/alerts-api.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { listAlertsAbout, listOpenAlerts } from './alerts.ts';
import { resolveByHand, takeAlert } from './resolve-alert.ts';

/** The alert routes for staff. */
export const alertRoutes = createApiRoutes();

alertRoutes.handle(api.listAlerts, ({ query }) =>
  query.subjectId === undefined ? listOpenAlerts() : listAlertsAbout(query.subjectId),
);

alertRoutes.handle(api.takeAlert, async ({ params, body, staff, clientNetwork }) => {
  const alert = await takeAlert(params.alertId, body.version, staff);
  const actor = { ...staff, address: clientNetwork };
  await recordAudit({ actor, action: 'alert taken', subject: subjectOf(alert), after: auditedOf(alert) });
  return alert;
});

alertRoutes.handle(api.resolveAlert, async ({ params, body, staff, clientNetwork }) => {
  const note = body.note || null;
  const alert = await resolveByHand(params.alertId, { version: body.version, by: staff, note });
  await recordAudit({
    actor: { ...staff, address: clientNetwork },
    action: 'alert resolved',
    subject: subjectOf(alert),
    after: { ...auditedOf(alert), ...(note && { note }) },
  });
  return alert;
});

const subjectOf = ({ id, subject }: Alert) => ({ kind: 'alert', id, name: subject.name });

const auditedOf = (alert: Alert) => ({
  alert: alertPresentation(alert).label,
  about: `${alert.subject.kind} ${alert.subject.id}`,
  text: alert.text,
});
