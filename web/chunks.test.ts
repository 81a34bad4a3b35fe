import { expect, test } from 'vitest';
import { findCircle } from './chunks.ts';

test('chunks that import each other in a circle are found', () => {
  const chunks = [
    { fileName: 'page.js', imports: ['base.js', 'rides.js'] },
    { fileName: 'rides.js', imports: ['base.js', 'board.js'] },
    { fileName: 'board.js', imports: ['rides.js'] },
    { fileName: 'base.js', imports: [] },
  ];

  expect(findCircle(chunks)).toEqual(['rides.js', 'board.js', 'rides.js']);
  expect(findCircle(chunks.filter(({ fileName }) => fileName !== 'board.js'))).toEqual([]);
});
