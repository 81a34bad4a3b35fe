import { expect, test } from 'vitest';
import { AlertModel } from '../alerts/alert-model.ts';
import { openAlert } from '../alerts/alerts.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { moneyAlert } from '../money-difference.ts';
import { as } from '../testing/as.ts';
import { buildPromo } from '../testing/build-promo.ts';
import { buildAdmin } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { findPromoDifferences } from './find-promo-differences.ts';

setUpTestApp();

test('an alert about a promo difference and its audit log name the promo by its title, and not by its code', async () => {
  const title = 'Rodeo week';
  const promos = [await buildPromo({ title, uses: 3 }), await buildPromo({ title, uses: 3 })];

  const differences = await findPromoDifferences();

  const alerts = differences.map(moneyAlert);
  expect(differences.map(({ text }) => text)).toEqual(
    promos.map(({ id }) => `promo Rodeo week (${id.slice(-6)}) counts 3 uses, but 0 are captured and 0 held`),
  );
  for (const alert of alerts) expect(await openAlert(alert)).toBe(true);
  const opened = await AlertModel.find({ key: { $in: alerts.map(({ key }) => key) } });
  const admin = as(await buildAdmin());
  for (const { id } of opened) await admin.post(`/api/ops/alerts/${id}/take`, { version: 1 });
  for (const { id } of opened) await admin.post(`/api/ops/alerts/${id}/resolve`, { version: 2 });

  const lines = await AuditModel.find({ 'subject.id': { $in: opened.map(({ id }) => id) } }).lean();
  expect(lines.map(({ action }) => action).toSorted()).toEqual([
    'alert resolved',
    'alert resolved',
    'alert taken',
    'alert taken',
  ]);
  for (const { code } of promos) expect(JSON.stringify([opened, lines])).not.toContain(code);
});
