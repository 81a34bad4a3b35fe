import { model, Schema } from 'mongoose';

/** The part of a day for which a booking occupies a vehicle of its kind. */
export interface Reservation {
  /** The key: hex id of the ride, which may not be stored yet, or of an edit with vehicle time of its own. */
  rideId: string;
  from: Date;
  to: Date;
}

/** All bookings of one vehicle kind on one day in Las Vegas, as MongoDB stores them. */
export interface CapacityDayDoc {
  /** City, date and vehicle kind, such as `las-vegas 2026-11-20 lux-suv`. */
  _id: string;
  /**
   * Incremented by every change, for optimistic locking: a write fails if the day changed since it was read.
   */
  version: number;
  places: Reservation[];
  /** When the day ends. Its document may be deleted afterwards. */
  endsAt: Date;
}

const reservationSchema = new Schema<Reservation>(
  {
    rideId: { type: String, required: true },
    from: { type: Date, required: true },
    to: { type: Date, required: true },
  },
  { _id: false, id: false, strict: 'throw' },
);

const capacityDaySchema = new Schema<CapacityDayDoc>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    places: { type: [reservationSchema], required: true },
    endsAt: { type: Date, required: true },
  },
  { collection: 'capacity-days', versionKey: false, strict: 'throw' },
);

capacityDaySchema.index({ endsAt: 1 });

/** The reserved vehicle time, by day and vehicle kind. */
export const CapacityDayModel = model<CapacityDayDoc>('CapacityDay', capacityDaySchema);

/** The only capacity setting, as MongoDB stores it. */
interface CapacitySettingDoc {
  _id: 'capacity';
  isEnforced: boolean;
}

/** Whether bookings are limited. Nothing is stored until an admin decides. */
export const CapacitySettingModel = model<CapacitySettingDoc>(
  'CapacitySetting',
  new Schema<CapacitySettingDoc>(
    { _id: { type: String, required: true }, isEnforced: { type: Boolean, required: true } },
    { collection: 'settings', versionKey: false, strict: 'throw' },
  ),
);
