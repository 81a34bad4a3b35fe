import { type ApplicationPaperKind, papersNeeded } from '#common/driver-applications/application-papers.ts';
import type { ChecklistItem } from '#common/driver-applications/checklist.ts';
import {
  type DriverApplication,
  driverApplicationSchema,
} from '#common/driver-applications/driver-application.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { answerQuestion } from './answer-question.ts';
import { type ApplicationDoc, ApplicationModel, type StaffName } from './application-model.ts';
import { receiveApplication } from './receive-application.ts';
import { recordReview } from './record-review.ts';
import { askApplicant, checkApplication } from './review-application.ts';

interface Sample extends Omit<DriverApplication, 'email' | 'agreesToChecks' | 'papers'> {
  /** The checks that staff have made, with their result. */
  checks: readonly { item: ChecklistItem; isDone: boolean; note: string }[];
  question?: { message: string; paper: ApplicationPaperKind | null };
  /** The applicant's answer to the question. */
  answer?: string;
}

const done = (item: ChecklistItem, note: string) => ({ item, isDone: true, note });

const SAMPLES: readonly Sample[] = [
  {
    name: 'Marisol Vega',
    dateOfBirth: '1986-06-11',
    phone: '(702) 555-0311',
    licenseState: 'NV',
    licenseSince: 2006,
    note: 'Eight years of airport transfers.',
    vehicle: {
      rideType: 'lux-suv',
      paint: 'black',
      label: 'Cadillac Escalade',
      year: 2023,
      plate: 'NV 311-APP',
      seats: 6,
      wheelchairLift: false,
    },
    checks: [],
  },
  {
    name: 'Terrence Cole',
    dateOfBirth: '1991-02-27',
    phone: '(702) 555-0312',
    licenseState: 'NV',
    licenseSince: 2010,
    note: '',
    vehicle: null,
    checks: [
      done('license', 'Held since 2010'),
      done('criminal-check', 'Clear'),
      done('driving-record', 'No points'),
      { item: 'training', isDone: false, note: 'Saturday, 10 AM' },
    ],
  },
  {
    name: 'Hana Sato',
    dateOfBirth: '1994-10-03',
    phone: '(702) 555-0313',
    licenseState: 'CA',
    licenseSince: 2013,
    note: 'I speak Japanese and Spanish.',
    vehicle: {
      rideType: 'ev-lux-sedan',
      paint: 'white',
      label: 'Lucid Air',
      year: 2024,
      plate: 'NV 313-APP',
      seats: 3,
      wheelchairLift: false,
    },
    checks: [done('license', 'Held since 2013'), done('registration', 'Clear'), done('insurance', 'Clear')],
    question: {
      message: 'The report names another plate. Please send the one of this car.',
      paper: 'inspection',
    },
  },
  {
    name: 'Dmitri Volkov',
    dateOfBirth: '1979-12-19',
    phone: '(702) 555-0314',
    licenseState: 'NV',
    licenseSince: 2001,
    note: 'Party buses since 2015.',
    vehicle: {
      rideType: 'partybus-20',
      paint: 'black',
      label: 'Ford F-550',
      year: 2021,
      plate: 'NV 314-APP',
      seats: 22,
      wheelchairLift: false,
    },
    checks: [
      done('license', 'Held since 2001'),
      done('criminal-check', 'Clear'),
      done('dot-certification', 'Valid'),
      done('registration', 'Clear'),
    ],
    question: { message: 'Which nights of the week could you drive?', paper: null },
    answer: 'Thursday to Sunday, until 4 AM.',
  },
  {
    name: 'Beatrice Okafor',
    dateOfBirth: '1983-08-30',
    phone: '(702) 555-0315',
    licenseState: 'AZ',
    licenseSince: 2004,
    note: 'I moved here from Phoenix, where I drove for a hotel.',
    vehicle: null,
    checks: [
      done('license', 'Held since 2004'),
      done('criminal-check', 'Clear'),
      done('driving-record', 'No points'),
      done('dot-certification', 'Valid'),
      done('training', 'Passed'),
    ],
  },
];

/**
 * Seeds applications to drive that wait for staff or the applicant, in every state before the decision, as
 * the form and the console would. Creates only the missing ones.
 *
 * @param reviewer the staff member who checks them and asks
 * @returns how many there are
 */
export async function seedApplications(reviewer: StaffName): Promise<number> {
  for (const [index, sample] of SAMPLES.entries()) {
    const email = `city-applicant-${index + 1}@marquee.example`;
    if (await ApplicationModel.exists({ email })) continue;
    await receiveApplication(formOf(sample, email));
    const received = await ApplicationModel.findOne({ openEmail: email }).orFail().lean<ApplicationDoc>();
    await review(received, sample, reviewer);
  }
  return SAMPLES.length;
}

/** The application as its form sends it. */
function formOf(
  { checks: _, question: _question, answer: _answer, ...fields }: Sample,
  email: string,
): DriverApplication {
  const today = dateInVegas(databaseClock.now());
  return driverApplicationSchema.parse({
    ...fields,
    email,
    agreesToChecks: true,
    papers: papersNeeded(fields.vehicle !== null).map((kind, index) => ({
      kind,
      number: `${fields.licenseState}-${fields.phone.slice(-4)}${index + 1}`,
      expiresOn: addDays(today, 200 + 40 * index),
    })),
  });
}

/** Checks, asks and answers as in the sample, with a line in the audit log for what staff do. */
async function review(
  { _id, version: firstVersion }: ApplicationDoc,
  { checks, question, answer }: Sample,
  by: StaffName,
): Promise<void> {
  const applicationId = _id.toHexString();
  const actor = { ...by, address: null };
  let version = firstVersion;
  for (const after of checks) {
    const checked = await checkApplication(applicationId, { version, ...after }, by);
    await recordReview(checked, { action: 'driver application checked', actor, version, after });
    version = checked.version;
  }
  if (!question) return;
  const asked = await askApplicant(applicationId, { version, ...question }, by);
  await recordReview(asked, { action: 'driver applicant asked', actor, version, after: question });
  if (answer === undefined) return;
  await answerQuestion(applicationId, { version: asked.version, message: answer, papers: [] });
}
