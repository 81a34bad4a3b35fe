import { model, Schema, type Types } from 'mongoose';
import type { Cents } from '#common/money.ts';
import type { StatementRide } from '#common/statements/statement.ts';

/** A manual change of a week, or a correction. */
export interface StatementChangeDoc {
  id: string;
  at: Date;
  cents: Cents;
  reason: string;
  by: { id: string | null; name: string };
  /** The ride that it corrects. Null for a manual change. */
  rideId: string | null;
}

/** A driver's week as MongoDB stores it, from its first change or its payment on. */
export interface StatementDoc {
  _id: Types.ObjectId;
  driverId: string;
  /** Its Monday, as YYYY-MM-DD. */
  week: string;
  /** Incremented by every change. Marking as paid must name the version whose amount was calculated. */
  version: number;
  changes: StatementChangeDoc[];
  /** Null until the week is paid. From then on it is frozen, except that names and places may be erased. */
  paid: {
    at: Date;
    by: { id: string; name: string };
    paysCents: Cents;
    driverName: string;
    rides: StatementRide[];
  } | null;
}

const text = { type: String, required: true };
const cents = { type: Number, required: true };
const instant = { type: Date, required: true };
const part = { _id: false, id: false, strict: 'throw' } as const;

const rideSchema = new Schema<StatementRide>(
  {
    rideId: text,
    at: text,
    kind: text,
    rideType: text,
    bookingType: text,
    hours: { type: Number, default: null },
    pickupLocation: text,
    dropoffLocation: text,
    baseCents: cents,
    shareCents: cents,
    tipCents: cents,
  },
  part,
);

const changeSchema = new Schema<StatementChangeDoc>(
  {
    id: text,
    at: instant,
    cents,
    reason: text,
    by: { type: new Schema({ id: { type: String, default: null }, name: text }, part), required: true },
    rideId: { type: String, default: null },
  },
  part,
);

const paidSchema = new Schema(
  {
    at: instant,
    by: { type: new Schema({ id: text, name: text }, part), required: true },
    paysCents: cents,
    driverName: text,
    rides: [rideSchema],
  },
  part,
);

const statementSchema = new Schema<StatementDoc>(
  {
    driverId: text,
    week: text,
    version: { type: Number, required: true },
    changes: [changeSchema],
    paid: { type: paidSchema, default: null },
  },
  { collection: 'statements', versionKey: false, strict: 'throw' },
);

statementSchema.index({ driverId: 1, week: 1 }, { unique: true });
statementSchema.index({ week: 1 });
statementSchema.index({ 'changes.rideId': 1 });

/**
 * Drivers' weeks. Only change-statement and pay-statements write them, and held-statements erases names and
 * places.
 */
export const StatementModel = model<StatementDoc>('Statement', statementSchema);
