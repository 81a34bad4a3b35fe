import { expect, test } from 'vitest';
import type { StoredFile } from '#common/files/stored-file.ts';
import { ApplicationModel } from '../driver-applications/application-model.ts';
import { findFilesOfApplications } from '../driver-applications/application-queries.ts';
import { findFilesOfDrivers } from '../drivers/driver-queries.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, STAFF_FILES, uploadPdf } from '../testing/build-file.ts';
import { buildAdmin, buildDriver } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { findFilesOfVehicles } from '../vehicles/vehicle-queries.ts';
import { FileModel } from './file-model.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';
import { takeFiles } from './take-files.ts';

setUpTestApp();

const run = () => removeUnusedFiles([findFilesOfApplications, findFilesOfDrivers, findFilesOfVehicles]);

/** Makes a file due for the next check. */
const makeDue = ({ id }: StoredFile) => FileModel.updateOne({ _id: id }, { checkAt: new Date() });

const isThere = async ({ id }: StoredFile) => (await FileModel.exists({ _id: id })) !== null;

const paper = (file: StoredFile | null) => ({
  kind: 'insurance',
  number: 'I-1',
  expiresOn: '2031-01-01',
  file,
});

test('a replaced file is deleted by the next run, and the new file stays', async () => {
  const [admin, vehicle] = [as(await buildAdmin()), await buildVehicle()];
  const [former, newer] = [await uploadPdf(admin, STAFF_FILES), await uploadPdf(admin, STAFF_FILES)];
  const edit = (version: number, file: StoredFile) =>
    admin.patch(`/api/ops/vehicles/${vehicle.id}`, { version, documents: [paper(file)] });

  await edit(1, former);
  await run();
  expect(await isThere(former)).toBe(true);
  await edit(2, newer);
  await run();

  expect([await isThere(former), await isThere(newer)]).toEqual([false, true]);
  expect((await admin.get(`${STAFF_FILES}/${former.id}`)).status).toBe(404);
});

test('a file attached to a paper stays, and an unattached file is deleted after two days', async () => {
  const [admin, driver] = [as(await buildAdmin()), await buildDriver()];
  const [named, unnamed, fresh] = [
    await uploadPdf(admin, STAFF_FILES),
    await uploadPdf(visitor(), APPLICANT_FILES),
    await uploadPdf(visitor(), APPLICANT_FILES),
  ];
  await admin.patch(`/api/ops/drivers/${driver.id}`, {
    version: 1,
    documents: [{ ...paper(named), kind: 'license' }],
  });
  await Promise.all([makeDue(named), makeDue(unnamed)]);

  await run();

  expect([await isThere(named), await isThere(unnamed), await isThere(fresh)]).toEqual([true, false, true]);
  const wait = (await FileModel.findById(fresh.id).lean())?.checkAt.getTime() ?? 0;
  expect(Math.round((wait - Date.now()) / 3_600_000)).toBe(48);
});

test('the files of an application are kept for 90 days after the decision', async () => {
  const file = await uploadPdf(visitor(), APPLICANT_FILES);
  const { id, token } = await storeApplication({
    vehicle: null,
    papers: [buildPaper('license', { file }), buildPaper('dot-certification')],
  });
  const admin = as(await buildAdmin());
  await admin.post(`/api/ops/driver-applications/${id}/decline`, { version: 1, reason: 'A 2016 model' });
  await makeDue(file);
  await run();
  expect(await isThere(file)).toBe(true);

  await ApplicationModel.updateOne(
    { _id: id },
    { $set: { 'decision.at': new Date(Date.now() - 91 * 86_400_000) } },
  );
  await makeDue(file);
  await run();

  expect(await isThere(file)).toBe(false);
  const { body } = await visitor().get(`/api/driver-applications/${token}`);
  expect(Object(body).papers[0].file).toBeNull();
});

test('a file that is being deleted cannot be attached, and a file attached during the run is not deleted', async () => {
  const admin = as(await buildAdmin());
  const [going, taken] = [await uploadPdf(admin, STAFF_FILES), await uploadPdf(admin, STAFF_FILES)];
  await Promise.all([makeDue(going), makeDue(taken)]);
  const take = (file: StoredFile) =>
    takeFiles([paper(file)], { owner: 'vehicle 1', isByStaff: true, field: 'documents' });

  // A paper takes the file while the run looks up references.
  await removeUnusedFiles([
    async () => {
      await take(taken);
      return [];
    },
  ]);

  await expect(take(going)).rejects.toThrow('license.pdf is no longer here. Please add it again.');
  expect(await isThere(taken)).toBe(true);
});

test('a file deletion that was interrupted is completed by the next run', async () => {
  const file = await uploadPdf(visitor(), APPLICANT_FILES);
  await FileModel.updateOne({ _id: file.id }, { checkAt: new Date(0), removedAt: new Date(0) });

  await run();

  expect(await isThere(file)).toBe(false);
});

test('saving a paper without the field for its file keeps the file, and saving null removes it', async () => {
  const [admin, vehicle] = [as(await buildAdmin()), await buildVehicle()];
  const file = await uploadPdf(admin, STAFF_FILES);
  const { file: _file, ...older } = paper(null);
  await admin.patch(`/api/ops/vehicles/${vehicle.id}`, { version: 1, documents: [paper(file)] });

  const kept = await admin.patch(`/api/ops/vehicles/${vehicle.id}`, { version: 2, documents: [older] });
  const without = await admin.patch(`/api/ops/vehicles/${vehicle.id}`, {
    version: 3,
    documents: [paper(null)],
  });

  expect(Object(kept.body).vehicle.documents).toEqual([paper(file)]);
  expect(Object(without.body).vehicle.documents).toEqual([paper(null)]);
});
