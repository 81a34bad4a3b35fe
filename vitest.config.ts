import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * When a test counts as hung, in milliseconds. Waiting ends with its event, so a bound says nothing about speed:
 * tests start programs and browsers, which take ten times as long where as many others want the processor.
 */
const BOUNDS: TestProjectInlineConfiguration['test'] = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  expect: { poll: { timeout: 10_000 } },
};

/**
 * Tests that close or black out their process's own connections, change its settings or its uptime, or have a Stripe simulator
 * or a mailbox of their own (which refuse to start anywhere else).
 */
const OWN_PROCESS = [
  'server/audit-log/begun-calls.test.ts',
  'server/diagnosis/examine-jobs.test.ts',
  'server/gift-cards/{fulfil,purchase,void}-gift-card.test.ts',
  'server/elections.test.ts',
  'server/http/{csp-report-routes,health-routes,request-limit,session}.test.ts',
  'server/{index,roles}.test.ts',
  'server/infra/**/*.test.ts',
  'server/mail/send-mail.test.ts',
  'server/messages/{inbox,message}-routes.test.ts',
  'server/personal-data/erase-account.test.ts',
  'server/payments/stripe-{disputes,refunds,webhook-routes}.test.ts',
  'server/realtime/**/*.test.ts',
  'server/restore.test.ts',
  'server/rides/booking/booking-lock.test.ts',
  'server/rides/by-staff/adjust-ride.test.ts',
  'server/reconcile-money.test.ts',
  'server/relay-outbox.test.ts',
  'server/rides/cancel/cancel-unpaid-ride.test.ts',
  'server/rides/emails/payment-emails.test.ts',
  'server/rides/emails/ride-emails.test.ts',
  'server/rides/events/publish-ride.test.ts',
  'server/rides/payment/{await-confirmation,confirm-payment,stripe-outage}.test.ts',
  'server/schema/**/*.test.ts',
  'server/users/seed-users.test.ts',
  'workers/**/*.test.ts',
];

/** Tests on a real database, Redis and Stripe simulator. */
const ON_SERVICES: TestProjectInlineConfiguration['test'] = {
  ...BOUNDS,
  globalSetup: ['server/testing/start-services.ts'],
  setupFiles: ['server/testing/test-env.ts', 'server/testing/fail-on-noise.ts'],
  sequence: { setupFiles: 'list' },
};

export default defineConfig({
  test: {
    // Tests wait for services and for what comes next as much as they calculate: with one file more than processors, these are in use.
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
          // Modules here keep no state of their own, so that one process can run many files.
          isolate: false,
        },
      },
      {
        // As Node finds it: Vite would choose its CommonJS, which a context cannot load.
        resolve: { alias: { 'react-router-dom': fileURLToPath(import.meta.resolve('react-router-dom')) } },
        test: {
          ...BOUNDS,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/set-up-dom.ts'],
          // Stores are modules: each file has its own, in a context of a thread that has loaded jsdom and the packages already.
          pool: 'vmThreads',
        },
      },
      {
        test: {
          ...ON_SERVICES,
          name: 'integration',
          include: ['server/**/*.test.ts'],
          exclude: OWN_PROCESS,
          // The server's modules are loaded once a process, and its connections stay open.
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
