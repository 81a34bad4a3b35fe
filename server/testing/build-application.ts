import { randomInt, randomUUID } from 'node:crypto';
import type { ApplicationPaper } from '#common/driver-applications/application-papers.ts';
import { checklistFor } from '#common/driver-applications/checklist.ts';
import type { DriverApplication } from '#common/driver-applications/driver-application.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { deriveApplicationToken } from '../driver-applications/application-link.ts';
import { type ApplicationDoc, ApplicationModel } from '../driver-applications/application-model.ts';
import { receiveApplication } from '../driver-applications/receive-application.ts';
import { newId } from './new-id.ts';

/** Builds a paper that is valid for a year. */
export const buildPaper = (
  kind: ApplicationPaper['kind'],
  overrides: Partial<ApplicationPaper> = {},
): ApplicationPaper => ({
  kind,
  number: `${kind}-17064421`,
  expiresOn: addDays(dateInVegas(new Date()), 365),
  ...overrides,
});

/** Builds the request of the application form. */
export const buildApplication = (overrides: Partial<DriverApplication> = {}): DriverApplication => ({
  name: 'Renee Whitfield',
  dateOfBirth: '1989-03-04',
  phone: '(702) 555-0162',
  email: `renee-${randomUUID()}@example.com`,
  licenseState: 'NV',
  licenseSince: 2009,
  agreesToChecks: true,
  note: 'Six years of hotel transfers',
  vehicle: {
    rideType: 'hummer-18',
    paint: 'green',
    label: 'Hummer H2, stretched',
    year: 2021,
    plate: `NV ${randomInt(1_000_000_000)}`,
    seats: 18,
    wheelchairLift: false,
  },
  papers: [
    buildPaper('license'),
    buildPaper('registration'),
    buildPaper('insurance'),
    buildPaper('dot-certification'),
    buildPaper('inspection'),
  ],
  ...overrides,
});

/** Stores an application. `isChecked`: with a completed checklist. */
export async function storeApplication(
  overrides: Partial<DriverApplication> = {},
  { isChecked = false } = {},
): Promise<ApplicationDoc & { id: string; token: string }> {
  const application = buildApplication(overrides);
  await receiveApplication(application);
  const by = { id: newId(), name: 'Robin Hale', role: 'admin' } as const;
  const checklist = checklistFor(application.vehicle !== null).map((item) => ({
    item,
    isDone: true,
    note: 'Clear',
    by,
    at: new Date(),
  }));
  const stored = await ApplicationModel.findOneAndUpdate(
    { openEmail: application.email },
    { $set: { checklist: isChecked ? checklist : [] } },
    { returnDocument: 'after' },
  ).lean<ApplicationDoc>();
  if (!stored) throw new Error('the application was not stored');
  const id = stored._id.toHexString();
  return { ...stored, id, token: deriveApplicationToken(id) };
}
