import { expect, test } from 'vitest';
import { formatStartMessage } from './start-message.ts';

const started = {
  services: { web: 'http://localhost:3000', smtp: 'smtp://127.0.0.1:2500', mail: 'http://127.0.0.1:2501' },
  servers: [],
  workers: ['worker'],
  hasBalancer: false,
  logDir: '/data/logs',
};

test('a demo names a card and the driver’s page, which its first visitor can open at once', () => {
  const message = formatStartMessage({ ...started, isDemo: true });

  expect(message).toContain('Marquee is at http://localhost:3000\n');
  expect(message).toContain('4242 4242 4242 4242');
  expect(message).toContain('"Switch to Driver", or open http://localhost:3000/driver');
});

test('without the demo, which signs nobody in, it names the command for the first admin', () => {
  const message = formatStartMessage({ ...started, isDemo: false });

  expect(message).toContain('npm run create:admin -- you@company.example');
  expect(message).not.toContain('Switch to Driver');
  expect(message).not.toContain('4242');
});

test('servers behind the balancer are named, and a mail server where there is no mailbox', () => {
  const message = formatStartMessage({
    ...started,
    services: { ...started.services, mail: null },
    servers: [
      { name: 'api-1', role: 'api' },
      { name: 'sockets-1', role: 'sockets' },
    ],
    workers: ['worker-1', 'worker-2'],
    hasBalancer: true,
    isDemo: true,
  });

  expect(message).toContain('http://localhost:3000: api-1, sockets-1 behind HAProxy, 2 workers\n');
  expect(message).toContain('Mails arrive at smtp://127.0.0.1:2500. Logs are in /data/logs.');
});
