import { model, Schema, type Types } from 'mongoose';
import type { Cents } from '#common/money.ts';
import type { StatementRide } from '#common/statements/statement.ts';

/** A change to a week. */
export interface StatementChangeDoc {
  id: string;
  at: Date;
  cents: Cents;
  reason: string;
  by: { id: string | null; name: string };
  /** The ride that it corrects; null for a change by hand. */
  rideId: string | null;
}

/** A driver's week as MongoDB stores it: there from its first change on, or once it is paid. */
export interface StatementDoc {
  _id: Types.ObjectId;
  driverId: string;
  /** Its Monday. */
  week: string;
  /** Goes up with every write; who marks it as paid names the one that was added up. */
  version: number;
  changes: StatementChangeDoc[];
  /** Null while it is to be paid. From then on nothing here changes. */
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

/** Drivers' weeks. Written by change-statement and pay-statements alone. */
export const StatementModel = model<StatementDoc>('Statement', statementSchema);
