import type { ApplicationStatus } from '#common/driver-applications/driver-application.ts';
import { DAY_MS } from '#common/durations.ts';
import { AppError } from '#common/errors.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { digestApplicationToken } from './application-link.ts';
import { type ApplicationDoc, ApplicationModel } from './application-model.ts';

function requireApplication(application: ApplicationDoc | null): ApplicationDoc {
  if (!application) throw new AppError('NOT_FOUND', 'There is no such application.');
  return application;
}

/** Returns the application with this id. @throws AppError NOT_FOUND */
export const findApplication = async (applicationId: string): Promise<ApplicationDoc> =>
  requireApplication(await ApplicationModel.findById(applicationId).lean<ApplicationDoc>());

/** Returns the application whose link has this token. @throws AppError NOT_FOUND */
export const findApplicationByToken = async (token: string): Promise<ApplicationDoc> =>
  requireApplication(
    await ApplicationModel.findOne({ tokenDigest: digestApplicationToken(token) }).lean<ApplicationDoc>(),
  );

/** Returns the application that contains this message. @throws AppError NOT_FOUND */
export const findApplicationByMessage = async (messageId: string): Promise<ApplicationDoc> =>
  requireApplication(await ApplicationModel.findOne({ 'messages._id': messageId }).lean<ApplicationDoc>());

/** How long the files of an application are kept after its decision, in milliseconds: 90 days. */
const KEPT_MS = 90 * DAY_MS;

/**
 * Whether the files of an application are still kept for it. Papers of a driver or vehicle may keep them
 * longer.
 */
export const keepsFiles = ({ decision }: Pick<ApplicationDoc, 'decision'>): boolean =>
  !decision || decision.at.getTime() > databaseClock.nowMs() - KEPT_MS;

/** Returns those of the file ids that an application still keeps. */
export async function findFilesOfApplications(fileIds: readonly string[]): Promise<string[]> {
  const docs = await ApplicationModel.find({ 'papers.file.id': { $in: fileIds } }).lean<ApplicationDoc[]>();
  return docs.filter(keepsFiles).flatMap(({ papers }) => papers.flatMap(({ file }) => file?.id ?? []));
}

const PAGE_SIZE = 50;

/** Returns a page of applications, newest first, and the `after` of the next page. */
export async function listApplications(
  status: ApplicationStatus | undefined,
  after: string | undefined,
): Promise<{ applications: ApplicationDoc[]; next: string | null }> {
  const found = await ApplicationModel.find({
    ...(status && { status }),
    ...(after && { _id: { $lt: after } }),
  })
    .sort({ _id: -1 })
    .limit(PAGE_SIZE + 1)
    .lean<ApplicationDoc[]>();
  const applications = found.slice(0, PAGE_SIZE);
  const last = applications.at(-1);
  return { applications, next: found.length > PAGE_SIZE && last ? last._id.toHexString() : null };
}
