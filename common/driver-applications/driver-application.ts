import * as z from 'zod/mini';
import { isDay } from '../day.ts';
import { emailText, optionalText, phoneText, requiredLine, TEXT_LIMITS } from '../messages/fields.ts';
import { dateInVegas } from '../time.ts';
import { findVehicle, VEHICLE_IDS } from '../vehicles/catalogue.ts';
import { PAINTS } from '../vehicles/paints.ts';
import { applicationPaperSchema, namesEachOnce, papersNeeded } from './application-papers.ts';

/** Requirements for drivers (specification section 2, Driver Requirements). */
const MIN_DRIVER_AGE = 21;
const MIN_LICENSE_YEARS = 3;
const OLDEST_MODEL_YEAR = 2018;

const MOST_SEATS = 60;
const BORN_AFTER = '1920-01-01';

const yearOf = (date: string): number => Number(date.slice(0, 4));
const thisYear = (): number => yearOf(dateInVegas(new Date()));

const isDayOfBirth = (date: string): boolean => date > BORN_AFTER && isDay(date);

/** Age in years of a person born on a day (YYYY-MM-DD), by the calendar of Las Vegas. */
export function ageOn(now: Date, dateOfBirth: string): number {
  const today = dateInVegas(now);
  const hasHadBirthday = today.slice(4) >= dateOfBirth.slice(4);
  return yearOf(today) - yearOf(dateOfBirth) - (hasHadBirthday ? 0 : 1);
}

const BAD_STATE = 'Please choose the state';

/** The first step of the form: the applicant, their license and their consent to the background check. */
export const applicantSchema = z.object({
  name: requiredLine(TEXT_LIMITS.name, 'Name is required'),
  /** YYYY-MM-DD. */
  dateOfBirth: z.string('Please enter your date of birth').check(
    z.refine(isDayOfBirth, { error: 'Please enter your date of birth', abort: true }),
    z.refine(
      (date) => ageOn(new Date(), date) >= MIN_DRIVER_AGE,
      `Drivers must be ${MIN_DRIVER_AGE} or older`,
    ),
  ),
  phone: phoneText,
  /** In lower case, because applications are looked up by it. */
  email: emailText.check(z.toLowerCase()),
  /** Two letters, such as `NV`. */
  licenseState: z.string(BAD_STATE).check(z.regex(/^[A-Z]{2}$/, BAD_STATE)),
  /** Year in which the license was first issued. */
  licenseSince: z.int('Please enter a year').check(
    z.minimum(yearOf(BORN_AFTER), 'Please enter a year'),
    z.refine((year) => year <= thisYear() - MIN_LICENSE_YEARS, `Must be held for ${MIN_LICENSE_YEARS} years`),
  ),
  /** Consent to a background check: seven years criminal, three years driving. */
  agreesToChecks: z.literal(true, 'We need your consent to the background check'),
  /** Additional remarks. */
  note: optionalText(TEXT_LIMITS.description),
});

/** The applicant's own vehicle. */
export const applicantVehicleSchema = z
  .object({
    rideType: z.enum(VEHICLE_IDS, 'Please choose a category'),
    paint: z.enum(PAINTS, 'Please choose a color'),
    /** Make and model. */
    label: requiredLine(60, 'Make and model are required'),
    year: z.int('Please enter a year').check(
      z.minimum(OLDEST_MODEL_YEAR, `Vehicles must be ${OLDEST_MODEL_YEAR} or newer`),
      // Next year's models are sold this year.
      z.refine((year) => year <= thisYear() + 1, 'Please check the year'),
    ),
    /** In capitals, because the fleet identifies vehicles by plate. */
    plate: requiredLine(16, 'The license plate is required').check(z.toUpperCase()),
    seats: z
      .int('Please enter a number')
      .check(z.minimum(1, 'Please enter the seats'), z.maximum(MOST_SEATS, `At most ${MOST_SEATS} seats`)),
    wheelchairLift: z.boolean(),
  })
  .check(
    z.refine(({ rideType, paint }) => findVehicle(rideType)?.paints.includes(paint) ?? false, {
      error: 'The category does not come in this color',
      path: ['paint'],
    }),
    z.refine(({ rideType, seats }) => seats >= (findVehicle(rideType)?.capacity ?? 0), {
      error: 'Fewer than its category requires',
      path: ['seats'],
    }),
  );
export type ApplicantVehicle = z.infer<typeof applicantVehicleSchema>;

/** Body of POST /api/driver-applications. */
export const driverApplicationSchema = z
  .object({
    ...applicantSchema.shape,
    /** Null if the applicant wants to drive a company vehicle. */
    vehicle: z.nullable(applicantVehicleSchema),
    papers: z.array(applicationPaperSchema).check(z.refine(namesEachOnce, 'Each document once')),
  })
  .check(
    z.refine(
      ({ vehicle, papers }) =>
        papersNeeded(vehicle !== null).every((kind) => papers.some((paper) => paper.kind === kind)),
      { error: 'Please add every document', path: ['papers'] },
    ),
  );
export type DriverApplication = z.infer<typeof driverApplicationSchema>;

/** `received`: staff must act. `more-needed`: the applicant must act. `approved` and `declined` are final. */
export const applicationStatusSchema = z.enum(['received', 'more-needed', 'approved', 'declined']);
export type ApplicationStatus = z.infer<typeof applicationStatusSchema>;

/** The statuses in which an application can still be decided. */
export const OPEN_STATUSES: readonly ApplicationStatus[] = ['received', 'more-needed'];
