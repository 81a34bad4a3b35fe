import { addressFilters, isoOf, type Person, type PersonalDataSource } from '../personal-data-source.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';

/** Matches the application that made the person a driver, and those sent from one of their addresses. */
const filterOf = ({ id, addresses }: Pick<Person, 'id' | 'addresses'>) => ({
  $or: [{ driverId: id }, ...addressFilters(addresses, ['email'], { at: 'sentAt' })],
});

/** The driver applications of a person. */
export const applicationsData = {
  async read(person) {
    const docs = await ApplicationModel.find(filterOf(person)).sort({ _id: 1 }).lean<ApplicationDoc[]>();
    return { applications: docs.map(presentOwn) };
  },
  async erase(person) {
    await ApplicationModel.deleteMany(filterOf(person));
  },
  async removeBefore(before) {
    await ApplicationModel.deleteMany({ status: 'declined', 'decision.at': { $lt: before } });
  },
} satisfies PersonalDataSource;

const presentOwn = (doc: ApplicationDoc) => ({
  id: doc._id.toHexString(),
  status: doc.status,
  sentAt: doc.sentAt.toISOString(),
  name: doc.name,
  dateOfBirth: doc.dateOfBirth,
  phone: doc.phone,
  email: doc.email,
  licenseState: doc.licenseState,
  licenseSince: doc.licenseSince,
  note: doc.note,
  vehicle: doc.vehicle && { ...doc.vehicle },
  papers: doc.papers.map(({ kind, number, expiresOn, file }) => ({
    ...{ kind, number, expiresOn },
    file: file?.name ?? null,
  })),
  checks: doc.checklist.map(({ item, isDone, note, at }) => ({ item, isDone, note, at: at.toISOString() })),
  messages: doc.messages.map(({ from, text, at }) => ({ from, text, at: at.toISOString() })),
  decidedAt: isoOf(doc.decision?.at),
  reason: doc.decision?.reason ?? null,
});

/**
 * Returns the ids of a person's applications and of the messages in them. Mails and files refer to these ids.
 */
export async function listApplicationsOf(person: Pick<Person, 'id' | 'addresses'>): Promise<string[]> {
  const docs = await ApplicationModel.find(filterOf(person), { messages: 1 }).lean<ApplicationDoc[]>();
  return docs.flatMap(({ _id, messages }) => [
    _id.toHexString(),
    ...messages.map((message) => message._id.toHexString()),
  ]);
}
