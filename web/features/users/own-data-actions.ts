import type { OwnData } from '#common/personal-data/own-data.ts';
import type { OwnerProof } from '#common/personal-data/own-data-api.ts';
import { dateInVegas } from '#common/time.ts';
import { call } from '#web/lib/call.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { storeSignOut } from './session-actions.ts';

// Loaded on demand: the schema of the file is large, and viewing an account does not need it.
const loadApi = () => import('#common/personal-data/own-data-api.ts');

/** Downloads all data stored about an account. @throws ApiError 400 with issues by field, 429 */
export async function downloadOwnData(proof: OwnerProof): Promise<void> {
  const { exportOwnData } = await loadApi();
  saveOwnData(await call(exportOwnData, proof));
}

function saveOwnData(data: OwnData): void {
  saveFile(`marquee-data-${dateInVegas(new Date(data.madeAt))}.json`, JSON.stringify(data, null, 2));
}

/**
 * Deletes an account and signs out of all roles in this browser.
 *
 * @throws ApiError 400 with issues by field, 409 ACCOUNT_IN_USE, 429
 */
export async function deleteOwnAccount(proof: OwnerProof): Promise<void> {
  const api = await loadApi();
  await call(api.deleteOwnAccount, proof);
  storeSignOut();
}
