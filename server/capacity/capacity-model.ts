import { model, Schema } from 'mongoose';

/** The time a booking takes a vehicle of its kind, within one day. */
export interface Place {
  /** Hex id of the ride, which may not be written yet. */
  rideId: string;
  from: Date;
  to: Date;
}

/** All bookings of one kind on one day in Las Vegas, as MongoDB stores them. */
export interface CapacityDayDoc {
  /** `las-vegas 2026-11-20 lux-suv`. */
  _id: string;
  /** Rises with every place taken: who reads a day and writes it is refused when another wrote in between. */
  version: number;
  places: Place[];
  /** When the day is over, and its document may go. */
  endsAt: Date;
}

const placeSchema = new Schema<Place>(
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
    places: { type: [placeSchema], required: true },
    endsAt: { type: Date, required: true },
  },
  { collection: 'capacity-days', versionKey: false, strict: 'throw' },
);

capacityDaySchema.index({ endsAt: 1 });

/** What is booked, by day and kind. */
export const CapacityDayModel = model<CapacityDayDoc>('CapacityDay', capacityDaySchema);

/** The one setting, as MongoDB stores it. */
export interface CapacitySettingDoc {
  _id: 'capacity';
  isEnforced: boolean;
}

/** Whether bookings are limited; nothing is stored until somebody decides. */
export const CapacitySettingModel = model<CapacitySettingDoc>(
  'CapacitySetting',
  new Schema<CapacitySettingDoc>(
    { _id: { type: String, required: true }, isEnforced: { type: Boolean, required: true } },
    { collection: 'settings', versionKey: false, strict: 'throw' },
  ),
);
