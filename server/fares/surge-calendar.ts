import { model, Schema } from 'mongoose';
import { surgeTierOf } from '#common/fares/surge.ts';
import { type SurgeDay, type SurgeTier, surgeTierSchema } from '#common/fares/surge-day.ts';
import { addDays, dateInVegas, MAX_DAYS_AHEAD } from '#common/time.ts';

/** The tier a pickup date (YYYY-MM-DD in Las Vegas) is charged at. */
export async function chargedTier(date: string): Promise<SurgeTier> {
  return surgeTierOf(date, await SurgeDayModel.find({ date }).lean<SurgeDay[]>());
}

/** The calendar from today as far as rides can be booked, by date. */
export async function upcomingSurgeDays(): Promise<SurgeDay[]> {
  const today = dateInVegas(new Date());
  const days = await SurgeDayModel.find({ date: { $gte: today, $lte: addDays(today, MAX_DAYS_AHEAD) } })
    .sort({ date: 1, tier: 1 })
    .lean<SurgeDay[]>();
  return days.map(({ date, tier, name }) => ({ date, tier, name }));
}

/** Adds the events of this year and the next to the calendar; days that are there stay as they are. */
export async function seedSurgeCalendar(): Promise<void> {
  const year = Number(dateInVegas(new Date()).slice(0, 4));
  for (const { date, tier, name } of [...annualEvents(year), ...annualEvents(year + 1)]) {
    await SurgeDayModel.updateOne({ date, tier }, { $setOnInsert: { name } }, { upsert: true });
  }
}

const surgeDaySchema = new Schema<SurgeDay>(
  {
    date: { type: String, required: true },
    tier: { type: String, enum: surgeTierSchema.options, required: true },
    name: { type: String, required: true },
  },
  { collection: 'surgeDays', versionKey: false, strict: 'throw' },
);
surgeDaySchema.index({ date: 1, tier: 1 }, { unique: true });

/** Days on which an event raises the surge tier; edited by operations. */
export const SurgeDayModel = model<SurgeDay>('SurgeDay', surgeDaySchema);

const SUNDAY = 0;
const TUESDAY = 2;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** The first such weekday (0 is Sunday) on or after a date. */
function firstOnOrAfter(date: string, weekday: number): string {
  const days = (weekday - new Date(`${date}T00:00Z`).getUTCDay() + 7) % 7;
  return addDays(date, days);
}

const event =
  (tier: SurgeDay['tier']) =>
  (name: string, firstDay: string, days = 1): SurgeDay[] =>
    Array.from({ length: days }, (_, index) => ({ date: addDays(firstDay, index), tier, name }));

const specialEvent = event('special-event');
const fightNight = event('fight-night');

/**
 * The annual events of Las Vegas, on the days on which they usually fall. They seed the calendar, which
 * operations then maintain: a fight is moved more easily than a rule.
 */
export function annualEvents(year: number): SurgeDay[] {
  const superBowl = addDays(firstOnOrAfter(`${year}-02-01`, SUNDAY), 7);
  const weekBeforeThanksgiving = addDays(firstOnOrAfter(`${year}-11-01`, THURSDAY), 14);
  return [
    ...specialEvent('CES', firstOnOrAfter(`${year}-01-05`, TUESDAY), 4),
    ...specialEvent('Super Bowl weekend', addDays(superBowl, -2), 3),
    ...fightNight('Cinco de Mayo title fight', firstOnOrAfter(`${year}-05-01`, SATURDAY)),
    ...specialEvent('Electric Daisy Carnival', addDays(firstOnOrAfter(`${year}-05-01`, FRIDAY), 14), 3),
    ...fightNight('International Fight Week', firstOnOrAfter(`${year}-06-24`, SATURDAY)),
    ...specialEvent('Independence Day', `${year}-07-04`),
    ...fightNight('Mexican Independence title fight', firstOnOrAfter(`${year}-09-12`, SATURDAY)),
    ...specialEvent('SEMA Show', firstOnOrAfter(`${year}-11-02`, TUESDAY), 4),
    ...specialEvent('Las Vegas Grand Prix', weekBeforeThanksgiving, 3),
    ...fightNight('December title fight', firstOnOrAfter(`${year}-12-05`, SATURDAY)),
    ...specialEvent("New Year's Eve", `${year}-12-31`),
  ];
}
