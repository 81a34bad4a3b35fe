import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

type Tree = Record<string, string>;

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true });
});

/** A minimal source tree that contains every folder named by the rules and violates none. */
const SOUND: Tree = {
  'package.json':
    '{ "imports": { "#common/*": "./common/*", "#server/*": "./server/*", "#web/*": "./web/*" } }',
  'common/rides/ride.ts': "import * as z from 'zod/mini'; export const ride = z; export type Ride = 1;",
  'server/crypto/sealed-text.ts': 'export const sealText = 1;',
  'server/http/limit.ts': "import express from 'express'; import session from 'express-session';",
  'server/infra/queues.ts':
    "import { Queue } from 'bullmq'; import { Redis } from 'ioredis'; export const queue = Queue;",
  'server/realtime/gateway.ts': "import { Server } from 'socket.io'; import '../http/limit.ts';",
  'server/rides/ride-model.ts': "import { model } from 'mongoose'; export type RideDoc = 1;",
  'server/rides/find-ride.ts': "import type { RideDoc } from './ride-model.ts'; export const findRide = 1;",
  'server/rides/ride-routes.ts':
    "import { Router } from 'express'; import { findRide } from './find-ride.ts';",
  'server/payments/open-payment.ts': "import type Stripe from 'stripe'; export const openPayment = 1;",
  'server/promos/find-promo.ts': 'export const findPromo = 1;',
  'server/gift-cards/hold-card.ts': 'export const holdCard = 1; export type Hold = 1;',
  'server/mail/send-mail.ts': 'export const sendMail = 1;',
  'server/users/passkeys.ts': "import { verifyRegistrationResponse } from '@simplewebauthn/server';",
  'workers/index.ts': "import './work.ts'; import { findRide } from '#server/rides/find-ride.ts';",
  'workers/work.ts': "import { Worker } from 'bullmq'; export const work = Worker;",
  'web/main.tsx': "import './app/home-page.tsx';",
  'web/app/home-page.tsx': "import { TrackingSection } from '#web/features/tracking/tracking-section.tsx';",
  'web/features/booking/form.tsx':
    "import type { Ride } from '#common/rides/ride.ts'; export const Form = 1;",
  'web/features/users/passkey.ts': "import { startAuthentication } from '@simplewebauthn/browser';",
  'web/features/payments/card-form.tsx': "import { Elements } from '@stripe/react-stripe-js';",
  'web/features/tracking/tracking-section.tsx':
    "export const TrackingSection = () => import('./tracking-map.tsx');",
  'web/features/tracking/tracking-map.tsx': "import { Map } from 'leaflet'; export const TrackingMap = Map;",
  'web/components/button.tsx': 'export const Button = 1;',
  'web/dev/states.tsx':
    "import { Form } from '#web/features/booking/form.tsx'; import '../testing/build-ride.ts';",
  'web/testing/build-ride.ts': '',
  'web/lib/motion.ts': "import type { Transition } from 'framer-motion';",
  'web/content/company.ts': "export const NAME = '';",
  'embedded/launch/index.ts': "import './free-port.ts';",
  'embedded/launch/free-port.ts': 'export const freePort = 1;',
  'embedded/mailbox/index.ts': '',
  'bench/index.ts': "import type { RideDoc } from '#server/rides/ride-model.ts';",
  'chaos/index.ts': "import '../server/testing/start-redis.ts';",
  'server/testing/start-redis.ts': '',
};

/** Files that violate rules, with the expected messages. */
const BREAKS: [file: string, text: string, ...messages: string[]][] = [
  [
    'common/fares/fare.ts',
    "import { findRide } from '#server/rides/find-ride.ts'; import { z } from 'zod';",
    'imports { findRide } from server/rides/find-ride.ts: common imports common only.',
    'imports { z } from zod: common imports zod/mini and one time-zone library.',
  ],
  [
    'server/infra/open-page.ts',
    "import { Button } from '#web/components/button.tsx'; import { findPromo } from '../promos/find-promo.ts'; import '../http/limit.ts';",
    'imports { Button } from web/components/button.tsx: the server imports common and itself.',
    'imports { findPromo } from server/promos/find-promo.ts: http, infra and realtime know no noun.',
    'imports server/http/limit.ts: infra is below http and realtime.',
  ],
  [
    'server/http/push.ts',
    "import '../realtime/gateway.ts'; import mongoose from 'mongoose';",
    'imports server/realtime/gateway.ts: http is below realtime.',
    'imports { default } from mongoose: Mongoose is known to nouns and infra.',
  ],
  [
    'workers/handlers.ts',
    "import '#server/http/limit.ts'; import '#server/rides/ride-routes.ts'; import { Queue } from 'bullmq'; import { Redis } from 'ioredis';",
    'imports server/http/limit.ts: workers import common, and nouns and infra of the server.',
    'imports server/rides/ride-routes.ts: workers import no routes and no models.',
    'imports { Queue } from bullmq: BullMQ is known to infra/queues and workers/work.',
    'imports { Redis } from ioredis: Redis, mail, log and metrics are known to infra.',
  ],
  [
    'web/lib/ask.ts',
    "import type { RideDoc } from '#server/rides/ride-model.ts'; import { Form } from '../features/booking/form.tsx'; import '../components/button.tsx'; import '../app/home-page.tsx'; import { io } from 'socket.io-client'; import 'leaflet';",
    'imports { RideDoc } from server/rides/ride-model.ts: web imports common and itself.',
    'imports { Form } from web/features/booking/form.tsx: components, lib and content know no feature.',
    'imports web/components/button.tsx: lib and content know no component.',
    'imports web/app/home-page.tsx: app is above features, components, lib and content.',
    'imports { io } from socket.io-client: the browser has one connection, of app.',
    'imports leaflet: Leaflet lives in features.',
    'imports { RideDoc } from server/rides/ride-model.ts: a model is for its own noun.',
  ],
  [
    'web/features/booking/price.tsx',
    "const card = () => import('../payments/card-form.tsx'); import { loadStripe } from '@stripe/stripe-js'; import type { Variants } from 'framer-motion'; type Other = import('../payments/card-form.tsx').Other;",
    'imports { * } from web/features/payments/card-form.tsx: features never import each other; they meet in pages.',
    'imports { * } from web/features/payments/card-form.tsx: features never import each other; they meet in pages.',
    'imports { loadStripe } from @stripe/stripe-js: Stripe.js lives with payments.',
    'imports { Variants } from framer-motion: motion presets are defined in lib/motion.ts.',
  ],
  [
    'web/app/dev-page.tsx',
    "import '../dev/states.tsx';",
    'imports web/dev/states.tsx: web/dev is in no build: nothing imports it.',
  ],
  ['web/app/ride-page.tsx', "import '#web/features/tracking/late-map.tsx';"],
  [
    'web/features/tracking/late-map.tsx',
    "import { MapContainer } from 'react-leaflet';",
    'comes with web/app/ride-page.tsx: Leaflet is loaded late, by import().',
  ],
  [
    'embedded/launch/ride.ts',
    "import type { Ride } from '#common/rides/ride.ts';",
    'imports { Ride } from common/rides/ride.ts: embedded imports embedded only.',
  ],
  [
    'server/rides/measure.ts',
    "import '../testing/start-redis.ts'; import express from 'express'; import Stripe from 'stripe'; import { Server } from 'socket.io'; import type { SessionData } from 'express-session'; import { TOTP } from 'otpauth';",
    'imports server/testing/start-redis.ts: only tests, bench, chaos and web/dev import testing/.',
    'imports { default } from express: Express stops at routes.',
    'imports { default } from stripe: Stripe is known to infra; its types to payments.',
    'imports { Server } from socket.io: Socket.IO is known to realtime.',
    'imports { SessionData } from express-session: sessions and headers are known to http.',
    'imports { TOTP } from otpauth: WebAuthn, codes and their QR codes live with users.',
  ],
  [
    'server/payments/refund.ts',
    "import type { RideDoc } from '../rides/ride-model.ts'; import Stripe from 'stripe';",
    'imports { RideDoc } from server/rides/ride-model.ts: payments, promos, gift-cards and mail know no rides.',
    'imports { RideDoc } from server/rides/ride-model.ts: a model is for its own noun.',
    'imports { default } from stripe: Stripe is known to infra; its types to payments.',
  ],
  ['server/rides/pay.ts', "import { openPayment } from '../payments/open-payment.ts'; export type Pay = 1;"],
  [
    'server/promos/promo-routes.ts',
    "import { PromoModel } from './promo-model.ts';",
    'imports { PromoModel } from server/promos/promo-model.ts: documents stop at presenters: routes import no model.',
  ],
  ['server/promos/promo-model.ts', 'export const PromoModel = 1;'],
  [
    'common/rides/all.ts',
    "export { ride } from './ride.ts'; export * from './ride.ts';",
    'exports common/rides/ride.ts again: no barrel files.',
    'exports common/rides/ride.ts again: no barrel files.',
  ],
  [
    'bench/kill.ts',
    "import '../chaos/index.ts';",
    'imports chaos/index.ts: bench and chaos know nothing of each other.',
  ],
  ['server/mail/one.ts', "import type { Two } from './two.ts'; export type One = Two;"],
  ['server/mail/two.ts', "import type { One } from './one.ts'; export type Two = One;"],
  ['embedded/mailbox/free-port.ts', ''],
];

/** Expected messages that concern several files at once. */
const SHARED_MESSAGES = [
  'server/http, server/realtime (npm run structure shows why): no import cycle between folders.',
  'server/mail/one.ts, server/mail/two.ts: no import cycle between files.',
  'server/payments, server/rides (npm run structure shows why): no import cycle between folders.',
  'embedded/launch/free-port.ts and embedded/mailbox/free-port.ts: no base name twice in one root.',
];

function check(tree: Tree) {
  const root = mkdtempSync(join(tmpdir(), 'marquee-boundaries-'));
  trees.push(root);
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const script = new URL('./check-boundaries.mjs', import.meta.url).pathname;
  return spawnSync(process.execPath, [script, '--root', root], { encoding: 'utf8' });
}

test('a source tree that follows the import rules passes', () => {
  const { status, stdout, stderr } = check(SOUND);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^\d+ imports of \d+ files keep to \d+ rules\.$/m);
  expect(status).toBe(0);
});

test('each violation of a rule is reported with its file, and nothing else is reported', () => {
  const { status, stderr } = check({
    ...SOUND,
    ...Object.fromEntries(BREAKS.map(([file, text]) => [file, text])),
  });
  const messages = BREAKS.flatMap(([file, , ...lines]) => lines.map((line) => `${file} ${line}`));
  expect(stderr.trim().split('\n').toSorted()).toEqual([...messages, ...SHARED_MESSAGES].toSorted());
  expect(status).toBe(1);
});

test('an import of a file that does not exist is an error', () => {
  const { status, stderr } = check({ ...SOUND, 'common/rides/lost.ts': "import './gone.ts';" });
  expect(stderr).toContain('common/rides/lost.ts imports ./gone.ts, which does not exist.');
  expect(status).toBe(1);
});

test('a rule that names a folder without source files is an error', () => {
  const { 'server/mail/send-mail.ts': _, ...tree } = SOUND;
  const { status, stderr } = check(tree);
  expect(stderr).toContain('names server/mail, which has no source file.');
  expect(status).toBe(1);
});
