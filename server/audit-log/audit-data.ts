import { DELETED_NAME } from '#common/personal-data/personal-data.ts';
import { isStaffRole } from '#common/users/user.ts';
import { type Person, type PersonalDataSource, stripFreeText } from '../personal-data-source.ts';
import { type AuditDoc, AuditModel } from './audit-model.ts';

/**
 * The audit lines about a person, about their documents, and of their own actions. What a person did as staff
 * belongs to the company and stays.
 */
export const auditData = {
  async read(person) {
    const docs = await findLines(person);
    return { log: docs.map((doc) => presentOwn(doc, person.id)) };
  },
  async erase(person) {
    for (const doc of await findLines(person)) await strip(doc, person);
  },
} satisfies PersonalDataSource;

/** Runs one query per index and merges the results. */
async function findLines(person: Person): Promise<AuditDoc[]> {
  const subjects = { 'subject.id': { $in: [...person.documentIds, ...person.drivenIds] } };
  const found = await Promise.all(
    [subjects, { 'actor.id': person.id }].map((filter) => AuditModel.find(filter).lean<AuditDoc[]>()),
  );
  const lines = new Map(found.flat().map((doc) => [doc._id.toHexString(), doc]));
  return [...lines.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

const presentOwn = ({ at, action, actor, subject, before, after }: AuditDoc, ownId: string) => {
  const isOwnSubject = subject.id === ownId;
  return {
    at: at.toISOString(),
    action,
    byRole: actor.role,
    address: actor.id === ownId ? actor.address : null,
    before: isOwnSubject && before ? { ...before } : null,
    after: isOwnSubject && after ? { ...after } : null,
  };
};

/**
 * Strips names, addresses and free text from a line. The log is append-only for staff and jobs. This is its
 * only update, and bypasses the guard of the model. The subject's id, the staff member who acted, and figures
 * stay.
 */
async function strip(doc: AuditDoc, person: Person): Promise<void> {
  const isActor = doc.actor.id === person.id && !isStaffRole(person.role);
  const isSubject = person.documentIds.includes(doc.subject.id) && !isStaffRole(person.role);
  const isDriven = person.drivenIds.includes(doc.subject.id);
  if (!isActor && !isSubject && !isDriven) return;
  const isCustomer = isSubject && (doc.actor.role === 'rider' || doc.actor.role === 'visitor');
  const actor = isActor || isCustomer ? { ...doc.actor, name: DELETED_NAME, address: null } : doc.actor;
  const subject = isSubject || isActor ? { ...doc.subject, name: DELETED_NAME } : doc.subject;
  const words = [doc.action, actor.name, actor.role, actor.address, subject.kind, subject.id, subject.name];
  await AuditModel.collection.updateOne(
    { _id: doc._id },
    {
      $set: {
        ...{ actor, subject },
        before: doc.before && stripFreeText(doc.before),
        after: doc.after && stripFreeText(doc.after),
        words: words.filter(Boolean).join(' ').toLowerCase(),
      },
    },
  );
}
