import { model, Schema, type Types } from 'mongoose';
import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { AppError } from '#common/errors.ts';
import { rideSubject } from '#common/rides/ride-reference.ts';
import { databaseClock, newObjectId } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { answerRecorded, recordAudit } from './record-audit.ts';

/** A call by which one of the staff changes something, or a command by which who runs the installation does. */
interface BegunCall {
  actor: AuditActor;
  /** Its method and path, with the parameters by their names: `POST /api/ops/drivers/:driverId/suspend`; the name of a command. */
  call: string;
  /** What the path names, or the command is about. */
  params: Readonly<Record<string, string>>;
}

/** A call of the staff that has begun, until its line is written. Its id is that of the line which it gets should it never end. */
interface BegunCallDoc {
  _id: Types.ObjectId;
  at: Date;
  actor: AuditActor;
  call: string;
  subject: { kind: string; id: string };
}

const text = { type: String, required: true };

const begunCallSchema = new Schema<BegunCallDoc>(
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
begunCallSchema.index({ at: 1 });

/** Calls of the staff under way. */
export const BegunCallModel = model<BegunCallDoc>('BegunCall', begunCallSchema);

/**
 * Answers a call of the staff, which is noted before and forgotten after: should its process die in between, or the log take no line, the
 * note is left, of which `recordBrokenCalls` makes a line. So it is where the call fails by a fault of ours, which may have come after a
 * change; unless its own line, the last that it writes, tells of that. Where it cannot be noted it is not done.
 */
export async function noteCall<Result>(begun: BegunCall, answer: () => Promise<Result>): Promise<Result> {
  const { actor, call } = begun;
  const _id = newObjectId();
  const subject = subjectOf(begun);
  await BegunCallModel.create({ _id, at: databaseClock.now(), actor, call, subject });
  const answered = { actorId: actor.id, subjectId: subject.id, isRecorded: false };
  try {
    const result = await answerRecorded(answered, answer);
    await forget(_id);
    return result;
  } catch (error) {
    // Refused on purpose, or done but for what follows from it.
    if (error instanceof AppError || answered.isRecorded) await forget(_id);
    throw error;
  }
}

/** The first thing that the path names; the call itself where it names none. */
function subjectOf({ call, params }: BegunCall): BegunCallDoc['subject'] {
  const [name, id] = Object.entries(params).find(([each]) => each.endsWith('Id')) ?? ['call', call];
  const kind = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return { kind, id };
}

/** A note that stays costs a line too many, and the call its reply otherwise. */
async function forget(_id: Types.ObjectId): Promise<void> {
  try {
    await BegunCallModel.deleteOne({ _id });
  } catch (error) {
    logger.warn({ error }, 'begun call not deleted');
  }
}

/** Longer than any call takes. */
const OVERDUE_MS = 5 * 60_000;

/**
 * Writes to the audit log which calls of the staff never ended, each once: whether what they were to do is done is not known, but who began
 * it, when, and with what. Repeatable.
 */
export async function recordBrokenCalls(): Promise<void> {
  const overdue = new Date(databaseClock.nowMs() - OVERDUE_MS);
  const broken = BegunCallModel.find({ at: { $lt: overdue } }).sort({ at: 1 });
  for await (const { _id, at, actor, call, subject: noted } of broken.lean<BegunCallDoc[]>().cursor()) {
    const subject = noted.kind === 'ride' ? rideSubject(noted.id) : noted;
    await recordAudit({ id: _id, at, actor, action: 'call broken off', subject, after: { call } });
    await BegunCallModel.deleteOne({ _id });
  }
}
