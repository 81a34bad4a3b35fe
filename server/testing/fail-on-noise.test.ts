import { test } from 'vitest';
import { logger } from '../infra/logger.ts';

test.fails('a stray console.error fails a test', () => {
  console.error('stray');
});

test.fails('a logged error fails a test', () => {
  logger.error('stray');
});

test.fails('a request to another host fails a test even if the code handles the error', async () => {
  await fetch('http://192.0.2.1/').catch(() => {});
});
