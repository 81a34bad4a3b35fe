import { test } from 'vitest';
import { logger } from '../infra/logger.ts';

test.fails('a stray console.error fails a test', () => {
  console.error('stray');
});

test.fails('a logged fault fails a test', () => {
  logger.error('stray');
});

test.fails('a call to the outside fails a test, though the code takes it in its stride', async () => {
  await fetch('http://192.0.2.1/').catch(() => {});
});
