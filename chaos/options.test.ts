import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test.each([
  ['', [1, 2, 3], true],
  ['--seeds 4-6', [4, 5, 6], false],
  ['--seeds 7', [7], false],
  ['--seeds 1 --mutants', [1], true],
])('%j selects seeds %j', (args, seeds, hasMutants) => {
  expect(readOptions(args.split(' ').filter(Boolean))).toEqual({ seeds, hasMutants });
});

test.each(['x', '3-1', '-2', '1-'])('%j is an invalid seed range', (range) => {
  expect(() => readOptions([`--seeds=${range}`])).toThrow(`invalid seed range: ${range}`);
});
