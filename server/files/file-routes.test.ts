import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#common/files/stored-file.ts';
import { as, visitor } from '../testing/as.ts';
import { buildPaper, storeApplication } from '../testing/build-application.ts';
import { APPLICANT_FILES, buildPdf, STAFF_FILES, upload, uploadPdf } from '../testing/build-file.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { setUpTestApp, testAppUrl } from '../testing/set-up-test-app.ts';
import { addVehicle } from '../vehicles/edit-vehicle.ts';
import { FileModel } from './file-model.ts';

setUpTestApp();

const fileIn = (body: unknown) => Object(body).file;

test('an uploaded file is served unchanged, as an attachment with safe headers', async () => {
  const admin = await buildAdmin();
  const content = buildPdf(3_000_000);

  const sent = await upload(as(admin), STAFF_FILES, content, 'Führer"schein.pdf');
  const reply = await as(await buildDispatcher()).get(`${STAFF_FILES}/${fileIn(sent.body).id}`);

  expect(sent.status).toBe(201);
  expect(fileIn(sent.body)).toMatchObject({
    name: 'Führerschein.pdf',
    mediaType: 'application/pdf',
    bytes: 3_000_000,
  });
  expect(content.equals(Buffer.from(reply.body as Uint8Array))).toBe(true);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '3000000',
    'content-disposition': `attachment; filename="F_hrerschein.pdf"; filename*=UTF-8''F%C3%BChrerschein.pdf`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(await FileModel.findById(fileIn(sent.body).id).lean()).toMatchObject({
    sha256,
    uploadedBy: admin.id,
    owner: null,
  });
});

test('JPEG files are shown inline, and HEIC files are downloaded', async () => {
  const admin = await buildAdmin();
  const heads = { 'image/jpeg': '\xff\xd8\xff\xe0', 'image/heic': '\0\0\0\x18ftypheic\0\0\0\0' };
  const shown: (string | undefined)[] = [];
  for (const head of Object.values(heads)) {
    const { body } = await upload(as(admin), STAFF_FILES, Buffer.from(`${head}and the rest`, 'latin1'), 'a');
    const { headers } = await as(admin).get(`${STAFF_FILES}/${fileIn(body).id}`);
    shown.push(`${headers.get('content-type')} ${headers.get('content-disposition')?.split(';')[0]}`);
  }

  expect(shown).toEqual(['image/jpeg inline', 'image/heic attachment']);
});

test.each([
  ['HTML called license.pdf', '<!doctype html><script>alert(1)</script>%PDF-1.7'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a ZIP', 'PK\x03\x04 and so on'],
  ['a text of four letters', '%PDF'],
])('an upload of %s is refused even if its name and type claim a PDF', async (_what, content) => {
  const reply = await visitor().post(`${APPLICANT_FILES}?name=license.pdf`, Buffer.from(content), {
    'content-type': 'application/pdf',
  });

  expect([reply.status, reply.body]).toEqual([
    415,
    { code: 'UNSUPPORTED_FILE', message: 'Please choose a PDF or a photo (JPEG, PNG or HEIC).' },
  ]);
});

test('an empty file and a file without a name are refused', async () => {
  const empty = await upload(visitor(), APPLICANT_FILES, new Uint8Array());
  const nameless = await visitor().post(APPLICANT_FILES, buildPdf());

  expect([empty.status, empty.body]).toEqual([
    400,
    { code: 'INVALID_REQUEST', message: 'This file is empty.' },
  ]);
  expect(nameless.status).toBe(400);
});

test('a file of 10 MB is accepted, and a file with one more byte is refused', async () => {
  const before = await FileModel.countDocuments();

  const [whole, larger] = [
    await upload(visitor(), APPLICANT_FILES, buildPdf(MAX_FILE_BYTES)),
    await upload(visitor(), APPLICANT_FILES, buildPdf(MAX_FILE_BYTES + 1)),
  ];

  expect(whole.status).toBe(201);
  expect([larger.status, larger.body]).toEqual([
    413,
    { code: 'PAYLOAD_TOO_LARGE', message: 'This file is too large, 10 MB at most.' },
  ]);
  expect(await FileModel.countDocuments()).toBe(before + 1);
});

test('an upload of unknown length is refused once it exceeds 10 MB, and leaves no file behind', async () => {
  const before = await FileModel.countDocuments();
  let parts = 0;
  const stream = new ReadableStream({
    pull(controller) {
      parts += 1;
      if (parts > 14) controller.close();
      else controller.enqueue(parts === 1 ? buildPdf(1_000_000) : randomBytes(1_000_000));
    },
  });

  const reply = await upload(visitor(), APPLICANT_FILES, stream);

  expect([reply.status, Object(reply.body).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(await FileModel.countDocuments()).toBe(before);
});

test('an upload that its sender aborts leaves no file behind', async () => {
  const before = await FileModel.countDocuments();
  const { port } = new URL(testAppUrl());
  const client = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `${APPLICANT_FILES}?name=a.pdf`,
    headers: { origin: testAppUrl(), 'content-length': 5_000_000, 'x-forwarded-for': '192.0.2.44' },
  });
  client.on('error', () => {});
  client.write(buildPdf(1_000_000));
  await expect.poll(() => FileModel.countDocuments()).toBe(before + 1);

  client.destroy();

  await expect.poll(() => FileModel.countDocuments()).toBe(before);
});

test('two concurrent uploads are stored as two separate files', async () => {
  const client = visitor();
  const contents = [buildPdf(1_500_000), buildPdf(1_500_000)];

  const replies = await Promise.all(contents.map((content) => upload(client, APPLICANT_FILES, content)));

  const admin = as(await buildAdmin());
  for (const [index, { status, body }] of replies.entries()) {
    expect(status).toBe(201);
    const read = await admin.get(`${STAFF_FILES}/${fileIn(body).id}`);
    expect(contents[index]?.equals(Buffer.from(read.body as Uint8Array))).toBe(true);
  }
});

test('an upload from another origin is refused', async () => {
  const reply = await visitor().post(`${APPLICANT_FILES}?name=a.pdf`, buildPdf(), {
    origin: 'https://evil.example',
  });

  expect(reply.status).toBe(403);
});

test('people who may not read a file get 401, 403 or 404', async () => {
  const file = await uploadPdf(as(await buildAdmin()), STAFF_FILES);
  const [driver, other, rider] = [await buildDriver(), await buildDriver(), await buildRider()];
  await buildVehicle({
    driverIds: [driver.id],
    documents: [{ kind: 'insurance', number: 'I-1', expiresOn: '2031-01-01', file }],
  });
  const own = `/api/driver/files/${file.id}`;
  const ofStaff = `${STAFF_FILES}/${file.id}`;
  const applicant = await storeApplication();

  const seen = {
    visitor: [await visitor().get(ofStaff), await visitor().get(own)],
    rider: [await as(rider).get(ofStaff), await as(rider).get(own)],
    otherDriver: [await as(other).get(ofStaff), await as(other).get(own)],
    driver: [await as(driver).get(ofStaff), await as(driver).get(own)],
    applicant: [await visitor().get(`/api/driver-applications/${applicant.token}/files/${file.id}`)],
    dispatcher: [
      await as(await buildDispatcher()).get(ofStaff),
      await as(await buildDispatcher()).get(`${STAFF_FILES}/file_${'0'.repeat(32)}`),
    ],
  };

  const statuses = Object.entries(seen).map(([who, replies]) => [
    who,
    ...replies.map(({ status }) => status),
  ]);
  expect(statuses).toEqual([
    ['visitor', 401, 401],
    ['rider', 403, 403],
    ['otherDriver', 403, 404],
    ['driver', 403, 200],
    ['applicant', 404],
    ['dispatcher', 200, 404],
  ]);
});

test('only admins can upload files for drivers and vehicles', async () => {
  const people = [await buildDispatcher(), await buildDriver(), await buildRider()];
  const replies = await Promise.all(people.map((user) => upload(as(user), STAFF_FILES, buildPdf())));

  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await upload(visitor(), STAFF_FILES, buildPdf())).status).toBe(401);
});

test('applicants can attach only unused files of applicants, and staff only files of staff', async () => {
  const admin = as(await buildAdmin());
  const [ofStaff, ofApplicant] = [
    await uploadPdf(admin, STAFF_FILES),
    await uploadPdf(visitor(), APPLICANT_FILES),
  ];
  const papersWith = (file: typeof ofStaff) => ({
    vehicle: null,
    papers: [buildPaper('license', { file }), buildPaper('dot-certification')],
  });
  const gone = `${ofStaff.name} is no longer here. Please add it again.`;

  await expect(storeApplication(papersWith(ofStaff))).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    issues: [{ path: 'papers.0.file', message: gone }],
  });
  await storeApplication(papersWith(ofApplicant));
  await expect(storeApplication(papersWith(ofApplicant))).rejects.toThrow(gone);
  const vehicle = {
    label: 'White Lucid Air',
    rideType: 'ev-lux-sedan',
    alsoServes: [],
    seats: 4,
    paint: 'white',
    plate: `NV ${Date.now()}`,
    year: 2024,
    wheelchairLift: false,
    driverIds: [],
    documents: [{ kind: 'insurance', number: 'I-1', expiresOn: '2031-01-01', file: ofApplicant }],
  } satisfies Parameters<typeof addVehicle>[0];
  await expect(addVehicle(vehicle)).rejects.toThrow(gone);
});

test('name, size and type of an attached file come from the upload, not from the request', async () => {
  const file = await uploadPdf(visitor(), APPLICANT_FILES);

  const { papers } = await storeApplication({
    vehicle: null,
    papers: [
      buildPaper('license', { file: { ...file, name: '<script>.html', bytes: 1, mediaType: 'image/png' } }),
      buildPaper('dot-certification'),
    ],
  });

  expect(papers[0]?.file).toEqual(file);
});

test('the OpenAPI document describes an upload with its types and size limit', async () => {
  const { body } = await visitor().get('/api/openapi.json');

  const { requestBody, responses } = Object(body).paths['/api/ops/files'].post;
  expect(requestBody.content['application/pdf'].schema).toEqual({
    type: 'string',
    format: 'binary',
    maxLength: MAX_FILE_BYTES,
  });
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['201', '400', '401', '403', '413', '415']));
  const read = Object(body).paths['/api/ops/files/{fileId}'].get;
  expect(Object.keys(read.responses['200'].content)).toContain('image/heic');
});

test('a file that is still being uploaded or is being deleted is not found', async () => {
  const admin = await buildAdmin();
  const { id } = fileIn((await upload(as(admin), STAFF_FILES, buildPdf(500), 'license.pdf')).body);
  const statusAfter = async (change: object) => {
    await FileModel.updateOne({ _id: id }, change);
    return (await as(admin).get(`${STAFF_FILES}/${id}`)).status;
  };

  expect(await statusAfter({ bytes: 0 })).toBe(404);
  expect(await statusAfter({ bytes: 500 })).toBe(200);
  expect(await statusAfter({ removedAt: new Date() })).toBe(404);
});
