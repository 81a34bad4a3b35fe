import { Types } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { digestOf } from '../crypto/digest-of.ts';
import type { ApplicationDoc } from './application-model.ts';
import { presentDetails } from './present-application.ts';

interface Review {
  action: string;
  actor: AuditActor;
  /** The version that the action was based on. Only one action follows a version. */
  version: number;
  after: Readonly<Record<string, unknown>>;
}

const ID_BYTES = 12;

/**
 * Writes a staff action on an application to the audit log, once if it is sent again after a lost reply.
 *
 * @returns the application's new details
 */
export async function recordReview(
  application: ApplicationDoc,
  { action, actor, version, after }: Review,
): Promise<ApplicationDetails> {
  const { _id, name } = application;
  const digest = Buffer.from(digestOf('application review', _id.toHexString(), version), 'base64url');
  await recordAudit({
    actor,
    action,
    subject: { kind: 'driver-application', id: _id.toHexString(), name },
    after,
    id: new Types.ObjectId(digest.subarray(0, ID_BYTES)),
  });
  return presentDetails(application);
}
