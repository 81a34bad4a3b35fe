import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * When a test counts as hung, in milliseconds. Waiting ends with its event, so the limits do not
 * affect speed. They are generous because tests start programs and browsers, which take ten times as
 * long on a busy machine.
 */
const BOUNDS: TestProjectInlineConfiguration['test'] = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  expect: { poll: { timeout: 10_000 } },
  // CI keeps a failure's message only, whose values would be cut after 40 characters.
  chaiConfig: { truncateThreshold: 1_000 },
};

/**
 * Tests that close or block their process's connections, change its settings or uptime, or need their own
 * Stripe simulator or mailbox (which refuse to start elsewhere).
 */
const OWN_PROCESS = [
  'server/audit-log/pending-calls.test.ts',
  'server/diagnosis/examine-jobs.test.ts',
  'server/gift-cards/{fulfil,purchase,void}-gift-card.test.ts',
  'server/gift-cards/{gift-cards-data,void-refund}.test.ts',
  'server/elections.test.ts',
  'server/first-steps.test.ts',
  'server/http/{csp-report-routes,health-routes,request-limit,session}.test.ts',
  'server/{index,roles}.test.ts',
  'server/infra/**/*.test.ts',
  'server/mail/send-mail.test.ts',
  'server/messages/{inbox,message}-routes.test.ts',
  'server/personal-data/erase-account.test.ts',
  'server/payments/stripe-{disputes,refunds,webhook-routes}.test.ts',
  'server/realtime/**/*.test.ts',
  'server/restore.test.ts',
  'server/rides/by-staff/adjust-ride.test.ts',
  'server/reconcile-money.test.ts',
  'server/relay-{outbox,owed-work}.test.ts',
  'server/rides/cancel/expire-unaccepted-ride.test.ts',
  'server/rides/emails/payment-emails.test.ts',
  'server/rides/emails/ride-emails.test.ts',
  'server/rides/events/publish-ride.test.ts',
  'server/rides/payment/{await-confirmation,confirm-payment,stripe-outage}.test.ts',
  'server/schema/**/*.test.ts',
  'server/users/seed-users.test.ts',
  'workers/**/*.test.ts',
];

/** Tests that use a real database, Redis and the Stripe simulator. */
const ON_SERVICES: TestProjectInlineConfiguration['test'] = {
  ...BOUNDS,
  globalSetup: ['server/testing/start-services.ts'],
  setupFiles: ['server/testing/test-env.ts', 'server/testing/fail-on-noise.ts'],
  sequence: { setupFiles: 'list' },
};

export default defineConfig({
  test: {
    // Tests spend much of their time waiting, so one more worker than processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...BOUNDS,
          name: 'unit',
          include: [
            'common/**/*.test.ts',
            'embedded/**/*.test.ts',
            'scripts/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          // These modules have no state, so one process can run many files.
          isolate: false,
        },
      },
      {
        // Resolved as in Node. Vite would choose the CommonJS build, which a vm context cannot load.
        resolve: { alias: { 'react-router-dom': fileURLToPath(import.meta.resolve('react-router-dom')) } },
        test: {
          ...BOUNDS,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/set-up-dom.ts'],
          // Stores are module state. Each file gets its own in a vm context, in a thread that has loaded
          // jsdom and the packages already.
          pool: 'vmThreads',
        },
      },
      {
        test: {
          ...ON_SERVICES,
          name: 'integration',
          include: ['server/**/*.test.ts'],
          exclude: OWN_PROCESS,
          // The server's modules are loaded once per process, and its connections stay open.
          isolate: false,
        },
      },
      {
        test: {
          ...ON_SERVICES,
          name: 'processes',
          include: OWN_PROCESS,
          env: { MARQUEE_OWN_PROCESS: '1' },
        },
      },
    ],
  },
});
