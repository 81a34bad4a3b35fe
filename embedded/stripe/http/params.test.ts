import { expect, test } from 'vitest';
import { parseForm } from './params.ts';

test('groups and lists are parsed at any depth', () => {
  expect(parseForm('a[b][0]=1&a[b][1][c]=&d=true&e[]=x')).toEqual({
    a: { b: ['1', { c: '' }] },
    d: 'true',
    e: ['x'],
  });
});

test('a long list keeps its order', () => {
  const text = Array.from({ length: 100 }, (_, index) => `list[${index}]=${index}`).join('&');
  expect(parseForm(text).list).toEqual(Array.from({ length: 100 }, (_, index) => String(index)));
});

test.each([
  '__proto__[x]=1',
  'a[__proto__][x]=1',
  'a[constructor][prototype][x]=1',
  '=1',
  'a=1&a[b]=2',
  `a${'[b]'.repeat(9)}=1`,
])('the form parameter %s is rejected', (text) => {
  expect(() => parseForm(text)).toThrow('Invalid parameter name');
  expect(Reflect.get({}, 'x')).toBeUndefined();
});
