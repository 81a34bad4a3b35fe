import { model, Schema, type Types } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { MINUTE_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { recordAudit, runWithAuditTracking } from './record-audit.ts';

/** A call by which a staff member changes something, or a command run by the operator of the installation. */
interface PendingCall {
  actor: AuditActor;
  /** Method and path pattern, such as `POST /api/ops/drivers/:driverId/suspend`, or the name of a command. */
  call: string;
  /** The path parameters, or the subjects of the command. */
  params: Readonly<Record<string, string>>;
}

/**
 * A staff call that has begun and has no audit line yet. Its id becomes the id of the `call broken off` line
 * if the call never ends.
 */
interface PendingCallDoc {
  _id: Types.ObjectId;
  at: Date;
  actor: AuditActor;
  call: string;
  subject: { kind: string; id: string };
}

const text = { type: String, required: true };

const pendingCallSchema = new Schema<PendingCallDoc>(
  {
    at: { type: Date, required: true },
    actor: new Schema(
      {
        role: text,
        id: { type: String, default: null },
        name: text,
        address: { type: String, default: null },
      },
      { _id: false, id: false, strict: 'throw' },
    ),
    call: text,
    subject: new Schema({ kind: text, id: text }, { _id: false, id: false, strict: 'throw' }),
  },
  { collection: 'begun-calls', versionKey: false, strict: 'throw' },
);
pendingCallSchema.index({ at: 1 });

/** The staff calls in progress. */
export const PendingCallModel = model<PendingCallDoc>('BegunCall', pendingCallSchema);

/**
 * Runs a staff call. A note is stored before the call and deleted afterwards. If the process dies in between,
 * or the audit log cannot be written, the note stays and `recordBrokenCalls` turns it into an audit line.
 * The note also stays when the call fails unexpectedly, which may happen after a change, unless the call's
 * own audit line, the last thing it writes, has been recorded. If the note cannot be stored, the call does
 * not run.
 */
export async function runWithPendingCall<Result>(
  begun: PendingCall,
  answer: () => Promise<Result>,
): Promise<Result> {
  const { actor, call } = begun;
  const _id = newObjectId();
  const subject = subjectOf(begun);
  await PendingCallModel.create({ _id, at: databaseClock.now(), actor, call, subject });
  const answered = { actorId: actor.id, subjectId: subject.id, isRecorded: false };
  try {
    const result = await runWithAuditTracking(answered, answer);
    await forget(_id);
    return result;
  } catch (error) {
    // Either refused on purpose, or already recorded with only a follow-up failing.
    if (error instanceof AppError || answered.isRecorded) await forget(_id);
    throw error;
  }
}

/** The first id in the path, or the call itself if the path has none. */
function subjectOf({ call, params }: PendingCall): PendingCallDoc['subject'] {
  const [name, id] = Object.entries(params).find(([each]) => each.endsWith('Id')) ?? ['call', call];
  const kind = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { kind, id };
}

/** Never throws: a note left behind only costs a superfluous line, an error would cost the call its reply. */
async function forget(_id: Types.ObjectId): Promise<void> {
  try {
    await PendingCallModel.deleteOne({ _id });
  } catch (error) {
    logger.warn({ error }, 'begun call not deleted');
  }
}

/** Longer than any call can take. */
const OVERDUE_MS = 5 * MINUTE_MS;

/**
 * Writes an audit line for every staff call that never ended, once each: who began it, when, and with which
 * parameters. Whether the call took effect is unknown. Idempotent.
 */
export async function recordBrokenCalls(): Promise<void> {
  const overdue = new Date(databaseClock.nowMs() - OVERDUE_MS);
  const broken = PendingCallModel.find({ at: { $lt: overdue } }).sort({ at: 1 });
  for await (const { _id, at, actor, call, subject: noted } of broken.lean<PendingCallDoc[]>().cursor()) {
    const subject = noted.kind === 'ride' ? rideSubject(noted.id) : noted;
    await recordAudit({ id: _id, at, actor, action: 'call broken off', subject, after: { call } });
    await PendingCallModel.deleteOne({ _id });
  }
}
