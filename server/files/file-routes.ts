import * as api from '#common/files/files-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { readFile } from './read-file.ts';
import { receiveFile } from './receive-file.ts';

export const fileRoutes = createApiRoutes();

fileRoutes.handle(api.uploadApplicantFile, async ({ query, content }) => ({
  file: await receiveFile({ name: query.name, content, uploadedBy: null }),
}));

fileRoutes.handle(api.uploadStaffFile, async ({ query, content, staff }) => ({
  file: await receiveFile({ name: query.name, content, uploadedBy: staff.id }),
}));

fileRoutes.handle(api.readStaffFile, ({ params }) => readFile(params.fileId));
