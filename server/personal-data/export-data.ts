import { OWN_DATA_VERSION, type OwnData, ownDataSchema } from '#common/personal-data/own-data.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { findPerson } from './find-person.ts';
import { PERSONAL_DATA_SOURCES } from './table.ts';

/** Exports all data about the person of an account. @throws AppError NOT_FOUND */
export async function exportData(userId: string): Promise<OwnData> {
  const person = await findPerson(userId);
  const sections = await Promise.all(Object.values(PERSONAL_DATA_SOURCES).map(({ read }) => read?.(person)));
  const empty = Object.fromEntries(
    Object.keys(ownDataSchema.shape).map((name) => [name, []] satisfies [string, unknown[]]),
  );
  return ownDataSchema.parse({
    ...Object.assign(empty, ...sections),
    version: OWN_DATA_VERSION,
    madeAt: databaseClock.now().toISOString(),
  });
}
