import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import type { ApplicationDoc } from './application-model.ts';
import { presentDetails } from './present-application.ts';

/** Writes a staff action on an application to the audit log. Returns the application's new details. */
export async function recordReview(
  action: string,
  application: ApplicationDoc,
  actor: AuditActor,
  after: Readonly<Record<string, unknown>>,
): Promise<ApplicationDetails> {
  const { _id, name } = application;
  await recordAudit({
    actor,
    action,
    subject: { kind: 'driver-application', id: _id.toHexString(), name },
    after,
  });
  return presentDetails(application);
}
